use super::*;
use crate::{
    dice::Quick,
    engine::{RandomBot, playout},
};

fn rules() -> TimeAgent {
    TimeAgent::new(&TimeAgent::library()).expect("the embedded content fits")
}

#[test]
fn random_games_end() {
    let rules = rules();
    for scenario in rules.content.scenarios.iter().map(|s| s.id.clone()) {
        let options = Options { scenario };
        let seats = Ruleset::seats(&rules, &options).expect("a scenario");
        for seed in 0..20 {
            let mut bot = RandomBot::new(seed);
            let mut dice = Quick::new(seed);
            let game =
                playout(&rules, &options, &seats, &mut bot, &mut dice, 400).expect("legal play");
            eprintln!("{options:?} {seed} {game:?}");
            assert!(game.ended);
        }
    }
}
