//! Time Control: sealed rules and plans that never fit change nothing that another reader gets. Not even that a player has
//! them can be seen.

use super::{
    dice::ByLabel,
    each_table,
    games::Game,
    mail::{Desk, Start},
    turns,
    words::{readers, reading, words},
    written::answers,
};
use chronojudge::{
    engine::{Entry, Flow, OnFile, Outcome, Overdue, Prompt, Run, SeatId, Sent, Stop, Viewer},
    report::{Format, Page, Reader, ReaderKind, Words},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Everything that one reader gets of a run, byte for byte.
#[derive(Debug, PartialEq)]
struct Given {
    facts: Vec<String>,
    view: String,
    own: Vec<Prompt>,
    waited: Vec<String>,
    /// The reports in text and in HTML, and the order form of a seat.
    papers: Vec<String>,
}

fn given(game: &Game, words: &Words, outcome: &Outcome, reader: &(Reader, Viewer)) -> Given {
    let viewer = &reader.1;
    let reading = reading(game, outcome, reader);
    let page = Page::new(words, &reading);
    let reports = [Format::Text, Format::Html].map(|format| page.report(format));
    let form = viewer.seat().map(|_| page.form("orders.schema.json"));
    let papers = reports.into_iter().chain(form);
    let papers = papers.map(|paper| paper.expect("a paper")).collect();
    Given {
        facts: told(outcome, viewer),
        view: reading.view.to_string(),
        own: reading.prompts.clone(),
        waited: match &outcome.flow {
            Err(Stop::Waiting(prompts)) => prompts.iter().map(|p| p.id.clone()).collect(),
            _ => vec![],
        },
        papers,
    }
}

/// Returns the facts that a viewer is told.
fn told(outcome: &Outcome, viewer: &Viewer) -> Vec<String> {
    let facts = outcome.facts.iter().filter(|told| told.to.includes(viewer));
    facts
        .map(|told| serde_json::to_string(told).expect("a fact"))
        .collect()
}

/// Returns the order files of a turn, written from the answers that a bot gives for each seat.
fn files(start: Start<'_>, seed: u64) -> BTreeMap<SeatId, Value> {
    let seats = start.game.seat_ids();
    let bots = seats.iter().map(|seat| (seat.clone(), "greedy".to_owned()));
    let run = Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &Desk::new(),
        overdue: Overdue {
            bots: bots.collect(),
            ..Overdue::default()
        },
    };
    let state = start.state.expect("a turn");
    let played = start.rules.turn(state, run, &mut ByLabel(seed));
    let journal = played.expect("a state of this ruleset").journal;
    let file = |whose: SeatId| {
        // An answer that equals its default may be left out of a file; here all are written.
        let answers = answers(&journal, &whose, |_, _| Value::Null);
        let body = start.rules.written(&answers).expect("an order file");
        (whose, body)
    };
    seats.into_iter().map(file).collect()
}

/// Runs a turn with these files.
fn run(start: Start<'_>, files: &BTreeMap<SeatId, Value>, overdue: bool, seed: u64) -> Outcome {
    let on_file = files.iter().map(|(seat, body)| {
        let on_file = OnFile {
            files: vec![Sent::new(body.to_string(), body.clone())],
            ..OnFile::default()
        };
        (seat.clone(), on_file)
    });
    start.run(1, &[], &on_file.collect(), overdue, &mut ByLabel(seed))
}

/// Puts lines before those of the same sections in the file of a seat.
fn with(files: &BTreeMap<SeatId, Value>, seat: &SeatId, lines: &Value) -> BTreeMap<SeatId, Value> {
    let mut files = files.clone();
    let body = files.get_mut(seat).expect("a file");
    for (section, lines) in lines.as_object().expect("sections") {
        let own = body[section].as_array().cloned().unwrap_or_default();
        let lines = lines.as_array().expect("lines").iter().cloned();
        body[section] = lines.chain(own).collect();
    }
    files
}

