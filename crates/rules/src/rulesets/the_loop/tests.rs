//! Tests of the rules by their functions. Most rules are shown by the cases in `tests/cases/the-loop`.

use super::*;
use crate::{
    dice::Quick,
    engine::{Chance, Playing, RandomBot, playout},
    rulesets::{
        kit::{self, testing},
        the_loop::state::Space,
    },
};
use names::{Clone as Token, Era, Mission};
use state::{Tile, Turn};
use std::collections::{BTreeMap, BTreeSet};

fn rules() -> TheLoop {
    testing::rules()
}

fn options(players: u8) -> Options {
    Options {
        players,
        agents: None,
        difficulty: Difficulty::default(),
        machine: Machine::default(),
    }
}

/// Returns a game that has just been set up, with its first Faux Phase.
fn set_up(rules: &TheLoop, options: &Options, seed: u64) -> State {
    let options = serde_json::to_value(options).expect("plain data");
    testing::set_up(rules, &options, seed)
}

fn token(name: &str) -> Token {
    name.parse().expect("a Clone")
}

#[test]
fn the_components_are_as_listed() {
    let rules = rules();
    let content = rules.content();
    let counted = [
        content.artifacts.len() + Era::ALL.len(),
        content.missions.len(),
        content.clones.len(),
        content.agents.len(),
    ];
    // The 14 Ultramachina cards belong to another mode.
    assert_eq!(counted, [100 - 14, 10, 28, 5]);
    let effort = kit::Effort {
        samples: 0,
        games: 8,
    };
    let played = rules.played_checks(effort, &kit::one_by_one);
    let claims: Vec<_> = rules.component_checks().into_iter().chain(played).collect();
    for claim in &claims {
        assert!(claim.holds, "{}: {}", claim.number, claim.measured);
    }
    let numbers: BTreeSet<u32> = claims.iter().map(|claim| claim.number).collect();
    assert!(numbers.into_iter().eq(1..=18));
}

/// Setup, for each number of players and level, before anything but the first Faux Phase has changed the board.
#[test]
fn the_board_is_set_up() {
    let rules = rules();
    for (players, clones, artifacts) in [(1, 7, 2), (2, 7, 2), (3, 5, 3), (4, 4, 4)] {
        let mut firsts = BTreeSet::new();
        for seed in 0..40 {
            let state = set_up(&rules, &options(players), seed);
            firsts.insert(state.order[0]);
            assert_eq!(state.order.len(), usize::from(players).max(2));
            // The first Faux Phase has added a Clone and an Artifact.
            assert_eq!(state.bag.len(), 28 - clones - 1);
            assert_eq!(state.huge_deck.len(), 49 - artifacts - 1);
            assert_eq!(state.visited, [state.faux]);
            let overflown = state.vortexes().count();
            let tiles = state
                .eras
                .values()
                .filter_map(|space| space.mission.as_ref());
            assert_eq!(tiles.clone().count(), 7 - overflown);
            let up = tiles.filter(|tile| **tile != Tile::FaceDown).count();
            assert_eq!(up, 2);
            let energy: u8 = state.eras.values().map(|space| space.energy).sum();
            assert_eq!(energy, 5);
            let fallen = rules.content.level(Difficulty::Employee).rifts;
            let rifts: u8 = state.eras.values().map(|space| space.rifts).sum();
            assert!(overflown > 0 || rifts + 1 >= 2 + fallen, "{rifts}");
            for (agent, deck) in &state.agents {
                assert_eq!(deck.at, rules.content.agent(*agent).origin);
                assert_eq!((deck.hand.len(), deck.pile.len()), (3, 3));
            }
        }
        assert_eq!(
            firsts.len(),
            usize::from(players).max(2),
            "each may be the first"
        );
    }
}

