//! What the page tells: what a tap has written, what is decided at a place already, why something cannot be done there, and
//! whether the orders are accepted.

use super::{
    handling::{is_shown, opened, says, view_of},
    page, text, type_in, views, wait,
};
use crate::{
    browser::{Browser, DESK, PHONE, browser, entries},
    cli::bench::Bench,
};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Taps a place.
fn tap(browser: &mut Browser, place: &str) {
    browser.ask(&format!(
        "document.querySelector(`#play [data-place='{place}']`).dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
    ));
}

/// Takes an answer of a decision that is not its answer yet, and waits for the verdict. Returns the order file before.
fn take(browser: &mut Browser) -> String {
    let before = text(browser, "orders");
    browser.ask(
        "document.querySelectorAll('#decisions details').forEach((one) => { one.open = true; })",
    );
    let answer = "document.querySelector('#decisions .one button[aria-pressed=false]')";
    wait(browser, &format!("{answer} !== null"));
    browser.ask(&format!("{answer}.click()"));
    let changed = format!(
        "document.getElementById('orders').value !== {} && document.getElementById('bar-verdict').textContent !== ''",
        json!(before)
    );
    wait(browser, &changed);
    before
}

/// At a place an open decision comes before one that has its answer, which is shown. In The Time Whisperers a second card is
/// for the second play.
#[test]
fn an_open_decision_comes_first_at_a_place() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let questions = "[...document.querySelectorAll('#here-choices>div')].map((one) => [one.querySelector('p').textContent, one.contains(document.activeElement)])";
    for width in [PHONE, DESK] {
        opened(&mut browser, &page, view_of(&views, "whispers-1"), width);
        tap(&mut browser, "1");
        browser.ask("document.querySelector('#here-choices button').click()");
        wait(
            &mut browser,
            "document.querySelectorAll('#decisions>li').length > 1",
        );
        tap(&mut browser, "2");
        let shown = browser.ask(questions);
        let shown: Vec<(String, bool)> = serde_json::from_value(shown).expect("questions");
        let [(first, has_focus), (second, _)] = &shown[..] else {
            panic!("{shown:?}");
        };
        assert!(
            first.contains("play 2?") && first.ends_with(" open") && *has_focus,
            "{shown:?}"
        );
        assert!(
            second.contains("play 1?") && second.ends_with(" now: 1"),
            "{shown:?}"
        );
    }
}

/// What a tap has written is in sight: beside the decisions in the order file, which is scrolled to the line; on a phone in the
/// bar, with the verdict and a button that takes it back.
#[test]
fn what_a_tap_has_written_is_in_sight() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    // A copy of the field that is as high as its text tells where a line begins and ends.
    let seen = "{ const field = document.getElementById('orders'); \
         const bottom = (lines) => { \
             const copy = field.cloneNode(); \
             copy.style.cssText = `position: absolute; visibility: hidden; height: 0; width: ${field.offsetWidth}px`; \
             copy.value = lines.join('\\n'); \
             field.after(copy); \
             const high = copy.scrollHeight - parseFloat(getComputedStyle(copy).paddingBottom); \
             copy.remove(); \
             return high; }; \
         const lines = field.value.split('\\n'); \
         const words = document.getElementById('bar-line').textContent; \
         const at = lines.findLastIndex((line) => !old.includes(line) && words === `+ ${line.trim().replace(/^- /, '')}`); \
         const [top, end] = [bottom(lines.slice(0, at)), bottom(lines.slice(0, at + 1))]; \
         ({at, words, top: top - field.scrollTop, end: end - field.scrollTop, high: field.clientHeight}) }";
    let in_window = "['bar-line', 'bar-verdict', 'bar-undo'].filter((id) => { \
         const {left, right, top, bottom} = document.getElementById(id).getBoundingClientRect(); \
         const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2); \
         return !(left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && on?.closest('#bar')); })";
    for (name, view) in views(&bench) {
        for width in [DESK, PHONE] {
            opened(&mut browser, &page, &view, width);
            // Nothing of the bar stands there before something was written.
            for part in ["bar-undo", "bar-line"] {
                assert_eq!(browser.ask(&is_shown(part)), false, "{name}: {part}");
            }
            // The mark stays for a moment only.
            browser.ask(
                "{ globalThis.marked = 0; const field = document.getElementById('orders'); \
                   new MutationObserver(() => { marked += field.matches('.marked'); }).observe(field, {attributeFilter: ['class']}); }",
            );
            let before = take(&mut browser);
            browser.ask(&format!("globalThis.old = {}.split('\\n')", json!(before)));
            let line = browser.ask(seen);
            let number = |of: &str| line[of].as_f64().expect("a number");
            assert!(number("at") >= 0.0, "{name}: {line}");
            assert!(
                number("top") > -2.0 && number("end") < number("high") + 2.0,
                "{name}: {line}"
            );
            assert_eq!(browser.ask("marked > 0"), true, "{name}");
            if width == DESK {
                continue;
            }
            assert_eq!(browser.ask(in_window), json!([]), "{name}");
            assert_eq!(
                text(&mut browser, "bar-verdict"),
                text(&mut browser, "verdict"),
                "{name}"
            );
            browser.ask("document.getElementById('bar-undo').click()");
            wait(
                &mut browser,
                &format!(
                    "document.getElementById('orders').value === {}",
                    json!(before)
                ),
            );
        }
    }
}

