//! 7: the preference for places in the player order.

use crate::{
    engine::{Answered, Plan, Reply},
    rulesets::time_agent::{
        asks::{self, PlayerOrder},
        orders::{Orders, TurnOrder},
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: PlayerOrder) -> Reply {
    match question {
        PlayerOrder::TurnOrder => turn_order(plan),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: PlayerOrder, answer: &Answered) {
    match question {
        PlayerOrder::TurnOrder => orders.turn_order = picked(answer),
    }
}

/// 7: returns the list of preferences, which saves six players from waiting for each other.
fn turn_order(plan: &Plan<'_, Orders>) -> Reply {
    match &plan.orders.turn_order {
        None => Reply::Silent,
        Some(order) => asks::TurnOrder.prefer("turn-order", &order.prefer),
    }
}

/// 7: returns the place that was picked.
fn picked(answer: &Answered) -> Option<TurnOrder> {
    let place = answer.read().filter(|_| !answer.forced)?;
    Some(TurnOrder {
        prefer: vec![place],
    })
}
