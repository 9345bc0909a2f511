//! What is kept of a turn.

use super::{error::StoreError, game::Game, kept::read};
use crate::engine::{Entry, Opening, Prompt, SeatId, Told};
use serde_json::Value;
use std::sync::OnceLock;

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
