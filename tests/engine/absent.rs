//! Seats whose players are absent: bots that play for them, offers that wait or do not, and no orders at all.

use super::{
    Desk,
    quarry::{Quarry, seat},
    sent,
};
use chronojudge::{
    dice::Scripted,
    engine::{
        Broken, By, Chooser, DynError, DynRuleset, Entry, Event, Flow, OnFile, Outcome, Overdue,
        Playing, Playout, Run, SeatId, Stop,
    },
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn pit() -> Value {
    json!({"coins": {"blue": 2, "red": 2}, "lode": null, "closed": false, "turns": 0})
}

fn dice() -> Scripted {
    let dice = (1..9).map(|n| match n {
        1 => ("toss".to_owned(), vec![1]),
        n => (format!("toss#{n}"), vec![2 - n % 2]),
    });
    let dice = Scripted::from_maps(dice.collect(), BTreeMap::new());
    dice.faces("pick", [2]).faces("pick#2", [3])
}

pub fn acts(acts: Value) -> OnFile {
    OnFile {
        files: vec![sent(json!({"acts": acts}))],
        ..OnFile::default()
    }
}

pub fn sit(blue: OnFile, red: Option<OnFile>, overdue: impl Into<Overdue>) -> Outcome {
    let mut desk = Desk::from([(seat("blue"), blue)]);
    desk.extend(red.map(|red| (seat("red"), red)));
    let run = Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &desk,
        overdue: overdue.into(),
    };
    DynRuleset::turn(&Quarry, &pit(), run, &mut dice()).expect("a state")
}

/// Returns the answer of each prompt, and its source.
fn given(out: &Outcome) -> Vec<(&str, Value, By)> {
    let answers = out.journal.iter().filter_map(|entry| match entry {
        Entry::Answer { id, value, by, .. } => Some((id.as_str(), value.clone(), by.clone())),
        _ => None,
    });
    answers.collect()
}

fn last(out: &Outcome) -> (&str, Value, By) {
    given(out).pop().expect("an answer")
}

fn open(out: &Outcome) -> Vec<&str> {
    match &out.flow {
        Err(Stop::Waiting(prompts)) => prompts.iter().map(|p| p.id.as_str()).collect(),
        _ => vec![],
    }
}

fn played_by(seat_name: &str, bot: &str) -> Overdue {
    Overdue {
        bots: [(seat(seat_name), bot.to_owned())].into(),
        ..Overdue::default()
    }
}

/// The bot sees the game as it is at that moment, and all are told once that it plays.
#[test]
fn a_bot_answers_for_an_absent_seat() {
    let out = sit(acts(json!([])), None, played_by("red", "miser"));
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    let miser = By::Bot("miser".to_owned());
    let expected = [
        ("act@red#1", json!("toss"), miser.clone()),
        ("act@red#2", json!("toss"), miser.clone()),
        ("act@red#3", json!("toss"), miser.clone()),
        ("act@red#4", json!("done"), miser),
    ];
    assert_eq!(given(&out)[1..], expected);
    assert_eq!(out.state["coins"]["red"], 4);
    let told: Vec<_> = out.facts.iter().map(|told| &told.event).collect();
    let bots = told
        .iter()
        .filter(|event| matches!(event, Event::Bot { .. }));
    assert_eq!(bots.count(), 1, "{told:?}");
    assert!(!told.iter().any(|event| matches!(event, Event::Nmr { .. })));
}

#[test]
fn a_bot_that_answers_against_the_rules_takes_the_default() {
    let out = sit(acts(json!([])), None, played_by("red", "cheat"));
    let cheat = By::Bot("cheat".to_owned());
    assert_eq!(last(&out), ("act@red#1", json!("done"), cheat));
}

#[test]
fn a_bot_can_ask_if_an_answer_is_legal() {
    let out = sit(acts(json!([])), None, played_by("red", "sly"));
    let values: Vec<Value> = given(&out).into_iter().map(|(_, value, _)| value).collect();
    let pay = json!({"pay": 1});
    assert_eq!(values[1..], [pay.clone(), pay, json!("done")]);
}

/// The bot plays its player's orders, and answers the questions that they leave open.
#[test]
fn a_bot_leaves_orders_as_they_are() {
    let out = sit(acts(json!(["guess"])), None, played_by("blue", "miser"));
    assert_eq!(open(&out), ["act@red#1"]);
    let given = given(&out);
    assert!(matches!(&given[0], ("act@blue#1", _, By::Order(_))));
    assert_eq!(
        given[1],
        ("guess@blue#1", json!(3), By::Bot("miser".to_owned()))
    );
}

