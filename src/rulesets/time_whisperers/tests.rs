use super::*;
use crate::{
    dice::Quick,
    engine::{RandomBot, playout},
};

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
        for seed in 0..100 {
            let mut bot = RandomBot::new(seed);
            let mut dice = Quick::new(seed);
            let game =
                playout(&rules, &options, &seats, &mut bot, &mut dice, 9).expect("legal play");
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
