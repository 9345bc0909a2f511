//! Tests of the engine on a tiny game that uses all of its features.

mod absent;
mod ahead;
mod asks;
mod bots;
mod chain;
mod divergence;
mod files;
mod laws;
mod lines;
mod plain;
mod poker;
mod quarry;
mod replay;
mod searching;
mod supposing;
pub mod tiny;

use crate::laws::dice::ByLabel;
use chronojudge::engine::{
    By, DynRuleset, Entry, IfIllegal, OnFile, Outcome, Overdue, Prompt, Run, Seat, SeatId, Sent,
    Standing, Stop,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tiny::Tiny;

type Desk = BTreeMap<SeatId, OnFile>;

fn seat(name: &str) -> SeatId {
    SeatId::new(name).expect("a name")
}

fn seats() -> Vec<Seat> {
    DynRuleset::seats(&Tiny, &json!({"players": 3})).expect("three may play")
}

/// Sets up a game of blue, green and red: three coins each, and each holds the slot of its place.
fn set_up() -> Outcome {
    let (seats, options) = (seats(), json!({"players": 3}));
    let run = Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &Desk::new(),
        overdue: false.into(),
    };
    DynRuleset::setup(&Tiny, &options, &seats, run, &mut ByLabel(7)).expect("options")
}

/// Runs the turn once; the dice depend on their labels.
fn sit(state: &Value, sitting: u32, journal: &[Entry], on_file: &Desk) -> Outcome {
    run(state, sitting, journal, on_file, false)
}

/// Runs the turn once after its deadline.
fn overdue(state: &Value, sitting: u32, journal: &[Entry], on_file: &Desk) -> Outcome {
    run(state, sitting, journal, on_file, true)
}

fn run(
    state: &Value,
    sitting: u32,
    journal: &[Entry],
    on_file: &Desk,
    overdue: impl Into<Overdue>,
) -> Outcome {
    let run = Run {
        sitting,
        began: None,
        journal,
        on_file,
        overdue: overdue.into(),
    };
    DynRuleset::turn(&Tiny, state, run, &mut ByLabel(7)).expect("plain data of this game")
}

fn sent(body: Value) -> Sent {
    Sent::new(body.to_string(), body)
}

/// Returns one order file, with its setting for illegal orders.
fn file(body: Value) -> OnFile {
    OnFile {
        files: vec![sent(body)],
        ..OnFile::default()
    }
}

fn skipping(body: Value) -> OnFile {
    OnFile {
        if_illegal: IfIllegal::Skip,
        ..file(body)
    }
}

/// Returns order files that answer every question and do nothing.
fn quiet() -> OnFile {
    file(
        json!({"bid": 0, "rank": rankings(), "acts": [], "react": "yield", "discard": [], "gift": 0}),
    )
}

/// Returns all rankings of two of three seats.
fn rankings() -> Value {
    let names = ["blue", "green", "red"];
    let pairs = names
        .iter()
        .flat_map(|a| names.iter().map(move |b| json!([a, b])));
    pairs.collect()
}

/// Returns quiet orders for all seats but the given ones.
fn desk<const N: usize>(some: [(&str, OnFile); N]) -> Desk {
    let mut desk: Desk = ["blue", "green", "red"]
        .map(|name| (seat(name), quiet()))
        .into();
    desk.extend(some.map(|(name, on_file)| (seat(name), on_file)));
    desk
}

fn standing(when: Value, prefer: Value) -> Standing {
    serde_json::from_value(json!({"when": when, "prefer": prefer})).expect("a standing order")
}

/// Returns the names of the open prompts.
fn waiting(outcome: &Outcome) -> Vec<&str> {
    prompts(outcome).iter().map(|p| p.id.as_str()).collect()
}

fn prompts(outcome: &Outcome) -> &[Prompt] {
    match &outcome.flow {
        Err(Stop::Waiting(prompts)) => prompts,
        flow => panic!("the turn does not wait: {flow:?}"),
    }
}

/// Returns the answer of a prompt, and its source.
fn answered<'a>(outcome: &'a Outcome, prompt: &str) -> (&'a Value, &'a By) {
    let found = outcome.journal.iter().find_map(|entry| match entry {
        Entry::Answer { id, value, by, .. } if id == prompt => Some((value, by)),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{prompt} has no answer in {:#?}", outcome.journal))
}

/// Returns the line of the order file that gave an answer.
fn line(by: &By) -> &str {
    match by {
        By::Order(order) | By::Forced(Some(order)) => &order.line.0,
        by => panic!("no order gave it: {by:?}"),
    }
}

/// Returns all facts as short JSON, with their audiences.
fn facts(outcome: &Outcome) -> Vec<String> {
    outcome
        .facts
        .iter()
        .map(|told| serde_json::to_string(&told.event).expect("a fact"))
        .collect()
}

/// Checks that two runs are the same turn, whatever files they were played from.
fn same_turn(is: &Outcome, was: &Outcome) {
    assert_eq!(is.journal, was.journal);
    assert_eq!(is.facts, was.facts);
    assert_eq!(is.openings, was.openings);
    assert_eq!((&is.state, &is.flow), (&was.state, &was.flow));
}
