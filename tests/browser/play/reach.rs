//! What a player sees first on the page, and what they can reach: open questions, the order file, names, targets for a finger
//! and for keys, the bar of a phone, and a view without a picture.

use super::{
    axe,
    handling::{is_shown, opened, view_of, width},
    is_accessible, open, page, pick, tap, text, views, wait, writes_a_mail,
};
use crate::{
    browser::{Browser, DESK, PHONE, browser},
    cli::bench::Bench,
};
use serde_json::{Value, json};
use std::fs;

/// The number of each decision in the list, and whether it is marked as open.
const LISTED: &str = "[...document.querySelectorAll('#decisions>li')] \
    .map((one) => [one.value, one.querySelector('.open')?.textContent === 'open'])";

/// The lit places in the picture.
const LIT: &str = "[...document.querySelectorAll('#picture svg [data-place].lit')]";

/// The button of a place: the place, or what is drawn around the buttons in it.
const CONTROL: &str = "((place) => place.matches('[role=button]') ? place \
    : place.querySelector(':scope>[role=button]:not([data-place])'))";

fn heading(browser: &mut Browser) -> Value {
    browser.ask(
        "document.getElementById('decisions').closest('section').querySelector('h2').textContent",
    )
}

/// Returns true if the game waits for the player of a view, by the command line's answer.
fn waits(told: &Value) -> bool {
    let others = told["waits-for"].as_array().expect("a list");
    others.is_empty() || others.contains(&told["seat"])
}

/// Returns what the list of decisions should show by the command line's answer: each number, the open ones first.
fn expected(told: &Value) -> Vec<(usize, bool)> {
    let decisions = told["decisions"].as_array().expect("a list");
    let asks = decisions.iter().any(|one| one["asked"] == true);
    let open = |one: &Value| {
        let wanted = if asks {
            one["asked"] == true
        } else {
            waits(told)
        };
        wanted && one["forced"] == false && one["ordered"] == false
    };
    let mut all: Vec<(usize, bool)> = { decisions.iter() }
        .enumerate()
        .map(|(n, one)| (n + 1, open(one)))
        .collect();
    all.sort_by_key(|(n, open)| (!open, *n));
    all
}

/// Questions without an answer in the orders come first, are marked and counted, and the first shows its answers as buttons. One
/// that is answered is not open any more, also if its answer is that of the default, which changes no line. A player for whom the
/// game does not wait has none, and is told so.
#[test]
fn open_questions_come_first() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let (mut moved, mut others) = (0, 0);
    for (n, (name, view)) in views(&bench).iter().enumerate() {
        let before = opened(&mut browser, &page, view, width(n));
        bench.write("orders.yaml", &before);
        let view = view.to_str().expect("UTF-8");
        let decided = bench.json(&["decide", "orders.yaml", "--view", view]);
        let wanted = expected(&decided);
        assert_eq!(browser.ask(LISTED), json!(wanted), "{name}");
        let open = wanted.iter().filter(|(_, open)| *open).count();
        let told = format!("Your decisions: {open} open of {}", wanted.len());
        assert_eq!(heading(&mut browser), told, "{name}");
        moved += usize::from(!wanted.is_sorted());
        let told = browser.ask("document.getElementById('waits').textContent");
        let told = told.as_str().expect("a text");
        assert_eq!(told.is_empty(), waits(&decided), "{name}: {told}");
        assert_eq!(open > 0, waits(&decided), "{name}");
        if !waits(&decided) {
            assert!(told.starts_with("The game waits for "), "{name}: {told}");
            let by = "[...document.querySelectorAll('#decisions details .by')].every((by) => !by.textContent.includes('your choice'))";
            assert_eq!(browser.ask(by), true, "{name}: nothing was chosen");
            others += 1;
            continue;
        }
        let first = "document.querySelector('#decisions>li details[open]')";
        assert_eq!(
            browser.ask(&format!(
                "{first} === document.querySelector('#decisions details') && {first}.querySelector('.choices button').checkVisibility()"
            )),
            true,
            "{name}"
        );
        // What is done without orders is chosen: the order file stays as it is.
        let chosen = format!("{first}.querySelector('.choices button[aria-pressed=true]')");
        if browser.ask(&format!("{chosen} !== null")) == true {
            browser.ask(&format!("{chosen}.click()"));
            let left = format!(
                "document.querySelectorAll('#decisions .open').length === {}",
                open - 1
            );
            wait(&mut browser, &left);
            assert_eq!(text(&mut browser, "orders"), before, "{name}");
            let told = format!("Your decisions: {} open of {}", open - 1, wanted.len());
            assert_eq!(heading(&mut browser), told, "{name}");
        }
        tap(&mut browser, &before);
        let sorted = format!(
            "{LISTED}.map(([, open]) => open).every((open, n, all) => n === 0 || all[n - 1] || !open)"
        );
        wait(&mut browser, &sorted);
    }
    assert!(moved > 1, "{moved} games with an answer before a question");
    assert!(others > 0, "a game that waits for others");
}

