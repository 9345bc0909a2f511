//! A seat's own orders, played on its own view before they are sent: by the rules' own code, with every
//! die and every hidden thing falling each way it can.
//!
//! Nothing but the view goes in, so nothing hidden can come out. What chance decides is drawn one thing at
//! a time: where the rules want a die that is not there yet, the game says which ways it can fall and how
//! likely each is, and the turn is played again from the start for each of them. Where that makes too many
//! ways, some are drawn by chance from a fixed seed, and the answer says so.

mod sum;
mod ways;

use super::{
    Chance, Fields, Garbled, Illegal, Line, OnFile, Overdue, Play, Ruleset, SeatId, Stop, Table,
    Told, erased::read,
};
use serde::Serialize;
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

/// One thing that comes of orders, in the words of the game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Step {
    /// The section of the rulebook.
    pub rule: String,
    /// What happens.
    pub what: String,
    /// What it costs, and in what: `(5, "credits")`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<(u32, &'static str)>,
}

/// How a game is looked ahead in: what its rules add, so that orders can be tried.
pub trait Ahead<V, S, F> {
    /// A state that agrees with a view, and with what has been drawn of what the view hides; nothing
    /// where there is nothing to look ahead to.
    fn imagine(&self, view: &V, seat: &SeatId, drawn: &Drawn) -> Option<S>;
    /// Plays what is left to one seat of a turn, as if nobody else did anything before.
    ///
    /// # Errors
    /// As the rules.
    fn play(&self, state: &mut S, seat: &SeatId, table: &mut Table<'_, F>) -> Play<()>;
    /// The ways in which a die can fall; or something hidden, where that has to be drawn first.
    fn ways(&self, view: &V, label: &str, sides: u32, drawn: &Drawn) -> Draw;
    /// What a fact means to the seat, if anything: in words that tell nothing its view hides.
    fn step(&self, view: &V, seat: &SeatId, fact: &Told<F>) -> Option<Step>;
    /// What a seat could do next in a state, in words.
    fn possible(&self, state: &S, seat: &SeatId) -> Vec<String>;
    /// What a seat has to spend and to show, by name.
    fn purse(&self, state: &S, seat: &SeatId) -> Vec<(&'static str, i64)>;
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

/// Something that becomes possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Possible {
    /// What.
    pub what: String,
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
