use super::*;
use crate::{
    dice::Quick,
    engine::{DynRuleset, Playing, RandomBot, playout},
    rulesets::kit::testing,
};
use names::{Color, Counter, Epoch, Marker, Path};
use std::collections::BTreeSet;

mod board;

fn rules() -> TimePirates {
    testing::rules()
}

/// Returns a game that has just been set up.
fn set_up(rules: &TimePirates, options: Options) -> State {
    let options = serde_json::to_value(options).expect("plain data");
    testing::set_up(rules, &options, 1)
}

fn epoch(name: &str) -> Epoch {
    name.parse().expect("an Epoch")
}

/// Games end with every number of players, in three Weeks and in four, with every variant; and random legal play never
/// leaves the rules.
#[test]
fn random_play_keeps_the_invariants_and_comes_to_an_end() {
    let rules = rules();
    for players in 2..=6 {
        for seed in 0..6_u32 {
            let options = Options {
                players,
                weeks: 3 + seed % 2,
                world_markers: if seed % 3 == 0 {
                    WorldMarkers::ForGood
                } else {
                    WorldMarkers::EveryWeek
                },
                sets_of_jokers: if seed < 3 {
                    SetsOfJokers::Allowed
                } else {
                    SetsOfJokers::Forbidden
                },
            };
            let seats = Ruleset::seats(&rules, &options).expect("options");
            let mut bot = RandomBot::new(u64::from(seed));
            let mut dice = Quick::new(u64::from(seed));
            let game = playout(
                &rules,
                &options,
                &seats,
                &mut bot,
                &mut dice,
                Playing::turns(2000),
            )
            .expect("legal play");
            assert!(game.ended, "{options:?} {seed}");
        }
    }
}

/// A bot that makes progress: it restocks whenever it can, mostly takes what there is, and moves where it may.
#[derive(Debug)]
struct Simple(RandomBot);

impl engine::Chooser for Simple {
    fn choose(&mut self, _: &SeatId, ask: &str, n: usize) -> usize {
        match ask {
            // The first choice is to restock nothing.
            "restock" if n > 1 => 1 + self.0.below(n - 1),
            // The counters in the Epoch come first, then the arrows.
            "action" if self.0.below(3) > 0 => 0,
            _ => self.0.below(n),
        }
    }
}

/// Constraint 12: the tempo. Of the 86 counters, 34 fill the board. Among the other 52, the eighth of ten Time Police
/// Counters is the 39th draw on the average, and 31 of these draws are Artifacts. So many have to be taken before, by
/// at most three actions a turn, so a Week has at least ten turns. And 60 to 90 minutes for three Weeks are 20 to 30
/// minutes for one, which at half a minute a turn are at most 60 turns.
#[test]
fn a_week_has_as_many_turns_as_reviews_say() {
    const GAMES: u64 = 60;
    let rules = rules();
    let options = Options {
        players: 3,
        weeks: 3,
        world_markers: WorldMarkers::default(),
        sets_of_jokers: SetsOfJokers::default(),
    };
    let seats = Ruleset::seats(&rules, &options).expect("options");
    let turns_a_week = |chooser: &dyn Fn(u64) -> Box<dyn engine::Chooser>| {
        let turns = (0..GAMES).map(|seed| {
            let (mut bot, mut dice) = (chooser(seed), Quick::new(seed));
            let playing = Playing::turns(2000);
            let game = playout(&rules, &options, &seats, &mut *bot, &mut dice, playing);
            let game = game.expect("legal play");
            assert!(game.ended, "{seed}");
            // The first turn is the placing of the Time Travelers.
            u64::from(game.turns - 1)
        });
        turns.sum::<u64>() / (GAMES * u64::from(options.weeks))
    };
    let simple = turns_a_week(&|seed| Box::new(Simple(RandomBot::new(seed))));
    assert!((10..=60).contains(&simple), "{simple}");
    let random = turns_a_week(&|seed| Box::new(RandomBot::new(seed)));
    assert!((10..=60).contains(&random), "{random}");
}

/// Preparation: every space has its Artifact, and the ten Time Police Counters are in the bag. Every player can count
/// what else is in it, and the view shows it (ruling B24).
#[test]
fn the_board_is_stocked_before_the_police_come_into_the_bag() {
    let rules = rules();
    let options = Options {
        players: 5,
        weeks: 3,
        world_markers: WorldMarkers::default(),
        sets_of_jokers: SetsOfJokers::default(),
    };
    let state = set_up(&rules, options);
    assert_eq!(state.phase, Phase::Placement);
    assert_eq!(state.order.len(), 5);
    assert!(state.epochs.values().flatten().all(Option::is_some));
    assert!(state.drawn.is_empty() && state.discards.is_empty());
    let view = Ruleset::view(&rules, &state, &Viewer::Public);
    let police = Path::BOTH.map(|path| view.bag[&Counter::Police(path)]);
    assert_eq!(police, [5, 5]);
    let spaces: u32 = rules.content.epochs.values().map(|e| e.spaces).sum();
    assert_eq!(view.bag.values().sum::<u32>(), 86 - spaces);
    assert_eq!(rules.consistent(&state), Ok(()));
    assert_eq!(TimePirates::state_of(&view), state, "nothing is hidden");
}

/// Two to six players (ruling B22), and three or four Weeks, are allowed.
#[test]
fn accepts_two_to_six_players_and_three_or_four_weeks() {
    let rules = rules();
    let seats = |players, weeks| {
        let options = Options {
            players,
            weeks,
            world_markers: WorldMarkers::default(),
            sets_of_jokers: SetsOfJokers::default(),
        };
        Ruleset::seats(&rules, &options).map(|seats| seats.len())
    };
    assert_eq!(seats(2, 3), Ok(2));
    assert_eq!(seats(6, 4), Ok(6));
    let code = |result: Result<usize, Illegal>| result.expect_err("an error").code;
    assert_eq!(code(seats(1, 3)), "E1224");
    assert_eq!(code(seats(7, 3)), "E1224");
    assert_eq!(code(seats(3, 5)), "E1225");
}