/// Beside the decisions the order file is in sight wherever the list is scrolled to; on a phone it is one tap away.
#[test]
fn the_order_file_is_in_sight() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    for (name, view) in views(&bench) {
        opened(&mut browser, &page, &view, DESK);
        // Its first lines are seen, and nothing covers them.
        let seen = "{ const {left, top} = document.getElementById('orders').getBoundingClientRect(); \
             [10, 90].map((down) => document.elementFromPoint(left + 40, top + down)?.id) }";
        for at in [
            "scrollTo(0, 0)",
            "document.querySelector('#decisions>li:last-child').scrollIntoView({block: 'center'})",
        ] {
            browser.ask(at);
            assert_eq!(
                browser.ask(seen),
                json!(["orders", "orders"]),
                "{name}: {at}"
            );
        }
        // What keys lead to is not covered by it.
        let covered = browser.ask(
            "[...document.querySelectorAll('#decisions summary')].filter((one) => { \
                 one.focus(); \
                 const {left, top, height} = one.getBoundingClientRect(); \
                 return !one.contains(document.elementFromPoint(left + 40, top + height / 2)); }).length",
        );
        assert_eq!(covered, 0, "{name}");
        opened(&mut browser, &page, &view, PHONE);
        browser.ask(
            "[...document.querySelectorAll('#bar button')].find((one) => one.textContent === 'Orders').click()",
        );
        assert_eq!(browser.ask(seen), json!(["orders", "orders"]), "{name}");
    }
}

/// Players and places are called as the picture calls them, and otherwise by their ids in words.
#[test]
fn players_and_places_have_names() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    for (n, (name, view)) in views.iter().enumerate() {
        opened(&mut browser, &page, view, width(n));
        let wrong = browser.ask(
            "[...document.querySelectorAll('#play svg [data-place]')].map((place) => { \
                 place.dispatchEvent(new MouseEvent('click', {bubbles: true})); \
                 const title = document.getElementById('here-title').textContent; \
                 document.getElementById('here-close').click(); \
                 const id = place.dataset.place; \
                 return {id, title, own: place.textContent.includes(id)}; \
             }).filter(({id, title, own}) => title === id && !own || /\\w\\/[a-z]/.test(title))",
        );
        assert_eq!(wrong, json!([]), "{name}");
    }
    for (game, seat, name) in [
        ("loop-1", "mr-time", "Mr. Time"),
        ("gem-1992", "zytal", "Zytal"),
    ] {
        let view = view_of(&views, game).with_file_name(format!("{seat}.view.yaml"));
        opened(&mut browser, &page, &view, PHONE);
        assert_eq!(text(&mut browser, "title"), format!("{name}: your orders"));
        let title = browser.ask("document.title");
        let title = title.as_str().expect("a title");
        assert!(title.ends_with(&format!(": {name}")), "{title}");
    }
    opened(&mut browser, &page, view_of(&views, "control-1"), PHONE);
    browser.ask(
        "document.querySelector('#picture [data-place=\"green/recent-past\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))",
    );
    assert_eq!(text(&mut browser, "here-title"), "Green: Recent Past");
}