/// Orders that the program refuses are called so where they are sent, with a button that leads to the reasons, and in the bar
/// of a phone; also a file that cannot be read.
#[test]
fn refused_orders_are_told_where_they_are_sent() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let (_, view) = views(&bench).swap_remove(0);
    for (width, wrong) in [
        (PHONE, "nonsense: [1, 2"),
        (PHONE, "game: again"),
        (DESK, "nonsense: 1"),
    ] {
        let before = opened(&mut browser, &page, &view, width);
        assert!(!text(&mut browser, "mail-note").contains("refuse"));
        type_in(&mut browser, &format!("{before}\n{wrong}\n"));
        wait(&mut browser, &says("mail-note", "refuse this"));
        let verdict = text(&mut browser, "verdict");
        assert!(verdict.starts_with("Not accepted: "), "{verdict}");
        let note = text(&mut browser, "mail-note");
        assert!(
            note.starts_with(&format!("{verdict} The GM's program will refuse this.")),
            "{note}"
        );
        if width == PHONE {
            assert_eq!(text(&mut browser, "bar-verdict"), verdict);
            assert_eq!(browser.ask(&is_shown("bar-verdict")), true);
        }
        browser.ask("document.querySelector('#mail-note button').click()");
        let there = "{ const {top, bottom} = document.activeElement.getBoundingClientRect(); \
             document.activeElement.id === 'problems' && top > 0 && bottom < innerHeight }";
        assert_eq!(browser.ask(there), true);
        type_in(&mut browser, &before);
        wait(
            &mut browser,
            "!document.getElementById('mail-note').textContent.includes('refuse this')",
        );
        assert_eq!(text(&mut browser, "bar-verdict"), "");
    }
}

/// Every answer of a long list is weighed when it is scrolled into sight, for a finger points at nothing. In Time Control there
/// are many answers to what is announced.
#[test]
fn the_last_answers_of_a_long_list_are_weighed() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    for (game, width) in [("control-1", PHONE), ("gem-1992", DESK)] {
        opened(&mut browser, &page, view_of(&views, game), width);
        browser.ask(
            "document.querySelectorAll('#decisions details').forEach((one) => { one.open = true; })",
        );
        let long = "document.querySelectorAll('#decisions .filter+.choices').length > 0";
        wait(&mut browser, long);
        let count = browser.ask(
            "{ globalThis.long = [...document.querySelectorAll('#decisions .filter+.choices')] \
                 .toSorted((a, b) => b.childElementCount - a.childElementCount)[0]; \
               long.scrollIntoView({block: 'center'}); long.childElementCount }",
        );
        assert!(count.as_u64() > Some(20), "{game}: {count} answers");
        // What an answer brings makes the list longer.
        wait(
            &mut browser,
            "long.scrollTop = long.scrollHeight; [...long.children].slice(-3).every((one) => one.dataset.weighed === 'true')",
        );
        // An answer between the first ones and the last is not in sight.
        assert_eq!(
            browser.ask("long.children[Math.trunc(long.childElementCount / 2)].dataset.weighed"),
            json!(null),
            "{game}"
        );
    }
}

