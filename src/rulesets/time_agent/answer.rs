//! The answers that an order file gives to the questions of the rules.

mod actions;

pub(super) use actions::{Stage, stage};

use super::{
    asks::{self, Question, Research, Stance, Start, Step},
    diagnostics::Wrong,
    names::{Alters, Item, Race},
    orders::{Action, Contribution, Declaration, Opposition, OrHold, Orders, Otherwise},
    places::Spot,
};
use crate::{
    engine::{Asked, Idle, Line, Plan, Reply},
    rulesets::kit::named,
};
use serde_json::Value;

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    match question {
        Question::TurnOrder => turn_order(plan),
        Question::Headquarters | Question::Maintain | Question::Buy => {
            headquarters(plan, question, asked)
        }
        Question::Research => research(plan, asked),
        Question::Move => movement(plan),
        Question::CheckStatus => actions::check_status(plan, asked),
        Question::Oppose => oppose(plan, asked),
        Question::Search => actions::actions(plan, Stage::Search, asked),
        Question::Attack => actions::actions(plan, Stage::Combat, asked),
        Question::Alter => actions::actions(plan, Stage::Alter, asked),
        Question::Pay => pay(plan, asked),
        Question::Contribute => contribute(plan, asked),
    }
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

/// 7: returns the list of preferences, which saves six players from waiting for each other.
fn turn_order(plan: &Plan<'_, Orders>) -> Reply {
    match &plan.orders.turn_order {
        None => Reply::Silent,
        Some(order) => asks::TurnOrder.prefer("turn-order", &order.prefer),
    }
}

/// 8, 8.1, 8.2: returns the answer of the headquarters section.
fn headquarters(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    let Some(headquarters) = &plan.orders.headquarters else {
        return Reply::Silent;
    };
    match question {
        Question::Headquarters => {
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
        Question::Maintain => {
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

/// 9.2: returns the answer of the first line that fits.
fn oppose(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let place = named::<Spot>(asked, "tile").zip(named::<Race>(asked, "against"));
    let Some((tile, against)) = place else {
        return Reply::Silent;
    };
    let fits = |line: &Opposition| {
        line.tile.fits(&tile) && line.against.as_ref().is_none_or(|a| a.fits(&against))
    };
    let mut lines = plan.left("opposition", &plan.orders.opposition);
    match lines.find(|(_, line)| fits(line)) {
        None => Reply::Silent,
        Some((path, line)) => match line.declare {
            Declaration::Ask => Reply::AskMe,
            Declaration::Oppose => asks::Oppose.by_the_way(path, &Stance::Oppose),
            Declaration::StandAside => asks::Oppose.by_the_way(path, &Stance::StandAside),
        },
    }
}

/// The alteration that a question is about: the place, what is done there, and the edge of a rotation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Subject {
    spot: Spot,
    to: Alters,
    edge: Option<u8>,
}

impl Subject {
    fn of(asked: &Asked<'_>) -> Option<Self> {
        let edge = asked.about().get("edge").and_then(Value::as_u64);
        Some(Self {
            spot: named(asked, "tile")?,
            to: named(asked, "to")?,
            edge: edge.and_then(|edge| edge.try_into().ok()),
        })
    }

    /// Returns the price terms of a line that orders this alteration; `None` if the line orders something else.
    fn ordered(self, action: &Action) -> Option<(Option<u32>, Option<Otherwise>)> {
        let (fits, price) = match action {
            Action::Reverse(reverse) => (
                self.to != Alters::Rotate && reverse.tile == self.spot,
                (reverse.pay_up_to, reverse.otherwise),
            ),
            Action::Rotate(rotate) => (
                Spot::Hex(rotate.tile) == self.spot && Some(rotate.to) == self.edge,
                (rotate.pay_up_to, rotate.otherwise),
            ),
            _ => return None,
        };
        fits.then_some(price)
    }
}

/// 9.52: pays as much of the price as the line that was just executed allows; all of it if that has fallen short and
/// the line says so.
fn pay(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let (Some(actions), Some(subject)) = (&plan.orders.actions, Subject::of(asked)) else {
        return Reply::Silent;
    };
    let ordered = actions.iter().enumerate().filter_map(|(n, action)| {
        let price = subject.ordered(action)?;
        Some((Line::nth("actions", n), price))
    });
    let lines: Vec<_> = ordered.collect();
    // The line was spent when its alteration was chosen: it is the last such line. In a file that came later it is the
    // first line for this alteration, which is spent with it.
    let played = lines.iter().rev().find(|(line, _)| plan.spent(&line.0));
    let Some((line, (pay_up_to, otherwise))) = played.or(lines.first()).cloned() else {
        return Reply::Silent;
    };
    let open = asked.one_of::<u32>();
    let most = open.iter().copied().max().unwrap_or(0);
    let cost = asked
        .about()
        .get("cost")
        .and_then(Value::as_u64)
        .unwrap_or(0);
    let cost = u32::try_from(cost).unwrap_or(u32::MAX);
    let allowed =
        (open.iter().copied()).filter(|amount| pay_up_to.is_none_or(|up_to| *amount <= up_to));
    let capped = allowed.max();
    // The first price of the line is available unless it has fallen short before.
    let again = match pay_up_to {
        Some(up_to) if up_to < cost => capped != Some(up_to.min(most)) && open.len() > 1,
        _ => false,
    };
    let amount = match capped {
        _ if again && otherwise == Some(Otherwise::PayAll) => most,
        Some(amount) => amount,
        None if otherwise == Some(Otherwise::PayAll) => most,
        None => 0,
    };
    asks::Pay.say(line, &amount)
}

/// 9.52: returns the promised share. A promise is good for one alteration of the kind that it names.
fn contribute(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(subject) = Subject::of(asked) else {
        return Reply::Silent;
    };
    let whose: Option<Race> = named(asked, "for");
    let fits = |promise: &Contribution| {
        promise.tile.fits(&subject.spot)
            && promise.to.fits(&subject.to)
            && promise.edge.is_none_or(|edge| Some(edge) == subject.edge)
            && whose == Some(promise.race)
    };
    let mut lines = plan.left("contribute", &plan.orders.contribute);
    let Some((line, promise)) = lines.find(|(_, promise)| fits(promise)) else {
        return Reply::Silent;
    };
    let amounts = asked.one_of::<u32>().into_iter();
    let amount = amounts.filter(|amount| *amount <= promise.up_to).max();
    asks::Contribute.say(line, &amount.unwrap_or(0))
}
