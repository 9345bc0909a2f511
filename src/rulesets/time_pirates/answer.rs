//! The answers that an order file gives to the questions of the rules.

use super::{
    asks::{self, Action, Question},
    names::{Color, Marker},
    orders::{self, Orders, Sale},
};
use crate::{
    engine::{Answer, Asked, Line, Plan, Reply},
    rulesets::kit::{Kind, Wanted, named},
};

/// The name of the list of a player's actions.
const ACTIONS: &str = "actions";

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    let orders = plan.orders;
    match question {
        Question::Place => section(plan, asks::Place, orders.place.as_ref(), asked),
        Question::Restock => section(plan, asks::Restock, orders.restock.as_ref(), asked),
        Question::Discard => section(plan, asks::Discard, orders.discard.as_ref(), asked),
        Question::Act => action(plan, asked),
        Question::Set => set(plan, asked),
        Question::Land => match sale(plan, asked) {
            Some((line, sale)) => asks::Land.say(line, &sale.to),
            None => Reply::Silent,
        },
        Question::AssignWorld => assign_world(plan, asked),
    }
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    Line::all(ACTIONS, orders.actions.as_ref().map_or(0, Vec::len)).collect()
}

/// Returns the first legal answer. If none is legal, returns the first one, so that its reason is reported.
fn first_legal<'a, A: Answer>(kind: Kind<A>, wanted: &'a [A], asked: &Asked<'_>) -> Option<&'a A> {
    let legal = |answer: &&A| kind.why_not(asked, answer).is_none();
    wanted.iter().find(legal).or(wanted.first())
}

/// Returns the answer of the section that answers one kind of question, and has its name.
fn section<A: Answer>(
    plan: &Plan<'_, Orders>,
    kind: Kind<A>,
    wanted: Option<&Wanted<A>>,
    asked: &Asked<'_>,
) -> Reply {
    let line = kind.name();
    match wanted.and_then(|wanted| first_legal(kind, &wanted.0, asked)) {
        Some(answer) if !plan.spent(line) => kind.say(line, answer),
        _ => Reply::Silent,
    }
}

/// Playing 2: returns the answer of the line at the head of the queue. The line of a sale is used up only when the Time
/// Traveler has gone on.
fn action(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let Some((line, order)) = plan.left(ACTIONS, actions).next() else {
        return match asks::Act.why_not(asked, &Action::Done) {
            None => asks::Act.by_the_way(ACTIONS, &Action::Done),
            Some(_) => Reply::Silent,
        };
    };
    if let orders::Line::Sell(sale) = order {
        return asks::Act.by_the_way(line, &Action::Sell(sale.marker));
    }
    let Some(wanted) = order.actions() else {
        return Reply::hold(line);
    };
    match first_legal(asks::Act, &wanted, asked) {
        Some(action) => asks::Act.say(line, action),
        None => Reply::Silent,
    }
}

impl orders::Line {
    /// Returns every action that the line allows, the most wanted first; `None` for `hold`.
    pub(super) fn actions(&self) -> Option<Vec<Action>> {
        Some(match self {
            Self::Take(wanted) => wanted.0.iter().copied().map(Action::Take).collect(),
            Self::Move(to) => vec![Action::Move(*to)],
            Self::Sell(sale) => vec![Action::Sell(sale.marker)],
            Self::Atomic(orders::Atomic { discard, to }) => {
                let (discard, to) = (*discard, *to);
                vec![Action::Atomic { discard, to }]
            }
            Self::Exchange(exchange) => exchange.actions(),
            Self::Hold => return None,
        })
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
    let marker: Marker = named(asked, "marker")?;
    let mut lines = plan.left(ACTIONS, plan.orders.actions.iter().flatten());
    lines.find_map(|(line, order)| match order {
        orders::Line::Sell(sale) if sale.marker == marker => Some((line, sale)),
        _ => None,
    })
}

/// Selling Artifacts: returns the counters that the line names, or else the cheapest set.
fn set(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some((line, sale)) = sale(plan, asked) else {
        return Reply::Silent;
    };
    match sale.with.clone() {
        Some(mut set) => {
            set.sort_unstable();
            asks::Set.by_the_way(line, &set)
        }
        None => Reply::by_the_way(line, (asked.default)(), vec![]),
    }
}

/// Scoring: returns the color of the first line that fits the marker.
fn assign_world(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let marker: Option<Marker> = named(asked, "marker");
    let number = asked
        .about()
        .get("number")
        .and_then(serde_json::Value::as_u64);
    let colors = asked.one_of::<Color>();
    let fits = |line: &orders::Assignment| {
        (line.marker.is_none() || line.marker == marker)
            && (line
                .number
                .is_none_or(|n| Some(u64::from(n.get())) == number))
            && line.color.0.iter().any(|color| colors.contains(color))
    };
    let mut world = plan.orders.world.iter().enumerate();
    match world.find(|(_, line)| fits(line)) {
        Some((n, line)) => asks::AssignWorld.prefer(Line::nth("world", n), &line.color.0),
        None => Reply::Silent,
    }
}
