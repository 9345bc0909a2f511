//! What follows from `game.yaml`, and where a fork was taken from.

use super::GameFile;
use crate::engine::SeatId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where a fork was taken from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// The name of the game.
    pub of: String,
    /// The turn that the fork begins with.
    pub turn: u32,
    /// The teams of its seats, which are those of the original, whoever has the seats.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub teams: BTreeMap<SeatId, String>,
}

impl Fork {
    /// In a few words, for subjects and tables.
    pub fn words(&self) -> String {
        format!("fork of {} at turn {}", self.of, self.turn)
    }
}

impl GameFile {
    /// The options as plain data.
    pub fn options(&self) -> serde_json::Value {
        serde_json::Value::Object(self.options.clone().into_iter().collect())
    }

    /// What the subject of every mail of the game begins with.
    pub fn tag(&self) -> String {
        match &self.fork {
            Some(fork) => format!("[{}] ({})", self.game, fork.words()),
            None => format!("[{}]", self.game),
        }
    }
}
