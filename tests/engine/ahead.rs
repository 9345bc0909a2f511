//! Orders tried on a view: every way chance may fall, the lines that stop them, and the questions they leave open.

use super::{
    Tiny,
    quarry::{Quarry, seat},
    sent, set_up,
};
use chronojudge::engine::{
    Chance, DynError, DynRuleset, Effort, IfIllegal, Left, Line, OnFile, Open, Rehearsal, Stop,
    Trial, fields,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn view() -> Value {
    json!({"coins": {"blue": 2, "red": 2}, "lode": null, "closed": false, "turns": 0})
}

fn plan(acts: Value) -> OnFile {
    OnFile {
        files: vec![sent(json!({"acts": acts}))],
        ..OnFile::default()
    }
}

fn trial(on_file: OnFile, played: &BTreeSet<Line>) -> Trial<'_> {
    Trial {
        on_file,
        played,
        supposed: BTreeMap::new(),
        effort: Effort::FULL,
    }
}

fn rehearse(on_file: OnFile, played: &[&str]) -> Result<Rehearsal, DynError<Stop>> {
    let (blue, seats) = (seat("blue"), ["blue", "red"].map(seat));
    let played: BTreeSet<Line> = played.iter().map(|line| Line::from(*line)).collect();
    let came = DynRuleset::rehearse(&Quarry, &view(), &blue, &seats, trial(on_file, &played));
    came.map(|told| told.expect("something ahead"))
}

fn tried(acts: Value) -> Rehearsal {
    rehearse(plan(acts), &[]).expect("no fault")
}

/// Returns the steps, each with its chance.
fn steps(told: &Rehearsal) -> Vec<(&str, String)> {
    let steps = told.steps.iter();
    steps
        .map(|step| (step.what.what.as_str(), step.chance.to_string()))
        .collect()
}

/// Returns the lines that are not played, with the reason and a mark if the queue stops there.
fn unplayed(told: &Rehearsal) -> Vec<(&str, Option<&str>, bool)> {
    let lines = told.unplayed.iter().map(|line| &line.what);
    lines
        .map(|line| {
            let why = line.why.as_ref().map(|why| why.words.as_str());
            (line.line.0.as_str(), why, line.stops)
        })
        .collect()
}

const POOR: Option<&str> = Some("You have not so much.");

#[test]
fn chance_falls_every_way_it_can() {
    let told = tried(json!(["toss", "pair", {"pay": 1}]));
    assert_eq!((told.exact, told.ways), (true, 2 * 3 * 3));
    let steps = steps(&told);
    assert!(steps[..2].contains(&("heads", "25.0 %".to_owned())));
    assert!(steps[..2].contains(&("tails", "75.0 %".to_owned())));
    assert!(steps.contains(&("pair 3-1", "11.1 %".to_owned())));
    assert_eq!(steps.len(), 2 + 9 + 1);
    let paid = &told.steps.last().expect("a step").what;
    assert_eq!((paid.rule.as_str(), paid.cost), ("2", Some((1, "coins"))));
    assert_eq!((unplayed(&told), told.open.len()), (vec![], 0));
    let left = Left {
        name: "coins",
        before: 2,
        least: 1,
        most: 2,
    };
    assert_eq!(told.left, [left]);
}

#[test]
fn a_label_that_comes_again_falls_anew() {
    let told = tried(json!(["toss", "toss"]));
    // The second toss is heads or tails too.
    assert_eq!(told.ways, 4);
    let of = |num| Chance::of(num, 8).expect("a chance");
    let chances: Vec<Chance> = told.steps.iter().map(|step| step.chance).collect();
    assert_eq!(chances, [of(5), of(7)], "{:?}", told.steps);
    let [possible] = &told.possible[..] else {
        panic!("{:?}", told.possible);
    };
    assert_eq!(possible.what.what, "buy a mill");
    assert_eq!(possible.chance, of(5));
}

#[test]
fn hidden_items_are_drawn_before_the_die_that_needs_them() {
    let told = tried(json!(["dig"]));
    assert_eq!((told.exact, told.ways), (true, 2 * 100));
    let expected = [("clay", "75.0 %".to_owned()), ("gold", "25.0 %".to_owned())];
    assert_eq!(steps(&told), expected);
    assert_eq!((told.left[0].least, told.left[0].most), (2, 3));
    assert_eq!(told.possible[0].chance, Chance::of(1, 8).expect("a chance"));
}

/// The default is taken, and the rest of the orders is played.
#[test]
fn an_open_question_is_listed_and_gets_its_default() {
    let told = tried(json!(["guess", "sort", {"pay": 2}]));
    let open = [
        Open {
            ask: "guess".to_owned(),
            about: fields([("of", "stones".into())]),
            choices: vec![json!(3), json!(1), json!(2)],
        },
        Open {
            ask: "sort".to_owned(),
            about: fields([]),
            choices: vec![],
        },
    ];
    let told_open: Vec<&Open> = told.open.iter().map(|open| &open.what).collect();
    assert_eq!(told_open, open.iter().collect::<Vec<_>>());
    assert!(told.open.iter().all(|open| open.chance == Chance::ALWAYS));
    let whats: Vec<&str> = steps(&told).iter().map(|step| step.0).collect();
    assert_eq!(whats, ["guess 3", "sort [1, 2]", "pay 2"]);
    assert_eq!((told.ways, unplayed(&told)), (1, vec![]));
}