/// An offer is passed over, but not before the first file of its seat has come; a bot's seat does not wait.
#[test]
fn a_patient_offer_waits_for_the_first_file() {
    let beg = || acts(json!(["beg"]));
    let out = sit(beg(), None, false);
    assert_eq!(open(&out), ["give@red#1"]);
    let out = sit(beg(), Some(OnFile::default()), false);
    assert_eq!(open(&out), ["give@red#1"], "what has come is no file");
    let passed = ("give@red#1", json!(2), By::Passed);
    let out = sit(beg(), Some(acts(json!([]))), false);
    assert_eq!(given(&out)[1], passed);
    let out = sit(beg(), None, Overdue::everything());
    assert_eq!(given(&out)[1], passed);
    assert_eq!(out.flow, Ok(Flow::Next));
    let awake = OnFile {
        wake: ["give".to_owned()].into(),
        ..acts(json!([]))
    };
    assert_eq!(open(&sit(beg(), Some(awake), false)), ["give@red#1"]);
    let out = sit(beg(), None, played_by("red", "miser"));
    let miser = By::Bot("miser".to_owned());
    assert_eq!(given(&out)[1], ("give@red#1", json!(0), miser));
}

#[test]
fn a_seat_that_gives_no_orders_delays_no_sitting() {
    let none = || OnFile {
        no_orders: true,
        ..OnFile::default()
    };
    let out = sit(none(), Some(none()), false);
    let done = |id| (id, json!("done"), By::Passed);
    assert_eq!(given(&out), [done("act@blue#1"), done("act@red#1")]);
    assert_eq!(out.flow, Ok(Flow::Next));
    let out = sit(none(), Some(none()), played_by("red", "miser"));
    assert_eq!(last(&out), done("act@red#1"), "a bot has nothing to add");
}

/// Chooses the written-down numbers and then the first choice; notes how many choices there were.
struct Script(Vec<usize>, Vec<(String, usize)>);

impl Chooser for Script {
    fn choose(&mut self, _: &SeatId, ask: &str, n: usize) -> usize {
        self.1.push((ask.to_owned(), n));
        self.0.pop().unwrap_or(0)
    }
}

fn play(script: &mut Script, bots: &[(&str, &str)], turns: u32) -> Result<Playout, Broken> {
    let bots = bots.iter();
    let bots: BTreeMap<SeatId, String> = bots
        .map(|(name, bot)| (seat(name), (*bot).to_owned()))
        .collect();
    let playing = Playing {
        bots: Some(&bots),
        ..Playing::turns(turns)
    };
    let seats = DynRuleset::seats(&Quarry, &json!({})).expect("seats");
    let mut dice = Scripted::new().faces("toss", [1]).faces("pair", [2, 3]);
    let game = DynRuleset::playout(&Quarry, &json!({}), &seats, script, &mut dice, playing);
    game.map_err(|error| match error {
        DynError::Rules(broken) => broken,
        other => panic!("{other}"),
    })
}

#[test]
fn bots_and_chance_play_a_game_in_memory() {
    let mut script = Script(vec![0, 2], vec![]);
    let game = play(&mut script, &[("red", "miser")], 9).expect("no fault");
    let expected = Playout {
        turns: 2,
        answers: (2 + 3) + (1 + 1),
        winners: vec![seat("red")],
        ended: true,
        ending: Some("dry"),
        score: [(seat("blue"), 2), (seat("red"), 4)].into(),
        slips: 0,
        playouts: 0,
        counts: BTreeMap::new(),
    };
    assert_eq!(game, expected);
    let act = |n| ("act".to_owned(), n);
    assert_eq!(script.1, [act(18), act(18), act(18)]);
    let game = play(&mut Script(vec![], vec![]), &[("red", "miser")], 1);
    let game = game.expect("no fault");
    assert_eq!((game.turns, game.ended, game.ending), (1, false, None));
    assert_eq!((game.answers, game.winners), (1 + 3, vec![]));
}

#[test]
fn illegal_answers_of_a_bot_are_counted() {
    let mut script = Script(vec![], vec![]);
    let game = play(&mut script, &[("red", "cheat"), ("blue", "cheat")], 9);
    assert_eq!(game.expect("no fault").slips, 4);
    assert_eq!(script.1, [], "no choice is random");
}

/// An amount is asked for in single steps, and a ranking place by place, as long as there is a choice.
#[test]
fn chance_is_asked_only_where_there_is_a_choice() {
    let ask = |kind: &str, n| (kind.to_owned(), n);
    // From the end: blue begs, red gives one and no more; blue sorts, the second first and the last second, and is
    // done.
    let mut script = Script(vec![0, 1, 1, 5, 0, 1, 6], vec![]);
    let game = play(&mut script, &[], 1).expect("no fault");
    assert_eq!(game.score[&seat("blue")], 3);
    let asked = [
        ask("act", 18),
        ask("give", 2),
        ask("give", 2),
        ask("act", 19),
        ask("sort", 3),
        ask("sort", 2),
        ask("act", 19),
        ask("act", 18),
    ];
    assert_eq!(script.1, asked);
}