/// Returns the views of all players beside that of one.
fn beside(view: &Path) -> Vec<PathBuf> {
    let all = entries(view.parent().expect("a folder"));
    let is_view = |file: &PathBuf| file.to_string_lossy().ends_with(".view.yaml");
    all.into_iter().filter(is_view).collect()
}

/// Waits until the panel tells why nothing can be done, and returns its words. The draft stays as it is.
fn why(browser: &mut Browser, orders: &str) -> String {
    let said = "document.querySelector('#here .why')?.textContent ?? ''";
    wait(
        browser,
        &format!(
            "!['', 'asked why.'].some((end) => ({said}) === end || end && ({said}).endsWith(end))"
        ),
    );
    assert_eq!(text(browser, "orders"), orders);
    let said = browser.ask(said);
    said.as_str().expect("words").to_owned()
}

/// The Eras of The LOOP.
const ERAS: [&str; 7] = [
    "dawn",
    "medieval",
    "renaissance",
    "industrial",
    "global",
    "robots",
    "end",
];

/// A place that cannot be reached says why, in the words of the program's own check: in Time Agent for the piece that was tapped
/// before, also if others can do something there; in The LOOP for an Era that no answer names.
#[test]
fn a_place_says_why_it_cannot_be_reached() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let orders = opened(&mut browser, &page, view_of(&views, "gem-1992"), PHONE);
    // An operative that moves, and a tile that it cannot reach, though it can be looked at.
    let tapped = browser.ask(
        "{ const tap = (place) => place.dispatchEvent(new MouseEvent('click', {bubbles: true})); \
           const piece = [...document.querySelectorAll('#play [data-piece].lit')].find((one) => { \
               document.getElementById('here-close').click(); tap(one); \
               return [...document.querySelectorAll('#here-choices .one button')].some((answer) => answer.textContent.includes(' moves along ')); }); \
           const far = [...document.querySelectorAll('#play svg [data-place]:not(.lit, [data-piece])')] \
               .find((one) => /face down/.test(one.querySelector('title')?.textContent)); \
           tap(far); \
           [piece.dataset.place.split('/')[1], far.dataset.place] }",
    );
    let [piece, tile]: [String; 2] = serde_json::from_value(tapped).expect("two names");
    let said = why(&mut browser, &orders);
    assert!(
        said.contains(&format!("{piece} cannot reach {tile} from ")),
        "{said}"
    );
    assert!(said.starts_with(&format!("{piece} → ")), "{said}");
    assert_eq!(
        browser.ask("document.querySelectorAll('#here-choices .one button').length > 0"),
        true,
        "the tile can be looked at"
    );

    // An Agent that moves in advance, in the turn of another, cannot go far either.
    let (mut far, mut waiting) = (0, 0);
    for view in beside(view_of(&views, "loop-1")) {
        let orders = opened(&mut browser, &page, &view, DESK);
        let of_another = !text(&mut browser, "waits").is_empty();
        for era in ERAS {
            let dark =
                format!("!document.querySelector(`#play [data-place='{era}']`).matches('.lit')");
            if browser.ask(&dark) == true {
                tap(&mut browser, era);
                let said = why(&mut browser, &orders).to_lowercase();
                let there = said.contains(&format!("your agent is in {era} already"));
                let is_far = said.contains(&format!("{era} is not adjacent to "));
                assert!(there || is_far, "{era}: {said}");
                far += usize::from(is_far);
                waiting += usize::from(is_far && of_another);
            }
        }
    }
    assert!(far > 0 && waiting > 0, "{far} Eras are too far away");

    // A place that nothing can stand for, such as the board of a player, has the general words.
    opened(&mut browser, &page, view_of(&views, "whispers-1"), PHONE);
    let orders = text(&mut browser, "orders");
    let dark =
        browser.ask("document.querySelector('#play svg [data-place]:not(.lit)').dataset.place");
    tap(&mut browser, dark.as_str().expect("a name"));
    let said = why(&mut browser, &orders);
    assert!(said.starts_with("Nothing can be decided here"), "{said}");
}

