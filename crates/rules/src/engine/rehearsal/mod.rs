//! The preview: executes a seat's orders on its own view before they are sent, by the rules' own code, with every
//! die and every hidden thing falling each way it can.
//!
//! A game supplies how a state is made from a view and which part of a turn belongs to which seat; the rest is here, in
//! the words of the report. Other seats are not asked. Those whose orders are supposed answer with these orders; the
//! rest answers as if they had sent nothing, and the preview lists the questions that were left to them.
//!
//! The view is the only input, so nothing hidden can come out. Chance is resolved one draw at a time: when the
//! rules need a die that has no value yet, the game lists the ways it can fall with their probabilities, and the
//! turn runs again from the start for each of them. If that makes too many ways, a sample is drawn from a fixed
//! seed, and each probability has a confidence interval.

mod decisions;
mod fallen;
mod questions;
mod stage;
mod sum;
mod unplayed;
mod ways;

use crate::collect::Collect;
pub(super) use decisions::decided;
pub use questions::Decision;

use super::{
    Cast, Chance, DynError, Fields, Illegal, Interval, OnFile, Overdue, Prompt, Ruleset, SeatId,
    Stop,
    ahead::{Drawn, Possible, Step},
    data::read,
    line::Line,
};
use serde::Serialize;
use serde_json::Value;
use stage::Stage;
use std::collections::{BTreeMap, BTreeSet};

/// An item with its probability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Likely<T> {
    /// The item.
    #[serde(flatten)]
    pub what: T,
    /// Its probability, or its share of the sample.
    pub chance: Chance,
    /// The range of its probability, if it was estimated from a sample.
    #[serde(flatten)]
    pub interval: Option<Interval>,
}

/// A question that the orders leave open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Open {
    /// The kind of ask.
    pub ask: String,
    /// The fields that describe the prompt.
    #[serde(skip_serializing_if = "Fields::is_empty")]
    pub about: Fields,
    /// The possible answers, if they can be listed.
    pub choices: Vec<Value>,
}

/// A question to other seats that affects this seat's turn. In the preview they answer it as if they had sent
/// nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftToOthers {
    /// The kind of ask.
    pub ask: String,
    /// The seats that are asked.
    pub seats: Vec<SeatId>,
}

/// A line that is not executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unplayed {
    /// The line.
    pub line: Line,
    /// The reason, if the rules refuse the line or find nothing for it to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Illegal>,
    /// The reason as half a sentence, if the line is outside the queues and its question did not come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// True if the queue stops there: at a `hold`, or at a refused line if the seat wants to be asked.
    pub stops: bool,
}

/// A line of supposed orders that is not executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SupposedLine {
    /// The seat whose orders are supposed.
    pub seat: SeatId,
    /// The line, with the reason.
    #[serde(flatten)]
    pub line: Unplayed,
}

/// The range of one resource of a seat at the end of its turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// The name of the resource.
    pub name: &'static str,
    /// The amount before the turn.
    pub before: i64,
    /// The least amount afterwards.
    pub least: i64,
    /// The greatest amount afterwards.
    pub most: i64,
}

/// The result of previewing a seat's orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rehearsal {
    /// True if the probabilities are exact. If not, they are shares of a sample of ways drawn from a fixed seed.
    pub exact: bool,
    /// The number of ways the turn can go, or the size of the sample.
    pub ways: usize,
    /// The upper end of the 95 % interval for a result that did not occur in the sample; `None` if all ways were
    /// counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unseen: Option<Chance>,
    /// The other seats whose orders are supposed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supposed: Vec<SeatId>,
    /// Lines of supposed orders that are not executed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supposed_unplayed: Vec<Likely<SupposedLine>>,
    /// The events, in order.
    pub steps: Vec<Likely<Step>>,
    /// Lines that are not executed.
    pub unplayed: Vec<Likely<Unplayed>>,
    /// Questions to the seat that its orders do not answer.
    pub open: Vec<Likely<Open>>,
    /// Questions to other seats; in the preview they answer as if they had sent nothing.
    pub others: Vec<Likely<LeftToOthers>>,
    /// The parts of the turn that are not previewed because they depend on decisions of others.
    pub beyond: Vec<String>,
    /// The actions that the seat could take next.
    pub possible: Vec<Likely<Possible>>,
    /// The range of each resource at the end.
    pub left: Vec<Left>,
}

