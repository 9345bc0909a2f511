//! The order in which the page is loaded and drawn, so that a player on a slow phone waits little.

use super::{open, page, pick, views, wait};
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