#[test]
fn the_options_of_a_table_are_checked() {
    let rules = rules();
    let refused = |options: &Options| rules.seating(options).unwrap_err().code;
    assert_eq!(refused(&options(0)), "E1313");
    assert_eq!(refused(&options(5)), "E1313");
    let with = |players, agents: &[Agent]| Options {
        agents: Some(agents.to_vec()),
        ..options(players)
    };
    let two = [Agent::VGirl, Agent::Cztwyzzek];
    assert_eq!(refused(&with(3, &two)), "E1314");
    assert_eq!(refused(&with(2, &[Agent::VGirl, Agent::VGirl])), "E1314");
    for players in [1, 2] {
        let seats = rules.seating(&with(players, &two)).expect("two Agents");
        let names: Vec<&str> = seats.iter().map(|seat| seat.id.as_str()).collect();
        assert_eq!(names, ["v-girl", "cztwyzzek"]);
    }
}

/// Plays a game at random, and returns each checkpoint.
fn checkpoints(players: u8, seed: u64) -> Vec<State> {
    let rules = rules();
    let options = options(players);
    let seats = Ruleset::seats(&rules, &options).expect("a table");
    let (mut bot, mut dice) = (RandomBot::new(seed), Quick::new(seed));
    let mut states = vec![];
    let playing = Playing::turns(30);
    engine::watch(
        &rules,
        &options,
        &seats,
        &mut bot,
        &mut dice,
        playing,
        &mut |state| {
            states.push(state.clone());
        },
    )
    .expect("legal play");
    states
}

#[test]
fn turns_go_around_the_table() {
    for seed in 0..10 {
        let states = checkpoints(4, seed);
        for pair in states.windows(2) {
            if let (Some(turn), Some(next)) = (pair[0].turn(), pair[1].turn()) {
                assert_eq!(pair[0].from(turn.agent)[1], next.agent);
            }
        }
    }
}

#[test]
fn dr_faux_visits_each_era_once_in_a_cycle() {
    for seed in 0..20 {
        for state in checkpoints(2, seed) {
            let eras: BTreeSet<Era> = state.visited.iter().copied().collect();
            assert_eq!(eras.len(), state.visited.len());
        }
    }
}

#[test]
fn random_play_keeps_the_invariants_and_comes_to_an_end() {
    let rules = rules();
    for players in 1..=4 {
        for seed in 0..30 {
            let options = Options {
                difficulty: Difficulty::ALL[usize::try_from(seed % 3).expect("small")],
                machine: if seed % 2 == 0 {
                    Machine::Quarters
                } else {
                    Machine::Thirds
                },
                ..options(players)
            };
            let seats = Ruleset::seats(&rules, &options).expect("a table");
            let (mut bot, mut dice) = (RandomBot::new(seed), Quick::new(seed));
            let playing = Playing::turns(22);
            let game = playout(&rules, &options, &seats, &mut bot, &mut dice, playing);
            assert!(game.expect("legal play").ended, "{players} {seed}");
        }
    }
}

/// Adding Clones: the bag gives as many as it has.
#[test]
fn an_empty_bag_adds_no_clone() {
    let rules = rules();
    let mut state = set_up(&rules, &options(2), 1);
    for clone in std::mem::take(&mut state.bag) {
        state.space_mut(clone.start).clones.insert(clone);
    }
    rules.consistent(&state).expect("all Clones on the board");
    let mut dice = Quick::new(1);
    let mut bot = RandomBot::new(1);
    let mut table = Table::in_memory(&mut bot, &mut dice);
    let before = state.clone();
    rules
        .add_clones(&mut state, &mut table, 3)
        .expect("no question");
    assert_eq!(state, before);
}

/// Mission Tiles: two Missions are revealed as long as one is face down.
#[test]
fn a_position_with_one_revealed_mission_and_others_face_down_is_refused() {
    let rules = rules();
    let mut state = set_up(&rules, &options(3), 1);
    rules.consistent(&state).expect("a position of play");
    let (era, mission) = state.revealed().next().expect("a revealed Mission");
    state.space_mut(era).mission = Some(Tile::FaceDown);
    state.unknown.insert(mission);
    let why = rules.consistent(&state).expect_err("one is revealed");
    assert!(why.to_string().contains("two Missions"), "{why}");
    for space in state.eras.values_mut() {
        space.mission.take_if(|tile| *tile == Tile::FaceDown);
    }
    rules.consistent(&state).expect("none is face down");
}

