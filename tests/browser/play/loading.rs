//! The order in which the page is loaded and drawn, so that a player on a slow phone waits little.

use super::{open, page, pick, text, views, wait};
use crate::{
    browser::{PHONE, browser},
    cli::bench::Bench,
};
use serde_json::json;
use std::fs;

/// The program starts while the rest of the page is read, so it stands before it.
#[test]
fn the_program_stands_before_the_page() {
    let Some(page) = page() else { return };
    let html = fs::read_to_string(page).expect("a page");
    let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("no {part}"));
    assert!(at("<header>") < at("<script id=\"program\""));
    assert!(at("new Worker(") < at("<main>"));
    // The thread starts before the program is read, and gets it as soon as it is.
    assert!(at("new Worker(") < at("<script id=\"program\""));
    assert!(at("<script id=\"program\"") < at("started.load("));
    assert!(at("started.load(") < at("<main>"));
}

/// The picture is drawn while the program looks for the decisions; the rest of a long report waits for both. All are there in
/// the end.
#[test]
fn the_picture_and_the_decisions_come_before_the_report() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    for (name, view) in views(&bench) {
        open(&mut browser, &page, PHONE);
        browser.ask(
            "globalThis.came = []; new MutationObserver((changes) => { for (const { target, addedNodes } of changes) { \
             if (addedNodes.length && !came.includes(target.id)) came.push(target.id); } }) \
             .observe(document.getElementById('play'), { childList: true, subtree: true });",
        );
        pick(&mut browser, &fs::read_to_string(view).expect("a view"));
        wait(&mut browser, "came.includes('rest')");
        let came =
            browser.ask("came.filter((id) => ['picture', 'decisions', 'rest'].includes(id))");
        assert_eq!(came, json!(["picture", "decisions", "rest"]), "{name}");
    }
}

/// A view that comes with orders, as that of a link does: one thread of the program draws it while another looks for the
/// decisions, which are not asked for again. That one weighs answers, too, so that a tap does not wait for it.
#[test]
fn two_threads_answer_at_once() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    for (name, view) in views(&bench) {
        let view = fs::read_to_string(view).expect("a view");
        let shown = "document.getElementById('rest').childElementCount > 0";
        open(&mut browser, &page, PHONE);
        pick(&mut browser, &view);
        wait(&mut browser, shown);
        wait(&mut browser, "document.body.dataset.threads === '2'");
        let orders = text(&mut browser, "orders");
        browser.ask(&format!(
            "{{ globalThis.asked = []; globalThis.weighed = []; \
                const [post, threads] = [Worker.prototype.postMessage, new Set()]; \
                Worker.prototype.postMessage = function (what, ...more) {{ \
                    if (!what.args.includes('--weigh')) {{ \
                        threads.add(this); asked.push([what.args[0], [...threads].indexOf(this)]); \
                    }} else if (threads.size === 2) weighed.push([...threads].indexOf(this)); \
                    return post.call(this, what, ...more); }}; \
                document.getElementById('rest').replaceChildren(); \
                const picked = new DataTransfer(); \
                for (const text of {}) picked.items.add(new File([text], 'picked')); \
                const field = document.getElementById('files'); field.files = picked.files; \
                field.dispatchEvent(new Event('change')); 0 }}",
            json!([view, orders])
        ));
        wait(&mut browser, shown);
        let asked = browser.ask("asked");
        assert_eq!(asked, json!([["decide", 0], ["look", 1]]), "{name}");
        let decisions = "document.querySelectorAll('#decisions>li').length > 0";
        assert_eq!(browser.ask(decisions), true, "{name}");
        browser.ask(
            "document.querySelectorAll('#decisions details').forEach((one) => { one.open = true; })",
        );
        wait(
            &mut browser,
            "document.querySelector('#decisions .one')?.scrollIntoView(); weighed.length > 0",
        );
        assert_eq!(browser.ask("weighed[0]"), 0, "{name}");
    }
}
