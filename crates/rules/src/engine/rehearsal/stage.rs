//! The inputs of a preview.

use super::Effort;
use crate::engine::{Cast, OnFile, Overdue, Ruleset, SeatId, ahead::Ahead, line::Line};
use std::collections::{BTreeMap, BTreeSet};

/// The inputs of one preview.
pub(super) struct Stage<'a, R: Ruleset> {
    pub rules: &'a R,
    pub ahead: &'a dyn Ahead<R::View, R::State, R::Fact>,
    pub view: &'a R::View,
    pub cast: Cast,
    pub on_file: BTreeMap<SeatId, OnFile>,
    /// The order files in force, decoded.
    pub orders: BTreeMap<SeatId, R::Orders>,
    /// The own lines that were executed already.
    pub played: &'a BTreeSet<Line>,
    pub effort: Effort,
    pub others: Overdue,
}
