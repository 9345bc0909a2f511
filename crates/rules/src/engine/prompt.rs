//! A question as its reader sees it: plain data, with its legal answers.

use super::{Illegal, SeatId, line::Line};
use crate::collect::Collect;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The fields that describe a prompt: plain data that a standing order may compare with.
pub type Fields = BTreeMap<String, Value>;

/// Makes fields from pairs.
pub fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Fields {
    pairs
        .into_iter()
        .map(|(k, v)| (k.to_owned(), v))
        .collect_map()
}

/// The legal answers of a prompt; as plain data, unless their type is another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choices<V = Value> {
    /// One of these.
    OneOf(Vec<V>),
    /// Between `min` and `max` of these.
    SomeOf {
        /// The items.
        of: Vec<V>,
        /// The least number of items.
        min: usize,
        /// The greatest number of items.
        max: usize,
    },
    /// All of these, the most preferred first.
    Ranking {
        /// The items.
        of: Vec<V>,
    },
}

/// Checks whether each item is one of these, and none is named twice.
pub(super) fn distinct<T: PartialEq>(items: &[T], of: &[T]) -> bool {
    let mut each = items.iter().enumerate();
    each.all(|(i, item)| of.contains(item) && !items[..i].contains(item))
}

/// Completes a list of preferences to a ranking of all items: the wanted ones first, then the others as they lie. Items
/// that are wanted and not there are left out; returns `None` if none of the wanted ones is there.
pub(super) fn ranked<T: PartialEq + Clone>(
    wanted: impl IntoIterator<Item = T>,
    of: &[T],
) -> Option<Vec<T>> {
    let mut ranking: Vec<T> = vec![];
    for item in wanted {
        if of.contains(&item) && !ranking.contains(&item) {
            ranking.push(item);
        }
    }
    if ranking.is_empty() {
        return None;
    }
    let rest: Vec<T> = of
        .iter()
        .filter(|item| !ranking.contains(item))
        .cloned()
        .collect();
    ranking.extend(rest);
    Some(ranking)
}

/// Returns so many of the items, drawn one by one with `pick(n)`, which returns an index below `n`.
pub(super) fn draw_from<T: Clone>(
    of: &[T],
    count: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Vec<T> {
    let mut left = of.to_vec();
    let mut drawn = vec![];
    while drawn.len() < count && !left.is_empty() {
        let at = pick(left.len()).min(left.len() - 1);
        drawn.push(left.remove(at));
    }
    drawn
}

impl Choices {
    /// Returns an answer drawn with `pick(n)`, which returns an index below `n`; `None` if there is none.
    pub(super) fn drawn(&self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        Some(match self {
            Self::OneOf(values) => {
                let at = pick(values.len());
                values.get(at)?.clone()
            }
            Self::SomeOf { of, min, max } => {
                let count = min + pick(max - min + 1);
                Value::Array(draw_from(of, count, pick))
            }
            Self::Ranking { of } => Value::Array(draw_from(of, of.len(), pick)),
        })
    }

    /// Checks whether an answer given in advance answers a prompt with these choices. A list of preferences is completed to a
    /// ranking.
    pub(super) fn allow_in_advance(&self, answer: &Value) -> bool {
        let wanted = || answer.as_array().into_iter().flatten().cloned();
        let is_completed =
            || matches!(self, Self::Ranking { of } if ranked(wanted(), of).is_some());
        self.allow(answer) || is_completed()
    }

    /// Checks whether an answer is one of the legal ones.
    pub fn allow(&self, answer: &Value) -> bool {
        let items = |of: &[Value], min: usize, max: usize| {
            answer
                .as_array()
                .is_some_and(|items| (min..=max).contains(&items.len()) && distinct(items, of))
        };
        match self {
            Self::OneOf(values) => values.contains(answer),
            Self::SomeOf { of, min, max } => items(of, *min, *max),
            Self::Ranking { of } => items(of, of.len(), of.len()),
        }
    }
}

/// A decision that one seat has to take, as that seat may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// Its name within the turn, such as `oppose@roo#2`.
    pub id: String,
    /// The seat that decides.
    pub seat: SeatId,
    /// The kind of ask.
    pub ask: String,
    /// The fields that describe the prompt.
    #[serde(default, skip_serializing_if = "Fields::is_empty")]
    pub about: Fields,
    /// The legal answers.
    pub choices: Choices,
    /// The answer that is taken when the deadline passes.
    pub default: Value,
    /// True if it is an offer. It is open because the seat said `wake`, or has sent no order file yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offered: bool,
    /// The order that should have answered it and was illegal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
}

/// An order that was reached and found illegal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// The line of the order file.
    pub line: Line,
    /// The answer it gave.
    pub value: Value,
    /// The reason why it is illegal.
    pub why: Illegal,
}