/// Ruling B1: the default colors bring the most majorities.
#[test]
fn best_colors_bring_the_most_majorities() {
    let rules = rules();
    let options = Options {
        players: 2,
        weeks: 3,
        world_markers: WorldMarkers::EveryWeek,
        sets_of_jokers: SetsOfJokers::Allowed,
    };
    let marker = |text: &str| text.parse::<Marker>().expect("a marker");
    let mut state = set_up(&rules, options);
    let mut gives = |player, markers: &[&str]| {
        state.side_mut(player).markers = markers.iter().map(|text| (marker(text), 1)).collect();
        state.clone()
    };
    gives(Player::Orange, &["asia-3", "africa-6"]);
    // The player is one behind in Asia, five in Africa, and ahead in Europe. Of the two majorities behind, one can be
    // won, and Asia's is the safest with both markers.
    let state = gives(
        Player::Black,
        &["asia-2", "africa-2", "europe-4", "world-3", "world-5"],
    );
    assert_eq!(
        rules.best_colors(&state, Player::Black),
        [
            (marker("world-3"), Color::Asia),
            (marker("world-5"), Color::Asia)
        ]
    );
    // Now the player is four behind in Africa: the 4/3 takes Asia, the 5/4 ties in Africa, and both count.
    let gives = |player, markers: &[&str]| {
        let side = &mut state.clone();
        side.side_mut(Player::Orange).markers =
            [(marker("asia-3"), 1), (marker("africa-5"), 1)].into();
        side.side_mut(player).markers = markers.iter().map(|text| (marker(text), 1)).collect();
        side.clone()
    };
    let state = gives(Player::Black, &["asia-2", "africa-2", "world-4", "world-5"]);
    assert_eq!(
        rules.best_colors(&state, Player::Black),
        [
            (marker("world-4"), Color::Asia),
            (marker("world-5"), Color::Africa)
        ]
    );
    // If no majority can be won, the markers go where the least is missing.
    let mut state = state;
    state.side_mut(Player::Orange).markers = [
        (marker("asia-6"), 1),
        (marker("africa-6"), 1),
        (marker("africa-5"), 1),
    ]
    .into();
    state.side_mut(Player::Black).markers = [
        (marker("asia-2"), 1),
        (marker("africa-2"), 1),
        (marker("world-3"), 1),
    ]
    .into();
    let asia = [(marker("world-3"), Color::Asia)];
    assert_eq!(rules.best_colors(&state, Player::Black), asia);
    // A player without a regular marker can assign none.
    state.side_mut(Player::Orange).markers = [(marker("world-4"), 2)].into();
    assert_eq!(rules.best_colors(&state, Player::Orange), []);
}

/// The check of an order file reports what depends on the view: in the Epoch of the Time Police the player restocks
/// nothing, two actions are a duty, and a view that was cut short is refused.
#[test]
fn a_look_through_a_plan() {
    let rules = rules();
    let options = Options {
        players: 2,
        weeks: 3,
        world_markers: WorldMarkers::default(),
        sets_of_jokers: SetsOfJokers::default(),
    };
    let mut state = set_up(&rules, options);
    let player = state.order[0];
    for (side, place) in state.sides.values_mut().zip(["2200-2299", "1200-1299"]) {
        side.at = Some(epoch(place));
    }
    let caught = if state.at(player) == state.police {
        player
    } else {
        state.order[1]
    };
    let turn = Turn::of(caught);
    state.phase = Phase::Turn(turn);
    let look = |view: &serde_json::Value, body: serde_json::Value| -> Vec<(String, String)> {
        let looked = DynRuleset::check(&rules, view, rules.seat(caught), &body, &BTreeSet::new());
        let objections = looked.expect("plain data").into_iter();
        objections.map(|o| (o.path, o.why.code)).collect()
    };
    let said = |path: &str, code: &str| vec![(path.to_owned(), code.to_owned())];
    let mut view =
        serde_json::to_value(Ruleset::view(&rules, &state, &Viewer::Public)).expect("plain data");
    assert_eq!(look(&view, serde_json::json!({"restock": "none"})), []);
    let restock = serde_json::json!({"restock": "1800-1899", "actions": [{"move": "1800-1899"}]});
    assert_eq!(look(&view, restock), said("restock", "E1228"));
    let stays = serde_json::json!({"actions": [{"take": "asia"}, {"move": "1800-1899"}]});
    assert_eq!(look(&view, stays), said("actions/0/take", "E1214"));
    let first =
        serde_json::json!({"world": [{"marker": "world-3", "number": 1, "color": "world"}]});
    assert_eq!(look(&view, first), said("world/0/color", "E1223"));
    for marker in [serde_json::json!("world-3"), serde_json::Value::Null] {
        let ninth =
            serde_json::json!({"world": [{"marker": marker, "number": 9, "color": "world"}]});
        let looked = look(&view, ninth);
        assert!(
            looked.contains(&("world/0/number".to_owned(), "E1210".to_owned())),
            "{looked:?}"
        );
    }

    let due = rules.wrong_action(
        &state,
        &Turn { left: 1, ..turn },
        &vec![],
        asks::Action::Done,
    );
    assert_eq!(due.map(|wrong| wrong.code()), Some("E1217"));

    let epochs = view["epochs"].as_array_mut().expect("a list");
    epochs.pop();
    let cut = look(&view, serde_json::json!({}));
    assert_eq!(cut, said("", "E1226"));
}
