//! The page in the hand: quick taps, half-typed lines, keys, a small screen, and files that are dropped on it.

use super::{link, open, page, pick, text, type_in, views, wait};
use crate::{
    browser::{Browser, DESK, PHONE, browser, server::serve},
    cli::{
        bench::{Bench, GAME},
        leaks::Table,
    },
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use chronojudge::engine::RandomBot;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

const DECISIONS: &str = "document.querySelectorAll('#decisions>li').length > 0";

/// What the page has the focus on.
const FOCUS: &str = "document.activeElement";

/// Opens a view, without the draft of an earlier test, as a player of several games opens one after another: a page that is
/// open already stays, for it takes longer to load the program than to open a view. Returns the order file.
pub(super) fn opened(browser: &mut Browser, page: &Path, view: &Path, width: u32) -> String {
    let is_open = format!(
        "location.pathname === {} && document.body.dataset.ready === 'true'",
        json!(page)
    );
    if browser.ask(&is_open) == true {
        browser.size(width, 900);
        browser.scheme(false);
        browser.ask(
            "for (const id of ['decisions', 'rest']) document.getElementById(id).replaceChildren(); \
             document.getElementById('address').value = ''; scrollTo(0, 0); document.activeElement.blur()",
        );
    } else {
        open(browser, page, width);
    }
    browser.ask("localStorage.clear()");
    pick(browser, &fs::read_to_string(view).expect("a view"));
    wait(browser, DECISIONS);
    // The rest of the report comes last.
    wait(
        browser,
        "document.getElementById('rest').childElementCount > 0",
    );
    text(browser, "orders")
}

/// Returns the view of a game that has what a test needs.
pub(super) fn view_of<'a>(views: &'a [(String, PathBuf)], game: &str) -> &'a Path {
    let (_, view) = { views.iter() }
        .find(|(name, _)| name == game)
        .expect("a game");
    view
}

pub(super) fn says(id: &str, words: &str) -> String {
    format!(
        "document.getElementById('{id}').textContent.includes({})",
        json!(words)
    )
}

pub(super) fn is_shown(id: &str) -> String {
    format!("document.getElementById('{id}').checkVisibility()")
}

fn orders_have(browser: &mut Browser, part: &str) {
    let has = format!(
        "document.getElementById('orders').value.includes({})",
        json!(part)
    );
    wait(browser, &has);
}

/// Taps a part of the page, which has the focus then as after a tap with a key.
fn press(browser: &mut Browser, part: &str) {
    browser.ask(&format!("{{ const part = {part}; part.focus(); part.dispatchEvent(new MouseEvent('click', {{bubbles: true}})); }}"));
}

fn escape(browser: &mut Browser) {
    browser.ask(&format!(
        "{FOCUS}.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Escape', bubbles: true}}))"
    ));
}

/// Gives files to the page as if they were dropped on it.
fn drop(browser: &mut Browser, name: &str, bytes: &[u8]) {
    let bytes = STANDARD.encode(bytes);
    browser.ask(&format!(
        "{{ const dropped = new DataTransfer(); \
         const bytes = Uint8Array.from(atob('{bytes}'), (letter) => letter.charCodeAt(0)); \
         dropped.items.add(new File([bytes], '{name}')); \
         dispatchEvent(Object.assign(new Event('drop', {{cancelable: true}}), {{dataTransfer: dropped}})); }}"
    ));
}

/// The width of a phone and that of a desk, in turn.
pub(super) fn width(n: usize) -> u32 {
    [PHONE, DESK][n % 2]
}

/// A link that writes no mail, and a button that the browser cannot serve, are not seen and lead nowhere.
#[test]
fn what_is_hidden_is_not_seen() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let (_, view) = views(&bench).swap_remove(0);
    for width in [PHONE, DESK] {
        let orders = opened(&mut browser, &page, &view, width);
        let leads = "document.getElementById('mail').hasAttribute('href')";
        assert_eq!(browser.ask(&is_shown("mail")), false);
        browser.ask(
            "{ const field = document.getElementById('address'); field.value = 'ada@example.org'; \
             field.dispatchEvent(new Event('input')); }",
        );
        assert_eq!(browser.ask(&is_shown("mail")), true);
        assert_eq!(browser.ask(leads), true);
        let long = format!("{orders}\nmore: {}\n", "x".repeat(2000));
        type_in(&mut browser, &long);
        wait(&mut browser, &says("mail-note", "too long"));
        assert_eq!(browser.ask(&is_shown("mail")), false);
        assert_eq!(browser.ask(leads), false);
        let can_share = browser.ask("Boolean(navigator.share)");
        assert_eq!(browser.ask(&is_shown("share")), can_share);
    }
}