#[test]
fn without_a_file_everything_is_open() {
    let told = rehearse(OnFile::default(), &[]).expect("no fault");
    let asks: Vec<&str> = told
        .open
        .iter()
        .map(|open| open.what.ask.as_str())
        .collect();
    assert_eq!((asks, steps(&told)), (vec!["act"], vec![]));
}

/// Blue's orders apply to blue alone.
#[test]
fn other_seats_answer_with_their_defaults() {
    let told = tried(json!(["beg", {"pay": 4}]));
    let whats: Vec<&str> = steps(&told).iter().map(|step| step.0).collect();
    assert_eq!((whats, told.open.len()), (vec!["beg 2", "pay 4"], 0));
}

#[test]
fn a_hold_stops_the_try_and_lists_the_skipped_lines() {
    let told = tried(json!(["toss", "rest", "nap", "hold", {"pay": 1}, "hold"]));
    let nap = ("acts/2", Some("Nobody naps."), false);
    let lines = [
        nap,
        ("acts/3", None, true),
        ("acts/4", None, false),
        ("acts/5", None, false),
    ];
    assert_eq!(unplayed(&told), lines);
    assert_eq!((told.ways, told.open.len()), (2, 0));
}

#[test]
fn a_refused_line_stops_the_try_and_says_why() {
    let told = tried(json!([{"pay": 1}, {"pay": 2}, {"pay": 1}]));
    let lines = [("acts/1", POOR, true), ("acts/2", None, false)];
    assert_eq!((unplayed(&told), told.open.len()), (lines.into(), 0));
    assert_eq!(steps(&told), [("pay 1", "100.0 %".to_owned())]);
}

#[test]
fn a_refused_line_is_passed_over_where_the_file_says_so() {
    let skipping = OnFile {
        if_illegal: IfIllegal::Skip,
        ..plan(json!([{"pay": 3}, "guess", {"pay": 2}]))
    };
    let told = rehearse(skipping, &[]).expect("no fault");
    assert_eq!(unplayed(&told), [("acts/0", POOR, false)]);
    let whats: Vec<&str> = steps(&told).iter().map(|step| step.0).collect();
    assert_eq!((whats, told.open.len()), (vec!["guess 3", "pay 2"], 1));
}

/// If a line fails only with some dice, it is listed with its chance.
#[test]
fn unplayed_lines_have_their_chance() {
    let told = tried(json!(["toss", {"pay": 3}]));
    assert_eq!(unplayed(&told), [("acts/1", POOR, true)]);
    let tails = Chance::of(3, 4).expect("a chance");
    assert_eq!(told.unplayed[0].chance, tails);
}

#[test]
fn lines_that_were_played_are_passed_over() {
    let acts = json!([{"pay": 1}, {"pay": 2}]);
    let told = rehearse(plan(acts.clone()), &["acts/0"]).expect("no fault");
    assert_eq!(steps(&told), [("pay 2", "100.0 %".to_owned())]);
    assert_eq!(unplayed(&told), []);
    assert_eq!(unplayed(&tried(acts)), [("acts/1", POOR, true)]);
}

/// The sampled ways are the same each time, and steps have about their true frequency.
#[test]
fn too_many_ways_are_sampled() {
    let told = tried(json!(["dig", "dig"]));
    assert_eq!((told.exact, told.ways), (false, 500));
    let chance = |what: &str| {
        let step = told.steps.iter().find(|step| step.what.what == what);
        step.expect("a step").chance
    };
    assert_eq!(chance("gold").fails(), chance("clay"));
    assert_eq!(chance("gold"), Chance::of(141, 500).expect("a chance"));
}

#[test]
fn a_shuffle_a_deal_or_an_endless_question_stops_the_try() {
    for (act, label) in [("mix", "mix"), ("deal", "deck")] {
        let stop = rehearse(plan(json!([act])), &[]);
        assert!(matches!(stop, Err(DynError::Rules(Stop::Undrawn(on))) if on == label));
    }
    let stop = rehearse(plan(json!(["ponder"])), &[]);
    assert!(
        matches!(stop, Err(DynError::Rules(Stop::Runaway))),
        "it is asked without end"
    );
}

#[test]
fn a_try_may_be_impossible() {
    let mut closed = view();
    closed["closed"] = json!(true);
    let (blue, none) = (seat("blue"), BTreeSet::new());
    let tried = DynRuleset::rehearse(
        &Quarry,
        &closed,
        &blue,
        &[],
        trial(OnFile::default(), &none),
    );
    assert_eq!(tried.expect("a view"), None);
    let closed = set_up().state;
    let tiny = DynRuleset::view(&Tiny, &closed, &chronojudge::engine::Viewer::Public);
    let tiny = tiny.expect("a view");
    let tried = DynRuleset::rehearse(&Tiny, &tiny, &blue, &[], trial(OnFile::default(), &none));
    assert_eq!(tried.expect("a view"), None);
    assert!(Quarry.looks_ahead() && !Tiny.looks_ahead());
    let garbled = DynRuleset::rehearse(&Quarry, &view(), &blue, &[], trial(plan(json!(7)), &none));
    let Err(DynError::Decode(garbled)) = garbled else {
        panic!("no orders: {garbled:?}");
    };
    let words = garbled.to_string();
    assert!(
        words.starts_with("this is no order file of quarry: "),
        "{words}"
    );
}
