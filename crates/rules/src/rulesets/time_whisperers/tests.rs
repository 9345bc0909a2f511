use super::*;
use crate::{
    dice::Quick,
    engine::{DynRuleset, OnFile, Outcome, Playing, RandomBot, Run, Sent, Stop, playout},
    rulesets::kit::testing,
};
use names::{Action, Card};
use readings::{AfterTermination, LastGold, UnitedAges};
use serde_json::{Value, json};
use state::Theft;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn rules() -> TimeWhisperers {
    testing::rules()
}

fn options(players: u8, youth: bool) -> Options {
    Options {
        players,
        colors: vec![],
        youth,
        placement: Placement::Secret,
        powers: vec![],
        after_termination: AfterTermination::default(),
        united_ages: UnitedAges::default(),
        last_gold: LastGold::default(),
    }
}

/// Every number of players can play, and random legal play never leaves the rules.
#[test]
fn random_play_keeps_the_invariants() {
    let rules = rules();
    for (players, youth) in [2, 3, 4].into_iter().flat_map(|n| [(n, false), (n, true)]) {
        let options = options(players, youth);
        let seats = Ruleset::seats(&rules, &options).expect("a table");
        for seed in 0..300 {
            let mut bot = RandomBot::new(seed);
            let mut dice = Quick::new(seed);
            let playing = Playing::turns(9);
            let game = playout(&rules, &options, &seats, &mut bot, &mut dice, playing)
                .expect("legal play");
            assert!(game.ended, "{options:?} {seed}");
            assert_eq!(game.turns, if youth { 3 } else { 4 });
        }
    }
}

/// Returns a game of three in its first round, with a random placement.
pub(super) fn begun(rules: &TimeWhisperers) -> State {
    let options = json!({"players": 3, "placement": "random"});
    testing::set_up(rules, &options, 1)
}

pub(super) fn viewer(color: Color) -> Viewer {
    Viewer::Seat(SeatId::new(color.name()).expect("a plain name"))
}

/// Thief: a card that was given face down is known to its giver and to the Thief, until it is stolen.
#[test]
fn gifts_are_known_to_two() {
    let rules = rules();
    let mut state = begun(&rules);
    let gifts = BTreeMap::from([
        (Color::Blue, Action::Inversion),
        (Color::Green, Action::Progression),
    ]);
    for (giver, action) in &gifts {
        let hand = &mut state.player_mut(*giver).hand;
        hand.remove(&Card::Action(*action));
    }
    state.theft = Some(Theft {
        thief: Color::Red,
        gifts,
        stolen: None,
        applied: false,
    });
    let differs = |state: &State, seen_by: &Viewer| {
        let view = Ruleset::view(&rules, state, seen_by);
        let other = (0..20)
            .filter_map(|seed| {
                Ruleset::imagine(&rules, &view, None, seen_by, &mut Quick::new(seed))
            })
            .find(|other| other != state);
        if let Some(other) = &other {
            let [was, is] = [state, other].map(|s| Ruleset::view(&rules, s, seen_by));
            assert_eq!(was, is, "{seen_by:?} sees a card that lies face down");
        }
        other.is_some()
    };
    assert!(differs(&state, &Viewer::Public));
    assert!(!differs(&state, &viewer(Color::Red)), "the Thief knows all");
    assert!(
        differs(&state, &viewer(Color::Blue)),
        "Blue cannot know Green's"
    );
    state.theft.as_mut().expect("a theft").stolen = Some(Color::Green);
    assert!(!differs(&state, &viewer(Color::Blue)), "Green's lies open");
    assert!(differs(&state, &viewer(Color::Green)), "Blue's does not");
}

