use super::*;
use crate::{
    dice::Quick,
    engine::{DynRuleset, Playing, RandomBot, playout},
    rulesets::kit::testing,
};
use std::collections::BTreeSet;

pub(super) fn rules() -> TimeAgent {
    testing::rules()
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

/// Returns a game without the Buralti that has just been set up.
fn without_buralti() -> (TimeAgent, state::State) {
    let rules = rules();
    let options = serde_json::json!({"scenario": "five-without-buralti"});
    let state = testing::set_up(&rules, &options, 1);
    (rules, state)
}

/// These codes hardly occur with real order files: targets (9.3, 9.4), and the races that take part (12).
#[test]
fn rare_errors_have_their_codes() {
    let (rules, mut state) = without_buralti();
    let unknown = Options {
        scenario: "seven".to_owned(),
    };
    let why = Ruleset::seats(&rules, &unknown).unwrap_err();
    assert_eq!(why.code, "E1028");
    assert!(
        why.words
            .starts_with("There is no scenario `seven`; there are two,"),
        "{}",
        why.words
    );

    let mut playing = state.sides.keys().copied();
    let (own, other) = (playing.next().unwrap(), playing.next().unwrap());
    let absent = Race::ALL
        .iter()
        .find(|race| !state.sides.contains_key(race))
        .unwrap();
    let orders = serde_json::json!({
        "opposition": [{"tile": "any", "against": absent.name(), "declare": "oppose"}]
    });
    let seat = rules.seat(own);
    let view = Ruleset::view(&rules, &state, &Viewer::Seat(seat.clone()));
    let view = serde_json::to_value(view).unwrap();
    let objections = DynRuleset::check(&rules, &view, seat, &orders, &BTreeSet::new()).unwrap();
    let [objection] = &objections[..] else {
        panic!("{objections:?}");
    };
    assert_eq!(objection.why.code, "E1003");

    let unit = |race: Race| state.units.of(race).next().unwrap().0;
    let (by, target) = (unit(own), unit(other));
    let spot: places::Spot = "4a-1".parse().unwrap();
    let pair = asks::Pair::Against {
        opposing: true,
        spot,
        by,
        target,
    };
    let mut code = |place| {
        state.units.put(by, places::Place::Past(spot));
        state.units.put(target, place);
        search::why_not(&state, own, pair).map(|wrong| wrong.code())
    };
    assert_eq!(code(places::Place::Present), Some("E1021"));
    assert_eq!(code(places::Place::Past(spot)), Some("E1022"));
}

/// 12: in games of four every player has one race. 9.52: a price that is not met and an edge of a reversal have codes.
#[test]
fn seatings_prices_and_edges_that_are_wrong_have_codes() {
    let (rules, state) = without_buralti();
    let four = Options {
        scenario: "four".to_owned(),
    };
    let hand = vec![
        rules.seat(Race::Roo).clone(),
        rules.seat(Race::Zytal).clone(),
    ];
    let why = Ruleset::seating(&rules, &four, &[hand]).unwrap_err();
    assert_eq!(why.code, "E1036");
    let spot = "4a-1".parse().unwrap();
    assert_eq!(Wrong::NotPaid { spot, missing: 2 }.code(), "E1037");
    let seat = rules.seat(Race::Zytal);
    let view = Ruleset::view(&rules, &state, &Viewer::Seat(seat.clone()));
    let view = serde_json::to_value(view).unwrap();
    let orders = serde_json::json!({
        "contribute": [{"tile": "any", "for": "roo", "to": "reverse", "edge": 3, "up-to": 2}]
    });
    let objections = DynRuleset::check(&rules, &view, seat, &orders, &BTreeSet::new()).unwrap();
    let codes: Vec<&str> = objections.iter().map(|o| o.why.code.as_str()).collect();
    assert_eq!(codes, ["E1038"]);
}
