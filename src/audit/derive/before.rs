//! The outcome of the sittings before a sitting.

use crate::{
    audit::replay::opened,
    dice::What,
    engine::{self, Outcome, Prompt, SeatId, Stop},
    log::{Branch, PublicFolder},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// The outcome of the sittings before.
pub(super) struct Before {
    pub(super) turn: u32,
    /// The sittings of the open turn.
    pub(super) sittings: Vec<u32>,
    /// The state that the turn starts from; `None` for the set-up.
    pub(super) state: Option<Value>,
    pub(super) journal: Vec<engine::Entry>,
    pub(super) prompts: Vec<Prompt>,
    /// The hashes of the order files in force at the last sitting of the open turn.
    pub(super) used: BTreeMap<SeatId, String>,
}

impl Before {
    /// Creates the beginning of a turn after a rewind, a correction or a fork, from the state that was opened for it.
    pub(super) fn begun(public: PublicFolder<'_>, made: &Branch) -> Result<Self, String> {
        Ok(Self {
            turn: made.turn,
            sittings: vec![],
            state: Some(opened(public, made.after, &What::Amend(made.number))?),
            journal: vec![],
            prompts: vec![],
            used: BTreeMap::new(),
        })
    }

    /// Returns true if this turn is open and has had a sitting.
    pub(super) fn is_in(&self, turn: u32) -> bool {
        self.turn == turn && !self.sittings.is_empty()
    }

    pub(super) fn of(
        before: Option<Self>,
        (turn, t): (u32, u32),
        outcome: Outcome,
        used: BTreeMap<SeatId, String>,
    ) -> Self {
        if outcome.flow.is_ok() {
            return Self {
                turn: turn + 1,
                sittings: vec![],
                state: Some(outcome.state),
                journal: vec![],
                prompts: vec![],
                used: BTreeMap::new(),
            };
        }
        let (mut sittings, state) = before.map_or_else(Default::default, |b| (b.sittings, b.state));
        sittings.push(t);
        Self {
            turn,
            sittings,
            state,
            journal: outcome.journal,
            prompts: match outcome.flow {
                Err(Stop::Waiting(prompts)) => prompts,
                _ => vec![],
            },
            used,
        }
    }
}
