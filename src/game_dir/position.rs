//! `turns/position.yaml`: where a game stands.

use super::schedule_settings::{Clockwork, Locked};
use crate::engine::SeatId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How the last sitting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// Some seats are asked.
    Waiting,
    /// The turn is over, and the next one open.
    TurnComplete,
    /// The game is over.
    GameOver,
}

impl Ended {
    /// As it stands in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::TurnComplete => "turn-complete",
            Self::GameOver => "game-over",
        }
    }
}

/// `turns/position.yaml`: the one pointer that says where the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    /// The open turn.
    pub turn: u32,
    /// The last sitting.
    pub sitting: u32,
    /// The turn that sitting belonged to.
    pub sat_in: u32,
    /// How it ended.
    pub ended: Ended,
    /// When it ran.
    pub at: DateTime<Utc>,
    /// When orders are due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
    /// Where its clock stands, beside that.
    #[serde(default, skip_serializing_if = "Clockwork::is_plain")]
    pub clock: Clockwork,
    /// The version of this program that ran the sitting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The order files it used, by their SHA-256.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub used: BTreeMap<SeatId, String>,
    /// Who won, when the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<SeatId>,
    /// The head of the public log after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// SHA-256 of what is kept of the log, so that it need not be read from its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<String>,
    /// The next sitting, if its orders are locked and its dice still to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked: Option<Locked>,
    /// The files that the next sitting builds on, by their path below the game directory, with their
    /// SHA-256.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl Position {
    /// The sitting whose lock is the next one.
    pub fn next_lock(&self) -> u32 {
        self.locked.as_ref().map_or(self.sitting, |l| l.sitting) + 1
    }
}
