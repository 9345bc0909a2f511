//! Measures the bot that searches: `cargo bench --bench search`. The items are playouts. Nothing here is asserted; the
//! figures are for docs/bots.md.

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/engine/poker/rules.rs"]
mod poker;

use chronojudge::{
    dice::Quick,
    engine::{DynRuleset, Playing, Playout, RandomBot, SeatId},
    rulesets,
};
use divan::{Bencher, counter::ItemsCount};
use poker::Poker;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn main() {
    divan::main();
}

/// Measures games in which one seat, or each seat, is played by the bot, and the others at random.
fn searched(
    bencher: Bencher<'_, '_>,
    rules: &dyn DynRuleset,
    options: &Value,
    bots: &[(&str, &str)],
    turns: u32,
) {
    let seats = rules.seats(options).expect("seats");
    let bots: BTreeMap<SeatId, String> = bots
        .iter()
        .map(|(seat, bot)| (SeatId::new(seat).expect("a name"), (*bot).to_owned()))
        .collect();
    let playing = Playing {
        bots: Some(&bots),
        ..Playing::turns(turns)
    };
    let play = || -> Playout {
        let (mut bot, mut dice) = (RandomBot::new(1), Quick::new(1));
        let game = rules.playout(options, &seats, &mut bot, &mut dice, playing);
        game.expect("legal play")
    };
    let playouts = play().playouts;
    bencher.counter(ItemsCount::new(playouts)).bench_local(play);
}

fn game(ruleset: &str) -> Box<dyn DynRuleset> {
    let known = rulesets::find(ruleset).expect("a ruleset");
    (known.load)(&(known.library)()).expect("content")
}

/// Two rounds of Time Agent for six, of which one seat searches.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn time_agent(bencher: Bencher<'_, '_>) {
    let options = json!({"scenario": "six"});
    searched(
        bencher,
        &*game("time-agent"),
        &options,
        &[("zytal", "search-400")],
        2,
    );
}

/// A game of The Time Whisperers for three, of which one seat searches.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn time_whisperers(bencher: Bencher<'_, '_>) {
    let options = json!({"players": 3});
    searched(
        bencher,
        &*game("time-whisperers"),
        &options,
        &[("red", "search-400")],
        4,
    );
}

/// Twelve turns of Time Pirates for four, of which one seat searches.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn time_pirates(bencher: Bencher<'_, '_>) {
    let options = json!({"players": 4});
    searched(
        bencher,
        &*game("time-pirates"),
        &options,
        &[("black", "search-400")],
        13,
    );
}

/// A turn of Time Control for four, of which one seat searches.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn time_control(bencher: Bencher<'_, '_>) {
    let options = json!({"players": 4});
    searched(
        bencher,
        &*game("time-control"),
        &options,
        &[("green", "search-40")],
        1,
    );
}

/// Six turns of The LOOP for four, of which one seat searches.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn the_loop(bencher: Bencher<'_, '_>) {
    let options = json!({"players": 4});
    searched(
        bencher,
        &*game("the-loop"),
        &options,
        &[("v-girl", "search-400")],
        6,
    );
}

const BOTH: [(&str, &str); 2] = [("first", "search-400"), ("second", "search-400")];

/// A hand of Kuhn poker; both seats search.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn kuhn_poker(bencher: Bencher<'_, '_>) {
    searched(bencher, &Poker::kuhn(), &json!({}), &BOTH, 1);
}

/// A hand of Leduc poker; both seats search.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn leduc_poker(bencher: Bencher<'_, '_>) {
    searched(bencher, &Poker::leduc(), &json!({}), &BOTH, 1);
}