/// The address for the orders stays when the next view of the game is opened, and goes with another game.
#[test]
fn an_address_belongs_to_its_game() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    opened(&mut browser, &page, view_of(&views, "whispers-1"), PHONE);
    browser.ask("document.getElementById('address').value = 'gm@example.org'");
    for (game, title, address) in [
        ("whispers-1", "whispers-1", "gm@example.org"),
        ("pirates-1", "pirates-1", ""),
    ] {
        browser.ask("document.getElementById('game').textContent = ''");
        let view = fs::read_to_string(view_of(&views, game)).expect("a view");
        pick(&mut browser, &view);
        wait(&mut browser, &says("game", title));
        let field = browser.ask("document.getElementById('address').value");
        assert_eq!(field, address, "{game}");
    }
}

/// Two taps in quick succession are both taken: the second works on the answer of the first. In Time Control each Agent is
/// launched for itself, and The Time Whisperers play card after card.
#[test]
fn quick_taps_are_all_taken() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    for (game, width) in [("control-1", PHONE), ("whispers-1", DESK)] {
        opened(&mut browser, &page, view_of(&views, game), width);
        if game == "control-1" {
            browser.ask(
                "{ globalThis.asked = [...document.querySelectorAll('#decisions details')] \
                     .filter((one) => one.dataset.ask.endsWith(' launch')).slice(0, 2); \
                   asked.forEach((one) => { one.open = true; }); }",
            );
            wait(
                &mut browser,
                "asked.every((one) => one.querySelector('.one button[aria-pressed=false]'))",
            );
            browser.ask(
                "globalThis.taken = asked.map((one) => { \
                     const answer = one.querySelector('.one button[aria-pressed=false]'); \
                     answer.click(); return [one.dataset.ask, answer.textContent]; })",
            );
            wait(
                &mut browser,
                "taken.every(([ask, words]) => document.querySelector(`#decisions [data-ask='${ask}'] .answer`)?.textContent.startsWith(words))",
            );
        } else {
            browser.ask("document.querySelector('[data-entry=programme]').open = true");
            let add = |card: &str| {
                format!("document.querySelector('#entries [aria-label=\"Add {card}\"]')")
            };
            wait(&mut browser, &format!("{} !== null", add("2")));
            browser.ask(&format!(
                "{}.click(); {}.click()",
                add("2"),
                add("inversion")
            ));
            orders_have(&mut browser, "2, inversion]");
        }
    }
}

/// What was typed just before an answer is tapped stays in the order file, and what is put together in the fields of an entry
/// stays there. In Time Control a rule for an interrupt is put together.
#[test]
fn nothing_that_was_entered_is_lost() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    for width in [PHONE, DESK] {
        opened(&mut browser, &page, view_of(&views, "control-1"), width);
        let entry = "document.querySelector('[data-entry=interrupts]')";
        browser.ask(&format!(
            "{entry}.open = true; globalThis.asked = document.querySelector('#decisions details'); asked.open = true"
        ));
        wait(
            &mut browser,
            &format!(
                "{entry}.querySelector('select') && asked.querySelector('.one button[aria-pressed=false]') !== null"
            ),
        );
        let chosen = browser.ask(&format!(
            "{{ const list = {entry}.querySelector('select'); \
             list.value = [...list.options].find((one) => one.value).value; \
             list.dispatchEvent(new Event('change', {{bubbles: true}})); list.value }}"
        ));
        let words = browser.ask(
            "{ const field = document.getElementById('orders'); field.value += '\\n# typed\\n'; \
               field.dispatchEvent(new Event('input')); \
               const answer = asked.querySelector('.one button[aria-pressed=false]'); \
               answer.click(); answer.textContent }",
        );
        // It is not open any more, so that it stands below the open ones.
        wait(
            &mut browser,
            &format!(
                "document.querySelector(`#decisions [data-ask='${{asked.dataset.ask}}'] .answer`).textContent.startsWith({words})"
            ),
        );
        assert!(text(&mut browser, "orders").contains("# typed"));
        assert_eq!(
            browser.ask(&format!("{entry}.querySelector('select').value")),
            chosen
        );
    }
}

