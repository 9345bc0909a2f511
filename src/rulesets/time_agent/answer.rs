//! The answers that an order file gives to the questions of the rules.

mod actions;

pub(super) use actions::{Stage, stage};

use super::{
    alteration::Alteration,
    check_status::{Inquiry, Stance},
    diagnostics::Wrong,
    headquarters::{Research, Start},
    movement::Step,
    names::{Alters, Item, OwnUnit, Race},
    orders::{Action, Declaration, OrHold, Orders, Otherwise},
    places::Spot,
    search::Pair,
};
use crate::engine::{AskKind, Asked, Idle, Line, Plan, Reply, reads};
use serde::Serialize;
use serde_json::Value;

/// The kinds of ask of a round.
pub(super) const ASKS: &[AskKind] = &[
    AskKind::of::<u8>(
        "turn-order",
        "when to go in the player order (7)",
        &[("round", reads::<u32>)],
    ),
    AskKind::of::<Start>(
        "headquarters",
        "whether to wait for earlier headquarters (8)",
        &[],
    ),
    AskKind::of::<Vec<OwnUnit>>("maintain", "which operatives stay in the past (8.1)", &[]),
    AskKind::of::<u32>("buy", "how many to buy (8.2)", &[("item", reads::<Item>)]),
    AskKind::of::<Research>("research", "which facedown tile to look at (8.3)", &[]),
    AskKind::of::<Step>("move", "the next move (9.1)", &[]),
    AskKind::of::<Inquiry>("check-status", "whom to ask for opposition (9.2)", &[]),
    AskKind::of::<Stance>(
        "oppose",
        "whether you oppose (9.2)",
        &[("tile", reads::<Spot>), ("against", reads::<Race>)],
    ),
    AskKind::of::<Pair>("search", "the next search (9.3)", &[]),
    AskKind::of::<Pair>("attack", "the next attack (9.4)", &[]),
    // These fields are about the alteration that has just failed, if one has.
    AskKind::of::<Alteration>(
        "alter",
        "the next alteration (9.5)",
        &[
            ("tile", reads::<Spot>),
            ("to", reads::<Alters>),
            ("edge", reads::<u8>),
            ("missing", reads::<u32>),
            ("opposed-by", reads::<Race>),
        ],
    ),
    AskKind::of::<u32>(
        "pay",
        "what you pay of the price (9.52)",
        &[
            ("tile", reads::<Spot>),
            ("to", reads::<Alters>),
            ("edge", reads::<u8>),
            ("cost", reads::<u32>),
        ],
    ),
    AskKind {
        offered: true,
        ..AskKind::of::<u32>(
            "contribute",
            "what you pay for another's alteration (9.52)",
            &[
                ("tile", reads::<Spot>),
                ("for", reads::<Race>),
                ("to", reads::<Alters>),
                ("edge", reads::<u8>),
                ("missing", reads::<u32>),
            ],
        )
    },
];

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    match asked.kind {
        "turn-order" => turn_order(plan),
        "headquarters" | "maintain" | "buy" => headquarters(plan, asked),
        "research" => research(plan, asked),
        "move" => movement(plan),
        "check-status" => actions::check_status(plan, asked),
        "oppose" => oppose(plan, asked),
        "search" | "attack" | "alter" => actions::actions(plan, asked),
        "pay" => pay(plan, asked),
        "contribute" => contribute(plan, asked),
        kind => unreachable!("the rules never ask `{kind}`"),
    }
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    let mut lines = vec![];
    if let Some(headquarters) = &orders.headquarters {
        lines.extend(numbered(
            "headquarters/research",
            headquarters.research.len(),
        ));
    }
    if let Some(moves) = &orders.moves {
        lines.extend(numbered("moves", moves.len()));
    }
    if let Some(actions) = &orders.actions {
        lines.extend(numbered("actions", actions.len()));
    }
    lines
}

/// The lines that are lost if a new file leaves them out: also those of 8.1 and 8.2, for which something is decided
/// all the same, and the promises of 9.52.
pub(super) fn entries(orders: &Orders) -> Vec<Line> {
    let mut entries = lines(orders);
    let headquarters = ["maintain", "buy/time-machines", "buy/squads", "buy/agents"];
    entries.extend(headquarters.map(|line| Line(format!("headquarters/{line}"))));
    entries.extend(numbered("contribute", orders.contribute.len()));
    entries
}

fn numbered(section: &str, len: usize) -> impl Iterator<Item = Line> {
    (0..len).map(move |n| Line::nth(section, n))
}

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data")
}

/// 7: returns the list of preferences, which saves six players from waiting for each other.
fn turn_order(plan: &Plan<'_, Orders>) -> Reply {
    match &plan.orders.turn_order {
        None => Reply::Silent,
        Some(order) => Reply::Prefer {
            line: "turn-order".into(),
            values: order.prefer.iter().map(value).collect(),
        },
    }
}