/// Returns a board without Clones and Rifts, with Dr. Faux before his last Era of the Cycle.
fn quiet_board(rules: &TheLoop, last: Era) -> State {
    let mut state = set_up(rules, &options(3), 1);
    for space in state.eras.values_mut() {
        *space = Space::default();
    }
    state.bag = BTreeSet::from([token("end/renaissance")]);
    state.visited = last.next().around().take(6).collect();
    state.faux = last.previous();
    state
}

/// Two cubes fall on the only Era that is left, a half on it and a quarter on each side.
#[test]
fn the_odds_of_the_next_faux_phase_are_exact() {
    let rules = rules();
    let mut state = quiet_board(&rules, Era::Industrial);
    let chance = |state: &State, era| {
        let danger = rules.danger(state).expect("a Faux Phase");
        danger.overflow.get(&era).copied().unwrap_or(Chance::NEVER)
    };
    let defeat = |state: &State| rules.danger(state).expect("a Faux Phase").defeat;
    let of = |num, den| Chance::of(num, den).expect("a fraction");
    state.space_mut(Era::Industrial).rifts = 3;
    assert_eq!(chance(&state, Era::Industrial), of(3, 4));
    state.space_mut(Era::Industrial).rifts = 2;
    assert_eq!(chance(&state, Era::Industrial), of(1, 4));
    state.space_mut(Era::Global).rifts = 3;
    assert_eq!(chance(&state, Era::Global), of(7, 16));
    assert_eq!(defeat(&state), Chance::NEVER);
    state.space_mut(Era::Global).vortex = true;
    assert_eq!(defeat(&state), of(7, 16));
    // A Clone that surely comes to the Era adds a cube.
    state.bag = BTreeSet::from([token("industrial/end")]);
    state.space_mut(Era::Industrial).rifts = 3;
    assert_eq!(chance(&state, Era::Industrial), of(7, 8));
    // One of two Clones, each with even odds.
    state.bag.insert(token("dawn/global"));
    assert_eq!(chance(&state, Era::Industrial), of(13, 16));
    // With three Vortexes elsewhere, each overflow loses.
    for era in [Era::Dawn, Era::Medieval] {
        state.space_mut(era).vortex = true;
    }
    assert!(defeat(&state).per_mille() > chance(&state, Era::Industrial).per_mille());
}

/// Time Prowler cancels a cube in their own Faux Phase: the first without a slot, or else the last (ruling E2).
#[test]
fn the_odds_before_time_prowlers_turn_count_the_canceled_cube() {
    let rules = rules();
    let mut state = quiet_board(&rules, Era::Industrial);
    state.phase = Phase::Turn(Turn::of(Agent::MrTime));
    assert_eq!(state.from(Agent::MrTime)[1], Agent::TimeProwler);
    let danger = |state: &State| rules.danger(state).expect("a Faux Phase");
    let chance = |state: &State, era| {
        let overflow = danger(state).overflow;
        overflow.get(&era).copied().unwrap_or(Chance::NEVER)
    };
    let of = |num, den| Chance::of(num, den).expect("a fraction");
    // Of two cubes on a full Era the second one overflows it; a single one is canceled.
    state.space_mut(Era::Industrial).rifts = 3;
    assert_eq!(chance(&state, Era::Industrial), of(1, 4));
    // One slot: both cubes would have to fall there, and the second one is canceled.
    state.space_mut(Era::Industrial).rifts = 2;
    assert_eq!(danger(&state).overflow, BTreeMap::new());
    // Two full Eras, of which the first that is hit is spared: the second of the two overflows.
    state.space_mut(Era::Industrial).rifts = 3;
    state.space_mut(Era::Global).rifts = 3;
    assert_eq!(chance(&state, Era::Industrial), of(4 + 2, 16));
    assert_eq!(chance(&state, Era::Global), of(1 + 2, 16));
    state.space_mut(Era::Global).vortex = true;
    assert_eq!(danger(&state).defeat, of(3, 16));
    // Of three cubes one is canceled, whichever came first, so the order of the cubes counts.
    state.bag = BTreeSet::from([token("industrial/end")]);
    state.space_mut(Era::Global).rifts = 2;
    // The Globalization Era overflows by three cubes, or by two if one falls on the Industrial Era before the second.
    assert_eq!(chance(&state, Era::Global), of(1 + 2 + 2, 64));
}