/// The private link of a report opens its view again after the game was watched; the link for others has no key.
#[test]
fn the_key_stays_in_the_address_and_out_of_the_links() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let table = Table::new("time-whisperers", "players=3", &mut RandomBot::new(1));
    let bench = &table.bench;
    bench.ok(&["send", GAME]);
    let mut publish = bench.command(&["publish", GAME, "--to", "www"]);
    publish
        .env("CHRONOJUDGE_PLAY", &page)
        .output()
        .expect("the program");
    let site = serve(bench.dir().join("www"));
    let found = table.seats.iter().find_map(|seat| link(bench, seat));
    let (key, _) = found.expect("a seat that is asked");
    for width in [PHONE, DESK] {
        browser.size(width, 900);
        browser.open_at(&format!("{site}/play/#{key}"), false);
        wait(&mut browser, DECISIONS);
        browser.ask("document.getElementById('watch').click()");
        wait(
            &mut browser,
            "!document.getElementById('replay').hidden && location.hash.endsWith('sitting=1')",
        );
        assert_eq!(
            browser.ask("location.hash"),
            format!("#{key}&sitting=1"),
            "the key"
        );
        assert_eq!(
            browser.ask("document.getElementById('moment-link').getAttribute('href')"),
            "#sitting=1"
        );
        let told = format!("document.documentElement.outerHTML.includes('{key}')");
        assert_eq!(browser.ask(&told), false, "the key is in the page");
        let address = browser.ask("location.href");
        browser.open_at("about:blank", false);
        browser.open_at(address.as_str().expect("an address"), false);
        wait(&mut browser, DECISIONS);
        wait(&mut browser, "!document.getElementById('replay').hidden");
        browser.open_at("about:blank", false);
    }
}

/// What is tapped with a key has the focus afterwards, or what stands in its place.
#[test]
fn the_focus_stays_where_something_is_done() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let mut places = 0;
    for (n, (name, view)) in views.iter().enumerate() {
        opened(&mut browser, &page, view, width(n));
        let place = "document.querySelector('#play .lit')";
        if browser.ask(&format!("{place} !== null")) == true {
            places += 1;
            for by_key in [false, true] {
                browser.ask(&format!("globalThis.place = {place}"));
                press(&mut browser, "place");
                assert_eq!(browser.ask(&is_shown("here")), true, "{name}");
                if by_key {
                    escape(&mut browser);
                } else {
                    press(&mut browser, "document.getElementById('here-close')");
                }
                assert_eq!(browser.ask(&is_shown("here")), false, "{name}");
                // The button of a place that holds others is what is drawn around them.
                assert_eq!(
                    browser.ask(&format!("{FOCUS}.closest('[data-place]') === place")),
                    true,
                    "{name}"
                );
            }
        }
        answers_keep_the_focus(&mut browser);
        press(&mut browser, "document.getElementById('undo')");
        wait(&mut browser, &format!("{FOCUS}.id === 'redo'"));
        press(&mut browser, "document.getElementById('redo')");
        wait(&mut browser, &format!("{FOCUS}.id === 'undo'"));
    }
    assert!(places > 3, "{places} games with a place");
    lines_keep_the_focus(&mut browser, &page, view_of(&views, "whispers-1"));
}

/// Takes an answer: the question has the focus then.
fn answers_keep_the_focus(browser: &mut Browser) {
    browser.ask(
        "document.querySelectorAll('#decisions details').forEach((one) => { one.open = true; })",
    );
    let answer = "document.querySelector('#decisions .one button[aria-pressed=false]')";
    wait(browser, &format!("{answer} !== null"));
    let question = browser.ask(&format!(
        "{answer}.closest('details').querySelector('summary').firstChild.textContent"
    ));
    press(browser, answer);
    let has = format!(
        "{FOCUS}.matches('#decisions summary') && {FOCUS}.firstChild.textContent === {question}"
    );
    wait(browser, &has);
}

/// Moves and removes lines of the programme of The Time Whisperers.
fn lines_keep_the_focus(browser: &mut Browser, page: &Path, view: &Path) {
    opened(browser, page, view, PHONE);
    let list = "document.querySelector('[data-entry=programme]')";
    browser.ask(&format!("{list}.open = true"));
    for card in ["2", "inversion", "termination"] {
        let add = format!("{list}.querySelector('[aria-label=\"Add {card}\"]')");
        wait(browser, &format!("{add} !== null"));
        press(browser, &add);
    }
    orders_have(browser, "2, inversion, termination]");
    let label = format!("({FOCUS}.getAttribute('aria-label') ?? '')");
    let line = |words: &str| format!("{list}.querySelector('.ordered [aria-label{words}]')");
    let up = line("$=\"sooner: termination\"");
    wait(browser, &format!("{up} !== null"));
    let count = format!("{list}.querySelectorAll('.ordered>li').length");
    let all = browser.ask(&count).as_u64().expect("a number");
    press(browser, &up);
    let moved = all - 1;
    wait(
        browser,
        &format!("{label} === 'Line {moved} sooner: termination'"),
    );
    press(browser, &line(&format!("^=\"Remove line {moved}:\"")));
    wait(
        browser,
        &format!("{count} === {moved} && {label} === 'Remove line {moved}: inversion'"),
    );
}

