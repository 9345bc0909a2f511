//! The Time Wave Turn: the tokens in the own Today, and the Agents that Time Waves attack.

use crate::{
    engine::{Answered, Asked, Plan, Reply},
    rulesets::{
        kit::named,
        time_control::{
            asks::{self, Waves},
            cash_out::Solves,
            names::{Agent, Bid, Side},
            orders::Orders,
        },
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Waves, asked: &Asked<'_>) -> Reply {
    match question {
        Waves::Resolve => resolve(plan),
        Waves::Solve => asks::Solve.prefer("solve", &plan.orders.solve),
        Waves::Defend => defend(plan.orders, asked),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Waves, answer: &Answered) {
    match question {
        Waves::Resolve => orders.resolve.extend(answer.read::<Side>()),
        Waves::Solve => orders.solve.extend(answer.read::<Solves>()),
        // The highest token is given to an Agent of which the file says nothing.
        Waves::Defend => {
            if answer.differs()
                && let (Some(agent), Some(bid)) = (answer.field("agent"), answer.read::<Bid>())
            {
                orders.defend.insert(agent, bid);
            }
        }
    }
}

/// The Resolve Phase: returns which tokens are resolved next. Each word stands for a pair, or for the single token that is left.
fn resolve(plan: &Plan<'_, Orders>) -> Reply {
    match plan.left("resolve", &plan.orders.resolve).next() {
        Some((line, side)) => asks::Resolve.say(line, side),
        None => Reply::Silent,
    }
}

/// Wave Attack Duel: returns the token of an Agent.
fn defend(orders: &Orders, asked: &Asked<'_>) -> Reply {
    let agent: Option<Agent> = named(asked, "agent");
    match agent.and_then(|agent| Some((agent, orders.defend.get(&agent)?))) {
        Some((agent, bid)) if asks::Defend.why_not(asked, bid).is_none() => {
            asks::Defend.by_the_way(format!("defend/{agent}"), bid)
        }
        _ => Reply::Silent,
    }
}
