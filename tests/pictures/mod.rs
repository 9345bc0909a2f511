//! Checks of the pictures: every piece of a known view is where the view says, identified in the drawing by its
//! position and not by its name. So a wrong picture fails, not only a missing one.
//!
//! The views are those of the example games: every sitting's public one, and those of the seats in the open turn.

mod absences;
mod headings;
mod svg;
mod time_agent;
mod time_pirates;
mod time_whisperers;

use chronojudge::{
    engine::DynRuleset,
    report::{Format, Game, Happened, Page, Reader, Reading, Words},
    rulesets,
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// A view, with its viewer and its source.
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

/// Returns every view of the example games of a ruleset.
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

/// Returns the rules of a game and the templates of its reports.
pub fn words(ruleset: &str) -> (Box<dyn DynRuleset>, Words) {
    let known = rulesets::find(ruleset).expect("a ruleset");
    let library = (known.library)();
    let rules = (known.load)(&library).expect("the embedded content fits");
    let words = Words::new(&*rules, &library, &BTreeMap::new()).expect("words");
    (rules, words)
}

/// Returns the report data of a view and of nothing else.
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

/// Returns the report of a view and of nothing else.
pub fn report(words: &Words, seen: &Seen, format: Format) -> String {
    Page::new(words, &reading(seen))
        .report(format)
        .unwrap_or_else(|error| panic!("{}: {error}", seen.from))
}

/// Returns the text report of a view, with these events.
pub fn report_of(words: &Words, seen: &Seen, events: Vec<Happened>) -> String {
    let mut reading = reading(seen);
    reading.events = events;
    Page::new(words, &reading)
        .report(Format::Text)
        .unwrap_or_else(|error| panic!("{}: {error}", seen.from))
}

/// Returns the text of a field.
pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field} of {value}"))
}

/// Returns the items of a list; none if it does not exist.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