/// On a phone the panel of a place leaves the place in sight, and its heading and Close stay on it. It scrolls as a whole: the
/// answers in it do not scroll for themselves.
#[test]
fn the_panel_of_a_place_leaves_the_place_in_sight() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let mut tapped = 0;
    for (name, view) in views(&bench) {
        opened(&mut browser, &page, &view, PHONE);
        let seen = browser.ask(
            "[...document.querySelectorAll('#picture .lit')].map((place) => { \
                 place.scrollIntoView({block: 'end'}); \
                 place.dispatchEvent(new MouseEvent('click', {bubbles: true})); \
                 const here = document.getElementById('here'); \
                 const box = (one) => one.getBoundingClientRect(); \
                 const close = () => box(document.getElementById('here-close')); \
                 const [panel, at] = [here, place].map(box); \
                 const stays = [0, here.scrollHeight].every((top) => { \
                     here.scrollTop = top; \
                     return close().top >= panel.top && close().bottom <= panel.bottom; }); \
                 const whole = [...here.querySelectorAll('.choices')].every((one) => one.scrollHeight <= one.clientHeight + 1); \
                 return {name: place.dataset.place, whole, small: panel.height <= innerHeight * 0.4 + 1, stays, \
                     seen: at.top > -1 && at.bottom < panel.top + 1 || at.height > panel.top}; \
             }).filter((one) => ((globalThis.count ??= 0, globalThis.count += 1), !(one.small && one.seen && one.stays && one.whole)))",
        );
        assert_eq!(seen, json!([]), "{name}");
        let count = browser.ask("globalThis.count ?? 0");
        tapped += count.as_u64().expect("a number");
    }
    assert!(tapped > 20, "{tapped} places");
}

/// A tapped piece stays while places are tapped after it, and only those are lit that it can go to.
#[test]
fn a_tapped_piece_goes_to_one_place_after_another() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let (mut games, mut several) = (0, 0);
    for (n, (name, view)) in views(&bench).iter().enumerate() {
        opened(&mut browser, &page, view, width(n));
        let tapped = browser.ask(
            "{ const tap = (place) => { \
                   place.dispatchEvent(new MouseEvent('click', {bubbles: true})); \
                   return document.getElementById('here-title').textContent; }; \
               const lit = () => [...document.querySelectorAll('#play .lit')]; \
               const isPiece = (place) => place.matches('[data-piece], [data-at]'); \
               const close = () => document.getElementById('here-close').click(); \
               const all = lit().length; \
               const tried = lit().filter(isPiece).map((piece) => { \
                   close(); \
                   const title = tap(piece); \
                   const reached = lit().filter((place) => !isPiece(place) && !place.contains(piece)); \
                   return {title, all, lit: lit().length, titles: reached.slice(0, 3).map(tap)}; }); \
               close(); \
               const pieces = lit().filter(isPiece).length; \
               ({tried: tried.filter(({titles}) => titles.length > 1), all, pieces, after: lit().length}) }",
        );
        assert_eq!(tapped["all"], tapped["after"], "{name}");
        let tried = tapped["tried"].as_array().expect("a list");
        games += usize::from(!tried.is_empty());
        for piece in tried {
            let title = format!("{}, ", piece["title"].as_str().expect("a title"));
            let titles = piece["titles"].as_array().expect("a list").iter();
            assert!(
                { titles }.all(|one| one.as_str().is_some_and(|one| one.starts_with(&title))),
                "{name}: {piece}"
            );
            // A player's only piece does all that is done in the picture.
            assert!(
                piece["lit"].as_u64() < piece["all"].as_u64()
                    || tapped["pieces"] == 1 && piece["lit"] == piece["all"],
                "{name}: {piece}"
            );
        }
        several += usize::from(!tried.is_empty() && tapped["pieces"] != 1);
    }
    assert!(several > 1, "{several} games with several own pieces");
    assert!(games > 1, "{games} games with pieces that move");
}

