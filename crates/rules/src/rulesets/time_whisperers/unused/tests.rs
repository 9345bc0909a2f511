use crate::{
    dice::Quick,
    engine::{DynRuleset, OnFile, Outcome, Run, SeatId, Sent, moments},
    rulesets::time_whisperers::{
        TimeWhisperers,
        names::{Age, Color, Number, Power, Side},
        state::{Face, Phase, State},
        tests::{begun, rules, viewer},
    },
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns a round of three players in which Red has some gold powers active.
fn round(rules: &TimeWhisperers, active: &[Power]) -> State {
    let mut state = begun(rules);
    state.phase = Phase::BeforeCardPlay;
    for color in [Color::Red, Color::Blue, Color::Green] {
        for (n, age) in (1..=4).zip([Age::Dawn, Age::Day, Age::Dusk, Age::Night]) {
            let here = state.whisperer_mut(color, Number::new(n).expect("a number"));
            (here.age, here.side) = (age, Side::Dark);
        }
    }
    for power in active {
        let own = &mut state.player_mut(Color::Red).powers;
        own.insert(*power, Face::Active);
    }
    state
}

fn seat(color: Color) -> SeatId {
    SeatId::new(color.name()).expect("a plain name")
}

/// Plays a round with a file of Red, and returns the reasons that are given for the lines that were not used.
fn said(rules: &TimeWhisperers, state: &State, red: &Value) -> Vec<String> {
    let quiet = json!({"programme": ["termination"], "powers": [], "activate": []});
    let file = |body: Value| OnFile {
        files: vec![Sent::new(body.to_string(), body)],
        ..OnFile::default()
    };
    let others = [Color::Blue, Color::Green];
    let mut on_file: BTreeMap<SeatId, OnFile> = others
        .map(|color| (seat(color), file(quiet.clone())))
        .into();
    on_file.insert(seat(Color::Red), file(red.clone()));
    let run = Run {
        sitting: 2,
        began: None,
        journal: &[],
        on_file: &on_file,
        overdue: false.into(),
    };
    let before = serde_json::to_value(state).expect("plain data");
    let out: Outcome = DynRuleset::turn(rules, &before, run, &mut Quick::new(1)).expect("a turn");
    let view = DynRuleset::view(rules, &out.state, &viewer(Color::Red)).expect("a view");
    let own = moments(&seat(Color::Red), &out);
    let unused = DynRuleset::unused(rules, &seat(Color::Red), red, &view, &own, out.flow.is_ok());
    let unused = unused.expect("plain data").into_iter();
    let used: Vec<_> = own_lines(&out);
    unused
        .filter(|unused| !used.contains(&unused.line.0))
        .map(|unused| {
            let word = if unused.pending {
                "still to come"
            } else {
                "not used"
            };
            format!("{}: {word}: {}", unused.line, unused.why)
        })
        .collect()
}

/// Returns the lines that have answered something.
fn own_lines(out: &Outcome) -> Vec<String> {
    use crate::engine::{By, Entry};
    let lines = out.journal.iter().filter_map(|entry| match entry {
        Entry::Answer {
            seat,
            by: By::Order(order) | By::Forced(Some(order)),
            ..
        } if seat.as_str() == "red" => Some(order.line.0.clone()),
        _ => None,
    });
    lines.collect()
}

/// Every line that was not used names the condition of the rulebook that was not met.
#[test]
fn a_power_that_was_not_used_names_its_condition() {
    let rules = rules();
    for (active, programme, line, why) in [
        (
            Power::Axis,
            json!([1, "termination"]),
            json!({"axis": {}}),
            "two number cards of yours were not on the table (Axis)",
        ),
        (
            Power::Axis,
            json!([1, "progression", 2, "termination"]),
            json!({"axis": {}}),
            "two number cards of yours were not on the table (Axis); the Time Whisperers of your last two number cards stood in one age (Axis)",
        ),
        (
            Power::Axis,
            json!([1, 2, "termination"]),
            json!({"axis": {"when": {"play": 7}}}),
            "its `when`: play 7 did not come",
        ),
        (
            Power::Axis,
            json!([1, 2, "termination"]),
            json!({"axis": {"when": {"whisperer": 4, "age": "night"}}}),
            "its `when`: the activated one never stood in the night, your number 4 was never the activated one",
        ),
        (
            Power::Titan,
            json!([1, "termination"]),
            json!({"titan": {"whisperer": 1}}),
            "none of your Time Whisperers was augmented (Titan)",
        ),
        (
            Power::Titan,
            json!([1, "augmentation", "termination"]),
            json!({"titan": {"whisperer": 1, "when": {"scoring": "zodiac"}}}),
            "no Zodiac scored in this round (Zodiac)",
        ),
        (
            Power::Tyrant,
            json!([1, "progression", 2, "termination"]),
            json!({"tyrant": {}}),
            "the last card you had played had no action to apply (Tyrant); no opponent in card play had an activated Time Whisperer that it changes (Tyrant)",
        ),
        (
            Power::Mutants,
            json!(["progression", "termination"]),
            json!({"mutants": {}}),
            "the last card you had played was no number card (Mutants)",
        ),
        (
            Power::Phoenix,
            json!(["termination"]),
            json!({"phoenix": {"take": 1}}),
            "no card of yours was on the table to take back (Phoenix)",
        ),
        (
            Power::Phoenix,
            json!([1, "termination"]),
            json!({"phoenix": {"take": 3}}),
            "3 was not among your cards on the table (Phoenix)",
        ),
        (
            Power::Multiverse,
            json!([1, "termination"]),
            json!({"multiverse": {"play": "first"}}),
            "your programme did not play two cards there (Multiverse)",
        ),
        (
            Power::Thief,
            json!(["termination"]),
            json!({"stolen-action": {}}),
            "the Thief had stolen no card before phase 1 (Thief)",
        ),
        (
            Power::Alliance,
            json!(["termination"]),
            json!({"alliance": {"activate": []}}),
            "you owned no other gold power (Alliance)",
        ),
        (
            Power::Judge,
            json!(["termination"]),
            json!({"tornado": {"to": "day"}}),
            "you did not own Tornado, and no Mimic brought it in (Rules for using gold powers 2)",
        ),
    ] {
        let state = round(&rules, &[active]);
        let file = json!({"programme": programme, "powers": [line], "activate": []});
        let said = said(&rules, &state, &file);
        assert_eq!(said, [format!("powers/0: not used: {why}")], "{line}");
    }
}

/// The reason for a second line names the line that was used; other reasons name a tile that lies face down, and the
/// last round.
#[test]
fn a_power_that_could_not_be_used_again_says_why() {
    let rules = rules();
    let mut state = round(&rules, &[Power::Witch, Power::Phoenix]);
    let twice = json!({
        "programme": [1, 2, 1, "termination"],
        "powers": [{"witch": {"to": "day"}}, {"witch": {"to": "dusk"}}, {"phoenix": {"take": 1}}, {"phoenix": {"take": 2}}],
        "activate": [],
    });
    state.phantom = Age::Night;
    assert_eq!(
        said(&rules, &state, &twice),
        [
            "powers/1: not used: Witch was used by the line powers 1",
            "powers/3: not used: Phoenix was used by the line powers 3",
        ]
    );
    let own = &mut state.player_mut(Color::Red).powers;
    own.insert(Power::Tornado, Face::Inactive);
    own.insert(Power::Agent, Face::Active);
    state.round = 4;
    let last = json!({
        "programme": ["termination"],
        "powers": [{"tornado": {"to": "day"}}, {"agent": {"ages": ["day", "dusk"]}}],
        "gift": ["inversion"],
        "activate": ["agent"],
    });
    assert_eq!(
        said(&rules, &state, &last),
        [
            "powers/0: not used: it was not active in this round (Rules for using gold powers 2)",
            "powers/1: not used: the last round ends before phase 3 (Game overview)",
            "gift: not used: no opponent used the Thief in this round (Thief)",
            "activate: not used: the last round ends before phase 4 (Game overview)",
        ]
    );
}

/// In a round that stops, lines that may still be used are distinguished from lines that cannot.
#[test]
fn a_stop_reports_the_lines_that_are_still_to_come() {
    let rules = rules();
    let state = round(&rules, &[Power::Phoenix, Power::Tornado]);
    let stopped = json!({
        "programme": [1, 2, "hold"],
        "powers": [{"phoenix": {"take": 1}}, {"phoenix": {"take": 2}}, {"tornado": {"to": "day"}}, {"witch": {"to": "day"}}],
        "gift": ["inversion"],
        "activate": ["phoenix"],
    });
    assert_eq!(
        said(&rules, &state, &stopped),
        [
            "powers/1: not used: Phoenix was used by the line powers 1",
            "powers/2: still to come: Tornado is used once immediately before phase 2",
            "powers/3: not used: you did not own Witch, and no Mimic brought it in (Rules for using gold powers 2)",
            "gift: not used: no opponent used the Thief in this round (Thief)",
            "activate: still to come: a gold power is activated in phase 4 (Phase 4.4)",
        ]
    );
}

/// Phase 4.4: a player who owns no power activates none, and a player who owns other powers is told that.
#[test]
fn powers_to_activate_that_are_not_owned() {
    let rules = rules();
    let file = || json!({"programme": ["termination"], "powers": [], "activate": ["swarm"]});
    assert_eq!(
        said(&rules, &round(&rules, &[]), &file()),
        ["activate: not used: you owned no gold power (Phase 4.4)"]
    );
    let state = round(&rules, &[Power::Judge]);
    assert_eq!(
        said(&rules, &state, &file()),
        ["activate: not used: you owned none of these gold powers (Phase 4.4)"]
    );
}
