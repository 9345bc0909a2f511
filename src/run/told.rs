//! The inputs of the reports on a sitting.

use super::cache::Shelf;
use crate::{
    engine::{Outcome, Viewer},
    game_dir::{Position, TurnRecord},
    log::Deed,
    orders::OnFileSet,
};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// The data from which the reports on a sitting are made.
pub(crate) struct Told<'a> {
    /// The templates and the schema.
    pub shelf: &'a Shelf,
    pub record: &'a TurnRecord,
    pub set: &'a OnFileSet,
    pub outcome: &'a Outcome,
    /// The view of each reader.
    pub views: &'a BTreeMap<Viewer, Arc<Value>>,
    pub position: &'a Position,
    pub before: Option<&'a Position>,
    /// The rewind, correction or fork that began the turn, if no sitting was played.
    pub anew: Option<Anew>,
}

/// A turn that began by a rewind, a correction or a fork.
pub(crate) struct Anew {
    /// The kind of note that began it.
    pub kind: Deed,
    /// The number of its record, which distinguishes its mails from those of the sitting before.
    pub number: u32,
    /// True if the players are mailed.
    pub mailed: bool,
}
