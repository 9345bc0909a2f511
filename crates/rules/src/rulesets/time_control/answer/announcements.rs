//! The Action Phase: what a player announces, does with Time Control, and does if another player forces them to act.

use super::ACTIONS;
use crate::{
    engine::{Answered, Asked, Idle, Intent, Plan, Reply},
    rulesets::time_control::{
        action_phase::Said,
        actions::{Action, Purpose},
        announcement::{self, Done, Order},
        asks::{self, Announcements, Question},
        diagnostics::Wrong,
        names::Agent,
        orders::Orders,
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Announcements, asked: &Asked<'_>) -> Reply {
    match question {
        Announcements::Act => action(plan),
        Announcements::Force => force(plan),
        Announcements::Control => control(plan, asked),
        Announcements::Forced => forced(plan.orders),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Announcements, answer: &Answered) {
    match question {
        Announcements::Act => {
            let lines = orders.actions.get_or_insert_default();
            lines.extend(
                answer
                    .read()
                    .map(|said| line(said).unwrap_or(announcement::Line::Wait)),
            );
        }
        Announcements::Force => {
            if let Some(line) = answer.read().and_then(line) {
                orders.actions.get_or_insert_default().push(line);
            }
        }
        // Time Control that is used for nothing takes a line, too, if it is won again later.
        Announcements::Control => {
            let line = answer.read().and_then(purpose);
            orders
                .control
                .push(line.unwrap_or(announcement::Line::Wait));
        }
        Announcements::Forced => {
            let action = answer.read().map(|action| act(action, false));
            orders.forced.extend(action);
        }
    }
}

/// Removes the lines at the end of a list that wait for nothing.
pub(super) fn without_last_waits(orders: &mut Orders) {
    if let Some(lines) = &mut orders.actions {
        let last = lines
            .iter()
            .rposition(|line| *line != announcement::Line::Wait);
        lines.truncate(last.map_or(0, |last| last + 1));
    }
    let last = orders
        .control
        .iter()
        .rposition(|line| *line != announcement::Line::Wait);
    orders.control.truncate(last.map_or(0, |last| last + 1));
}

/// The Action Phase: returns the announcement of the line at the head of the queue. If it is not possible when it is reached, the
/// player is asked, or the line is left out, as the order file says (ruling D1).
fn action(plan: &Plan<'_, Orders>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let mut done = vec![];
    for (line, order) in plan.left(ACTIONS, actions) {
        if *order == announcement::Line::Hold {
            return Reply::Hold { line, done };
        }
        match said(order, None) {
            Some(said) => return asks::Act.say_after(line, &said, done),
            None => done.push(Idle::because(line, Wrong::NoAttacker)),
        }
    }
    // Live, the end of the list is no pass.
    if plan.orders.live.has(Question::Act.part()) {
        return Reply::Silent;
    }
    Reply::by_the_way(ACTIONS, Said::Pass, done)
}

/// The Action Phase: returns the claim to force another player, if the line at the head of the queue is one. The lines of
/// Agents, none of which can act, wait.
fn force(plan: &Plan<'_, Orders>) -> Reply {
    let mut left = plan.left(ACTIONS, plan.orders.actions.iter().flatten());
    match left.next() {
        Some((line, announcement::Line::Force(color))) => {
            asks::Force.say(line, &Intent::Claim(Purpose::Force(*color)))
        }
        Some(_) => asks::Force.by_the_way(ACTIONS, &Intent::Pass),
        None => Reply::Silent,
    }
}

/// Returns what a line announces; `None` if it attacks the attacker and there is none.
pub(in crate::rulesets::time_control) fn said(
    line: &announcement::Line,
    attacker: Option<Agent>,
) -> Option<Said> {
    Some(match line {
        announcement::Line::Hold | announcement::Line::Wait => Intent::Pass,
        announcement::Line::Force(color) => Intent::Claim(Purpose::Force(*color)),
        announcement::Line::Act { order, claim } => {
            let action = order.action(attacker)?;
            if *claim {
                Intent::Claim(Purpose::Act(action))
            } else {
                Intent::Act(action)
            }
        }
    })
}

/// The Action Phase: returns the line of an announcement. A pass is the end of the list.
pub(super) fn line(said: Said) -> Option<announcement::Line> {
    match said {
        Intent::Pass | Intent::Claim(Purpose::Nothing) => None,
        Intent::Act(action) => Some(act(action, false)),
        Intent::Claim(Purpose::Act(action)) => Some(act(action, true)),
        Intent::Claim(Purpose::Force(color)) => Some(announcement::Line::Force(color)),
    }
}

/// Returns the line of an action.
fn act(action: Action, claim: bool) -> announcement::Line {
    let order = Order {
        agent: action.agent,
        deed: Done::Deed(action.deed),
    };
    announcement::Line::Act { order, claim }
}

/// The Action Phase: returns what a player does with Time Control: the first line that is legal. Each line is used once.
fn control(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    for (line, order) in plan.left("control", &plan.orders.control) {
        let purpose = match order {
            announcement::Line::Hold | announcement::Line::Wait => Some(Purpose::Nothing),
            announcement::Line::Force(color) => Some(Purpose::Force(*color)),
            announcement::Line::Act { order, .. } => order.action(None).map(Purpose::Act),
        };
        if let Some(purpose) = purpose
            && asks::Control.why_not(asked, &purpose).is_none()
        {
            return asks::Control.say(line, &purpose);
        }
    }
    Reply::Silent
}

/// Returns the line of what a player has Time Control for.
fn purpose(purpose: Purpose) -> Option<announcement::Line> {
    match purpose {
        Purpose::Nothing => None,
        Purpose::Act(action) => Some(act(action, false)),
        Purpose::Force(color) => Some(announcement::Line::Force(color)),
    }
}

/// The Action Phase: returns the first legal action of those that a player would be forced to.
fn forced(orders: &Orders) -> Reply {
    let action = |line: &announcement::Line| match line {
        announcement::Line::Act { order, .. } => order.action(None),
        announcement::Line::Hold | announcement::Line::Wait | announcement::Line::Force(_) => None,
    };
    let actions: Vec<Action> = orders.forced.iter().filter_map(action).collect();
    asks::Forced.prefer("forced", &actions)
}
