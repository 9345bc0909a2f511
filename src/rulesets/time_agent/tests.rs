use super::*;
use crate::{
    dice::Quick,
    engine::{Playing, RandomBot, playout},
};

fn rules() -> TimeAgent {
    TimeAgent::new(&TimeAgent::library()).expect("the embedded content fits")
}

/// Every scenario can be played, and random legal play never leaves the rules.
#[test]
fn random_play_keeps_the_invariants_in_every_scenario() {
    let rules = rules();
    for scenario in rules.content.scenarios.iter().map(|s| s.id.clone()) {
        let options = Options { scenario };
        let seats = Ruleset::seats(&rules, &options).expect("a scenario");
        for seed in 0..6 {
            let mut bot = RandomBot::new(seed);
            let mut dice = Quick::new(seed);
            let game = playout(
                &rules,
                &options,
                &seats,
                &mut bot,
                &mut dice,
                Playing::turns(12),
            )
            .expect("legal play");
            assert!(game.ended || game.turns == 12, "{options:?} {seed}");
        }
    }
}

/// 7.2: fewer races keep the printed order.
#[test]
fn the_opening_order_is_that_of_the_races_in_play() {
    let playing = [Race::Zytal, Race::Veneb, Race::Roo].into();
    assert_eq!(
        rules().opening_order(&playing),
        [Race::Veneb, Race::Roo, Race::Zytal]
    );
}

/// The list of codes is complete, and each is there once.
#[test]
fn codes_are_listed_once() {
    let codes: Vec<&str> = CODES.iter().map(|(code, _)| *code).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(codes.len(), sorted.len());
    assert!(codes.contains(&Wrong::Twice(String::new()).code()));
}
