//! Pictures of the page in each of its states, for people to look at: `CHRONOJUDGE_STATES` names the folder that they are written
//! into. Without it each game is drawn once.

use super::{
    handling::{opened, width},
    page, text, type_in, views, wait,
};
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

/// Each state of each game can be reached, and looks different from the others; with `CHRONOJUDGE_STATES` on a phone and on a desk,
/// in both color schemes.
#[test]
fn each_state_has_a_picture_of_its_own() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let wanted = env::var_os("CHRONOJUDGE_STATES").map(PathBuf::from);
    let folder = wanted.clone().unwrap_or_else(|| bench.dir().join("states"));
    fs::create_dir_all(&folder).expect("a folder");
    for (n, (name, view)) in views(&bench).iter().enumerate() {
        let all = [PHONE, DESK].map(|width| [(width, "light"), (width, "dark")]);
        let once = [(width(n), "light")];
        let shown = match wanted {
            Some(_) => all.as_flattened(),
            None => &once,
        };
        for (width, scheme) in shown {
            opened(&mut browser, &page, view, *width);
            browser.scheme(*scheme == "dark");
            let mut seen: Vec<(&str, Vec<u8>)> = vec![];
            for (n, (state, lead)) in STATES.into_iter().enumerate() {
                lead(&mut browser);
                let file = folder.join(format!("{name}-{width}-{scheme}-{n}-{state}.png"));
                browser.picture(&file);
                let picture = fs::read(&file).expect("a picture");
                let same = seen.iter().find(|(_, other)| *other == picture);
                let same = same.map(|(other, _)| *other);
                assert_eq!(same, None, "{name}, {width}: {state}");
                seen.push((state, picture));
            }
        }
    }
}
