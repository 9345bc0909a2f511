//! 8: the decisions of the headquarters.

use crate::{
    engine::{Answered, Asked, Idle, Plan, Reply},
    rulesets::{
        kit::named,
        time_agent::{
            asks::{self, AtHeadquarters, Research, Start},
            diagnostics::Wrong,
            names::Item,
            orders::{OrHold, Orders},
        },
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(
    plan: &Plan<'_, Orders>,
    question: AtHeadquarters,
    asked: &Asked<'_>,
) -> Reply {
    match question {
        AtHeadquarters::Headquarters | AtHeadquarters::Maintain | AtHeadquarters::Buy => {
            headquarters(plan, question, asked)
        }
        AtHeadquarters::Research => research(plan, asked),
    }
}

/// 8: writes one decision of the headquarters.
pub(super) fn write(orders: &mut Orders, question: AtHeadquarters, answer: &Answered) {
    let section = orders.headquarters.get_or_insert_default();
    match question {
        AtHeadquarters::Maintain if answer.differs() => section.maintain = answer.read(),
        AtHeadquarters::Buy => {
            let count = answer.read().unwrap_or(0);
            match answer.field::<Item>("item") {
                Some(Item::TimeMachine) => section.buy.time_machines = count,
                Some(Item::Squad) => section.buy.squads = count,
                Some(Item::Agent) => section.buy.agents = count,
                None => {}
            }
        }
        AtHeadquarters::Research => {
            if let Some(Research::Look(hex)) = answer.read() {
                section.research.push(OrHold::Do(hex));
            }
        }
        AtHeadquarters::Headquarters | AtHeadquarters::Maintain => {}
    }
}

/// 8, 8.1, 8.2: returns the answer of the headquarters section.
fn headquarters(plan: &Plan<'_, Orders>, question: AtHeadquarters, asked: &Asked<'_>) -> Reply {
    let Some(headquarters) = &plan.orders.headquarters else {
        return Reply::Silent;
    };
    match question {
        AtHeadquarters::Headquarters => {
            // The first race has no other to wait for.
            let start = asked
                .one_of()
                .into_iter()
                .find(|start| (*start == Start::AfterEarlier) == headquarters.after_earlier)
                .unwrap_or(Start::Now);
            asks::Headquarters.say("headquarters/after-earlier", &start)
        }
        _ if headquarters.after_earlier && !plan.spent(&line_of(asked)) => {
            // The seat has not seen this yet, so the file contains no decision about it.
            Reply::hold(line_of(asked))
        }
        AtHeadquarters::Maintain => {
            let line = "headquarters/maintain";
            match &headquarters.maintain {
                Some(stay) if !plan.spent(line) => asks::Maintain.say(line, stay),
                _ => Reply::say(line, (asked.default)()),
            }
        }
        _ => {
            let buy = headquarters.buy;
            let count = match item(asked) {
                Some(Item::TimeMachine) => buy.time_machines,
                Some(Item::Squad) => buy.squads,
                Some(Item::Agent) => buy.agents,
                None => return Reply::Silent,
            };
            let line = line_of(asked);
            // Once refused, the line counts as spent and the seat buys nothing.
            let count = if plan.spent(&line) { 0 } else { count };
            asks::Buy.say(line, &count)
        }
    }
}

/// 8.2: returns the item that is being bought.
fn item(asked: &Asked<'_>) -> Option<Item> {
    named(asked, "item")
}

/// Returns the line of the headquarters section that answers a question.
fn line_of(asked: &Asked<'_>) -> String {
    match item(asked) {
        Some(Item::TimeMachine) => "headquarters/buy/time-machines".to_owned(),
        Some(Item::Squad) => "headquarters/buy/squads".to_owned(),
        Some(Item::Agent) => "headquarters/buy/agents".to_owned(),
        None => "headquarters/maintain".to_owned(),
    }
}

/// 8.3, 8.35: returns one look after another. A tile that the seat knows appears again in every report, at no cost.
fn research(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    const SECTION: &str = "headquarters/research";
    let Some(headquarters) = &plan.orders.headquarters else {
        return Reply::Silent;
    };
    let mut done = vec![];
    for (line, order) in plan.left(SECTION, &headquarters.research) {
        let OrHold::Do(hex) = order else {
            return Reply::Hold { line, done };
        };
        let look = Research::Look(*hex);
        match asks::Research.why_not(asked, &look) {
            Some(known) if known.code == Wrong::Known(*hex).code() => {
                done.push(Idle::because(line, known));
            }
            _ => return asks::Research.say_after(line, &look, done),
        }
    }
    if headquarters.after_earlier && !plan.spent(SECTION) {
        let line = SECTION.into();
        return Reply::Hold { line, done };
    }
    Reply::by_the_way(SECTION, Research::Done, done)
}
