//! The reasons why a file that a player sent is not put in force.

use crate::{
    error::GameError,
    game_dir::{DiskError, StoreError},
    mail::Unsigned,
    yaml::Problems,
};

/// The reason why a file is not put in force; nothing has changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotAccepted {
    /// The file is invalid: its diagnostics.
    #[error("{}", .0.lines())]
    Invalid(Problems),
    /// A file of the game cannot be read, decoded or written.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl From<Problems> for NotAccepted {
    fn from(problems: Problems) -> Self {
        Self::Invalid(problems)
    }
}

impl From<StoreError> for NotAccepted {
    fn from(error: StoreError) -> Self {
        GameError::from(error).into()
    }
}

impl From<DiskError> for NotAccepted {
    fn from(error: DiskError) -> Self {
        GameError::from(error).into()
    }
}

/// The reason why the signature of a file cannot be verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotSigned {
    /// The signature is not the player's over this file.
    #[error(transparent)]
    Signature(#[from] Unsigned),
    /// The players cannot be read.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl From<StoreError> for NotSigned {
    fn from(error: StoreError) -> Self {
        GameError::from(error).into()
    }
}