/// The maximum effort of a preview, counted in runs of the rules, so that the result does not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The maximum number of runs of the rules for all ways together; above it, a sample is drawn.
    pub runs: usize,
    /// The number of ways in the sample.
    pub samples: u32,
}

impl Effort {
    /// The effort for a player who waits for the preview: some seconds at most.
    pub const FULL: Self = Self {
        runs: 6_000,
        samples: 500,
    };
    /// The effort for a reply to a mail, which the preview must not delay.
    pub const REPLY: Self = Self {
        runs: 600,
        samples: 100,
    };
}

/// The orders that a preview plays.
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    /// The seat's own orders.
    pub on_file: OnFile,
    /// The lines of its order file that were executed already.
    pub played: &'a BTreeSet<Line>,
    /// The supposed orders of other seats: all that they still do in this turn.
    pub supposed: BTreeMap<SeatId, OnFile>,
    /// The maximum effort.
    pub effort: Effort,
}

/// Previews a seat's orders on its view; `None` if the game has no preview or nothing is left to preview.
pub(super) fn rehearse<R: Ruleset>(
    rules: &R,
    view: &R::View,
    seat: &SeatId,
    seats: &[SeatId],
    trial: Trial<'_>,
) -> Result<Option<Rehearsal>, DynError<Stop>> {
    let Some(stage) = staged(rules, view, seat, seats, trial)? else {
        return Ok(None);
    };
    let all = stage.all().map_err(DynError::Rules)?;
    all.map_or_else(|| stage.some(), Ok)
        .map(Some)
        .map_err(DynError::Rules)
}

/// Returns the decisions of a seat in the rest of the turn, in the way in which chance is kindest to it; `asked` are
/// the questions that are open. If nothing is left to preview, it decides these alone.
pub(super) fn decisions<R: Ruleset>(
    rules: &R,
    view: &R::View,
    seat: &SeatId,
    seats: &[SeatId],
    trial: Trial<'_>,
    asked: &[Prompt],
) -> Result<Vec<Decision>, DynError<Stop>> {
    let body = trial.on_file.files.last().map(|file| file.body.clone());
    if let Some(stage) = staged(rules, view, seat, seats, trial)? {
        return stage.decisions().map_err(DynError::Rules);
    }
    let orders = body.map(|body| read("order file", rules.id(), &body));
    let orders: Option<R::Orders> = orders.transpose()?;
    let decision = |prompt| Decision::of_prompt(rules, orders.as_ref(), prompt);
    Ok(asked.iter().map(decision).collect())
}

/// Returns the inputs of a preview; `None` if the game has no preview or nothing is left to preview.
fn staged<'a, R: Ruleset>(
    rules: &'a R,
    view: &'a R::View,
    seat: &SeatId,
    seats: &[SeatId],
    trial: Trial<'a>,
) -> Result<Option<Stage<'a, R>>, DynError<Stop>> {
    let Some(ahead) = rules.ahead() else {
        return Ok(None);
    };
    if ahead.imagine(view, seat, &Drawn::new()).is_none() {
        return Ok(None);
    }
    let supposed = trial.supposed.keys().filter(|other| *other != seat);
    let cast = Cast {
        own: seat.clone(),
        supposed: supposed.cloned().collect_set(),
    };
    let mut on_file = trial.supposed;
    on_file.insert(seat.clone(), trial.on_file);
    let mut orders = BTreeMap::new();
    for (seat, on_file) in &on_file {
        if let Some(file) = on_file.files.last() {
            orders.insert(seat.clone(), read("order file", rules.id(), &file.body)?);
        }
    }
    let others = seats.iter().filter(|other| *other != seat).cloned();
    Ok(Some(Stage {
        rules,
        ahead,
        view,
        cast,
        on_file,
        orders,
        played: trial.played,
        effort: trial.effort,
        // Questions that the other seats do not answer get their defaults, as if those seats were late; the facts
        // show which asks those were.
        others: Overdue {
            seats: others.collect_set(),
            ..Overdue::default()
        },
    }))
}
