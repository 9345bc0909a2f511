//! What is asked of a run, and what a run comes to.

use crate::{
    engine::SeatId,
    game_dir::{Locked, Position},
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// Whether a sitting is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// It is.
    Now,
    /// It waits for these seats.
    Waits(Vec<SeatId>),
    /// It waits for its deadline.
    AtDeadline(Option<DateTime<Utc>>),
    /// The clock stands still, and goes on by itself at this time.
    Paused(DateTime<Utc>),
    /// It waits for the GM to let it go on.
    Held,
    /// Its orders are locked, and its dice come from this round of the beacon, out at this time.
    Beacon(u64, DateTime<Utc>),
    /// The game is over.
    Over,
}

/// How a sitting is wanted.
#[derive(Clone, Debug)]
pub struct Request {
    /// The one clock reading that everything of the sitting uses.
    pub at: DateTime<Utc>,
    /// The deadline has passed: open prompts take their default.
    pub overdue: bool,
    /// Run before everybody is in, which is a public note.
    pub early: Option<String>,
}

/// A turn that was begun.
#[derive(Debug)]
pub struct Begun {
    /// Where the game stands.
    pub position: Position,
    /// Mails in the outbox.
    pub mails: usize,
    /// Templates that do not work: the papers that they should have written are plain ones.
    pub alerts: Vec<String>,
}

/// What came of a request.
#[derive(Debug)]
pub enum Ran {
    /// Nothing was new, so nothing was done.
    Nothing(Due),
    /// A sitting ran.
    Sat {
        /// Where the game stands now.
        position: Position,
        /// Who is asked, and how often.
        asked: BTreeMap<SeatId, usize>,
        /// Mails in the outbox.
        mails: usize,
        /// Templates that do not work: the papers that they should have written are plain ones.
        alerts: Vec<String>,
        /// New facts.
        facts: usize,
        /// New public dice.
        dice: usize,
    },
    /// The first turn of a fork is open: it had no sitting.
    Begun(Begun),
    /// The orders of a sitting are locked, and its dice are still to come.
    Locked {
        /// Where the game stands now.
        position: Position,
        /// The lock.
        locked: Locked,
        /// Mails in the outbox.
        mails: usize,
    },
}
