//! "Before you do that": the rules for interrupts, and the objections to claims of Time Control.

use super::{
    announcements::{line, said},
    own,
};
use crate::{
    engine::{Answered, Asked, Plan, Reply},
    rulesets::{
        kit::Wanted,
        time_control::{
            action_phase::Said,
            actions::{Action, Deed},
            asks::{self, Interrupts, Question},
            conditions::{Aim, Event, When, Who},
            names::Color,
            orders::{Interrupt, Objections, Orders},
        },
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Interrupts, asked: &Asked<'_>) -> Reply {
    match question {
        Interrupts::React => interrupt(plan, asked),
        Interrupts::Object => object(plan.orders, asked),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Interrupts, answer: &Answered) {
    match question {
        Interrupts::React => orders.interrupts.extend(rule(answer)),
        Interrupts::Object => write_objection(orders, answer),
    }
}

/// "Before you do that": returns what the first rule says whose condition fits and whose action is legal.
fn interrupt(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let (Some(color), Some(event)) = (own(asked.seat), Event::asked(asked.about())) else {
        return Reply::Silent;
    };
    for (line, rule) in plan.left("interrupts", &plan.orders.interrupts) {
        if !rule.when.fits(color, &event) {
            continue;
        }
        let Some(said) = said(&rule.then, event.agent) else {
            continue;
        };
        if said == Said::Pass || asks::React.why_not(asked, &said).is_some() {
            continue;
        }
        return if rule.once {
            asks::React.say(line, &said)
        } else {
            asks::React.by_the_way(line, &said)
        };
    }
    Reply::Silent
}

/// "Before you do that": returns a rule that is used once.
fn rule(answer: &Answered) -> Option<Interrupt> {
    let then = line(answer.read()?)?;
    Some(Interrupt {
        when: condition(answer),
        then,
        once: true,
    })
}

/// Time Control Duel: returns whether the player objects to a claim.
fn object(orders: &Orders, asked: &Asked<'_>) -> Reply {
    let objects = match (
        &orders.objections,
        own(asked.seat),
        Event::asked(asked.about()),
    ) {
        (Some(Objections::Always), ..) => true,
        (Some(Objections::Never), ..) => false,
        (Some(Objections::If(conditions)), Some(color), Some(event)) => {
            let fits = conditions.iter().any(|when| when.fits(color, &event));
            if !fits && orders.live.has(Question::Object.part()) {
                return Reply::Silent;
            }
            fits
        }
        _ => return Reply::Silent,
    };
    asks::Object.by_the_way("objections", &objects)
}

/// Time Control Duel: adds a condition for an objection.
fn write_objection(orders: &mut Orders, answer: &Answered) {
    if answer.read() != Some(true) {
        return;
    }
    let conditions = orders.objections.get_or_insert(Objections::If(vec![]));
    if let Objections::If(conditions) = conditions {
        conditions.push(condition(answer));
    }
}

/// Returns the condition that fits what a prompt is about.
fn condition(answer: &Answered) -> When {
    let by: Option<Color> = answer.field("by");
    When {
        player: by.map(|color| Wanted(vec![Who::Color(color)])),
        does: answer.field("does").map(|does| Wanted(vec![does])),
        agent: answer.field("agent").map(|agent| Wanted(vec![agent])),
        target: match answer.field::<Action>("action").map(|action| action.deed) {
            Some(Deed::Attack(target)) => Some(Aim::Agent(target)),
            _ => answer.field("forced").map(Aim::Color),
        },
        at: answer.field("at").map(|at| Wanted(vec![at])),
        time: answer.field("time"),
    }
}
