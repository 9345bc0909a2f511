//! The Launch Phase: the Agents that leave Today.

use super::ACTIONS;
use crate::{
    engine::{Answered, Asked, Idle, Line, Plan, Reply},
    rulesets::{
        kit::{about, named},
        time_control::{
            asks::{self, Launches},
            content::Content,
            diagnostics::Wrong,
            names::{Agent, Zone},
            orders::Orders,
        },
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(
    content: &Content,
    plan: &Plan<'_, Orders>,
    question: Launches,
    asked: &Asked<'_>,
) -> Reply {
    match question {
        Launches::Launch => launch(content, plan.orders, asked),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Launches, answer: &Answered) {
    match question {
        Launches::Launch => write_launch(orders, answer),
    }
}

/// The Launch Phase: returns where an Agent is launched. A plan for the turn launches no others.
fn launch(content: &Content, orders: &Orders, asked: &Asked<'_>) -> Reply {
    let Some(agent) = named::<Agent>(asked, "agent") else {
        return Reply::Silent;
    };
    match orders.launch.get(&agent) {
        Some(zone) => {
            let line = Line(format!("launch/{agent}"));
            match asks::Launch.why_not(asked, zone) {
                None => {
                    let beyond = beyond(content, orders, asked, (agent, *zone));
                    asks::Launch.say_after(line, zone, beyond)
                }
                Some(why) => {
                    Reply::by_the_way("launch", Zone::Today, vec![Idle::failed(line, why)])
                }
            }
        }
        None if orders.actions.is_some() => Reply::rest(ACTIONS, Zone::Today),
        None if !orders.launch.is_empty() => Reply::rest("launch", Zone::Today),
        None => Reply::Silent,
    }
}

/// The Launch Phase: returns the lines of the Agents that are not asked about after this launch, because it is the last one that a
/// Problem allows.
fn beyond(
    content: &Content,
    orders: &Orders,
    asked: &Asked<'_>,
    (last, zone): (Agent, Zone),
) -> Vec<Idle> {
    let (Some(problem), Some(most)) = (named(asked, "problem"), about(asked, "most")) else {
        return vec![];
    };
    if zone == Zone::Today || about::<u8>(asked, "left") != Some(1) {
        return vec![];
    }
    let later = orders.launch.iter().filter(|(agent, zone)| {
        agent.color == last.color && **agent > last && **zone != Zone::Today
    });
    later
        .map(|(agent, _)| {
            let line = Line(format!("launch/{agent}"));
            let problem = content.name(problem);
            Idle::failed(line, Wrong::TooManyLaunches { problem, most })
        })
        .collect()
}

fn write_launch(orders: &mut Orders, answer: &Answered) {
    if let (Some(agent), Some(zone)) = (answer.field::<Agent>("agent"), answer.read::<Zone>())
        && zone != Zone::Today
    {
        orders.launch.insert(agent, zone);
    }
}
