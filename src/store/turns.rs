//! What is kept of a turn.

use super::{Disk, Game, StoreError};
use crate::{
    engine::{Entry, Opening, Prompt, SeatId, Told},
    yaml::keep,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{path::Path, sync::OnceLock};

/// What earlier sittings of a turn have left.
#[derive(Clone, Debug, Default)]
pub struct TurnRecord {
    /// The checkpoint it starts from; nothing for the set-up.
    pub state: Option<Value>,
    /// Answers and dice so far.
    pub journal: Vec<Entry>,
    /// Facts so far.
    pub facts: Vec<Told<Value>>,
    /// Slots opened so far.
    pub openings: Vec<Opening>,
    /// Prompts that are open.
    pub prompts: Vec<Prompt>,
    awaited: OnceLock<Vec<SeatId>>,
}

impl TurnRecord {
    /// What is kept of a turn that begins with a state.
    pub fn beginning(state: Option<Value>) -> Self {
        Self {
            state,
            ..Self::default()
        }
    }

    /// Whose orders the turn needs before it begins.
    pub fn awaited(&self, game: &Game) -> &[SeatId] {
        let awaited = || {
            let state = self.state.as_ref();
            // What cannot be read is found out by the sitting itself.
            state
                .and_then(|state| game.rules.awaited(state).ok().flatten())
                .unwrap_or_else(|| game.seat_ids())
        };
        self.awaited.get_or_init(awaited)
    }

    /// Reads what is kept of a turn.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] names the file.
    pub fn read(game: &Game, turn: u32) -> Result<Self, StoreError> {
        let layout = &game.layout;
        let state = if turn == 0 {
            None
        } else {
            let path = layout.state(turn);
            Some(read(&path)?.ok_or(StoreError::Missing { path })?)
        };
        Ok(Self {
            state,
            journal: read(&layout.journal(turn))?.unwrap_or_default(),
            facts: read(&layout.facts(turn))?.unwrap_or_default(),
            openings: read(&layout.openings(turn))?.unwrap_or_default(),
            prompts: read(&layout.prompts(turn))?.unwrap_or_default(),
            awaited: OnceLock::new(),
        })
    }
}

/// Reads a file the program keeps; nothing if it is not there.
///
/// # Errors
/// [`StoreError::Damaged`] names the file.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    let damaged = |why: String| StoreError::Damaged {
        path: path.to_owned(),
        why,
    };
    let Some(bytes) = Disk::read(path)? else {
        return Ok(None);
    };
    let text = String::from_utf8(bytes).map_err(|e| damaged(e.to_string()))?;
    keep::from_str(&text)
        .map(Some)
        .map_err(|e| damaged(e.to_string()))
}

/// The same of a file that is kept as JSON.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    let Some(bytes) = Disk::read(path)? else {
        return Ok(None);
    };
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|e| StoreError::Damaged {
            path: path.to_owned(),
            why: e.to_string(),
        })
}

/// The bytes of a file the program keeps.
///
/// # Errors
/// [`StoreError::Unkept`] for texts that no file may hold.
pub fn bytes<T: Serialize>(what: &'static str, value: &T) -> Result<Vec<u8>, StoreError> {
    keep::to_string(value)
        .map(String::into_bytes)
        .map_err(|e| StoreError::Unkept {
            what,
            why: e.to_string(),
        })
}
