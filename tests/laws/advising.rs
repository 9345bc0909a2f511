//! Advice: the same for what looks the same.

use super::{
    dice::ByLabel,
    games::{Game, game},
    mail::{Desk, Start},
};
use chronojudge::{
    dice::Quick,
    engine::{Advice, SeatId, Thoroughness, Viewer},
    rulesets,
};
use serde_json::{Value, json};

/// The least effort that still tells a good file from a bad one.
const LITTLE: Thoroughness = Thoroughness {
    think: 6,
    plans: 2,
    samples: 4,
};

/// Returns each game of the list, with options for a small table.
fn tables() -> Vec<Game> {
    let options = |id| match id {
        "time-agent" => json!({"scenario": "two"}),
        "time-whisperers" => json!({"players": 2, "placement": "random"}),
        _ => json!({"players": 2}),
    };
    let games = rulesets::ALL.iter();
    games
        .map(|known| game(known.id, options(known.id)))
        .collect()
}

fn begun(game: &Game, seed: u64) -> Value {
    let set_up = Start::set_up(game);
    let mut dice = ByLabel(seed);
    set_up.run(1, &[], &Desk::new(), true, &mut dice).state
}

fn advice(game: &Game, state: &Value, seat: &SeatId) -> Advice {
    let view = game
        .rules
        .view(state, &Viewer::Seat(seat.clone()))
        .expect("a view");
    let advice = game
        .rules
        .advise(&view, seat, &game.seat_ids(), LITTLE, &mut |_, _| ());
    advice.expect("a view of this game").expect("a position")
}

/// Two positions that look the same to a seat get the same advice, and again the same.
#[test]
fn advice_reads_only_the_view() {
    for game in tables() {
        let state = begun(&game, 4);
        // In The LOOP the turn is that of one seat.
        let seats = game.rules.awaited(&state).expect("a state");
        let seat = &seats.map_or(game.seats[0].id.clone(), |seats| seats[0].clone());
        let viewer = Viewer::Seat(seat.clone());
        let view = game.rules.view(&state, &viewer).expect("a view");
        let other = game.rules.imagine(&view, &viewer, &mut Quick::new(9));
        let other = other.expect("a view").expect("a position");
        assert!(other != state || !game.hides);
        let given = advice(&game, &state, seat);
        assert!(!given.candidates.is_empty(), "{}", game.name());
        assert_eq!(given, advice(&game, &other, seat), "{}", game.name());
    }
}

/// A seat that is not asked anything in a turn gets an empty advice.
#[test]
fn there_is_no_advice_where_there_is_nothing_to_order() {
    let game = game("the-loop", json!({"players": 3}));
    let state = begun(&game, 1);
    let view = game.rules.view(&state, &Viewer::Public).expect("a view");
    let whose = view["phase"]["turn"]["agent"].as_str().expect("a turn");
    let idle = game
        .seat_ids()
        .into_iter()
        .find(|seat| seat.as_str() != whose);
    assert_eq!(
        advice(&game, &state, &idle.expect("another seat")).candidates,
        []
    );
}
