//! The sections that list what is wanted most: the card for the Thief of another player, what the own Thief steals, and the gold
//! power for the next round.

use super::power_lines;
use crate::{
    engine::{Answered, Asked, Plan, Reply},
    rulesets::{
        kit::about,
        time_whisperers::{
            asks::{self, Gifts, Wishes},
            names::{Action, Color},
            orders::{Orders, PowerOrder},
        },
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Wishes, asked: &Asked<'_>) -> Reply {
    match question {
        Wishes::Gift => asks::Gift.prefer("gift", &plan.orders.gift),
        Wishes::Steal => steal(plan, asked),
        Wishes::Activate => asks::Activate.prefer("activate", &plan.orders.activate),
    }
}

/// Writes an answer into the order file, or into its list of powers.
pub(super) fn write(
    orders: &mut Orders,
    powers: &mut [PowerOrder],
    question: Wishes,
    answer: &Answered,
) {
    match question {
        Wishes::Gift => prefer(&mut orders.gift, answer),
        Wishes::Steal => {
            if let Some(PowerOrder::Thief(thief)) = powers.last_mut()
                && let Some(card) = stolen(answer)
            {
                thief.steal = vec![card];
            }
        }
        Wishes::Activate => prefer(&mut orders.activate, answer),
    }
}

/// Adds an answer to a list of which the first legal one is given.
fn prefer<T: PartialEq + serde::de::DeserializeOwned>(list: &mut Vec<T>, answer: &Answered) {
    if let Some(value) = answer.read()
        && !answer.forced
        && !list.contains(&value)
    {
        list.push(value);
    }
}

/// Thief: returns the first of the wanted cards that an opponent gave.
fn steal(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(gifts) = about::<Gifts>(asked, "gifts") else {
        return Reply::Silent;
    };
    for (line, order) in power_lines(plan) {
        if let PowerOrder::Thief(thief) = order {
            let from = |action: &Action| gifts.iter().find(|(_, card)| *card == action);
            let givers = thief.steal.iter().filter_map(from);
            let givers: Vec<Color> = givers.map(|(color, _)| *color).collect();
            return asks::Steal.prefer(line, &givers);
        }
    }
    Reply::Silent
}

/// Thief: returns the card that was stolen.
fn stolen(answer: &Answered) -> Option<Action> {
    let gifts: Gifts = answer.field("gifts")?;
    let from: Color = answer.read()?;
    gifts.get(&from).copied()
}
