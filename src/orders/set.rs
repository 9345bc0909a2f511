//! The orders that every seat has on file, as input of the engine.

use crate::{
    collect::Collect,
    engine::{Line, OnFile, SeatId},
    game_dir::Filed,
    yaml::Problems,
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// An order file that was not accepted.
#[derive(Debug)]
pub struct Refusal {
    /// The seat.
    pub seat: SeatId,
    /// The diagnostics.
    pub problems: Problems,
    /// The kind of file that was refused.
    pub what: Refused,
}

/// The kind of file that was refused, and the consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// An order file; an older one stays in force.
    Newer,
    /// An order file, and the seat has no other one.
    Only,
    /// A file of standing orders. No sitting runs until it is corrected.
    Standing,
}

/// The orders that every seat has on file for the open turn.
#[derive(Debug, Default)]
pub struct OnFileSet {
    /// The orders as input of the engine.
    pub on_file: BTreeMap<SeatId, OnFile>,
    /// The order file in force of each seat that has one.
    pub orders: BTreeMap<SeatId, Filed>,
    /// Warnings about files that were accepted.
    pub warnings: BTreeMap<SeatId, Problems>,
    /// Standing orders, with the bytes they were read from.
    pub standing: BTreeMap<SeatId, Vec<u8>>,
    /// Files that were not accepted.
    pub refused: Vec<Refusal>,
    /// Lines of the files in force that were executed in earlier sittings.
    pub played: BTreeMap<SeatId, BTreeSet<Line>>,
    /// The view of each seat after the last sitting, for seats whose orders were validated against it.
    pub views: BTreeMap<SeatId, Arc<Value>>,
    /// A warning for each unexpected file among the order files and standing orders.
    pub strays: Vec<String>,
}

impl OnFileSet {
    /// Returns the digests of the order files in force.
    pub(crate) fn digests(&self) -> BTreeMap<SeatId, String> {
        let digest = |(seat, filed): (&SeatId, &Filed)| (seat.clone(), filed.digest.clone());
        self.orders.iter().map(digest).collect_map()
    }
}
