use super::*;
use crate::{
    dice::Quick,
    engine::{AnyRuleset, OnFile, Outcome, Playing, RandomBot, Run, Sent, Stop, playout},
};
use names::{Action, Card};
use serde_json::{Value, json};
use state::Theft;
use std::collections::BTreeMap;

fn rules() -> TimeWhisperers {
    TimeWhisperers::new(&TimeWhisperers::library()).expect("the embedded content fits")
}

fn options(players: u8, youth: bool) -> Options {
    Options {
        players,
        colors: vec![],
        youth,
        placement: Placement::Secret,
        powers: vec![],
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

/// The list of codes is complete, and each is there once.
#[test]
fn codes_are_listed_once() {
    let codes: Vec<&str> = CODES.iter().map(|(code, _)| *code).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(codes.len(), sorted.len());
    assert!(codes.contains(&Wrong::AfterTermination.code()));
}

/// A game as it is set up.
fn set_up(rules: &TimeWhisperers, options: &Value, seed: u64) -> State {
    let seats = AnyRuleset::seats(rules, options)
        .expect("options")
        .expect("a table");
    let on_file = BTreeMap::new();
    let run = Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &on_file,
        overdue: false.into(),
    };
    let out = AnyRuleset::setup(rules, options, &seats, run, &mut Quick::new(seed));
    serde_json::from_value(out.expect("a set-up").state).expect("a state")
}

/// A game of three in its first round, everything placed by chance.
fn begun(rules: &TimeWhisperers) -> State {
    let options = json!({"players": 3, "placement": "random"});
    set_up(rules, &options, 1)
}

fn viewer(color: Color) -> Viewer {
    Viewer::Seat(SeatId::new(color.name()).expect("a plain name"))
}

/// Thief: what was given face down is known to its giver and to the Thief, until it is stolen.
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
        let other = (0..20)
            .map(|seed| Ruleset::resample(&rules, state, seen_by, &mut Quick::new(seed)))
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

/// Phase 1: until all have chosen, nothing anywhere tells what somebody has on file.
#[test]
fn a_programme_is_sealed_until_all_are_in() {
    let rules = rules();
    let state = serde_json::to_value(begun(&rules)).expect("plain data");
    let turn = |red: Value| -> Outcome {
        let file = |body: Value| OnFile {
            files: vec![Sent {
                digest: "the same".into(),
                body,
            }],
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
        let mut out = AnyRuleset::turn(&rules, &state, run, &mut Quick::new(1)).expect("a turn");
        // These tell the seat itself which of its lines wait.
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

/// Setup 1, ruling C35: twelve powers, four of each level, drawn or named; each age has one of each.
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
            let state = set_up(&rules, &options, seed);
            assert_eq!(Ruleset::invariants(&rules, &state), Ok(()));
            let laid = state.slots.values().flatten();
            assert!(powers.is_empty() || laid.clone().all(|power| powers.contains(power)));
        }
    }
}

/// Setup 4: two to four players, and colors that are named.
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