/// A card that cannot be played says why, in the words of the program's own check: one that is exhausted, also if no card can be
/// played, and one that lies on the table. A move that the draft has used up is refused for the Eras that it could reach.
#[test]
fn a_card_says_why_it_cannot_be_played() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let all = beside(view_of(&views, "loop-1"));
    let mut on_the_table = 0;
    for view in &all {
        let whole = fs::read_to_string(view).expect("a view");
        let used = view.with_extension("used.view.yaml");
        fs::write(&used, whole.replace(": ready", ": exhausted")).expect("a view");
        let orders = opened(&mut browser, &page, &used, PHONE);
        let cards = "[...document.querySelectorAll('#picture span[data-place]')].map((card) => card.dataset.place)";
        let hand: Vec<String> = serde_json::from_value(browser.ask(cards)).expect("names");
        assert!(!hand.is_empty());
        for card in hand {
            tap(&mut browser, &card);
            let said = why(&mut browser, &orders);
            assert!(
                said.contains(&format!("{card} is exhausted")),
                "{card}: {said}"
            );
        }
        let orders = opened(&mut browser, &page, view, DESK);
        let cards = "[...document.querySelectorAll('#rest span[data-place]:not(.lit)')].map((card) => card.dataset.place)";
        let table: Vec<String> = serde_json::from_value(browser.ask(cards)).expect("names");
        for card in table {
            tap(&mut browser, &card);
            let said = why(&mut browser, &orders);
            assert!(said.contains(&format!("{card} is not ")), "{card}: {said}");
            on_the_table += 1;
        }
    }
    assert!(on_the_table > 2, "{on_the_table} cards on the table");

    // The free move is used in the draft, so that no answer of it names an Era any more that only this move reaches.
    let own = all.iter().find(|view| {
        opened(&mut browser, &page, view, DESK);
        text(&mut browser, "waits").is_empty()
    });
    let orders = opened(
        &mut browser,
        &page,
        own.expect("a seat that is asked"),
        DESK,
    );
    let free = "[...document.querySelectorAll('#decisions .one button')].find((one) => one.textContent.startsWith('you move freely to '))";
    browser.ask(
        "document.querySelectorAll('#decisions details').forEach((one) => { one.open = true; })",
    );
    wait(&mut browser, &format!("{free} !== undefined"));
    browser.ask(&format!("{free}.click()"));
    wait(
        &mut browser,
        &format!(
            "document.getElementById('orders').value !== {} && document.getElementById('bar-verdict').textContent !== ''",
            json!(orders)
        ),
    );
    let orders = text(&mut browser, "orders");
    let dark = format!(
        "{}.filter((era) => !document.querySelector(`#play [data-place='${{era}}']`).matches('.lit'))",
        json!(ERAS)
    );
    let dark: Vec<String> = serde_json::from_value(browser.ask(&dark)).expect("Eras");
    assert!(!dark.is_empty());
    for era in dark {
        tap(&mut browser, &era);
        let said = why(&mut browser, &orders);
        assert!(
            !said.starts_with("Nothing can be decided here"),
            "{era}: {said}"
        );
    }
}

/// A place that was tapped has the focus again when its panel is closed, without a frame around it.
#[test]
fn a_tapped_place_gets_no_frame() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    opened(&mut browser, &page, view_of(&views, "pirates-1"), DESK);
    for (of, hidden) in [("[data-place='2200-2299']", false), ("#here-close", true)] {
        let middle = format!(
            "{{ const box = document.querySelector(\"{of}\").getBoundingClientRect(); \
             [box.x + box.width / 2, box.y + box.height / 2] }}"
        );
        let middle = browser.ask(&middle);
        let at = [0, 1].map(|n| middle[n].as_f64().expect("a number"));
        browser.drag(at, at);
        let there = format!("document.getElementById('here').hidden === {hidden}");
        wait(&mut browser, &there);
    }
    let seen = browser.ask(
        "[document.activeElement.dataset.place, getComputedStyle(document.activeElement).outlineStyle]",
    );
    assert_eq!(seen, json!(["2200-2299", "none"]));
}
