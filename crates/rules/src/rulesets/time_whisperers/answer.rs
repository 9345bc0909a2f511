//! The answers that an order file gives to the questions of the rules, and the order file that gives answers: both directions
//! of a section stand together, in the file of the section.
//!
//! An order file cannot say which of two opponents the Thief steals from if both give the same card.

mod between_plays;
mod once_a_round;
mod placement;
mod programme;
mod wishes;

use super::{
    asks::{Question, Section},
    names::Power,
    orders::{Orders, PowerOrder},
};
use crate::engine::{Answered, Asked, Line, Plan, Reply};
use serde::Serialize;
use serde_json::Value;

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    match question.section() {
        Section::Placement(of) => placement::answer(plan, of),
        Section::Programme(of) => programme::answer(plan, of, question, asked),
        Section::BetweenPlays(of) => between_plays::answer(plan, of, question, asked),
        Section::OnceARound(of) => once_a_round::answer(plan, of, question, asked),
        Section::Wishes(of) => wishes::answer(plan, of, asked),
    }
}

/// Returns an order file that gives these answers. The programme is written whole, and a list of powers as soon as a
/// power is decided on, because a file that leaves them out lets the turn wait for the seat.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    let mut decided = false;
    let mut powers = vec![];
    for (n, answer) in answers.iter().enumerate() {
        let Ok(question) = answer.ask.parse::<Question>() else {
            continue;
        };
        match question.section() {
            Section::Placement(of) => placement::write(&mut orders, of, answer),
            Section::Programme(of) => programme::write(&mut orders, &mut powers, of, answer),
            Section::BetweenPlays(of) => {
                let at_once = !answers[..n].iter().any(|other| other.ask == answer.ask);
                powers.extend(between_plays::line(of, answer, at_once));
            }
            Section::OnceARound(of) => {
                decided |= !answer.forced;
                powers.extend(once_a_round::line(of, answer));
            }
            Section::Wishes(of) => wishes::write(&mut orders, &mut powers, of, answer),
        }
    }
    if decided || !powers.is_empty() {
        orders.powers = Some(powers);
    }
    orders
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    let placement = Line::all("placement", orders.placement.len());
    placement
        .chain(Line::all("programme", orders.programme.len()))
        .collect()
}

/// The lines that are lost if a new file leaves them out: also those about gold powers, which are then not used.
pub(super) fn entries(orders: &Orders) -> Vec<Line> {
    let mut entries = lines(orders);
    let powers = orders.powers.as_ref().map_or(0, Vec::len);
    entries.extend(Line::all("powers", powers));
    entries
}

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data")
}

/// Returns no answer, or a wake if the seat wants to be asked about a power that it has brought in (Mimic, Alliance).
fn left_open(plan: &Plan<'_, Orders>, question: Question) -> Reply {
    let power = match question {
        Question::StolenAction => Some(Power::Thief),
        other => other.name().parse().ok(),
    };
    let mut lines = plan.orders.powers.iter().flatten();
    if power.is_some_and(|power| lines.any(|line| line.asks_about(power))) {
        Reply::Wake
    } else {
        Reply::Silent
    }
}

/// Returns the lines about gold powers that are not used up.
fn power_lines<'a>(plan: &'a Plan<'_, Orders>) -> impl Iterator<Item = (Line, &'a PowerOrder)> {
    plan.left("powers", plan.orders.powers.iter().flatten())
}