/// On a phone all that is tapped outside the picture is large enough, and a tap beside a place of the picture finds it.
#[test]
fn a_finger_finds_its_target() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let mut beside = 0;
    for (name, view) in views(&bench) {
        opened(&mut browser, &page, &view, PHONE);
        browser.ask(
            "document.querySelectorAll('#play details').forEach((one) => { one.open = true; })",
        );
        wait(
            &mut browser,
            "[...document.querySelectorAll('#play details')].every((one) => one.childElementCount > 1)",
        );
        let small = browser.ask(
            "[...document.querySelectorAll('button, input, select, textarea, summary, label, a[href], span.lit')] \
             .filter((one) => one.checkVisibility() && !one.matches('.skip, .picker')).map((one) => { \
                 const {width, height} = one.getBoundingClientRect(); \
                 const alone = one.matches('button, select, span.lit, #decisions summary'); \
                 return {one: one.outerHTML.slice(0, 80), width, height, least: alone ? 44 : 24}; \
             }).filter(({width, height, least}) => width < 24 || height < least)",
        );
        assert_eq!(small, json!([]), "{name}");
        // Points beside a place, where no other lit place is near.
        let tapped = browser.ask(&format!(
            "{{ const close = () => document.getElementById('here-close').click(); \
                const titled = () => document.getElementById('here').hidden ? '' : document.getElementById('here-title').textContent; \
                const away = (place, [x, y]) => {{ const box = place.getBoundingClientRect(); \
                    return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)); }}; \
                {LIT}.flatMap((place) => {{ \
                    place.scrollIntoView({{block: 'center'}}); \
                    place.dispatchEvent(new MouseEvent('click', {{bubbles: true}})); \
                    const title = titled(); close(); \
                    const {{left, right, top, bottom}} = place.getBoundingClientRect(); \
                    const [x, y] = [(left + right) / 2, (top + bottom) / 2]; \
                    return [[left - 15, y], [right + 15, y], [x, top - 15], [x, bottom + 15]].filter((point) => \
                        {LIT}.every((other) => other === place || other.contains(place) && away(other, point) > 0 || away(other, point) > 25)) \
                    .map(([clientX, clientY]) => {{ \
                        const hit = document.elementFromPoint(clientX, clientY); \
                        if (!hit?.closest('#picture svg')) return undefined; \
                        hit.dispatchEvent(new MouseEvent('click', {{bubbles: true, detail: 1, clientX, clientY}})); \
                        const found = titled(); close(); \
                        return {{title, found}}; }}).filter(Boolean); }}) }}"
        ));
        let tapped = tapped.as_array().expect("a list");
        for one in tapped {
            assert_eq!(one["found"], one["title"], "{name}");
        }
        beside += tapped.len();
    }
    assert!(beside > 10, "{beside} taps beside a place");
}

/// A tap on a small piece finds it, though a finger hits what is drawn around it: in Time Control an Agent in its Zone.
#[test]
fn a_small_piece_is_tapped_before_the_place_around_it() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    opened(&mut browser, &page, view_of(&views, "control-1"), PHONE);
    // Right above the upper edge of the piece.
    let tapped = browser.ask(&format!(
        "{LIT}.filter((place) => place.dataset.at).map((piece) => {{ \
             piece.scrollIntoView({{block: 'center'}}); \
             const {{x, y, width}} = piece.getBoundingClientRect(); \
             const [clientX, clientY] = [x + width / 2, y - 0.5].map(Math.floor); \
             const hit = document.elementFromPoint(clientX, clientY); \
             const zone = hit.closest('[data-place]').dataset.place; \
             hit.dispatchEvent(new MouseEvent('click', {{bubbles: true, detail: 1, clientX, clientY}})); \
             const found = document.getElementById('here-title').textContent; \
             document.getElementById('here-close').click(); \
             return {{title: piece.querySelector('title').textContent, zone, found}}; \
         }}).filter(({{zone}}) => zone.includes('/'))"
    ));
    let tapped = tapped.as_array().expect("a list");
    assert!(tapped.len() > 3, "{tapped:?}");
    for one in tapped {
        assert_eq!(one["found"], one["title"]);
    }
}

/// Each place where something can be decided is a button with a name that people can read, which tells what stands there; keys
/// reach it and open it.
#[test]
fn each_place_is_a_button_with_a_name() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let (mut places, mut standing) = (0, 0);
    for (n, (name, view)) in views(&bench).iter().enumerate() {
        opened(&mut browser, &page, view, width(n));
        let seen = browser.ask(&format!(
            "[...document.querySelectorAll('#play [data-place].lit')].map((place) => {{ \
                 const button = {CONTROL}(place); \
                 const id = place.dataset.place; \
                 if (!button) return {{id, wrong: 'no button'}}; \
                 const named = button.getAttribute('aria-label') ?? button.textContent; \
                 button.focus(); \
                 const reached = document.activeElement === button && button.tabIndex === 0; \
                 const alone = !button.querySelector('[role=button]'); \
                 button.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter', bubbles: true}})); \
                 const shown = !document.getElementById('here').hidden; \
                 document.getElementById('here-close').click(); \
                 const isId = named === '' || named === id && !place.textContent.includes(id) || /\\w\\/[a-z]/.test(named); \
                 const there = [...document.querySelectorAll(`#picture [data-at='${{id}}']>title`)].map((one) => one.textContent); \
                 const tells = there.every((one) => named.includes(one)); \
                 return {{id, named, there: there.length, wrong: isId ? 'an id' : !(reached && alone && shown) ? 'out of reach' : tells ? '' : 'empty'}}; \
             }})"
        ));
        let seen = seen.as_array().expect("a list");
        let wrong: Vec<&Value> = seen.iter().filter(|one| one["wrong"] != "").collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
        places += seen.len();
        standing += seen
            .iter()
            .filter(|one| one["there"].as_u64() > Some(0))
            .count();
    }
    assert!(
        places > 50 && standing > 3,
        "{places} places, {standing} with pieces"
    );
}

