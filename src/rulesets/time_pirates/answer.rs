//! The answers that an order file gives to the questions of the rules.

use super::{
    actions::Action,
    names::{Artifact, Color, Epoch, Marker, Restock},
    orders::{self, Orders, Sale, Wanted},
    selling::Set,
};
use crate::engine::{AskKind, Asked, Line, Plan, Reply, reads};
use serde::Serialize;
use serde_json::Value;

/// The kinds of ask of this game.
pub(super) const ASKS: &[AskKind] = &[
    AskKind::of::<Epoch>("place", "where the Time Traveler begins (Preparation)", &[]),
    AskKind::of::<Restock>(
        "restock",
        "which Epoch to restock, or none (Playing 1)",
        &[],
    ),
    AskKind::of::<Artifact>("discard", "what the Time Police take (Police 2)", &[]),
    AskKind::of::<Action>(
        "action",
        "the next action (Playing 2)",
        &[("left", reads::<u32>)],
    ),
    AskKind::of::<Set>(
        "set",
        "which counters are sold (Selling Artifacts)",
        &[("marker", reads::<Marker>)],
    ),
    AskKind::of::<Epoch>(
        "land",
        "where the Time Traveler goes on (Selling Artifacts)",
        &[("marker", reads::<Marker>)],
    ),
    AskKind::of::<Color>(
        "assign-world",
        "the color of a World Scoring Marker (Scoring)",
        &[("marker", reads::<Marker>), ("number", reads::<u32>)],
    ),
];

/// The name of the list of a player's actions.
const ACTIONS: &str = "actions";

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let orders = plan.orders;
    match asked.kind {
        "place" => section(plan, "place", orders.place.as_ref(), asked),
        "restock" => section(plan, "restock", orders.restock.as_ref(), asked),
        "discard" => section(plan, "discard", orders.discard.as_ref(), asked),
        "action" => action(plan, asked),
        "set" => set(plan, asked),
        "land" => match sale(plan, asked) {
            Some((line, sale)) => Reply::say(line, value(sale.to)),
            None => Reply::Silent,
        },
        "assign-world" => assign_world(plan, asked),
        kind => unreachable!("the rules never ask `{kind}`"),
    }
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    let actions = orders.actions.as_ref().map_or(0, Vec::len);
    (0..actions).map(|n| Line::nth(ACTIONS, n)).collect()
}

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data")
}

/// Returns the first legal value. If none is legal, returns the first one, so that its reason is reported.
fn first_legal(values: impl IntoIterator<Item = Value>, asked: &Asked<'_>) -> Option<Value> {
    let mut first = None;
    for value in values {
        if (asked.why_not)(&value).is_none() {
            return Some(value);
        }
        first.get_or_insert(value);
    }
    first
}

/// Returns the answer of a section that answers exactly one question.
fn section<T: Serialize>(
    plan: &Plan<'_, Orders>,
    line: &str,
    wanted: Option<&Wanted<T>>,
    asked: &Asked<'_>,
) -> Reply {
    let values = wanted.into_iter().flat_map(|w| &w.0).map(value);
    match first_legal(values, asked) {
        Some(value) if !plan.spent(line) => Reply::say(line, value),
        _ => Reply::Silent,
    }
}

/// Playing 2: returns the answer of the line at the head of the queue. The line of a sale is used up only when the Time
/// Traveler has gone on.
fn action(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let Some(n) = plan.head(ACTIONS, actions.len()) else {
        return match (asked.why_not)(&value(Action::Done)) {
            None => Reply::by_the_way(ACTIONS, Action::Done, vec![]),
            Some(_) => Reply::Silent,
        };
    };
    let line = Line::nth(ACTIONS, n);
    let wanted: Vec<Action> = match &actions[n] {
        orders::Line::Hold => return Reply::hold(line),
        orders::Line::Sell(sale) => {
            return Reply::by_the_way(line, Action::Sell(sale.marker), vec![]);
        }
        orders::Line::Take(wanted) => wanted.0.iter().map(|a| Action::Take(*a)).collect(),
        orders::Line::Move(to) => vec![Action::Move(*to)],
        orders::Line::Atomic(orders::Atomic { discard, to }) => {
            let (discard, to) = (*discard, *to);
            vec![Action::Atomic { discard, to }]
        }
        orders::Line::Exchange(exchange) => exchange.actions(),
    };
    match first_legal(wanted.into_iter().map(value), asked) {
        Some(value) => Reply::say(line, value),
        None => Reply::Silent,
    }
}

impl orders::Exchange {
    /// Returns every exchange that the line allows, the most wanted first.
    pub(super) fn actions(&self) -> Vec<Action> {
        let give = self.give;
        let pairs = self.take.0.iter().flat_map(|take| {
            let from = self.from.0.iter();
            from.map(|from| (*from, *take))
        });
        pairs
            .map(|(from, take)| Action::Exchange { give, from, take })
            .collect()
    }
}

/// Returns the sale that a question is about: the first one with its marker that is not used up.
fn sale<'a>(plan: &Plan<'a, Orders>, asked: &Asked<'_>) -> Option<(Line, &'a Sale)> {
    let marker: Marker = asked.about.get("marker")?.as_str()?.parse().ok()?;
    let actions = plan.orders.actions.as_ref()?;
    actions.iter().enumerate().find_map(|(n, line)| {
        let path = Line::nth(ACTIONS, n);
        match line {
            orders::Line::Sell(sale) if sale.marker == marker && !plan.spent(&path.0) => {
                Some((path, sale))
            }
            _ => None,
        }
    })
}

/// Selling Artifacts: returns the counters that the line names, or else the cheapest set.
fn set(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    match sale(plan, asked) {
        Some((
            line,
            Sale {
                with: Some(with), ..
            },
        )) => {
            let mut set = with.clone();
            set.sort_unstable();
            Reply::by_the_way(line, set, vec![])
        }
        Some((line, _)) => Reply::by_the_way(line, (asked.default)(), vec![]),
        None => Reply::Silent,
    }
}

/// Scoring: returns the color of the first line that fits the marker.
fn assign_world(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let marker = asked.about.get("marker").and_then(Value::as_str);
    let number = asked.about.get("number").and_then(Value::as_u64);
    let colors = asked.one_of::<Color>();
    let fits = |line: &orders::Assignment| {
        let named = line.marker.map(|m| m.to_string());
        named.is_none_or(|m| Some(m.as_str()) == marker)
            && line
                .number
                .is_none_or(|n| Some(u64::from(n.get())) == number)
            && line.color.0.iter().any(|color| colors.contains(color))
    };
    let world = plan.orders.world.iter().enumerate();
    match world.into_iter().find(|(_, line)| fits(line)) {
        Some((n, line)) => Reply::Prefer {
            line: Line::nth("world", n),
            values: line.color.0.iter().map(value).collect(),
        },
        None => Reply::Silent,
    }
}
