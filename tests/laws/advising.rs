//! Advice: the same for what looks the same, and better than chance.

use super::{
    dice::ByLabel,
    games::{Game, game},
    mail::{Desk, Start, answer, standing},
};
use chronojudge::{
    dice::Quick,
    engine::{Advice, Flow, OnFile, Prompt, RandomBot, SeatId, Sent, Stop, Thoroughness, Viewer},
};
use serde_json::{Value, json};

/// The least effort that still tells a good file from a bad one.
const LITTLE: Thoroughness = Thoroughness {
    think: 6,
    plans: 2,
    samples: 4,
};

/// The three games, each with options for a small table and the number of turns that are played.
fn tables() -> [(Game, u32); 3] {
    [
        (game("time-agent", json!({"scenario": "two"})), 2),
        (
            game(
                "time-whisperers",
                json!({"players": 2, "placement": "random"}),
            ),
            2,
        ),
        (game("time-pirates", json!({"players": 2})), 24),
    ]
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

/// Plays a turn: every seat answers at random, but one follows an order file, and takes the default where that says
/// nothing.
fn turn(
    game: &Game,
    state: &Value,
    file: Option<(&SeatId, &Value)>,
    seed: u64,
    bot: &mut RandomBot,
) -> Option<Value> {
    let start = Start::from(game, state).since(1);
    let mut journal = vec![];
    let mut open: Vec<Prompt> = vec![];
    loop {
        let mut desk = Desk::new();
        for prompt in &open {
            let follows = file.is_some_and(|(seat, _)| *seat == prompt.seat);
            let value = if follows {
                prompt.default.clone()
            } else {
                answer(&prompt.choices, bot)
            };
            let on_file = desk.entry(prompt.seat.clone()).or_default();
            on_file.standing.push(standing(prompt, &[value]));
        }
        if let Some((seat, body)) = file {
            let on_file: &mut OnFile = desk.entry(seat.clone()).or_default();
            on_file.files = vec![Sent::new("advice", body.clone())];
            on_file.if_illegal = chronojudge::engine::IfIllegal::Skip;
        }
        let outcome = start.run(1, &journal, &desk, false, &mut ByLabel(seed));
        match outcome.flow {
            Ok(Flow::Next) => return Some(outcome.state),
            Ok(Flow::Over { .. }) => return None,
            Err(Stop::Waiting(prompts)) => {
                journal = outcome.journal;
                open = prompts;
            }
            Err(stop) => panic!("{stop:?}"),
        }
    }
}

/// Returns what the last seat has after some turns against seats that play at random: its points, and in Time Pirates,
/// where points come at the end of a Week, its markers.
fn points(game: &Game, turns: u32, follows: bool, seed: u64) -> i64 {
    let mut bot = RandomBot::new(seed);
    let mut state = begun(game, seed);
    let seat = game.seats.last().expect("a seat");
    for n in 0..turns {
        let advice = follows.then(|| advice(game, &state, &seat.id));
        let first = advice.as_ref().and_then(|advice| advice.candidates.first());
        let file = first.map(|first| (&seat.id, &first.orders));
        let dice = seed << 8 | u64::from(n);
        match turn(game, &state, file, dice, &mut bot) {
            Some(next) => state = next,
            None => break,
        }
    }
    let view = game.rules.view(&state, &Viewer::Public).expect("a view");
    let markers = view["sides"][seat.id.as_str()]["markers"].as_object();
    if let Some(markers) = markers {
        return markers.values().filter_map(Value::as_i64).sum();
    }
    let score = game.rules.score(&view).expect("points");
    score[&seat.id]
}

/// A seat that follows the first advice is further ahead in the end than one that plays at random, in the same games.
#[test]
fn advice_is_better_than_chance() {
    for (game, turns) in tables() {
        let points_of = |follows| -> Vec<i64> {
            (1..=3)
                .map(|seed| points(&game, turns, follows, seed))
                .collect()
        };
        let (advised, random) = (points_of(true), points_of(false));
        eprintln!(
            "{}: with advice {advised:?}, at random {random:?}",
            game.name()
        );
        let sum = |points_of: &[i64]| points_of.iter().sum::<i64>();
        assert!(sum(&advised) > sum(&random), "{advised:?} {random:?}");
    }
}

/// Two positions that look the same to a seat get the same advice, and again the same.
#[test]
fn advice_reads_only_the_view() {
    for (game, _) in tables() {
        let state = begun(&game, 4);
        let seat = &game.seats[0].id;
        let viewer = Viewer::Seat(seat.clone());
        let view = game.rules.view(&state, &viewer).expect("a view");
        let other = game.rules.imagine(&view, &viewer, &mut Quick::new(9));
        let other = other.expect("a view").expect("a position");
        assert!(game.rules.id() == "time-pirates" || other != state || !game.hides);
        let given = advice(&game, &state, seat);
        assert!(!given.candidates.is_empty(), "{}", game.name());
        assert_eq!(given, advice(&game, &other, seat), "{}", game.name());
    }
}

/// A seat that is not asked anything in a turn gets an empty advice.
#[test]
fn there_is_no_advice_where_there_is_nothing_to_order() {
    let game = game("time-pirates", json!({"players": 3}));
    let mut bot = RandomBot::new(1);
    let state = begun(&game, 1);
    let state = turn(&game, &state, None, 1, &mut bot).expect("a turn");
    let view = game.rules.view(&state, &Viewer::Public).expect("a view");
    let whose = view["phase"]["turn"]["player"]
        .as_str()
        .expect("a turn")
        .to_owned();
    let idle = game
        .seat_ids()
        .into_iter()
        .find(|seat| seat.as_str() != whose);
    assert_eq!(
        advice(&game, &state, &idle.expect("another seat")).candidates,
        []
    );
}
