//! Laws that every ruleset keeps, tested by mail with random legal answers.
//!
//! `CHRONOJUDGE_TURNS` sets the number of turns of each game (a few dozen by default), and `CHRONOJUDGE_SEED` selects
//! them.

mod advising;
mod deciding;
pub mod dice;
pub mod games;
mod imagining;
mod leaks;
pub mod mail;
mod orders;
pub mod questions;
mod queued;
mod sealed;
mod trying;
mod unfit;
mod words;
mod written;

use chronojudge::engine::{Flow, Outcome, Playing, RandomBot};
use dice::ByLabel;
use games::{Game, all_tables, games};
use mail::{Start, fair, play};
use serde_json::Value;
use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

pub fn number(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

/// Returns the number of turns to play of a game, divided by `part` for laws whose turns take long.
fn turns(game: &Game, part: u32) -> u32 {
    let turns = number("CHRONOJUDGE_TURNS").and_then(|n| u32::try_from(n).ok());
    (turns.unwrap_or(game.turns) / part).max(1)
}

/// Runs a check with every game, and prints the game for which it failed.
fn each_game(what: impl Fn(&Game, &mut RandomBot)) {
    each_of(games(), what);
}

/// Runs a check that runs each turn a few times only: with every game, and with full tables whose turns take long.
fn each_table(what: impl Fn(&Game, &mut RandomBot)) {
    each_of(all_tables(), what);
}

fn each_of(games: Vec<Game>, what: impl Fn(&Game, &mut RandomBot)) {
    let seed = number("CHRONOJUDGE_SEED").unwrap_or(1);
    for game in games {
        let mut bot = RandomBot::new(seed);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| what(&game, &mut bot))) {
            eprintln!("the game was {}, CHRONOJUDGE_SEED={seed}", game.name());
            resume_unwind(panic);
        }
    }
}

/// Plays games one after another up to a number of turns, and passes every state to `see`.
fn walk(
    game: &Game,
    turns: u32,
    bot: &mut RandomBot,
    see: &mut dyn FnMut(&Outcome, &mut RandomBot),
) {
    let seed = bot.below(1 << 30) as u64;
    let mut dice = |sitting| -> Box<dyn chronojudge::dice::Dice> {
        if seed.is_multiple_of(2) {
            Box::new(fair(seed, sitting))
        } else {
            // The same label gives other dice in another sitting, as with real keys.
            Box::new(ByLabel(seed ^ u64::from(sitting) << 32))
        }
    };
    let (mut sitting, mut state): (u32, Option<Value>) = (1, None);
    for _ in 0..turns {
        let state_now = state.take().unwrap_or_else(|| {
            sitting = 1;
            play(Start::set_up(game), &mut sitting, bot, &mut dice, true, see).state
        });
        let start = Start::from(game, &state_now);
        let end = play(start, &mut sitting, bot, &mut dice, true, see);
        match end.flow {
            Ok(Flow::Next) => state = Some(end.state),
            Ok(Flow::Over { winners }) => game.assert_winners(&winners),
            Err(stop) => unreachable!("{stop:?}"),
        }
    }
}

#[test]
fn turns_by_mail() {
    each_game(|game, bot| {
        let (mut sittings, mut views) = (0, 0);
        walk(game, turns(game, 1), bot, &mut |outcome, bot| {
            sittings += 1;
            // A report is written after every sitting, for all readers.
            if bot.below(10) == 0 {
                for viewer in game.viewers() {
                    let view = game.rules.view(&outcome.state, &viewer).expect("a view");
                    assert!(!view.is_null());
                    views += 1;
                }
            }
        });
        eprintln!("{}: {sittings} sittings, {views} views", game.name());
    });
}

/// Games played in memory by chance keep the rules, and give the same game for the same seed; if they are long enough,
/// some of them end.
#[test]
fn games_in_memory() {
    each_table(|game, bot| {
        let limit = turns(game, 1) * 5;
        let mut ended = 0;
        for _ in 0..3 {
            let seed = bot.below(1 << 30) as u64;
            let playout = || {
                let mut bot = RandomBot::new(seed);
                let mut dice = chronojudge::dice::Quick::new(seed);
                let rules = &game.rules;
                rules
                    .playout(
                        &game.options,
                        &game.seats,
                        &mut bot,
                        &mut dice,
                        Playing::turns(limit),
                    )
                    .unwrap_or_else(|broken| panic!("seed {seed}: {broken}"))
            };
            let played = playout();
            if played.ended {
                game.assert_winners(&played.winners);
            } else {
                assert!(played.winners.is_empty(), "seed {seed}: {played:?}");
            }
            assert_eq!(played, playout(), "seed {seed}");
            ended += u32::from(played.ended);
        }
        eprintln!(
            "{}: {ended} of 3 games ended within {limit} turns",
            game.name()
        );
        assert!(ended > 0 || limit < 300, "none of the games ended");
    });
}

/// The schemas of a ruleset are valid, and an empty order file is a valid one.
#[test]
fn schemas_are_valid() {
    each_table(|game, _| {
        let options = serde_json::to_value(game.rules.options_schema()).expect("JSON");
        assert!(jsonschema::is_valid(&options, &game.options));
        let orders = serde_json::to_value(game.rules.orders_schema()).expect("JSON");
        let empty = serde_json::json!({});
        assert!(jsonschema::is_valid(&orders, &empty));
        let read = game.rules.orders(&empty).expect("an empty order file");
        assert!(
            jsonschema::is_valid(&orders, &read),
            "what is read fits again: {read}"
        );
    });
}
