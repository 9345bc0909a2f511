//! Errors of reading and writing a game directory.

use super::disk::DiskError;
use crate::{
    content::InvalidContent,
    dice::{Master, field::BadHex},
    engine::{DecodeError, Illegal},
    yaml::Problems,
};
use std::path::PathBuf;

/// An error of locking a game directory.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another process holds the lock.
    #[error("another chronojudge is at work in this game: {owner}")]
    Busy {
        /// The owner, as the lock file names it.
        owner: String,
    },
    /// The lock file cannot be used.
    #[error("locking {}: {error}", path.display())]
    Io {
        /// The lock file.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
}

/// An error of reading or writing a game directory.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// An operation on the disk failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The game directory could not be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A required file is missing.
    #[error("{} is missing", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A file that the program wrote is damaged or was changed.
    #[error("{} is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage.
        why: String,
    },
    /// An unexpected file in a folder that holds only files of another kind.
    #[error("{} does not belong there: {why}", path.display())]
    Stray {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// A value has characters that cannot be stored in a file.
    #[error("{what} cannot be written: {why}")]
    Unkept {
        /// The kind of value.
        what: &'static str,
        /// The reason.
        why: String,
    },
    /// A file that a person wrote has problems.
    #[error("{}", .0.lines())]
    Problems(Problems),
    /// The ruleset is unknown; the second field lists the known ones.
    #[error("unknown ruleset `{0}`; known rulesets: {1}")]
    NoRuleset(String, String),
    /// The content is invalid.
    #[error(transparent)]
    Content(#[from] InvalidContent),
    /// The ruleset cannot read its own data.
    #[error(transparent)]
    DecodeError(#[from] DecodeError),
    /// The ruleset refuses the options.
    #[error("{}", .0.words)]
    Options(Illegal),
    /// The seats in `game.yaml` are not those of the options.
    #[error("the options require the seats {wanted}, but game.yaml lists {found}")]
    Seats {
        /// The seats of the options.
        wanted: String,
        /// The seats of the file.
        found: String,
    },
    /// The public log cannot be read.
    #[error(transparent)]
    Log(#[from] crate::log::LogError),
    /// A record that cannot be written.
    #[error(transparent)]
    Record(#[from] crate::log::BadRecord),
    /// The schedule is invalid.
    #[error(transparent)]
    Schedule(#[from] super::BadSchedule),
    /// All keys of the chain are used up.
    #[error("all {0} sittings of this game are used up")]
    NoKey(u32),
    /// An unsafe state, such as a secret in the public folder.
    #[error("{0}")]
    Unsafe(String),
}

/// Returns the master secret in the content of its file: the first line that is neither empty nor a comment.
pub(crate) fn master_in(bytes: &[u8]) -> Result<Master, BadHex> {
    let text = String::from_utf8_lossy(bytes);
    let secret = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    Master::from_hex(secret.unwrap_or_default())
}
