//! The interface by which a ruleset describes the choices that follow from a view.

use super::{Chance, Fields, SeatId, Table, shapes::plain, table::Play};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The seats whose orders a preview plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The seat whose preview it is.
    pub own: SeatId,
    /// Other seats, whose orders are supposed.
    pub supposed: BTreeSet<SeatId>,
}

impl Cast {
    /// Checks whether the preview plays a seat's orders.
    pub fn plays(&self, seat: &SeatId) -> bool {
        *seat == self.own || self.supposed.contains(seat)
    }
}

/// The part of the preview that a game's rules supply. A game has to write two functions: how a state is made from
/// a view, and which part of a turn belongs to which seat.
pub trait Ahead<V, S, F: Serialize> {
    /// Makes a state that agrees with a view, and with what has been drawn of the information the view hides.
    /// Returns `None` if there is nothing to preview.
    fn imagine(&self, view: &V, seat: &SeatId, drawn: &Drawn) -> Option<S>;
    /// Plays the remaining parts of a turn that belong to the seats of the cast, in the order of the rules, as if no
    /// other seat did anything. Calls `own_done` with the state in which the own part ends, if parts of other seats
    /// follow.
    ///
    /// # Errors
    /// The stops of the rules, as in [`Ruleset::turn`](super::Ruleset::turn).
    fn play(
        &self,
        state: &mut S,
        cast: &Cast,
        own_done: &dyn Fn(&S),
        table: &mut Table<'_, F>,
    ) -> Play<()>;
    /// Returns the view on which the supposed orders of another seat are checked, if it is not the own view: with what
    /// the check needs of that seat and the own view leaves out, imagined from the own view alone.
    fn as_supposed(&self, _view: &V, _other: &SeatId) -> Option<V> {
        None
    }
    /// Returns true if the position is as the view shows it when the part of a supposed seat begins. If not, errors that
    /// the check finds there are only warnings.
    fn stands_as_seen(&self, _view: &V, _cast: &Cast, _other: &SeatId) -> bool {
        true
    }
    /// Returns the ways in which a die can fall in a state, or the ways of something hidden that has to be drawn
    /// first. If there are no ways, the preview ends there.
    fn ways(&self, _view: &V, _state: &S, label: &str, sides: u32, _drawn: &Drawn) -> Draw {
        Draw::even(label, sides)
    }
    /// Returns what a fact means to the own seat, if anything, in words that reveal nothing its view hides. Facts about
    /// supposed seats name the seat.
    fn step(&self, _view: &V, _cast: &Cast, rule: &str, fact: &F) -> Option<Step> {
        Some(Step::told(rule, fact))
    }
    /// Checks whether the events after another seat's answer to this kind of ask depend on that answer.
    fn hangs_on(&self, _ask: &str) -> bool {
        false
    }
    /// Returns the parts of the turn that are not previewed because they depend on decisions of others.
    fn beyond(&self, _view: &V, _cast: &Cast) -> Vec<String> {
        vec![]
    }
    /// Returns what a seat could do next, out of the offers it did not take. The caller drops what the rules did
    /// not offer.
    fn possible(&self, _state: &S, _seat: &SeatId, offered: &[Offered]) -> Vec<Possible> {
        let others = |offered: &Offered| -> Vec<Possible> {
            let choices = offered.choices.iter();
            choices
                .filter(|choice| **choice != offered.default)
                .map(|choice| offered.proposal(words(&offered.ask, choice), choice))
                .collect()
        };
        let mut each = offered.iter().map(others);
        each.find(|some| !some.is_empty()).unwrap_or_default()
    }
    /// Returns the resources and points of a seat, by name.
    fn purse(&self, _state: &S, _seat: &SeatId) -> Vec<(&'static str, i64)> {
        vec![]
    }
}

/// One thing that chance decides, and the ways it can fall that make a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The label of the die that was wanted, or of something that has to be drawn before it.
    pub label: String,
    /// The ways with their probabilities, the most wanted first.
    pub ways: Vec<(u32, Chance)>,
}

impl Draw {
    /// Makes the draw of a fair die, with the faces 1 to `sides`.
    pub fn even(label: &str, sides: u32) -> Self {
        let one = Chance::of(1, u128::from(sides.max(1))).expect("a side of a die");
        Self {
            label: label.to_owned(),
            ways: (1..=sides.max(1)).map(|side| (side, one)).collect(),
        }
    }
}

/// The results drawn so far in one way the preview can go, by label.
pub type Drawn = BTreeMap<String, u32>;

/// A question that the seat was asked in a preview after its last executed line, and that no line has answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    /// The kind of ask.
    pub ask: String,
    /// The fields that describe the prompt.
    pub about: Fields,
    /// The possible answers.
    pub choices: Vec<Value>,
    /// The answer that is taken if none is given.
    pub default: Value,
}

impl Offered {
    /// Returns the choices that can be decoded as a type of the rules.
    pub(crate) fn of<T: DeserializeOwned>(&self) -> impl Iterator<Item = T> + '_ {
        let choices = self.choices.iter();
        choices.filter_map(|choice| T::deserialize(choice).ok())
    }

    /// Makes a proposal from an answer and its description in words.
    pub fn proposal<A: Serialize>(&self, what: String, answer: &A) -> Possible {
        Possible {
            what,
            ask: self.ask.clone(),
            about: self.about.clone(),
            answer: plain(answer),
        }
    }
}

/// A possible action: an answer that the rules offer. Several that read alike are merged, with the answer of the
/// first.
#[derive(Clone, Debug, Eq, Serialize)]
pub struct Possible {
    /// The action in words.
    pub what: String,
    /// The kind of ask that the answer is for.
    pub ask: String,
    /// The fields that describe the prompt.
    #[serde(skip_serializing_if = "Fields::is_empty")]
    pub about: Fields,
    /// The answer, as a standing order would give it.
    pub answer: Value,
}

impl PartialEq for Possible {
    fn eq(&self, other: &Self) -> bool {
        (&self.what, &self.ask, &self.about) == (&other.what, &other.ask, &other.about)
    }
}

/// One event that follows from orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The section of the rulebook.
    pub rule: String,
    /// The event in words of the game; empty if `fact` holds it, still to be put into words.
    pub what: String,
    /// The fact, if the event is worded as in the report.
    #[serde(skip)]
    pub fact: Option<Value>,
    /// True if the event depends on secret decisions of others, so that its probability means nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The cost and its unit: `(5, "credits")`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<(u32, &'static str)>,
}

impl Step {
    /// Makes a step from a fact that is worded as in the report.
    pub(crate) fn told<F: Serialize>(rule: &str, fact: &F) -> Self {
        Self {
            rule: rule.to_owned(),
            what: String::new(),
            fact: Some(plain(fact)),
            open: false,
            cost: None,
        }
    }
}

/// Writes an answer like a line of an order file: `take: asia`, or `card: 2`.
pub(crate) fn words(ask: &str, answer: &Value) -> String {
    fn flow(value: &Value) -> String {
        match value {
            Value::String(text) => text.clone(),
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(flow).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Object(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| format!("{key}: {}", flow(value)));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
            other => other.to_string(),
        }
    }
    match answer {
        Value::Object(entries) if entries.len() == 1 => {
            let entries = entries
                .iter()
                .map(|(key, value)| format!("{key}: {}", flow(value)));
            entries.collect()
        }
        other => format!("{ask}: {}", flow(other)),
    }
}
