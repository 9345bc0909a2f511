use super::*;
use crate::rulesets::Listed as _;
use crate::rulesets::one_by_one;

/// All 88 are there once each, except those that only play can check; those that do not hold are known and give the
/// reason.
#[test]
fn all_constraints_are_held_against_the_content() {
    let rules = TimeAgent::new(&TimeAgent::library()).expect("the embedded content fits");
    let effort = Effort {
        samples: 200,
        games: 0,
    };
    let parts = (0..).map_while(|part| rules.component_checks(part, effort, &one_by_one));
    let claims: Vec<Claim> = parts.flatten().collect();
    let mut numbers: Vec<u32> = claims.iter().map(|claim| claim.number).collect();
    numbers.sort_unstable();
    let by_play = [37, 78, 79, 80, 82, 83];
    // The Guide's hints stand in the table below 58.
    let twice = numbers.windows(2).filter(|pair| pair[0] == pair[1]);
    assert_eq!(twice.map(|pair| pair[0]).collect::<Vec<_>>(), [58]);
    numbers.dedup();
    let wanted: Vec<u32> = (1..=88).filter(|n| !by_play.contains(n)).collect();
    assert_eq!(numbers, wanted);
    let fails: Vec<u32> = claims
        .iter()
        .filter(|claim| !claim.holds)
        .map(|claim| claim.number)
        .collect();
    assert_eq!(fails, KNOWN, "{claims:#?}");
    assert!(
        claims
            .iter()
            .all(|claim| claim.holds || claim.why.is_some())
    );
}

/// The constraints that this content does not keep, and cannot keep together with the rest.
const KNOWN: &[u32] = &[31];

/// A game of bots with a fixed seed ends, and none of their answers is illegal.
#[test]
fn bots_play_a_whole_game() {
    let rules = TimeAgent::new(&TimeAgent::library()).expect("the embedded content fits");
    let game = play::game(&rules, SHORT).expect("no fault in the rules");
    assert_eq!(game.slips, 0, "{game:?}");
    assert!(game.ended && !game.winners.is_empty(), "{game:?}");
    assert!((4..=15).contains(&game.rounds), "{game:?}");
}

/// The number of a short game.
const SHORT: u32 = 0;
