//! Orders tried on a view: nothing hidden is revealed, and every proposal is legal at its point.

use super::{Game, dice::ByLabel, each_game, turns, walk};
use chronojudge::engine::{Effort, OnFile, Rehearsal, SeatId, Sent, Standing, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Tries an empty order file with an answer in advance; returns `None` if nothing can be tried.
fn tried(game: &Game, state: &Value, seat: &SeatId, standing: Vec<Standing>) -> Option<Rehearsal> {
    let viewer = Viewer::Seat(seat.clone());
    let view = game.rules.view(state, &viewer).expect("a view");
    let on_file = OnFile {
        files: vec![Sent::new("plan".to_owned(), json!({}))],
        standing,
        ..OnFile::default()
    };
    let (rules, none) = (&game.rules, BTreeSet::new());
    let told = rules.rehearse(&view, seat, &game.seat_ids(), on_file, &none, Effort::FULL);
    told.expect("a view and orders of this game, and nothing stops")
}

#[test]
fn a_try_reveals_nothing_hidden_and_proposes_legal_orders() {
    each_game(|game, bot| {
        if !game.rules.looks_ahead() {
            return;
        }
        let seats = game.seat_ids();
        let (mut tries, mut proposals) = (0, 0);
        walk(game, turns(game, 3), bot, &mut |outcome, bot| {
            if tries > 0 && bot.below(12) > 0 {
                return;
            }
            let seat = &seats[bot.below(seats.len())];
            let Some(told) = tried(game, &outcome.state, seat, vec![]) else {
                return;
            };
            tries += 1;
            let mut dice = ByLabel(bot.below(1 << 30) as u64);
            let viewer = Viewer::Seat(seat.clone());
            let other = game.rules.resample(&outcome.state, &viewer, &mut dice);
            let other = other.expect("a state");
            let again = tried(game, &other, seat, vec![]);
            assert_eq!(again.as_ref(), Some(&told), "{seat} sees what is hidden");
            if told.possible.is_empty() {
                return;
            }
            let possible = &told.possible[bot.below(told.possible.len())].what;
            let mut when = possible.about.clone();
            when.insert("ask".to_owned(), possible.ask.as_str().into());
            let prefer = vec![possible.answer.clone()];
            let taken = tried(game, &outcome.state, seat, vec![Standing { when, prefer }]);
            // An answer that the rules refuse is not used, and changes nothing.
            assert_ne!(taken.as_ref(), Some(&told), "{possible:?} is not legal");
            proposals += 1;
        });
        eprintln!("{}: {tries} tries, {proposals} proposals", game.name());
        assert!(tries > 0, "nothing was tried");
    });
}