/// Returns rules and plans of a seat that are never used: nothing is announced or claimed so often, there are not so many
/// duels, and no Agent attacks one of its own color.
fn unfit(seat: &SeatId) -> Value {
    let agent = format!("{seat}-agent-1");
    let other = format!("{seat}-brawler-1");
    json!({
        "interrupts": [
            {"if": {"player": "any", "time": 9999}, "then": {"agent": agent, "snap": "today"}},
            {"if": {}, "then": {"agent": agent, "attack": other}},
        ],
        "objections": [{"player": "any", "time": 9999}],
        "duels": [{"number": 9999, "bids": [21, "fate"], "re-duel": "always"}],
        "help": [{
            "if": {"attacker": "mine", "defender": "mine"},
            "agent": agent,
            "does": "sabotage-attacker",
        }],
    })
}

/// Returns rules by which a seat interrupts whatever it can.
fn fit(view: &Value, seat: &SeatId) -> Value {
    let agents = view["agents"].as_object().expect("Agents").keys();
    let own = agents.filter(|agent| agent.starts_with(&format!("{seat}-")));
    let rules = own.map(|agent| json!({"if": {}, "then": {"agent": agent, "snap": "today"}}));
    json!({ "interrupts": rules.collect::<Vec<_>>() })
}

/// Checks whether a seat was asked a kind of question.
fn asked(outcome: &Outcome, seat: &SeatId, ask: &str) -> bool {
    let begins = format!("{ask}@{seat}");
    outcome
        .journal
        .iter()
        .any(|entry| matches!(entry, Entry::Answer { id, .. } if id.starts_with(&begins)))
}

#[test]
fn rules_that_never_fit_are_seen_by_no_other_reader() {
    each_table(|game, _| {
        if game.rules.id() != "time-control" {
            return;
        }
        let (_, words) = words(game).expect("a ruleset in the list");
        let seats = game.seat_ids();
        let set_up = |seed| {
            let start = Start::set_up(game);
            start
                .run(1, &[], &Desk::new(), false, &mut ByLabel(seed))
                .state
        };
        let (mut compared, mut announced, mut shown) = (0, 0, 0);
        let mut state = set_up(0);
        // Each seat has such rules in one turn at least.
        let turns = (turns(game, 1) as usize).max(seats.len());
        for (seed, seat) in (0..).zip(seats.iter().cycle().take(turns)) {
            let start = Start::from(game, &state);
            let files = files(start, seed);
            let more = with(&files, seat, &unfit(seat));
            let readers = readers(game);
            // The GM has the files.
            let others = readers.iter().filter(|(reader, viewer)| {
                reader.kind != ReaderKind::Gm && viewer.seat() != Some(seat)
            });
            let [_, end] = [false, true].map(|overdue| {
                let [was, is] = [&files, &more].map(|files| run(start, files, overdue, seed));
                for reader in others.clone() {
                    assert_eq!(
                        given(game, &words, &was, reader),
                        given(game, &words, &is, reader),
                        "{:?} sees that {seat} has rules",
                        reader.1
                    );
                    compared += 1;
                }
                announced += usize::from(asked(&was, seat, "react"));
                was
            });
            // A rule that fits is seen, so the comparison is not empty.
            let view = game.rules.view(&state, &Viewer::Public).expect("a view");
            let fits = with(&files, seat, &fit(&view, seat));
            let interrupted = run(start, &fits, true, seed);
            let public = Viewer::Public;
            shown += usize::from(told(&end, &public) != told(&interrupted, &public));
            state = match end.flow {
                Ok(Flow::Over { .. }) => set_up(seed),
                _ => end.state,
            };
        }
        eprintln!(
            "{}: {compared} readers compared; asked for interrupts in {announced} runs; a rule that fits shows in {shown} \
             of {turns} turns",
            game.name()
        );
        assert!(announced > 0, "no seat was asked whether it interrupts");
        assert!(shown > 0, "no rule that fits is seen");
    });
}
