//! What the page tells: what a tap has written, and whether the orders are accepted.

use super::{
    handling::{is_shown, opened, says},
    page, text, type_in, views, wait,
};
use crate::{
    browser::{Browser, DESK, PHONE, browser},
    cli::bench::Bench,
};
use serde_json::json;

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
            assert_eq!(browser.ask(&is_shown("bar-undo")), false, "{name}");
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