/// After the last Faux card of a Cycle all seven are in the deck again, and more Clones come.
#[test]
fn the_odds_of_a_new_cycle_count_all_faux_cards() {
    let rules = rules();
    let mut state = quiet_board(&rules, Era::Industrial);
    state.visited.push(Era::Industrial);
    state.faux = Era::Industrial;
    state.bag.clear();
    state.space_mut(Era::Dawn).rifts = 3;
    let danger = rules.danger(&state).expect("a Faux Phase");
    // Dr. Faux himself with 3/4, and from each side with 7/16.
    let expected = Chance::of(12 + 7 + 7, 16 * 7).expect("a fraction");
    assert_eq!(danger.overflow[&Era::Dawn], expected);
    state.cycle = 3;
    assert_eq!(rules.danger(&state), None);
}

/// The odds are those with which the rules themselves let Eras overflow, in the Faux Phase of Time Prowler and in those of
/// others.
#[test]
fn the_odds_agree_with_the_rules() {
    for (active, next) in [
        (Agent::MrTime, Agent::TimeProwler),
        (Agent::TimeProwler, Agent::VGirl),
    ] {
        odds_agree(active, next);
    }
}

/// Plays the Faux Phase of the next Agent many times, and compares how often the game is lost with the odds.
fn odds_agree(active: Agent, next_agent: Agent) {
    const GAMES: u64 = 4000;
    let rules = rules();
    let states = (0..40).flat_map(|seed| checkpoints(3, seed));
    let mut states = states.filter(|state| {
        let on_turn = state.turn().is_some_and(|turn| turn.agent == active);
        on_turn && state.vortexes().count() == 3 && state.visited.len() < 7
    });
    let state = states.next().expect("a game with three Vortexes");
    assert_eq!(state.from(active)[1], next_agent);
    let danger = rules.danger(&state).expect("a Faux Phase");
    let mut lost = 0_u64;
    for seed in 0..GAMES {
        let mut next = state.clone();
        next.phase = Phase::Turn(Turn::of(next_agent));
        let (mut bot, mut dice) = (RandomBot::new(seed), Quick::new(seed));
        let mut table = Table::in_memory(&mut bot, &mut dice);
        let played = rules.faux_phase(&mut next, &mut table, Offers::None);
        played.expect("no question");
        lost += u64::from(matches!(next.phase, Phase::Over(_)));
    }
    let expected = u64::from(danger.defeat.per_mille());
    let measured = lost * 1000 / GAMES;
    assert!(lost > 0, "{next_agent}: no danger to measure");
    assert!(
        expected.abs_diff(measured) <= 25,
        "{next_agent}: {expected} {measured}"
    );
}

/// The check of an order file says so if the view was cut on its way to the player, and imagines nothing from it.
#[test]
fn a_view_that_was_cut_is_refused() {
    let rules = rules();
    let whole = set_up(&rules, &options(3), 1);
    let cuts: [fn(&mut State); 3] = [
        |state| state.bag.clear(),
        |state| state.eras.clear(),
        |state| state.huge_deck.clear(),
    ];
    for cut in cuts {
        let mut state = whole.clone();
        cut(&mut state);
        let view = state;
        let orders = serde_json::json!({});
        let seen = serde_json::to_value(&view).expect("data");
        let seat = rules.seat(Agent::MrTime);
        let found = engine::DynRuleset::check(&rules, &seen, seat, &orders, &BTreeSet::new());
        let found = found.expect("data that can be read");
        assert_eq!(found[0].why.code, "E1315");
        let imagined = Ruleset::imagine(&rules, &view, None, &Viewer::Public, &mut Quick::new(1));
        assert_eq!(imagined, None);
    }
}