/// Phase 1: until all have chosen, no output reveals the orders that a player has on file.
#[test]
fn a_programme_is_sealed_until_all_are_in() {
    let rules = rules();
    let state = serde_json::to_value(begun(&rules)).expect("plain data");
    let turn = |red: Value| -> Outcome {
        let file = |body: Value| OnFile {
            files: vec![Sent::new("the same", body)],
            ..OnFile::default()
        };
        let on_file = BTreeMap::from([
            (rules.seat(Color::Red).clone(), file(red)),
            (
                rules.seat(Color::Blue).clone(),
                file(json!({"programme": [1, "termination"]})),
            ),
        ]);
        let run = Run {
            sitting: 2,
            began: None,
            journal: &[],
            on_file: &on_file,
            overdue: false.into(),
        };
        let mut out = DynRuleset::turn(&rules, &state, run, &mut Quick::new(1)).expect("a turn");
        // This list tells the seat itself which of its lines wait.
        out.unplayed.clear();
        out
    };
    let one = turn(json!({"programme": [2, "inversion", "termination"]}));
    let other = turn(json!({"programme": [4, "augmentation"], "activate": ["swarm"]}));
    assert_eq!(one, other);
    let Err(Stop::Waiting(prompts)) = one.flow else {
        panic!("Green has sent nothing");
    };
    assert!(prompts.iter().all(|prompt| prompt.seat.as_str() == "green"));
}

/// Ruling C3: a use between two plays is not passed over while its owner has sent no file, until their deadline has
/// passed.
#[test]
fn an_offer_waits_for_the_first_file_of_its_owner() {
    let rules = rules();
    let mut state = begun(&rules);
    let powers = &mut state.player_mut(Color::Red).powers;
    powers.insert(names::Power::Psychic, state::Face::Active);
    let state = serde_json::to_value(state).expect("plain data");
    let turn = |red: Option<Value>, overdue: bool| -> Outcome {
        let file = |body: Value| OnFile {
            files: vec![Sent::new(body.to_string(), body)],
            ..OnFile::default()
        };
        let others = [Color::Blue, Color::Green];
        let mut on_file: BTreeMap<SeatId, OnFile> = others
            .map(|color| {
                let body = json!({"programme": ["termination"], "activate": []});
                (rules.seat(color).clone(), file(body))
            })
            .into();
        on_file.extend(red.map(|body| (rules.seat(Color::Red).clone(), file(body))));
        let run = Run {
            sitting: 2,
            began: None,
            journal: &[],
            on_file: &on_file,
            overdue: overdue.into(),
        };
        DynRuleset::turn(&rules, &state, run, &mut Quick::new(1)).expect("a turn")
    };
    let asked = |out: &Outcome| match &out.flow {
        Err(Stop::Waiting(prompts)) => prompts.iter().map(|p| p.id.clone()).collect(),
        _ => vec![],
    };
    let nothing = turn(None, false);
    assert_eq!(asked(&nothing), ["psychic@red#1"]);
    // A player who has sent any file counts as heard.
    let something = turn(Some(json!({"activate": ["psychic"]})), false);
    assert_eq!(asked(&something), ["card@red#1"]);
    // At the deadline the offer is passed over. The turn does not wait for an offer, so it is not reported as late.
    let late = turn(None, true);
    assert_ne!(asked(&late), ["psychic@red#1"]);
    let told = serde_json::to_string(&late.facts).expect("plain data");
    assert!(told.contains("\"ask\":\"card\"") && !told.contains("\"ask\":\"psychic\""));
}

