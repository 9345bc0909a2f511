use super::*;
use crate::{
    engine::{Fields, Ruleset, SeatId, Viewer},
    rulesets::time_agent::{asks::Alteration, places::HexId, state::State, tests::rules},
};
use mind::LATE;
use std::collections::BTreeSet;

/// A position of a game without the Buralti in which several operatives stood on 4c-8 and turned it to and fro: each of
/// two facings parted a pair that the other joined.
const LATE_GAME: &str = include_str!("late-game.json");

/// Returns the rotation that a bot makes if it may turn any of some tiles.
fn rotation(rules: &TimeAgent, state: &State, race: Race, tiles: &[HexId]) -> Option<(HexId, u8)> {
    let seat = SeatId::new(race.name()).expect("a plain name");
    let view = Ruleset::view(rules, state, &Viewer::Seat(seat.clone()));
    let about = Fields::new();
    let choices = tiles.iter().flat_map(|hex| {
        let now = state.cell(*hex).facing;
        let others = (1..=6).filter(move |to| Some(*to) != now);
        others.map(|to| Alteration::Rotate { hex: *hex, to })
    });
    let choices: Vec<Alteration> = choices.collect();
    let asked = Asked {
        kind: "alter",
        seat: &seat,
        about: &&about,
        choices: &choices,
        default: &|| Value::Null,
        why_not: &|_| None,
        so_far: &Vec::new,
    };
    match serde_json::from_value(answer(rules, "swing", &view, &asked)?) {
        Ok(Alteration::Rotate { hex, to }) => Some((hex, to)),
        _ => None,
    }
}

/// Late in a game a bot that wants the end brings it nearer by each rotation: positions do not repeat.
#[test]
fn the_bot_never_returns_to_an_earlier_position() {
    let rules = rules();
    let position: State = serde_json::from_str(LATE_GAME).expect("a state");
    let mut turned = 0;
    for race in [Race::Fiolli, Race::Zytal] {
        let seat = Viewer::Seat(SeatId::new(race.name()).expect("a plain name"));
        let mut state = position.clone();
        state.round = LATE + 18;
        let mut seen = BTreeSet::new();
        for _ in 0..8 {
            let facings: Vec<Option<u8>> =
                (state.hexes.iter()).map(|(_, cell)| cell.facing).collect();
            assert!(seen.insert(facings), "a position came again for {race}");
            let view = Ruleset::view(&rules, &state, &seat);
            let mind = Mind::new(&rules, &view, race, Temper::Swing);
            let tiles: Vec<HexId> = (mind.to_turn(&mind.state).into_iter())
                .map(|t| t.0)
                .collect();
            let Some((hex, to)) = rotation(&rules, &state, race, &tiles) else {
                break;
            };
            turned += 1;
            if let Some(cell) = state.hexes.get_mut(hex) {
                cell.facing = Some(to);
            }
        }
    }
    assert!(turned > 0, "no bot turned anything");
}
