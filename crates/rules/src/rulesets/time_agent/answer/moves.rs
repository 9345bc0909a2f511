//! 9.1: the moves.

use crate::{
    engine::{Answered, Plan, Reply},
    rulesets::time_agent::{
        asks::{self, Moves, Step},
        orders::{Move, OrHold, Orders},
        places::Spot,
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Moves) -> Reply {
    match question {
        Moves::Move => movement(plan),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Moves, answer: &Answered) {
    match question {
        Moves::Move => orders
            .moves
            .get_or_insert_default()
            .extend(moved(answer).map(OrHold::Do)),
    }
}

/// 9.1: returns the next move.
fn movement(plan: &Plan<'_, Orders>) -> Reply {
    let Some(moves) = &plan.orders.moves else {
        return Reply::Silent;
    };
    let Some((line, order)) = plan.left("moves", moves).next() else {
        return asks::Move.by_the_way("moves", &Step::Done);
    };
    let OrHold::Do(order) = order else {
        return Reply::hold(line);
    };
    let (unit, to) = (order.unit, order.to);
    let step = match (order.along, to) {
        (Some(along), to) => Step::Along { unit, along, to },
        (None, Spot::Hex(to)) => Step::Travel { unit, to },
        (None, Spot::Original(to)) => Step::TravelToOriginal { unit, to },
    };
    asks::Move.say(line, &step)
}

/// 9.1: returns a move; `None` at the end of moving.
fn moved(answer: &Answered) -> Option<Move> {
    match answer.read()? {
        Step::Done => None,
        Step::Travel { unit, to } => Some(Move {
            unit,
            along: None,
            to: Spot::Hex(to),
        }),
        Step::TravelToOriginal { unit, to } => Some(Move {
            unit,
            along: None,
            to: Spot::Original(to),
        }),
        Step::Along { unit, along, to } => Some(Move {
            unit,
            along: Some(along),
            to,
        }),
    }
}
