//! `try`: a player's own orders on their own view.

use super::bench::{Bench, orders, seat_id};
use chronojudge::rulesets::Listed as _;
use chronojudge::{
    dice::Quick,
    engine::{Chance, DynRuleset, Effort, Likely, OnFile, Rehearsal, Sent, Step, Trial, Viewer},
    rulesets::time_agent::TimeAgent,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const VIEW: &str = "gem/reports/0000/0001/zytal.view.yaml";

/// Orders with every phase from headquarters to an alteration, with dice, and with a tile that no player has seen.
#[test]
fn orders_are_tried_on_a_view() {
    let bench = Bench::started();
    let plan = "headquarters:\n  buy: {agents: 1}\n  research: [4c-8]\nmoves:\n  - {unit: agent-3, to: 4c-12}\n\
                actions:\n  - reverse: {tile: 4c-12}\n";
    bench.write("zytal.orders.yaml", orders("zytal", 1, plan));
    let before = bench.tree();
    let said = bench.run(&["try", "zytal.orders.yaml", "--view", VIEW]);
    assert_eq!(bench.tree().against(&before), "", "a try changed something");
    insta::assert_snapshot!(said.all(), @r"
    Exact: all outcomes were counted (72 outcomes).
    gem, turn 1, zytal: the result of these orders, if no other player acts first

     chance  rule  what                   cost
    100.0 %  5     receive 20 credits
    100.0 %  8.2   buy agent-3            3 credits
    100.0 %  8.3   look at 4c-8           1 credit
    100.0 %  9.1   send agent-3 to 4c-12  3 credits
    100.0 %  9.1   4c-12 is turned up

    lines that are not executed:
     83.3 %  actions 1: E1014 There is no event or invention in 4c-12.
      8.3 %  actions 1: E1006 That costs 15 credits and you have 13.
      8.3 %  actions 1: E1006 That costs 25 credits and you have 13.

    possible actions afterwards:
             rotate 4c-12 for 3 credits each

    credits               13   before: 0
    free machines          1   before: 3
    RP                    20   before: 20
    VP                     9   before: 9
    exit code 0
    ");
    let told = bench.json(&["try", "zytal.orders.yaml", "--view", VIEW]);
    assert_eq!(told["tried"]["exact"], true);
    assert_eq!(told["tried"]["left"][0]["name"], "credits");
}

/// Files that cannot be read, are for another seat, or belong to a game without `try`.
#[test]
fn orders_that_cannot_be_tried_are_refused_with_the_reason() {
    let bench = Bench::started();
    bench.write("roo.yaml", orders("roo", 1, ""));
    let said = bench.run(&["try", "roo.yaml", "--view", VIEW]);
    assert_eq!(said.code, 1, "{}", said.all());
    bench.write("zytal.yaml", orders("zytal", 1, "moves: 7\n"));
    let said = bench.run(&["try", "zytal.yaml", "--view", VIEW]);
    assert_eq!(said.code, 1, "{}", said.all());
    let said = bench.run(&["try", "none.yaml", "--view", VIEW]);
    assert_eq!(said.code, 2, "{}", said.all());
}

/// A new game has to make a state from a view, and to say which part of a turn is a seat's.
#[test]
fn orders_of_every_game_can_be_tried() {
    for known in chronojudge::rulesets::ALL {
        let rules = (known.load)(&(known.library)()).expect("its rules");
        assert!(rules.looks_ahead(), "{}", known.id);
    }
}

/// 9.5: an action that another player in the place opposes is refused, so it is not proposed either.
#[test]
fn an_opposed_action_is_not_proposed() {
    let (rules, bench) = (rules(), Bench::started());
    let mut here = state(&rules, &bench);
    let units = here["units"].as_object_mut().expect("units");
    units.insert("zytal-squad-1".to_owned(), json!("4b-7"));
    units.insert("roo-agent-1".to_owned(), json!("4b-7"));
    here["sides"]["zytal"]["squads"] = json!(1);
    here["hexes"]["4b-7"]["facing"] = json!(1);
    DynRuleset::invariants(&rules, &here).expect("a sound state");
    let plan =
        |actions: Value| json!({"headquarters": {"maintain": ["squad-1"]}, "actions": actions});
    let proposed = |told: &Rehearsal| -> Vec<String> {
        let possible = told.possible.iter();
        possible.map(|likely| likely.what.what.clone()).collect()
    };
    let told = tried(&rules, &here, "zytal", plan(json!([])));
    let all = proposed(&told);
    assert!(
        all.iter().any(|what| what.starts_with("rotate 4b-7")),
        "{all:?}"
    );
    assert!(
        all.iter()
            .any(|what| what.starts_with("find and eliminate")),
        "{all:?}"
    );
    // A seat that is asked and does not answer opposes.
    let plan = plan(json!([{"rotate": {"tile": "4b-7", "to": 2}}]));
    let told = tried(&rules, &here, "zytal", plan);
    let why = told
        .unplayed
        .first()
        .and_then(|line| line.what.why.as_ref());
    assert_eq!(
        why.map(|why| why.code.as_str()),
        Some("E1015"),
        "{:?}",
        told.unplayed
    );
    let all = proposed(&told);
    assert!(!all.iter().any(|what| what.contains("rotate")), "{all:?}");
    assert!(told.others.iter().any(|others| others.what.ask == "oppose"));
}

pub(super) fn rules() -> TimeAgent {
    TimeAgent::new(&TimeAgent::library()).expect("the embedded content fits")
}

/// Returns a state after the set-up, as plain data.
pub(super) fn state(rules: &TimeAgent, bench: &Bench) -> Value {
    let text = bench.read("gem/turns/0001/state.yaml");
    let state: Value = chronojudge::yaml::keep::from_str(&text).expect("a state");
    DynRuleset::invariants(rules, &state).expect("a sound state");
    state
}

fn tried(rules: &TimeAgent, state: &Value, seat: &str, body: Value) -> Rehearsal {
    supposing(rules, state, seat, body, &[])
}

/// Tries orders with supposed orders of others.
pub(super) fn supposing(
    rules: &TimeAgent,
    state: &Value,
    seat: &str,
    body: Value,
    others: &[(&str, Value)],
) -> Rehearsal {
    let on_file = |body: &Value| OnFile {
        files: vec![Sent::new("plan", body.clone())],
        ..OnFile::default()
    };
    let supposed = others.iter();
    let supposed = supposed.map(|(seat, body)| (seat_id(seat), on_file(body)));
    let supposed: BTreeMap<_, _> = supposed.collect();
    let on_file = on_file(&body);
    let seat = seat_id(seat);
    let view = DynRuleset::view(rules, state, &Viewer::Seat(seat.clone())).expect("a view");
    let seats: Vec<_> = ["buralti", "fiolli", "human", "roo", "veneb", "zytal"]
        .map(seat_id)
        .into();
    DynRuleset::rehearse(
        rules,
        &view,
        &seat,
        &seats,
        Trial {
            on_file,
            played: &BTreeSet::new(),
            supposed,
            effort: Effort::FULL,
        },
    )
    .expect("no fault")
    .expect("something ahead")
}

/// A state with other facedown tiles gives the same view, the same orders and the same answer.
#[test]
fn a_try_reveals_nothing_hidden() {
    let (rules, bench) = (rules(), Bench::started());
    let here = state(&rules, &bench);
    let zytal = Viewer::Seat(seat_id("zytal"));
    let plan = json!({
        "headquarters": {"buy": {"agents": 1}, "research": ["4c-1", "4c-2"]},
        "moves": [{"unit": "agent-3", "to": "7b-4"}],
        "actions": [{"reverse": {"tile": "7b-4"}}],
    });
    let told = tried(&rules, &here, "zytal", plan.clone());
    for seed in 1..=2 {
        let mut dice = Quick::new(seed);
        let view = DynRuleset::view(&rules, &here, &zytal).expect("a view");
        let other = DynRuleset::imagine(&rules, &view, &zytal, &mut dice).expect("a view");
        let other = other.expect("a whole view");
        assert_ne!(other, here, "something hidden differs");
        assert_eq!(told, tried(&rules, &other, "zytal", plan.clone()));
    }
    // One of the four tiles of that zone is an event that can be paid for.
    let reversed = |step: &&Likely<Step>| step.what.what == "reverse kyril-ambush at 7b-4";
    let chance = told.steps.iter().find(reversed).map(|step| step.chance);
    assert_eq!(chance, Chance::of(1, 4));
    // The tile of the look is not named, because the look has not happened yet.
    assert!(told.steps.iter().all(|step| !step.what.what.contains("-t")));
}

/// The chance of a fight is that of the reference card, and its consequences have the same chance.
#[test]
fn chances_are_those_of_the_reference_card() {
    let (rules, bench) = (rules(), Bench::started());
    let mut here = state(&rules, &bench);
    let units = here["units"].as_object_mut().expect("units");
    units.insert("zytal-squad-1".to_owned(), json!("4b-7"));
    units.insert("zytal-squad-2".to_owned(), json!("4b-7"));
    units.insert("roo-agent-1".to_owned(), json!("4b-7"));
    here["sides"]["zytal"]["squads"] = json!(2);
    here["sides"]["zytal"]["machines"] = json!(4);
    here["hexes"]["4b-7"]["facing"] = json!(1);
    DynRuleset::invariants(&rules, &here).expect("a sound state");
    let plan = json!({
        "headquarters": {"maintain": ["squad-1", "squad-2"]},
        "actions": [
            {"search": {"tile": "4b-7"}},
            {"attack": {"tile": "4b-7"}},
            {"rotate": {"tile": "4b-7", "to": 2}},
        ],
    });
    let told = tried(&rules, &here, "zytal", plan);
    assert!(told.exact);
    let by = ["2-zytal-squads".to_owned()];
    let odds = DynRuleset::odds(&rules, &by, &["roo-agent".to_owned()])
        .expect("odds")
        .expect("a mix");
    let card = |what: &str| {
        odds[0]
            .chances
            .iter()
            .find(|(name, _)| *name == what)
            .expect("a chance")
            .1
    };
    let chance = |of: &dyn Fn(&str) -> bool| {
        let steps = told.steps.iter().filter(|step| of(&step.what.what));
        steps
            .map(|step| step.chance)
            .reduce(|a, b| a.or(b).expect("a sum"))
            .expect("a step")
    };
    assert_eq!(
        chance(&|what| what == "roo-agent-1 is found at 4b-7"),
        card("find")
    );
    let gone = |what: &str| what.starts_with("roo-agent-1 is eliminated");
    assert_eq!(chance(&gone), card("both"));
    // A seat that is asked and does not answer opposes.
    assert_eq!(chance(&|what| what == "rotate 4b-7 to 2"), card("both"));
}

/// A list of proposals ends after ten, with the number of the others.
#[test]
fn a_long_list_of_proposals_is_cut_and_says_so() {
    let report = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/games/pirates-1/reports/0009/0011/orange"
    );
    let (orders, view) = (
        format!("{report}.orders.yaml"),
        format!("{report}.view.yaml"),
    );
    let bench = Bench::empty();
    let args = ["try", &orders, "--view", &view];
    let all = bench.json(&args)["tried"]["possible"]
        .as_array()
        .unwrap()
        .len();
    assert!(all > 10, "{all}");
    let proposals = |said: &str| {
        let list = said.split_once("possible actions afterwards:\n").unwrap().1;
        list.lines().take_while(|line| !line.is_empty()).count()
    };
    let short = bench.ok(&args).out;
    assert_eq!(proposals(&short), 11, "{short}");
    assert!(
        short.contains(&format!("and {} more (--all)", all - 10)),
        "{short}"
    );
    let long = bench.ok(&[&args[..], &["--all"]].concat()).out;
    assert_eq!(proposals(&long), all, "{long}");
}