/// 8, 8.1, 8.2: returns the answer of the headquarters section.
fn headquarters(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(headquarters) = &plan.orders.headquarters else {
        return Reply::Silent;
    };
    match asked.kind {
        "headquarters" => {
            // The first race has no other to wait for.
            let start = asked
                .one_of()
                .into_iter()
                .find(|start| (*start == Start::AfterEarlier) == headquarters.after_earlier)
                .unwrap_or(Start::Now);
            Reply::say("headquarters/after-earlier", value(start))
        }
        _ if headquarters.after_earlier && !plan.spent(&line_of(asked)) => {
            // The seat has not seen this yet, so the file contains no decision about it.
            Reply::hold(line_of(asked))
        }
        "maintain" if plan.spent("headquarters/maintain") => {
            Reply::say("headquarters/maintain", (asked.default)())
        }
        "maintain" => {
            let stay = headquarters
                .maintain
                .as_ref()
                .map_or_else(|| (asked.default)(), value);
            Reply::say("headquarters/maintain", stay)
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
            Reply::say(line, value(count))
        }
    }
}

/// 8.2: returns the item that is being bought.
fn item(asked: &Asked<'_>) -> Option<Item> {
    asked.about.get("item")?.as_str()?.parse().ok()
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
    for (n, order) in headquarters.research.iter().enumerate() {
        let line = Line::nth(SECTION, n);
        match order {
            _ if plan.spent(&line.0) => {}
            OrHold::Hold => return Reply::Hold { line, done },
            OrHold::Do(hex) => {
                let value = value(Research::Look(*hex));
                match (asked.why_not)(&value) {
                    Some(known) if known.code == Wrong::Known(*hex).code() => {
                        done.push(Idle::because(line, known));
                    }
                    _ => {
                        return Reply::Say {
                            line,
                            value,
                            spent: true,
                            done,
                        };
                    }
                }
            }
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
    let Some(n) = plan.head("moves", moves.len()) else {
        return Reply::by_the_way("moves", Step::Done, vec![]);
    };
    let line = Line::nth("moves", n);
    match moves[n] {
        OrHold::Hold => Reply::hold(line),
        OrHold::Do(order) => {
            let (unit, to) = (order.unit, order.to);
            let step = match (order.along, to) {
                (Some(along), to) => Step::Along { unit, along, to },
                (None, Spot::Hex(to)) => Step::Travel { unit, to },
                (None, Spot::Original(to)) => Step::TravelToOriginal { unit, to },
            };
            Reply::say(line, value(step))
        }
    }
}

/// 9.2: returns the answer of the first line that fits.
fn oppose(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let field = |name: &str| asked.about.get(name).and_then(Value::as_str);
    let (Some(Ok(tile)), Some(Ok(against))) = (
        field("tile").map(str::parse::<Spot>),
        field("against").map(str::parse::<Race>),
    ) else {
        return Reply::Silent;
    };
    for (n, line) in plan.orders.opposition.iter().enumerate() {
        let path = Line::nth("opposition", n);
        if plan.spent(&path.0)
            || !line.tile.fits(&tile)
            || !line.against.as_ref().is_none_or(|a| a.fits(&against))
        {
            continue;
        }
        return match line.declare {
            Declaration::Ask => Reply::AskMe,
            Declaration::Oppose => Reply::by_the_way(path, Stance::Oppose, vec![]),
            Declaration::StandAside => Reply::by_the_way(path, Stance::StandAside, vec![]),
        };
    }
    Reply::Silent
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
        let text = |name: &str| asked.about.get(name).and_then(Value::as_str);
        let edge = asked.about.get("edge").and_then(Value::as_u64);
        Some(Self {
            spot: text("tile")?.parse().ok()?,
            to: text("to")?.parse().ok()?,
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
    let cost = asked.about.get("cost").and_then(Value::as_u64).unwrap_or(0);
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
    Reply::say(line, value(amount))
}

/// 9.52: returns the promised share. A promise is good for one alteration of the kind that it names.
fn contribute(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(subject) = Subject::of(asked) else {
        return Reply::Silent;
    };
    let whose = asked.about.get("for").and_then(Value::as_str);
    for (n, promise) in plan.orders.contribute.iter().enumerate() {
        let line = Line::nth("contribute", n);
        let fits = promise.tile.fits(&subject.spot)
            && promise.to.fits(&subject.to)
            && promise.edge.is_none_or(|edge| Some(edge) == subject.edge);
        if plan.spent(&line.0) || !fits || whose != Some(promise.race.name()) {
            continue;
        }
        let amount = asked
            .one_of::<u32>()
            .into_iter()
            .filter(|amount| *amount <= promise.up_to)
            .max()
            .unwrap_or(0);
        return Reply::say(line, value(amount));
    }
    Reply::Silent
}
