//! 9.52: the price of an alteration, and the promises of the others.

use crate::{
    engine::{Answered, Asked, Line, Plan, Reply},
    rulesets::{
        kit::named,
        time_agent::{
            asks::{self, Price},
            names::{Alters, Race},
            orders::{Action, Contribution, OrAny, Orders, Otherwise},
            places::Spot,
        },
    },
};
use serde_json::Value;

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Price, asked: &Asked<'_>) -> Reply {
    match question {
        Price::Pay => pay(plan, asked),
        Price::Contribute => contribute(plan, asked),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Price, answer: &Answered) {
    match question {
        Price::Pay => write_price(orders, answer),
        Price::Contribute => orders.contribute.extend(contribution(answer)),
    }
}

/// The alteration that a question is about: the place, what is done there, and the edge of a rotation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) spot: Spot,
    to: Alters,
    edge: Option<u8>,
}

impl Subject {
    pub(super) fn of(asked: &Asked<'_>) -> Option<Self> {
        let edge = asked.about().get("edge").and_then(Value::as_u64);
        Some(Self {
            spot: named(asked, "tile")?,
            to: named(asked, "to")?,
            edge: edge.and_then(|edge| edge.try_into().ok()),
        })
    }

    /// Returns the price terms of a line that orders this alteration; `None` if the line orders something else.
    pub(super) fn ordered(self, action: &Action) -> Option<(Option<u32>, Option<Otherwise>)> {
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

/// 9.52: writes what is paid for the alteration before, unless it is the whole price.
fn write_price(orders: &mut Orders, answer: &Answered) {
    let last = orders
        .actions
        .as_mut()
        .and_then(|actions| actions.last_mut());
    let cost = answer.field::<u32>("cost");
    let pay_up_to = answer.read().filter(|paid| Some(*paid) != cost);
    match last {
        Some(Action::Reverse(reverse)) => reverse.pay_up_to = pay_up_to,
        Some(Action::Rotate(rotate)) => rotate.pay_up_to = pay_up_to,
        _ => {}
    }
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

/// 9.52: returns a promise.
fn contribution(answer: &Answered) -> Option<Contribution> {
    Some(Contribution {
        tile: OrAny::The(answer.field("tile")?),
        race: answer.field::<Race>("for")?,
        to: OrAny::The(answer.field("to")?),
        edge: answer.field("edge"),
        up_to: answer.read()?,
    })
}

/// Removes the promises of nothing that are of no use.
pub(super) fn without_idle_promises(orders: &mut Orders) {
    // A promise of nothing is of use only before another promise for the same request.
    let lines = orders.contribute.clone();
    let mut n = 0;
    orders.contribute.retain(|line| {
        n += 1;
        let later = |other: &Contribution| {
            other.up_to > 0
                && (other.tile, other.race, other.to, other.edge)
                    == (line.tile, line.race, line.to, line.edge)
        };
        line.up_to > 0 || lines[n..].iter().any(later)
    });
}
