//! Errors of the steps that change a game.

use crate::{
    dice::chain::NoRandomness,
    engine::{DecodeError, Divergence, Outcome},
    game_dir::{BadSchedule, DiskError, StoreError},
    log::LogError,
    mail::MailError,
    report::ReportError,
};

/// An error of a sitting, or of a step that leads to one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The game directory cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An operation on the disk failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The public log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A record that cannot be written.
    #[error(transparent)]
    Record(#[from] crate::log::BadRecord),
    /// The ruleset cannot read its own data.
    #[error(transparent)]
    DecodeError(#[from] DecodeError),
    /// A report that cannot be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A mail that cannot be written.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The operating system provides no randomness.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// The schedule is invalid.
    #[error(transparent)]
    Schedule(#[from] BadSchedule),
    /// The rules, or what they read, changed in the middle of a turn.
    #[error("turn {turn} does not play as it did before: {divergence}")]
    Diverged {
        /// The turn.
        turn: u32,
        /// The first difference.
        divergence: Divergence,
    },
    /// The rules do not terminate.
    #[error("the rules ask or roll without end in turn {0}")]
    Runaway(u32),
    /// The operation is not possible at this point of the game.
    #[error("{0}")]
    NotNow(String),
}

impl GameError {
    /// Creates the error of a turn whose run gave `is`, and `was` before.
    pub(crate) fn diverged(turn: u32, outcome: &Outcome, [was, is]: [&str; 2]) -> Self {
        Self::Diverged {
            turn,
            divergence: Divergence {
                at: outcome.journal.len(),
                was: was.to_owned(),
                is: is.to_owned(),
            },
        }
    }
}
