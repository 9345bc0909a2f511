//! The inputs and the result of one run of the rules.

use super::{
    Entry, Flow, OnFile, Opening, Overdue, SeatId, Stop, Told, left_out::LeftOut, line::Line,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The result of one run of the rules, as plain data for any game.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The state where the rules stopped. It is a checkpoint only if `flow` is `Ok`.
    pub state: Value,
    /// The end of the turn, or the reason why it stopped before its end.
    pub flow: Result<Flow, Stop>,
    /// All answers and dice of the turn so far.
    pub journal: Vec<Entry>,
    /// All facts of the turn so far.
    pub facts: Vec<Told<Value>>,
    /// All sealed slots revealed in the turn so far.
    pub openings: Vec<Opening>,
    /// Lines of the order files in force that were not executed.
    pub unplayed: BTreeMap<SeatId, Vec<Line>>,
    /// Lines of the order files in force that are used up.
    pub played: BTreeMap<SeatId, BTreeSet<Line>>,
    /// The questions of the turn so far that the rules left out because a condition was not met.
    pub left_out: Vec<LeftOut>,
}

/// The inputs of one run of the rules.
#[derive(Debug)]
pub struct Run<'a> {
    /// The number of this sitting, counted over the whole game.
    pub sitting: u32,
    /// The sitting in which this turn began; `None` if it begins with this one.
    pub began: Option<u32>,
    /// The journal that earlier sittings of this turn wrote.
    pub journal: &'a [Entry],
    /// The orders, standing orders and wishes each seat has on file.
    pub on_file: &'a BTreeMap<SeatId, OnFile>,
    /// The prompts that are overdue.
    pub overdue: Overdue,
}
