//! Why a step on a game failed.

use crate::{
    dice::chain::NoRandomness,
    engine::{Divergence, Garbled},
    game_dir::{BadSchedule, DiskError, StoreError},
    log::LogError,
    mail::MailError,
    report::ReportError,
};

/// Why a sitting, or what leads to one, came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum SittingError {
    /// The game directory.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The disk.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The public log.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A record that cannot be written.
    #[error(transparent)]
    Record(#[from] crate::log::BadRecord),
    /// The ruleset cannot read its own data.
    #[error(transparent)]
    Garbled(#[from] Garbled),
    /// A report that cannot be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A mail that cannot be written.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The system gives no randomness.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// A schedule that makes no sense.
    #[error(transparent)]
    Schedule(#[from] BadSchedule),
    /// The rules, or what they read, changed in the middle of a turn.
    #[error("turn {turn} does not play as it did before: {divergence}")]
    Diverged {
        /// The turn.
        turn: u32,
        /// Where.
        divergence: Divergence,
    },
    /// The rules do not come to an end.
    #[error("the rules ask or roll without end in turn {0}")]
    Runaway(u32),
    /// The game is not at the point where this can be done.
    #[error("{0}")]
    NotNow(String),
}
