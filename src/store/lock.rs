//! One writer at a time.

use super::Layout;
use chrono::{DateTime, Utc};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read as _, Seek as _, Write as _},
    path::PathBuf,
};

/// The lock on a game directory, held until it is dropped.
///
/// The system lets go of it when its owner dies, so a dead owner's lock is simply free. The file names
/// the owner; who ends as he should takes his name away.
#[derive(Debug)]
pub struct Held {
    file: File,
    died: Option<String>,
}

/// Why a game directory could not be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else has it.
    #[error("another chronojudge is at work in this game: {owner}")]
    Busy {
        /// What the lock file says of its owner.
        owner: String,
    },
    /// The lock file cannot be used.
    #[error("locking {}: {error}", path.display())]
    Io {
        /// The lock file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
}

impl Held {
    /// Takes the lock, or says who has it.
    ///
    /// # Errors
    /// [`LockError`].
    pub fn take(layout: &Layout, now: DateTime<Utc>) -> Result<Self, LockError> {
        let path = layout.lock();
        let io = |error| LockError::Io {
            path: path.clone(),
            error,
        };
        let mut how = OpenOptions::new();
        how.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut how, 0o600);
        let mut file = how.open(&path).map_err(io)?;
        // Who can open the file can lock it, and would hold up the game.
        #[cfg(unix)]
        if file.metadata().is_ok_and(|meta| meta.mode() & 0o077 != 0) {
            file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))
                .map_err(io)?;
        }
        let locked = file.try_lock();
        let mut owner = String::new();
        let _ = file.read_to_string(&mut owner);
        let owner = owner.trim().replace('\n', ", ");
        let died = match locked {
            Ok(()) => (!owner.is_empty()).then_some(owner),
            Err(TryLockError::WouldBlock) => return Err(LockError::Busy { owner }),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        };
        let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
        let owner = format!(
            "pid: {}\nhost: {}\nsince: {}\n",
            std::process::id(),
            host.trim(),
            now.format("%Y-%m-%dT%H:%M:%SZ")
        );
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(owner.as_bytes()))
            .map_err(io)?;
        Ok(Self { file, died })
    }

    /// Who had it before and died, if the last owner did.
    pub fn died(&self) -> Option<&str> {
        self.died.as_deref()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // If this fails, the next owner is told of a death that was none.
        let _ = self.file.set_len(0);
    }
}