/// While the order file cannot be read, the decisions and the lights of the last one stay, and cannot be taken.
#[test]
fn a_typing_mistake_leaves_the_decisions_in_sight() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    for (n, (name, view)) in views(&bench).iter().enumerate() {
        let before = opened(&mut browser, &page, view, width(n));
        let seen = "[document.querySelectorAll('#decisions>li').length, document.querySelectorAll('#play .lit').length]";
        let was = browser.ask(seen);
        let taken = "document.getElementById('decisions').inert";
        assert_eq!(browser.ask(taken), false, "{name}");
        type_in(&mut browser, &format!("{before}\nnonsense: [1, 2\n"));
        wait(
            &mut browser,
            &says("stale", "As of the last readable order file"),
        );
        assert_eq!(browser.ask(seen), was, "{name}");
        assert_eq!(browser.ask(taken), true, "{name}");
        let place = "document.querySelector('#play .lit')";
        if browser.ask(&format!("{place} !== null")) == true {
            press(&mut browser, place);
            let list = "document.getElementById('here-choices').inert";
            assert_eq!(browser.ask(list), true, "{name}");
        }
        type_in(&mut browser, &before);
        wait(
            &mut browser,
            "document.getElementById('stale').textContent === ''",
        );
        assert_eq!(browser.ask(taken), false, "{name}");
    }
}

/// A problem is told in sentences: all that the command line says of it.
#[test]
fn a_problem_is_told_in_sentences() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let (_, view) = views(&bench).swap_remove(0);
    let before = opened(&mut browser, &page, &view, PHONE);
    let mut parts = 0;
    for wrong in ["game: again", "nonsense: [1, 2"] {
        let orders = format!("{before}\n{wrong}\n");
        type_in(&mut browser, &orders);
        wait(
            &mut browser,
            "document.querySelectorAll('#problems li').length > 0",
        );
        bench.write("orders.yaml", &orders);
        let view = view.to_str().expect("UTF-8");
        let told = bench.run(&["check", "orders.yaml", "--view", view, "--json"]);
        let told: Value = serde_json::from_str(&told.out).expect("JSON");
        let shown = text(&mut browser, "problems");
        for problem in told[0]["problems"].as_array().expect("a list") {
            let notes = problem["notes"].as_array().expect("a list").iter();
            let all = ["message", "label", "help"].map(|name| &problem[name]);
            for part in all.into_iter().chain(notes).filter_map(Value::as_str) {
                // A sentence may begin with a capital letter.
                let end = part.get(1..).expect("more than a letter");
                assert!(shown.contains(&format!("{end}.")), "{part}: {shown}");
                parts += 1;
            }
        }
    }
    assert!(parts > 4, "{parts} sentences");
}

/// A copied order file is told beside the button. A dropped archive is opened as a picked one; dropped orders of another game
/// or seat are refused.
#[test]
fn what_is_copied_and_dropped_is_told() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let (name, view) = views(&bench).swap_remove(0);
    bench.ok(&["site", &name, "--out", "www"]);
    let archive = fs::read(bench.dir().join("www/public.zip")).expect("an archive");
    for width in [PHONE, DESK] {
        let before = opened(&mut browser, &page, &view, width);
        browser.ask("document.getElementById('copy').click()");
        wait(&mut browser, &says("copied", "The order file is"));
        assert_eq!(
            browser.ask("document.getElementById('copied').closest('.buttons') === document.getElementById('copy').parentNode"),
            true
        );
        let said = |name: &str| {
            let line = before
                .lines()
                .find(|line| line.starts_with(&format!("{name}:")));
            line.expect("an entry").to_owned()
        };
        for entry in ["game", "seat"] {
            browser.ask("document.getElementById('status').textContent = ''");
            let orders = before.replace(&said(entry), &format!("{entry}: elsewhere"));
            drop(&mut browser, "orders.yaml", orders.as_bytes());
            wait(&mut browser, &says("status", "elsewhere"));
            assert_eq!(text(&mut browser, "orders"), before);
        }
        let own = format!("{before}\n# dropped\n");
        drop(&mut browser, "orders.yaml", own.as_bytes());
        orders_have(&mut browser, "# dropped");
        drop(&mut browser, "public.zip", &archive);
        wait(&mut browser, &says("audited", "public.zip: "));
        assert_eq!(
            browser.ask("document.getElementById('watch').disabled"),
            false
        );
    }
}
