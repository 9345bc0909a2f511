//! What the pictures show: every piece of a known view is where the view says, read back from the drawing by
//! where it lies and not by what it is called. A picture that is drawn wrongly fails, not only a missing one.
//!
//! The views are those of the example games: every sitting's public one, and what the seats of the open turn see.

mod absences;
mod headings;
mod svg;
mod time_agent;
mod time_pirates;
mod time_whisperers;

use chronojudge::{
    engine::AnyRuleset,
    report::{Format, Game, Happened, Page, Reader, Reading, Words},
    rulesets,
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// A view, whose it is and where it is from.
pub struct Seen {
    pub from: String,
    pub seat: Option<String>,
    pub view: Value,
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else {
        return vec![];
    };
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

/// Every view of the example games of a ruleset.
pub fn views(ruleset: &str) -> Vec<Seen> {
    let mut seen = vec![];
    for game in folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games")) {
        let Ok(about) = fs::read_to_string(game.join("public/game.yaml")) else {
            continue;
        };
        if !about.contains(&format!("ruleset: {ruleset}\n")) {
            continue;
        }
        for sitting in folders(&game.join("public/sittings")) {
            let text = fs::read_to_string(sitting.join("view.yaml")).expect("a view");
            seen.push(Seen {
                from: sitting.display().to_string(),
                seat: None,
                view: chronojudge::yaml::keep::from_str(&text).expect("a view"),
            });
        }
        for file in folders(&game.join("turns"))
            .iter()
            .flat_map(|turn| folders(&turn.join("views")))
        {
            let text = fs::read_to_string(&file).expect("a view");
            let seat = file
                .file_stem()
                .and_then(|name| name.to_str())
                .expect("a name");
            seen.push(Seen {
                from: file.display().to_string(),
                seat: (seat != "public").then(|| seat.to_owned()),
                view: serde_json::from_str(&text).expect("a view"),
            });
        }
    }
    assert!(seen.len() > 5, "there are views of {ruleset}");
    seen
}

/// The rules of a game and the words of its reports.
pub fn words(ruleset: &str) -> (Box<dyn AnyRuleset>, Words) {
    let known = rulesets::find(ruleset).expect("a ruleset");
    let library = (known.library)();
    let rules = (known.load)(&library).expect("the embedded content fits");
    let words = Words::new(&*rules, &library, &BTreeMap::new()).expect("words");
    (rules, words)
}

/// The reading of a view and of nothing else.
fn reading(seen: &Seen) -> Reading {
    let reader = seen
        .seat
        .as_ref()
        .map_or_else(Reader::public, |seat| Reader::seat(seat, None));
    let game = Game {
        id: "test".into(),
        title: "A test".into(),
        ruleset: "A game".into(),
        edition: "1".into(),
    };
    Reading::new(game, reader, 1, 1, seen.view.clone())
}

/// The report of a view and of nothing else.
pub fn report(words: &Words, seen: &Seen, format: Format) -> String {
    Page::new(words, &reading(seen))
        .report(format)
        .unwrap_or_else(|error| panic!("{}: {error}", seen.from))
}

/// The same as text, when this has happened.
pub fn report_of(words: &Words, seen: &Seen, events: Vec<Happened>) -> String {
    let mut reading = reading(seen);
    reading.events = events;
    Page::new(words, &reading)
        .report(Format::Text)
        .unwrap_or_else(|error| panic!("{}: {error}", seen.from))
}

/// The text of a field.
pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field} of {value}"))
}

/// The items of a list; none if it is not there.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