/// On a phone a bar leads to the decisions, the orders and the mail, and tells how many questions are open, before anything is
/// scrolled. A desk has none.
#[test]
fn a_phone_has_its_decisions_in_sight() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    for (name, view) in views(&bench) {
        opened(&mut browser, &page, &view, PHONE);
        let seen = "[...document.querySelectorAll('#bar [data-part]')].map((one) => { \
             const {x, y, width, height} = one.getBoundingClientRect(); \
             return one.contains(document.elementFromPoint(x + width / 2, y + height / 2)); })";
        assert_eq!(browser.ask("scrollY"), 0, "{name}");
        assert_eq!(browser.ask(seen), json!([true, true, true]), "{name}");
        let told = browser.ask("document.querySelector('#bar [data-part]').textContent");
        match browser.ask("document.querySelectorAll('#decisions .open').length") {
            open if open == 0 => assert_eq!(told, "Decisions", "{name}"),
            open => assert_eq!(told, format!("Decisions ({open} open)"), "{name}"),
        }
        for (n, part) in ["decisions", "orders", "address"].into_iter().enumerate() {
            browser.ask(&format!(
                "document.querySelectorAll('#bar [data-part]')[{n}].click()"
            ));
            let there = format!(
                "{{ const section = document.getElementById('{part}').closest('section'); \
                    const {{top}} = section.getBoundingClientRect(); \
                    document.activeElement === section && top > -1 && top < innerHeight / 2 }}"
            );
            assert_eq!(browser.ask(&there), true, "{name}: {part}");
        }
        // The panel of a place takes its room.
        let place = "document.querySelector('#play .lit')";
        if browser.ask(&format!("{place} !== null")) == true {
            browser.ask(&format!(
                "{place}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
            ));
            assert_eq!(browser.ask(&is_shown("bar")), false, "{name}");
            browser.ask("document.getElementById('here-close').click()");
            assert_eq!(browser.ask(&is_shown("bar")), true, "{name}");
        }
        browser.size(DESK, 900);
        assert_eq!(browser.ask(&is_shown("bar")), false, "{name}");
    }
}

/// A game whose report has no picture: decisions, entries, the preview and the mail work, and the page speaks of no picture.
#[test]
fn a_view_without_a_picture_is_played() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let view = fs::read_to_string(view_of(&views, "whispers-1")).expect("a view");
    let axe = axe();
    for width in [PHONE, DESK] {
        open(&mut browser, &page, width);
        browser.ask(
            r"{ localStorage.clear();
                const parse = JSON.parse;
                JSON.parse = (text, ...more) => {
                    const data = parse(text, ...more);
                    if (data?.html) {
                        data.html = data.html.replace(/<svg[^]*?<\/svg>/g, '');
                    }
                    return data;
                };
                0 }",
        );
        pick(&mut browser, &view);
        wait(
            &mut browser,
            "document.querySelectorAll('#decisions>li').length > 0 && document.getElementById('rest').childElementCount > 0",
        );
        assert_eq!(
            browser.ask("document.querySelectorAll('#play svg').length"),
            0
        );
        assert_eq!(
            browser.ask("document.getElementById('desk').innerText.includes('picture')"),
            false
        );
        assert_eq!(
            browser.ask("document.documentElement.scrollWidth <= innerWidth"),
            true
        );
        let before = text(&mut browser, "orders");
        tap(&mut browser, &before);
        let before = text(&mut browser, "orders");
        let list = "document.querySelector('[data-entry=programme]')";
        let add = format!("{list}.querySelector('[aria-label=\"Add inversion\"]')");
        browser.ask(&format!("{list}.open = true"));
        wait(&mut browser, &format!("{add} !== null"));
        browser.ask(&format!("{add}.click()"));
        wait(
            &mut browser,
            &format!(
                "document.getElementById('orders').value !== {}",
                json!(before)
            ),
        );
        assert!(text(&mut browser, "orders").contains("inversion"));
        browser.ask("document.getElementById('try').click()");
        wait(
            &mut browser,
            "document.querySelector('#tried :is(table, p)') !== null",
        );
        writes_a_mail(&mut browser, "no picture");
        is_accessible(&mut browser, &axe, "no picture");
    }
    // No later test works in the page that was changed.
    browser.open_at("about:blank", false);
}
