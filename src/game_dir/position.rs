//! `turns/position.yaml`: the position of a game.

use super::schedule_settings::{ClockState, Locked};
use crate::engine::SeatId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The way in which the last sitting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The turn is open, and some seats have open prompts.
    Waiting,
    /// The turn is over, and the next one open.
    TurnComplete,
    /// The game is over.
    GameOver,
}

impl Ended {
    /// Returns the value as the log has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::TurnComplete => "turn-complete",
            Self::GameOver => "game-over",
        }
    }
}

/// The last report that was mailed to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LastMailed {
    /// The turn whose folder has the report.
    pub turn: u32,
    /// The sitting; events of later ones were not mailed.
    pub sitting: u32,
    /// The record of the log with which it ended; later notes were not mailed.
    pub record: u32,
}

/// The mails to all players about the last action of the GM since a sitting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Notices {
    /// The kind of the action.
    pub what: String,
    /// The record of its note.
    pub record: u32,
    /// The time of the oldest action in these mails.
    pub since: DateTime<Utc>,
    /// The mail to each player, by the seat that it is filed under.
    pub mails: BTreeMap<SeatId, NoticeMail>,
}

/// One mail about actions of the GM.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NoticeMail {
    /// The address of its player.
    pub to: String,
    /// The records of the actions that it tells, oldest first.
    pub records: Vec<u32>,
}

/// `turns/position.yaml`: the only file that says where the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    /// The open turn.
    pub turn: u32,
    /// The last sitting.
    pub sitting: u32,
    /// The turn that sitting belonged to.
    pub sat_in: u32,
    /// The way in which it ended.
    pub ended: Ended,
    /// The time at which it ran.
    pub at: DateTime<Utc>,
    /// The deadline for orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
    /// The state of the clock beside the deadline.
    #[serde(default, skip_serializing_if = "ClockState::is_plain")]
    pub clock: ClockState,
    /// The version of this program that ran the sitting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The order files it used, by their SHA-256.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub used: BTreeMap<SeatId, String>,
    /// The winners, when the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<SeatId>,
    /// The head of the public log after the sitting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// The SHA-256 of the checkpoint of the log, from which the log can be read without its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<String>,
    /// The next sitting, if its orders are locked and its dice are not drawn yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked: Option<Locked>,
    /// The seats that were not mailed their last report, each with the last report that was mailed. It is committed
    /// together with the mails.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub collected: BTreeMap<SeatId, LastMailed>,
    /// The last mails about the GM's actions; the next action within an hour joins those that are not sent yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notices: Option<Notices>,
    /// The files that the next sitting builds on, by their path below the game directory, with their
    /// SHA-256.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl Position {
    /// Creates the position of a game in which `turn` is open after this sitting of the turn `sat_in`, without a deadline
    /// and with a plain clock.
    pub fn new(turn: u32, (sitting, sat_in): (u32, u32), ended: Ended, at: DateTime<Utc>) -> Self {
        Self {
            turn,
            sitting,
            sat_in,
            ended,
            at,
            deadline: None,
            clock: ClockState::default(),
            program: None,
            used: BTreeMap::new(),
            winners: vec![],
            head: None,
            checkpoint: None,
            locked: None,
            collected: BTreeMap::new(),
            notices: None,
            files: BTreeMap::new(),
        }
    }

    /// Adds the version of this program.
    #[must_use]
    pub fn by_this_program(mut self) -> Self {
        self.program = Some(env!("CARGO_PKG_VERSION").to_owned());
        self
    }

    /// Returns the number of the sitting that is locked next.
    pub fn next_lock(&self) -> u32 {
        self.locked.as_ref().map_or(self.sitting, |l| l.sitting) + 1
    }
}
