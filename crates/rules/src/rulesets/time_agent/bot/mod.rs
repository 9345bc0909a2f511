//! Bots that play a race by its player's view: good enough for a vacant seat, and for observing how the game plays.
//!
//! A bot has no memory. Before each answer it imagines a state that agrees with its view, weighs by the rules' own code
//! what every operative could do, and takes the best; so the same view and question always get the same answer. Values
//! are thousandths of a victory point.

mod cut;
mod end;
mod headquarters;
mod link;
mod mind;
#[cfg(test)]
mod tests;
mod totals;
mod turn;
mod uses;
mod worth;

use super::{TimeAgent, asks::Question, names::Race, view::View};
use crate::{
    engine::{Asked, BotKind},
    rulesets::kit::side,
};
use mind::{Mind, Temper};
use serde_json::Value;
pub(super) use worth::{aim, worth};

/// The bots.
pub(super) const BOTS: &[BotKind] = &[
    BotKind {
        name: "greedy",
        what: "takes the victory and resource points that are cheapest, and cuts Time Travel when it leads",
    },
    BotKind {
        name: "swing",
        what: "takes from its rivals, closes the exits of Time Travel early and cuts it when it swings ahead",
    },
];

/// Returns a bot's answer; `None` if it takes the default.
pub(super) fn answer(
    rules: &TimeAgent,
    bot: &str,
    view: &View,
    asked: &Asked<'_>,
) -> Option<Value> {
    tempered(rules, Temper::of(bot)?, view, asked)
}

/// Returns the answer of a player who searches to a question that is not searched; `None` if they take the default.
pub(super) fn unsearched(rules: &TimeAgent, view: &View, asked: &Asked<'_>) -> Option<Value> {
    tempered(rules, Temper::Lead, view, asked)
}

/// Returns the answer of a player of this temper; `None` if they take the default.
fn tempered(rules: &TimeAgent, temper: Temper, view: &View, asked: &Asked<'_>) -> Option<Value> {
    let race: Race = side(asked.seat)?;
    if !view.sides.contains_key(&race) {
        return None;
    }
    // The bot decides its headquarters at once, pays the whole price of what it wants, and pays no share for others.
    let mind = || Mind::new(rules, view, race, temper);
    match asked.kind.parse().ok()? {
        Question::Headquarters | Question::Pay | Question::Contribute => None,
        Question::Search | Question::Attack => Mind::hunt(asked),
        Question::TurnOrder => mind().turn_order(asked),
        Question::Maintain => mind().maintain(),
        Question::Buy => mind().buy(asked),
        Question::Research => mind().research(),
        Question::Move => mind().next_move(asked),
        Question::CheckStatus => mind().inquire(asked),
        Question::Oppose => mind().oppose(asked),
        Question::Alter => mind().alter(asked),
    }
}

/// Returns the answers that a search should consider first: the one that it would give without a search, and the other moves
/// and alterations that it weighed, the best first.
pub(super) fn candidates(rules: &TimeAgent, view: &View, asked: &Asked<'_>) -> Vec<Value> {
    let own = unsearched(rules, view, asked).unwrap_or_else(|| (asked.default)());
    let mut all = vec![own];
    if let Some(race) = side::<Race>(asked.seat).filter(|race| view.sides.contains_key(race)) {
        let mind = || Mind::new(rules, view, race, Temper::Lead);
        all.extend(match asked.kind.parse() {
            Ok(Question::Move) => mind().moves(asked),
            Ok(Question::Alter) => mind().alterations(asked),
            _ => vec![],
        });
        all.push((asked.default)());
    }
    all
}

/// Returns the answer of a simple policy, for the games that a search plays on: as `greedy`, but without regard to the
/// end of the game.
pub(super) fn careless(rules: &TimeAgent, view: &View, asked: &Asked<'_>) -> Option<Value> {
    let race: Race = side(asked.seat)?;
    if !view.sides.contains_key(&race) {
        return None;
    }
    let mind = || Mind::careless(rules, view, race);
    match asked.kind.parse().ok()? {
        Question::TurnOrder | Question::Headquarters | Question::Pay | Question::Contribute => None,
        Question::CheckStatus => mind().inquire(asked),
        Question::Search | Question::Attack => Mind::hunt(asked),
        Question::Maintain => mind().maintain(),
        Question::Buy => mind().buy(asked),
        Question::Research => mind().research(),
        Question::Move => mind().next_move(asked),
        Question::Oppose => mind().oppose(asked),
        Question::Alter => mind().alter(asked),
    }
}
