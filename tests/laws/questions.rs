//! Every question of every game has a text, however rarely it is asked: for the GM, for the public, for the seat that
//! is asked and for another one.

pub mod the_loop;
pub mod time_agent;
pub mod time_control;
pub mod time_pirates;
pub mod time_whisperers;

use super::{
    dice::ByLabel,
    games::{Game, game},
    mail::{Desk, Start},
    words::{proposals, read_by, readers, reading, words},
};
use chronojudge::{
    engine::{Choices, Outcome, Prompt, SeatId, Stop},
    report::{Format, Page},
    rulesets,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A question: its kind, what it is about, its answers and its default.
pub type Question = (&'static str, Value, Value, Value);

/// Returns the questions of a game, and checks that they are all of its kinds.
fn questions(game: &Game) -> Vec<Question> {
    let questions = match game.rules.id() {
        "time-whisperers" => time_whisperers::questions(),
        "time-pirates" => time_pirates::questions(),
        "time-agent" => time_agent::questions(),
        "time-control" => time_control::questions(),
        "the-loop" => the_loop::questions(),
        id => panic!("tests/laws/questions.rs has no questions of `{id}`"),
    };
    let known: BTreeMap<&str, _> = game.rules.asks().iter().map(|k| (k.name, k)).collect();
    let shown: BTreeSet<&str> = questions.iter().map(|question| question.0).collect();
    assert!(
        known.keys().eq(&shown),
        "a kind of question has no sample: {shown:?}"
    );
    for (ask, about, _, default) in &questions {
        for (field, value) in about.as_object().expect("fields") {
            let reads = known[ask].field(field);
            let reads = reads.unwrap_or_else(|| panic!("`{ask}` has no field `{field}`"));
            assert!(reads(value).is_ok(), "{ask}: {field}");
        }
        assert!((known[ask].answer)(default).is_ok(), "{ask}");
    }
    questions
}

fn prompt(seat: &SeatId, (ask, about, choices, default): Question) -> Prompt {
    Prompt {
        id: format!("{ask}@{seat}#1"),
        seat: seat.clone(),
        ask: ask.to_owned(),
        about: serde_json::from_value(about).expect("fields"),
        choices: match choices {
            Value::Array(items) => Choices::OneOf(items),
            some => serde_json::from_value(json!({ "some-of": some })).expect("choices"),
        },
        default,
        offered: false,
        refused: None,
    }
}

/// Returns a game after its set-up, and in the middle of its first turn.
fn positions(game: &Game) -> [Outcome; 2] {
    let first = Start::set_up(game).run(1, &[], &Desk::new(), true, &mut ByLabel(7));
    let open = Start::from(game, &first.state).run(2, &[], &Desk::new(), false, &mut ByLabel(7));
    assert!(
        matches!(open.flow, Err(Stop::Waiting(_))),
        "{:?}",
        open.flow
    );
    [first, open]
}

fn a_game(ruleset: &str) -> Game {
    let options = match ruleset {
        "time-agent" => json!({"scenario": "six"}),
        _ => json!({"players": 3}),
    };
    game(ruleset, options)
}

#[test]
fn every_question_has_words_for_every_reader() {
    for known in rulesets::ALL {
        let game = a_game(known.id);
        let (known, words) = words(&game).expect("a ruleset in the list");
        // Zytal is asked about Roo, and Red about Blue.
        let seat = game
            .seat_ids()
            .into_iter()
            .find(|seat| ["zytal", "red", "black", "mr-time", "orange"].contains(&seat.as_str()));
        let seat = seat.expect("a seat");
        let readers = readers(&game);
        let (asked, others): (Vec<_>, Vec<_>) = readers
            .iter()
            .partition(|(_, viewer)| viewer.seat() == Some(&seat));
        assert_eq!(asked.len(), 1);
        for mut outcome in positions(&game) {
            let prompts = questions(&game).into_iter().map(|q| prompt(&seat, q));
            outcome.flow = Err(Stop::Waiting(prompts.collect()));
            // The GM, the public and one other seat.
            for reader in others.iter().take(3).chain(&asked) {
                read_by(&game, &known, &words, &outcome, reader);
            }
        }
    }
}

/// Returns the proposals in a report of The Time Whisperers for the seat that is asked.
fn proposed() -> Vec<String> {
    let game = a_game("time-whisperers");
    let (_, words) = words(&game).expect("a ruleset in the list");
    let [_, mut outcome] = positions(&game);
    let red = &game.seat_ids()[0];
    let prompts = questions(&game).into_iter().map(|q| prompt(red, q));
    outcome.flow = Err(Stop::Waiting(prompts.collect()));
    let readers = readers(&game);
    let reader = readers
        .iter()
        .find(|(_, viewer)| viewer.seat() == Some(red));
    let mut reading = reading(&game, &outcome, reader.expect("a reader"));
    let powers = json!({"mimic": "active", "alliance": "active", "axis": "ready"});
    Arc::make_mut(&mut reading.view)["players"]["red"]["powers"] = powers;
    let page = Page::new(&words, &reading);
    let proposed = proposals(&page.report(Format::Text).expect("a report"));
    // The form proposes the same.
    let form = page.form("orders.schema.json").expect("a form");
    for line in &proposed {
        assert!(form.contains(&format!("#      {line}\n")), "{line}\n{form}");
    }
    for power in ["mimic: {power: ", "alliance: {activate: ["] {
        let mut lines = form.lines();
        let line = lines.find(|line| line.starts_with(&format!("#   - {power}")));
        assert!(
            line.is_some_and(|line| line.ends_with(", then: ask}")),
            "{power}\n{form}"
        );
    }
    proposed
}

/// The proposed use of Mimic and Alliance asks about the powers that they bring in.
#[test]
fn the_powers_brought_in_by_mimic_and_alliance_are_asked_about() {
    let proposed = proposed();
    for line in [
        "powers: [{mimic: {power: thief, then: ask}}]",
        "powers: [{alliance: {activate: [axis, mimic, thief], then: ask}}]",
    ] {
        assert!(
            proposed.iter().any(|other| other == line),
            "{line}: {proposed:#?}"
        );
    }
}

/// The proposed refusal of a gold power refers to this question, and not to the next about the same power.
#[test]
fn a_proposed_refusal_applies_once() {
    let proposed = proposed();
    let no = |when: &str| {
        let line = format!("standing: [{{when: {{{when}}}, prefer: [pass]}}]");
        assert!(proposed.contains(&line), "{line}: {proposed:#?}");
    };
    for ask in [
        "axis",
        "psychic",
        "multiverse",
        "mutants",
        "phoenix",
        "stolen-action",
        "tyrant",
        "zodiac",
    ] {
        no(&format!("ask: {ask}, play: 3"));
    }
    for scoring in ["phase", "zodiac"] {
        for ask in ["tornado", "titan", "uniter", "assassin"] {
            no(&format!("ask: {ask}, scoring: {scoring}"));
        }
    }
}
