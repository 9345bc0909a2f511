//! A seat's own orders, played on its own view before they are sent: by the rules' own code, with every
//! die and every hidden thing falling each way it can.
//!
//! A game says how a state is made of a view, and what is a seat's part of a turn; the rest is here, in
//! words that the report has already. What others decide is asked of nobody: they answer as if they had
//! sent nothing, and the answer lists what was left to them.
//!
//! Nothing but the view goes in, so nothing hidden can come out. What chance decides is drawn one thing at
//! a time: where the rules want a die that is not there yet, the game says which ways it can fall and how
//! likely each is, and the turn is played again from the start for each of them. Where that makes too many
//! ways, some are drawn by chance from a fixed seed, and the answer says so.

mod sum;
mod ways;

use super::{
    Chance, Event, Fields, Garbled, Illegal, Line, OnFile, Overdue, Play, Ruleset, SeatId, Stop,
    Table, Told, ask::plain, erased::read,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use ways::Stage;

/// What has been drawn so far in one way a rehearsal can go, by label.
pub type Drawn = BTreeMap<String, u32>;

/// One thing that chance decides, and the ways it can fall that make a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Its label: that of the die that was wanted, or of something that has to be drawn before it.
    pub label: String,
    /// The ways, the most wanted first, and how likely each is.
    pub ways: Vec<(u32, Chance)>,
}

impl Draw {
    /// A die that falls on each of its sides alike.
    pub fn even(label: &str, sides: u32) -> Self {
        let one = Chance::of(1, u128::from(sides.max(1))).expect("a side of a die");
        Self {
            label: label.to_owned(),
            ways: (1..=sides.max(1)).map(|side| (side, one)).collect(),
        }
    }
}

/// One thing that comes of orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The section of the rulebook.
    pub rule: String,
    /// What happens, in the words of the game; empty where the fact is still to be put into words.
    pub what: String,
    /// The fact, where the words are those of the report.
    #[serde(skip)]
    pub fact: Option<Value>,
    /// Whether it depends on what others have decided in secret, so that its chance says nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// What it costs, and in what: `(5, "credits")`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<(u32, &'static str)>,
}

impl Step {
    /// A fact that is told in the words of the report.
    pub fn told<F: Serialize>(rule: &str, fact: &F) -> Self {
        Self {
            rule: rule.to_owned(),
            what: String::new(),
            fact: Some(plain(fact)),
            open: false,
            cost: None,
        }
    }
}

/// A question that was put to the seat in a try after the last line that was played, and that no line
/// has answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    /// The kind of ask.
    pub ask: String,
    /// What is at stake.
    pub about: Fields,
    /// What could have been answered.
    pub choices: Vec<Value>,
    /// What is answered if nothing is said.
    pub default: Value,
}

impl Offered {
    /// The choices of a type of the rules.
    pub fn of<T: DeserializeOwned>(&self) -> impl Iterator<Item = T> + '_ {
        let choices = self.choices.iter();
        choices.filter_map(|choice| T::deserialize(choice).ok())
    }

    /// Something that could be answered, in words.
    pub fn proposal<A: Serialize>(&self, what: String, answer: &A) -> Possible {
        Possible {
            what,
            ask: self.ask.clone(),
            about: self.about.clone(),
            answer: plain(answer),
        }
    }
}

