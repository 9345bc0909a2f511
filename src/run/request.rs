//! The request for a run, and its result.

use crate::{
    engine::SeatId,
    game_dir::{Guard, Locked, Position},
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// The answer to the question if a sitting is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// A sitting is due.
    Now,
    /// The sitting waits for these seats.
    Waits(Vec<SeatId>),
    /// The sitting waits for its deadline.
    AtDeadline(Option<DateTime<Utc>>),
    /// The game is paused, and resumes automatically at this time.
    Paused(DateTime<Utc>),
    /// The game is held until the GM releases it.
    Held,
    /// The orders are locked, and the dice come from this round of the beacon, out at this time.
    Beacon(u64, DateTime<Utc>),
    /// The game is over.
    Over,
}

/// The parameters of a requested sitting.
#[derive(Clone, Debug)]
pub struct Request {
    /// The only clock reading of the sitting.
    pub at: DateTime<Utc>,
    /// True if the deadline counts as passed: open prompts take their defaults.
    pub overdue: bool,
    /// The reason for running before all orders are in, which is published in a note.
    pub early: Option<String>,
}

/// A turn that was opened without a sitting.
#[derive(Debug)]
pub struct Begun {
    /// The position of the game.
    pub position: Position,
    /// The number of mails put into the outbox.
    pub mails: usize,
    /// Templates that do not work; the reports concerned are plain ones.
    pub alerts: Vec<String>,
}

/// The outcome of a run: one type from the rules to the exit code.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunOutcome {
    /// No sitting ran, for this reason.
    Nothing(Due),
    /// A sitting ran.
    Sat {
        /// The position of the game now.
        position: Position,
        /// The number of open prompts, by seat.
        asked: BTreeMap<SeatId, usize>,
        /// The number of mails put into the outbox.
        mails: usize,
        /// Templates that do not work; the reports concerned are plain ones.
        alerts: Vec<String>,
        /// The number of new facts.
        facts: usize,
        /// The number of new public rolls.
        dice: usize,
    },
    /// The first turn of a fork was opened, without a sitting.
    Begun(Begun),
    /// The orders of a sitting are locked; its dice are not drawn yet.
    Locked {
        /// The position of the game now.
        position: Position,
        /// The lock.
        locked: Locked,
        /// The number of mails put into the outbox.
        mails: usize,
    },
    /// A guard holds the game, for this reason.
    Held(Guard, String),
    /// Escalation has moved the deadline once, to this time.
    Moved(DateTime<Utc>),
}
