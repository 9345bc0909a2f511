//! Pictures of the page for people to look at: `CHRONOJUDGE_STATES` names the folder that they are written into. Without it
//! nothing is drawn.

use super::{handling::opened, page, text, type_in, views, wait};
use crate::{
    browser::{Browser, DESK, PHONE, browser},
    cli::bench::Bench,
};
use std::{env, fs, path::PathBuf};

/// Shows the picture alone.
fn scroll(browser: &mut Browser, part: &str) {
    browser.ask(&format!(
        "document.getElementById('{part}').closest('section, #picture').scrollIntoView()"
    ));
}

/// Taps the first place that is lit, which opens its panel.
fn panel(browser: &mut Browser) {
    browser.ask(
        "{ const place = document.querySelector('#picture .lit'); \
           place?.scrollIntoView({block: 'center'}); \
           place?.dispatchEvent(new MouseEvent('click', {bubbles: true})); }",
    );
}

/// The name of a state, and what leads there.
type State = (&'static str, fn(&mut Browser));

/// Each state of the page in which a player sees something else, and what leads there from the one before.
const STATES: [State; 8] = [
    ("opened", |browser| {
        browser.ask("scrollTo(0, 0)");
    }),
    ("cards", |browser| {
        browser.ask("document.getElementById('picture').scrollIntoView({block: 'end'})");
    }),
    ("place", panel),
    ("decisions", |browser| {
        browser.ask("document.getElementById('here-close').click()");
        scroll(browser, "decisions");
    }),
    ("entries", |browser| {
        browser.ask(
            "document.querySelectorAll('#entries details').forEach((one) => { one.open = true; })",
        );
        scroll(browser, "entries");
    }),
    ("tried", |browser| {
        browser.ask("document.getElementById('try').click()");
        wait(
            browser,
            "document.querySelector('#tried :is(table, p, ul)') !== null",
        );
        scroll(browser, "tried");
    }),
    ("problem", |browser| {
        let orders = text(browser, "orders");
        type_in(browser, &format!("{orders}\nnonsense: [1, 2\n"));
        wait(
            browser,
            "document.querySelectorAll('#problems li').length > 0",
        );
        scroll(browser, "problems");
    }),
    ("send", |browser| scroll(browser, "address")),
];

/// Writes a picture of each state of each game, on a phone and on a desk, in both color schemes.
#[test]
fn pictures_of_each_state_are_written() {
    let Some(folder) = env::var_os("CHRONOJUDGE_STATES").map(PathBuf::from) else {
        return;
    };
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        panic!("pictures need a play page and Chromium");
    };
    fs::create_dir_all(&folder).expect("a folder");
    let bench = Bench::empty();
    for (name, view) in views(&bench) {
        for width in [PHONE, DESK] {
            for (scheme, dark) in [("light", false), ("dark", true)] {
                opened(&mut browser, &page, &view, width);
                browser.scheme(dark);
                for (n, (state, lead)) in STATES.iter().enumerate() {
                    lead(&mut browser);
                    let file = folder.join(format!("{name}-{width}-{scheme}-{n}-{state}.png"));
                    browser.picture(&file);
                    assert!(fs::metadata(&file).is_ok_and(|file| file.len() > 1000));
                }
            }
        }
    }
}
