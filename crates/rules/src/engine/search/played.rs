//! A playout and its result.

use crate::engine::SeatId;
use std::collections::BTreeMap;

/// A limit on the turns that are played on, for games that go on without a question.
pub(in crate::engine) const TURNS: usize = 1_000;

/// One pick of a seat: an answer, or a part of one.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Step {
    pub seat: SeatId,
    /// The name of the node.
    pub node: u64,
    /// The index that was picked.
    pub arm: usize,
}

/// A playout: the picks inside the trees, and their result.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Play {
    pub steps: Vec<Step>,
    /// The worth of the last position to each seat that picked.
    pub worth: BTreeMap<SeatId, i64>,
    /// The share of the win of each winner, in fixed point, if the game ended.
    pub won: Option<BTreeMap<SeatId, i64>>,
}