/// A list of powers uses only those that it names, and a line may be for a Zodiac's scoring: the check of the file
/// reports powers that were forgotten, and lines that can never apply.
#[test]
fn a_look_through_a_list_of_powers() {
    use names::Power;
    use state::Face;
    let rules = rules();
    let mut state = begun(&rules);
    let own = &mut state.player_mut(Color::Red).powers;
    own.insert(Power::Alliance, Face::Active);
    for power in [Power::Tornado, Power::Witch, Power::Wormhole, Power::Judge] {
        own.insert(power, Face::Inactive);
    }
    let look = |state: &State, powers: Value| -> Vec<(String, String)> {
        let view = Ruleset::view(&rules, state, &viewer(Color::Red));
        let view = serde_json::to_value(view).expect("plain data");
        let (seat, body) = (rules.seat(Color::Red), json!({"powers": powers}));
        let looked = DynRuleset::check(&rules, &view, seat, &body, &BTreeSet::new());
        let objections = looked.expect("plain data").into_iter();
        objections
            .map(|o| (o.path, format!("{} {}", o.why.code, o.why.words)))
            .collect()
    };
    let left_out = |power: &str| {
        let words = format!(
            "E1124 `powers` has no line for {power}, so it will not be used unless `wake` names it."
        );
        ("powers".to_owned(), words)
    };
    let all = json!(["tornado", "witch", "wormhole"]);
    let alliance = json!({"alliance": {"activate": all}});
    let witch = json!({"witch": {"to": "day"}});
    let some = look(&state, json!([alliance, witch]));
    assert_eq!(some, [left_out("wormhole"), left_out("tornado")]);
    // Neither a power that lasts nor the only usable power is reported.
    let judge = json!({"alliance": {"activate": ["judge"]}});
    assert_eq!(look(&state, json!([judge])), []);
    assert_eq!(look(&state, json!([])), []);
    assert_eq!(look(&state, json!([witch])), [left_out("alliance")]);
    // A power whose moment is over is no longer reported as forgotten.
    let own = &mut state.player_mut(Color::Red).powers;
    for power in [Power::Tornado, Power::Witch, Power::Wormhole] {
        own.insert(power, Face::Active);
    }
    own.insert(Power::Alliance, Face::Used);
    state.phase = state::Phase::CardPlay;
    let tornado = json!({"tornado": {"to": "day"}});
    assert_eq!(look(&state, json!([tornado])), []);
    assert_eq!(look(&state, json!([witch])), [left_out("tornado")]);
    // A line for the Zodiac's scoring is checked with a Zodiac and without.
    let early = json!({"tornado": {"to": "day", "when": {"scoring": "zodiac"}}});
    let said = look(&state, json!([early]));
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].0, "powers/0/tornado/when/scoring");
    assert!(said[0].1.starts_with("E1125 "), "{said:?}");
    let other = &mut state.player_mut(Color::Blue).powers;
    other.insert(Power::Zodiac, Face::Active);
    assert_eq!(look(&state, json!([early])), []);
    state
        .player_mut(Color::Blue)
        .powers
        .insert(Power::Zodiac, Face::Inactive);
    assert_eq!(look(&state, json!([early])).len(), 1);
}

/// Setup 1, ruling C35: twelve powers, four of each level, are drawn or named; each age has one of each level.
#[test]
fn gold_powers_are_drawn_or_named() {
    let rules = rules();
    let named: Vec<names::Power> = (1..=3)
        .flat_map(|level| names::Power::of_level(level)[..4].to_vec())
        .collect();
    let seats_of = |powers: &[names::Power]| {
        let mut options = options(3, false);
        options.powers = powers.to_vec();
        Ruleset::seats(&rules, &options).map(|seats| seats.len())
    };
    assert_eq!(seats_of(&[]), Ok(3));
    assert_eq!(seats_of(&named), Ok(3));
    for wrong in [&named[..11], &[&named[..11], &named[..1]].concat()] {
        assert_eq!(seats_of(wrong).expect_err("not twelve").code, "E1123");
    }
    for seed in 0..20 {
        for powers in [&named[..], &[]] {
            let options = json!({"players": 2, "placement": "random", "powers": powers});
            let state = testing::set_up(&rules, &options, seed);
            assert_eq!(Ruleset::invariants(&rules, &state), Ok(()));
            let laid = state.slots.values().flatten();
            assert!(powers.is_empty() || laid.clone().all(|power| powers.contains(power)));
        }
    }
}

/// Setup 4: two to four players take part, and their colors can be named.
#[test]
fn colors_are_those_that_are_named() {
    let rules = rules();
    let seats = |players, colors: &[Color]| {
        let mut options = options(players, false);
        options.colors = colors.to_vec();
        Ruleset::seats(&rules, &options).map(|seats| {
            let names = seats.iter().map(|seat| seat.id.to_string());
            names.collect::<Vec<_>>()
        })
    };
    assert_eq!(seats(2, &[]).expect("two"), ["red", "blue"]);
    let two = [Color::Purple, Color::Green];
    assert_eq!(seats(2, &two).expect("two"), ["green", "purple"]);
    for (players, colors) in [
        (1, &[][..]),
        (5, &[]),
        (3, &two),
        (2, &[Color::Red, Color::Red]),
    ] {
        assert_eq!(seats(players, colors).expect_err("no table").code, "E1122");
    }
}
