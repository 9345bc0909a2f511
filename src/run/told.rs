//! What readers are told of a sitting.

use super::cache::Shelf;
use crate::{
    engine::{Outcome, Viewer},
    game_dir::{Position, TurnRecord},
    log::Deed,
    orders::OnFileSet,
};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// What there is to tell.
pub(crate) struct Told<'a> {
    /// The words to tell it in.
    pub shelf: &'a Shelf,
    pub record: &'a TurnRecord,
    pub set: &'a OnFileSet,
    pub outcome: &'a Outcome,
    /// What each reader may see of it.
    pub views: &'a BTreeMap<Viewer, Arc<Value>>,
    pub position: &'a Position,
    pub before: Option<&'a Position>,
    /// Nothing was played: the GM's hand has begun a turn.
    pub anew: Option<Anew>,
}

/// A turn that the GM's hand has begun, as it is told.
pub(crate) struct Anew {
    /// How.
    pub kind: Deed,
    /// The number of its record, which tells its mails from those of the sitting before.
    pub number: u32,
    /// Whether the players are mailed.
    pub mailed: bool,
}
