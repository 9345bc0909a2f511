//! Setup 5: the placement.

use crate::{
    engine::{Answered, Plan, Reply},
    rulesets::time_whisperers::{
        asks::{self, Placement, Placing},
        orders::{self, Orders},
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Placement) -> Reply {
    match question {
        Placement::Place => place(plan),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Placement, answer: &Answered) {
    match question {
        Placement::Place => orders.placement.extend(placing(answer)),
    }
}

/// Setup 5: returns the answer of the next line of the placement.
fn place(plan: &Plan<'_, Orders>) -> Reply {
    match plan.left("placement", &plan.orders.placement).next() {
        None => Reply::Silent,
        Some((line, orders)) => {
            let (whisperer, side) = (orders.whisperer, orders.side);
            asks::Place.say(line, &Placing { whisperer, side })
        }
    }
}

/// Setup 5: returns the next line of the placement.
fn placing(answer: &Answered) -> Option<orders::Placing> {
    let Placing { whisperer, side } = answer.read()?;
    Some(orders::Placing { whisperer, side })
}
