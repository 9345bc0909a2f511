//! Orders made by taking decisions one by one: each is taken as it was said, and those before it stay as they were.

use super::{Game, each_game, turns, walk};
use chronojudge::engine::{
    Choices, Decision, Effort, OnFile, RandomBot, SeatId, Sent, Trial, Viewer, Weight,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The least share of decisions that come out as they were taken, in percent. An order file cannot say everything: one
/// list of what is solved answers every question of its kind.
const LEAST: usize = 90;

fn decisions(game: &Game, view: &Value, seat: &SeatId, body: &Value) -> Vec<Decision> {
    let on_file = OnFile {
        files: vec![Sent::new("plan".to_owned(), body.clone())],
        ..OnFile::default()
    };
    let none = BTreeSet::new();
    let trial = Trial {
        on_file,
        played: &none,
        supposed: BTreeMap::new(),
        effort: Effort::REPLY,
    };
    let decisions = game
        .rules
        .decisions(view, seat, &game.seat_ids(), trial, &[]);
    decisions.expect("a view and orders of this game, and nothing stops")
}

fn has_no_errors(game: &Game, view: &Value, seat: &SeatId, body: &Value) -> bool {
    let found = game.rules.check(view, seat, body, &BTreeSet::new());
    let found = found.expect("a view and orders of this game");
    found.iter().all(|one| one.weight != Weight::Error)
}

/// Returns an answer at random.
fn answer(choices: &Choices, bot: &mut RandomBot) -> Value {
    match choices {
        Choices::OneOf(of) => of[bot.below(of.len())].clone(),
        Choices::SomeOf { of, min, max } => {
            let count = min + bot.below(max - min + 1);
            of[..count].to_vec().into()
        }
        Choices::Ranking { of } => of.iter().rev().cloned().collect(),
    }
}

#[test]
fn a_decision_is_taken_as_it_was_said() {
    each_game(|game, bot| {
        if !game.rules.looks_ahead() {
            return;
        }
        let seats = game.seat_ids();
        let (mut taken, mut as_said) = (0, 0);
        let mut odd = vec![];
        walk(game, turns(game, 4), bot, &mut |outcome, bot| {
            if taken > 8 && bot.below(4) > 0 {
                return;
            }
            let seat = &seats[bot.below(seats.len())];
            let view = game.rules.view(&outcome.state, &Viewer::Seat(seat.clone()));
            let view = view.expect("a view");
            let mut body = json!({});
            for _ in 0..4 {
                let before = decisions(game, &view, seat, &body);
                let free = before.iter().enumerate().filter(|(_, one)| !one.forced);
                let free: Vec<usize> = free.map(|(n, _)| n).collect();
                if free.is_empty() {
                    return;
                }
                let n = free[bot.below(free.len())];
                let value = answer(&before[n].choices, bot);
                assert!(before[n].choices.allow(&value), "{value}");
                body = game.rules.decided(&body, &before, n, &value);
                let after = decisions(game, &view, seat, &body);
                let same = |(a, b): (&Decision, &Decision)| a.ask == b.ask && a.value == b.value;
                let is_as_said = after.len() > n
                    && after[n].ask == before[n].ask
                    && after[n].value == value
                    && before[..n].iter().zip(&after).all(same)
                    && has_no_errors(game, &view, seat, &body);
                taken += 1;
                as_said += usize::from(is_as_said);
                if !is_as_said {
                    let is = after.get(n).map(|one| (&one.ask, &one.value));
                    odd.push(format!(
                        "{n}: {} {value}\n   now {is:?}\n   {body}",
                        before[n].ask
                    ));
                }
            }
        });
        let share = as_said * 100 / taken.max(1);
        assert!(
            taken > 8 && share >= LEAST,
            "{}: {as_said} of {taken}\n{}",
            game.rules.id(),
            odd.join("\n")
        );
    });
}
