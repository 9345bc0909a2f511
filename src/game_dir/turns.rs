//! The stored record of a turn.

use super::{error::StoreError, game::Game, kept::read};
use crate::engine::{DynRuleset, Entry, Opening, Outcome, Prompt, SeatId, Stop, Told};
use serde_json::Value;
use std::sync::OnceLock;

/// The data that earlier sittings of a turn have stored.
#[derive(Clone, Debug, Default)]
pub struct TurnRecord {
    /// The state that the turn starts from; `None` for the set-up.
    pub state: Option<Value>,
    /// The answers and dice so far.
    pub journal: Vec<Entry>,
    /// The facts so far.
    pub facts: Vec<Told<Value>>,
    /// The revealed slots so far.
    pub openings: Vec<Opening>,
    /// The open prompts.
    pub prompts: Vec<Prompt>,
    awaited: OnceLock<Vec<SeatId>>,
}

impl TurnRecord {
    /// Creates the record of a turn that begins with a state.
    pub fn beginning(state: Option<Value>) -> Self {
        Self {
            state,
            ..Self::default()
        }
    }

    /// Stores the outcome of the next sitting.
    pub(crate) fn update(&mut self, outcome: &Outcome) {
        self.journal.clone_from(&outcome.journal);
        self.facts.clone_from(&outcome.facts);
        self.openings.clone_from(&outcome.openings);
        self.prompts = match &outcome.flow {
            Err(Stop::Waiting(prompts)) => prompts.clone(),
            _ => vec![],
        };
    }

    /// Returns the seats whose orders are required before the turn starts; by default all `seats`.
    pub(crate) fn awaited(
        &self,
        rules: &dyn DynRuleset,
        seats: impl FnOnce() -> Vec<SeatId>,
    ) -> &[SeatId] {
        let awaited = || {
            let state = self.state.as_ref();
            // The sitting itself reports a state that cannot be read.
            state
                .and_then(|state| rules.awaited(state).ok().flatten())
                .unwrap_or_else(seats)
        };
        self.awaited.get_or_init(awaited)
    }

    /// Reads the record of a turn.
    ///
    /// # Errors
    /// Returns [`StoreError`] if the state is missing, or with the name of the file that cannot be decoded.
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
