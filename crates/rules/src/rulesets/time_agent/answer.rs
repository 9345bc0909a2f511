//! The answers that an order file gives to the questions of the rules, and the order file that gives answers: both directions
//! of a section stand together, in the file of the section.
//!
//! Three things cannot be said in one order file: to wait for earlier headquarters (8) and to know already what is
//! decided then; not to ask the others in a place that is altered later (9.2), because such a file asks them first; and
//! to oppose a race in a place at one time and not at another.

mod actions;
mod declarations;
mod headquarters;
mod moves;
mod player_order;
mod price;

pub(super) use actions::{Stage, stage};

use super::{
    asks::{Question, Section},
    orders::Orders,
};
use crate::engine::{Answered, Asked, Line, Plan, Reply};

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    match question.section() {
        Section::PlayerOrder(question) => player_order::answer(plan, question),
        Section::AtHeadquarters(question) => headquarters::answer(plan, question, asked),
        Section::Moves(question) => moves::answer(plan, question),
        Section::Declarations(question) => declarations::answer(plan, question, asked),
        Section::Actions(question) => actions::answer(plan, question, asked),
        Section::Price(question) => price::answer(plan, question, asked),
    }
}

/// Returns an order file that gives these answers. Its lists are written even if they are empty, because a file that
/// leaves one out lets the turn wait for the seat.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    for answer in answers {
        let Ok(question) = answer.ask.parse::<Question>() else {
            continue;
        };
        match question.section() {
            Section::PlayerOrder(question) => player_order::write(&mut orders, question, answer),
            Section::AtHeadquarters(question) => headquarters::write(&mut orders, question, answer),
            Section::Moves(question) => moves::write(&mut orders, question, answer),
            Section::Declarations(question) => declarations::write(&mut orders, question, answer),
            Section::Actions(question) => actions::write(&mut orders, question, answer),
            Section::Price(question) => price::write(&mut orders, question, answer),
        }
    }
    price::without_idle_promises(&mut orders);
    orders
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    let research = orders.headquarters.as_ref().map_or(0, |h| h.research.len());
    let moves = orders.moves.as_ref().map_or(0, Vec::len);
    let actions = orders.actions.as_ref().map_or(0, Vec::len);
    Line::all("headquarters/research", research)
        .chain(Line::all("moves", moves))
        .chain(Line::all("actions", actions))
        .collect()
}

/// The lines that are lost if a new file leaves them out: also those of 8.1 and 8.2, for which something is decided
/// all the same, and the promises of 9.52.
pub(super) fn entries(orders: &Orders) -> Vec<Line> {
    let mut entries = lines(orders);
    let headquarters = ["maintain", "buy/time-machines", "buy/squads", "buy/agents"];
    entries.extend(headquarters.map(|line| Line(format!("headquarters/{line}"))));
    entries.extend(Line::all("contribute", orders.contribute.len()));
    entries
}
