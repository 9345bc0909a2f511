//! Why a game directory cannot be read or written.

use super::{disk::DiskError, lock::LockError};
use crate::{
    content::Unfit,
    dice::{Master, field::BadHex},
    engine::{Garbled, Illegal},
    yaml::Problems,
};
use std::path::PathBuf;

/// What can be wrong with a game directory.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk would not.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The game is locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file that must be there is not.
    #[error("{} is missing", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A file the program keeps is not as it was written.
    #[error("{} is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A file where files of its kind have no business.
    #[error("{} does not belong there: {why}", path.display())]
    Stray {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// Something holds characters that no file may hold.
    #[error("{what} cannot be written: {why}")]
    Unkept {
        /// What it was.
        what: &'static str,
        /// Why not.
        why: String,
    },
    /// A file that a person wrote has mistakes.
    #[error("{}", .0.lines())]
    Problems(Problems),
    /// The ruleset is not known.
    #[error("there are no rules `{0}`; there are {1}")]
    NoRuleset(String, String),
    /// The content does not fit.
    #[error(transparent)]
    Content(#[from] Unfit),
    /// The ruleset cannot read its own data.
    #[error(transparent)]
    Garbled(#[from] Garbled),
    /// The options seat nobody.
    #[error("{}", .0.words)]
    Options(Illegal),
    /// Seats in `game.yaml` that the options do not have, or the reverse.
    #[error("the options seat {wanted}, and game.yaml seats {found}")]
    Seats {
        /// The seats of the options.
        wanted: String,
        /// The seats of the file.
        found: String,
    },
    /// The public log.
    #[error(transparent)]
    Log(#[from] crate::log::LogError),
    /// A record that cannot be written.
    #[error(transparent)]
    Record(#[from] crate::log::BadRecord),
    /// A schedule that makes no sense.
    #[error(transparent)]
    Schedule(#[from] super::BadSchedule),
    /// All keys of the chain are used up.
    #[error("all {0} sittings of this game are used up")]
    NoKey(u32),
    /// A secret in the public folder, or the like.
    #[error("{0}")]
    Unsafe(String),
}

/// The master secret that a file holds: its first line that is no remark.
pub(crate) fn master_in(bytes: &[u8]) -> Result<Master, BadHex> {
    let text = String::from_utf8_lossy(bytes);
    let secret = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    Master::from_hex(secret.unwrap_or_default())
}
