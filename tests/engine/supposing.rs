//! Orders tried together with supposed orders of others.

use super::{
    quarry::{Quarry, seat},
    sent,
};
use chronojudge::engine::{
    Cast, Chance, DynRuleset, Effort, Interval, OnFile, Rehearsal, SeatId, Standing, Trial, fields,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn view() -> Value {
    json!({"coins": {"blue": 2, "red": 2}, "lode": null, "closed": false, "turns": 0})
}

fn acts(acts: Value) -> OnFile {
    OnFile {
        files: vec![sent(json!({"acts": acts}))],
        ..OnFile::default()
    }
}

/// Tries a seat's acts with supposed orders of others.
fn tried(who: &str, own: Value, others: &[(&str, OnFile)]) -> Rehearsal {
    let others = others.iter();
    let supposed: BTreeMap<SeatId, OnFile> = others
        .map(|(who, on_file)| (seat(who), on_file.clone()))
        .collect();
    let trial = Trial {
        on_file: acts(own),
        played: &BTreeSet::new(),
        supposed,
        effort: Effort::FULL,
    };
    let seats = ["blue", "red"].map(seat);
    let told = DynRuleset::rehearse(&Quarry, &view(), &seat(who), &seats, trial);
    told.expect("no fault").expect("something ahead")
}

fn steps(told: &Rehearsal) -> Vec<&str> {
    let steps = told.steps.iter();
    steps.map(|step| step.what.what.as_str()).collect()
}

/// Returns the supposed lines that are not played, with seat and reason.
fn unplayed(told: &Rehearsal) -> Vec<(&str, &str, Option<&str>)> {
    let lines = told.supposed_unplayed.iter().map(|line| &line.what);
    lines
        .map(|of| {
            let why = of.line.why.as_ref().map(|why| why.words.as_str());
            (of.seat.as_str(), of.line.line.0.as_str(), why)
        })
        .collect()
}

#[test]
fn supposed_parts_are_played_in_the_order_of_the_rules() {
    let red = [("red", acts(json!([{"pay": 2}])))];
    let told = tried("blue", json!([{"pay": 1}]), &red);
    assert_eq!(steps(&told), ["pay 1", "pay 2"]);
    assert_eq!(told.supposed, [seat("red")]);
    // Of both, the resources and the questions are the own ones.
    assert_eq!((told.left[0].before, told.left[0].least), (2, 1));
    assert_eq!((told.open.len(), unplayed(&told)), (0, vec![]));
    let blue = [("blue", acts(json!([{"pay": 2}])))];
    let told = tried("red", json!([{"pay": 1}]), &blue);
    assert_eq!(steps(&told), ["pay 2", "pay 1"]);
}

#[test]
fn a_supposed_answer_takes_the_place_of_the_default() {
    let give = |coins: i64| Standing {
        when: fields([("ask", "give".into())]),
        prefer: vec![json!(coins)],
    };
    let red = OnFile {
        standing: vec![give(1)],
        ..OnFile::default()
    };
    let told = tried("blue", json!(["beg"]), &[("red", red)]);
    assert_eq!(steps(&told), ["beg 1"]);
    let told = tried("blue", json!(["beg"]), &[]);
    assert_eq!(steps(&told), ["beg 2"]);
    assert!(told.supposed.is_empty());
}

/// What a supposed file leaves open is answered by default, and listed as left to that seat.
#[test]
fn questions_that_supposed_orders_leave_open_are_left_to_their_seat() {
    let told = tried("blue", json!([]), &[("red", acts(json!(["sort"])))]);
    let [others] = &told.others[..] else {
        panic!("{:?}", told.others);
    };
    assert_eq!(others.what.ask, "sort");
    assert_eq!(others.what.seats, [seat("red")]);
    assert!(told.open.is_empty());
}

/// A line that fails is passed over as after a deadline, and listed with its reason.
#[test]
fn supposed_lines_that_fail_are_listed_with_the_reason() {
    let red = acts(json!([{"pay": 3}, "nap", "hold", {"pay": 2}, {"pay": 1}]));
    let told = tried("blue", json!(["toss"]), &[("red", red)]);
    let poor = Some("You have not so much.");
    let lines = [
        ("red", "acts/0", poor),
        ("red", "acts/1", Some("Nobody naps.")),
        ("red", "acts/4", poor),
    ];
    assert_eq!(unplayed(&told), lines);
    assert!(
        told.supposed_unplayed
            .iter()
            .all(|line| line.chance == Chance::ALWAYS)
    );
    assert!(steps(&told).ends_with(&["pay 2"]), "{:?}", steps(&told));
    assert!(told.unplayed.is_empty(), "{:?}", told.unplayed);
}

/// Dice of all parts are counted together.
#[test]
fn dice_of_supposed_parts_count() {
    let told = tried("blue", json!(["toss"]), &[("red", acts(json!(["pair"])))]);
    assert_eq!((told.exact, told.ways), (true, 2 * 9));
    // The proposals are those at the end of the own part.
    assert_eq!(told.possible[0].what.what, "buy a mill");
    assert_eq!(told.possible[0].chance, Chance::of(1, 4).unwrap());
}

#[test]
fn the_own_seat_cannot_be_supposed() {
    let told = tried(
        "blue",
        json!([{"pay": 1}]),
        &[("blue", acts(json!([{"pay": 2}])))],
    );
    assert_eq!((steps(&told), told.supposed.len()), (vec!["pay 1"], 0));
}

#[test]
fn chances_of_a_sample_have_an_interval() {
    let told = tried("blue", json!(["dig", "dig"]), &[]);
    assert_eq!((told.exact, told.ways), (false, 500));
    let gold = told.steps.iter().find(|step| step.what.what == "gold");
    let gold = gold.expect("a step");
    assert_eq!(gold.chance, Chance::of(141, 500).unwrap());
    assert_eq!(gold.interval, Interval::wilson(141, 500));
    assert_eq!(told.unseen, Some(Interval::wilson(0, 500).unwrap().high));
    let data = serde_json::to_value(&told).expect("data");
    let gold = data["steps"].as_array().expect("steps").iter();
    let mut gold = gold.filter(|step| step["what"] == "gold");
    let gold = gold.next().expect("a step");
    assert_eq!(gold["low"]["percent"], "24.4 %");
    assert_eq!(gold["high"]["percent"], "32.3 %");
    assert_eq!(data["unseen"]["percent"], "0.8 %");
    // Chances that were counted have none.
    let told = tried("blue", json!(["toss"]), &[]);
    assert!(told.steps.iter().all(|step| step.interval.is_none()));
    let data = serde_json::to_value(&told).expect("data");
    let step = &data["steps"][0];
    assert_eq!(
        (&step["low"], &data["unseen"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn supposed_orders_are_checked_without_progress() {
    let cast = Cast {
        own: seat("blue"),
        supposed: [seat("red")].into(),
    };
    let check = |body: Value| {
        DynRuleset::check_supposed(&Quarry, &view(), &cast, &seat("red"), &body).expect("orders")
    };
    let found = check(json!({"acts": ["nap"]}));
    assert_eq!((found.len(), found[0].path.as_str()), (1, "acts/0"));
    assert!(check(json!({"acts": ["toss"]})).is_empty());
}