/// How a game is looked ahead in: what its rules add, so that orders can be tried. Two functions are a
/// game's own: how a state is made of a view, and which part of a turn is a seat's.
pub trait Ahead<V, S, F: Serialize> {
    /// A state that agrees with a view, and with what has been drawn of what the view hides; nothing
    /// where there is nothing to look ahead to.
    fn imagine(&self, view: &V, seat: &SeatId, drawn: &Drawn) -> Option<S>;
    /// Plays what is left to one seat of a turn, as if nobody else did anything before.
    ///
    /// # Errors
    /// As the rules.
    fn play(&self, state: &mut S, seat: &SeatId, table: &mut Table<'_, F>) -> Play<()>;
    /// The ways in which a die can fall in a state; or something hidden, where that has to be drawn
    /// first. Without any, the try goes no further.
    fn ways(&self, _view: &V, _state: &S, label: &str, sides: u32, _drawn: &Drawn) -> Draw {
        Draw::even(label, sides)
    }
    /// What a fact means to the seat, if anything: in words that tell nothing its view hides.
    fn step(&self, _view: &V, _seat: &SeatId, told: &Told<F>) -> Option<Step> {
        match &told.event {
            Event::Fact(fact) => Some(Step::told(&told.rule, fact)),
            _ => None,
        }
    }
    /// Whether what follows an answer of another seat to this kind of ask depends on it.
    fn hangs_on(&self, _ask: &str) -> bool {
        false
    }
    /// What of the turn is not tried, since it depends on what others decide.
    fn beyond(&self, _view: &V, _seat: &SeatId) -> Vec<String> {
        vec![]
    }
    /// What a seat could do next, out of what it was offered and did not take; what the rules did not
    /// offer is left out.
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
    /// What a seat has to spend and to show, by name.
    fn purse(&self, _state: &S, _seat: &SeatId) -> Vec<(&'static str, i64)> {
        vec![]
    }
}

/// An answer as a line of an order file: `take: asia`, or `card: 2`.
fn words(ask: &str, answer: &Value) -> String {
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

/// Something, and how likely it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Likely<T> {
    /// What.
    #[serde(flatten)]
    pub what: T,
    /// How likely.
    pub chance: Chance,
}

/// A question that the orders leave open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Open {
    /// The kind of ask.
    pub ask: String,
    /// What is at stake.
    #[serde(skip_serializing_if = "Fields::is_empty")]
    pub about: Fields,
    /// What could be answered, if that can be listed.
    pub choices: Vec<Value>,
}

/// Something that could be done: an answer that the rules offer. Several that read alike are one, with
/// the answer of the first.
#[derive(Clone, Debug, Eq, Serialize)]
pub struct Possible {
    /// What, in words.
    pub what: String,
    /// The kind of ask that it answers.
    pub ask: String,
    /// What is at stake.
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

/// A question to other seats that bears on this one's turn: they answer it as if they had sent nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftToOthers {
    /// The kind of ask.
    pub ask: String,
    /// Who is asked.
    pub seats: Vec<SeatId>,
}

/// A line that is not played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unplayed {
    /// The line.
    pub line: Line,
    /// Why not, if the rules refuse it or find nothing for it to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Illegal>,
    /// Whether the queue stops there: a `hold`, or a refused line of a file that wants to be asked.
    pub stops: bool,
}

/// What a seat has when its turn is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// Of what.
    pub name: &'static str,
    /// Before.
    pub before: i64,
    /// At least.
    pub least: i64,
    /// At most.
    pub most: i64,
}

/// What a seat's orders come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rehearsal {
    /// Whether the chances are exact; if not, they were counted among some ways drawn from a fixed seed.
    pub exact: bool,
    /// In how many ways it can go, or was looked at.
    pub ways: usize,
    /// What happens, in its order.
    pub steps: Vec<Likely<Step>>,
    /// Lines that are not played.
    pub unplayed: Vec<Likely<Unplayed>>,
    /// What the seat is asked and its orders do not answer.
    pub open: Vec<Likely<Open>>,
    /// What others decide; here they answer as if they had sent nothing.
    pub others: Vec<Likely<LeftToOthers>>,
    /// What of the turn is not tried, since it depends on what others decide.
    pub beyond: Vec<String>,
    /// What could be done next, after all that.
    pub possible: Vec<Likely<Possible>>,
    /// What is left in the end.
    pub left: Vec<Left>,
}

/// Rehearses a seat's orders on its view; nothing where the game cannot be looked ahead in.
pub(super) fn rehearse<R: Ruleset>(
    rules: &R,
    view: &R::View,
    seat: &SeatId,
    seats: &[SeatId],
    on_file: OnFile,
    played: &BTreeSet<Line>,
) -> Result<Option<Result<Rehearsal, Stop>>, Garbled> {
    let Some(ahead) = rules.ahead() else {
        return Ok(None);
    };
    if ahead.imagine(view, seat, &Drawn::new()).is_none() {
        return Ok(None);
    }
    let orders = match on_file.files.last() {
        Some(file) => Some(read("order file", rules.id(), &file.body)?),
        None => None,
    };
    let others = seats.iter().filter(|other| *other != seat).cloned();
    let stage = Stage {
        rules,
        ahead,
        view,
        seat,
        on_file: BTreeMap::from([(seat.clone(), on_file)]),
        orders,
        played,
        // Whoever else is asked answers as if he were late; the facts say what that was.
        others: Overdue {
            seats: others.collect(),
            ..Overdue::default()
        },
    };
    Ok(Some(match stage.all() {
        Ok(Some(all)) => Ok(all),
        Ok(None) => stage.some(),
        Err(stop) => Err(stop),
    }))
}