/// The facts of a drop tell the face of each cube, and a cube cannot fall where no chute points.
#[test]
fn the_rolls_of_a_drop_are_told() {
    let rules = rules();
    let rolls = |machine, eras: &[Era]| {
        let options = Options {
            machine,
            ..options(3)
        };
        let before = set_up(&rules, &options, 1);
        let facts = [
            Fact::Faux {
                era: Era::Dawn,
                clones: 0,
                cubes: 2,
            },
            Fact::Fell {
                eras: eras.to_vec(),
            },
        ];
        rules.rolls_of(Some(&before), &facts)
    };
    let faces = |machine, eras: &[Era]| -> Vec<(u32, (u32, u32))> {
        let told = rolls(machine, eras).expect("Eras of the chutes");
        assert!(told.iter().all(|roll| roll.label == "cube/dawn"));
        told.iter()
            .map(|roll| (roll.sides, roll.faces[0]))
            .collect()
    };
    let around = [Era::End, Era::Dawn, Era::Medieval];
    assert_eq!(
        faces(Machine::Quarters, &around),
        [(4, (1, 1)), (4, (2, 3)), (4, (4, 4))]
    );
    assert_eq!(
        faces(Machine::Thirds, &around),
        [(3, (1, 1)), (3, (2, 2)), (3, (3, 3))]
    );
    assert!(rolls(Machine::Quarters, &[Era::Industrial]).is_err());
}

/// A line is read in its short form and in its long form, and written as short as it can be.
#[test]
fn a_line_of_an_artifact_has_a_short_form() {
    let read = |text: &str| serde_json::from_str::<orders::Line>(text);
    let short = r#"{"use":"timenado"}"#;
    let long = r#"{"use":{"artifact":"timenado"}}"#;
    let line = read(long).expect("a line");
    assert_eq!(read(short).expect("a line"), line);
    assert_eq!(serde_json::to_string(&line).expect("data"), short);
    for text in [
        r#"{"use":{"artifact":"timenado","with":["way-1"]}}"#,
        r#"{"use":{"artifact":["timenado","holy-grail"],"if-drawn":true}}"#,
        r#"{"ability":["v-girl","dawn"]}"#,
        r#"{"choose":["medieval/robots","no"]}"#,
    ] {
        let line = read(text).expect("a line");
        assert_eq!(serde_json::to_string(&line).expect("data"), text);
    }
    let wrong = read(r#"{"use":"timenada"}"#).unwrap_err().to_string();
    assert!(wrong.contains("unknown variant `timenada`"), "{wrong}");
}

#[test]
fn names_are_read_as_they_are_written() {
    for text in [
        "dawn",
        "medieval/robots",
        "timenado",
        "v-girl",
        "way-2",
        "yes",
        "no",
    ] {
        let pick: names::Pick = text.parse().expect("a choice");
        assert_eq!(pick.to_string(), text);
    }
    assert!("way-0".parse::<names::Pick>().is_err());
    assert!("dawn/nowhere".parse::<names::Pick>().is_err());
    assert_eq!(Era::End.next(), Era::Dawn);
    assert_eq!(Era::Dawn.previous(), Era::End);
    assert_eq!(Era::Dawn.distance(Era::Global), 3);
}

/// A won game is worth more than any other, a lost one less, and a completed Mission more than a full one.
#[test]
fn the_worth_of_a_position_follows_the_aim_of_the_game() {
    let rules = rules();
    let mut state = set_up(&rules, &options(3), 1);
    let worth = |state: &State| rules.worth_to_all(state);
    let now = worth(&state);
    let mut better = state.clone();
    better.completed.push(Mission::EnergyHere);
    assert!(worth(&better) > now);
    let mut worse = state.clone();
    worse.space_mut(Era::Dawn).rifts = 3;
    assert!(worth(&worse) < worth(&state));
    worse.space_mut(Era::Dawn).vortex = true;
    assert!(worth(&worse) < now);
    state.phase = Phase::Over(End::Victory);
    assert!(worth(&state) > worth(&better));
    state.phase = Phase::Over(End::OutOfTime);
    assert!(worth(&state) < worth(&worse));
}
