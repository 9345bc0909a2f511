//! One writer at a time.

use super::{layout::Layout, lock_file};
use chrono::{DateTime, Utc};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read as _, Seek as _},
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
        let mut text = String::new();
        let _ = file.read_to_string(&mut text);
        let before = lock_file::Note::read(&text);
        let owner = before.owner.trim().replace('\n', ", ");
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
        let mut note = before.after(layout);
        note.owner = owner;
        lock_file::rewrite(&mut file, &note).map_err(io)?;
        Ok(Self { file, died })
    }

    /// Notes in the file that the owner's command must not be done twice, and waits until that is on the disk.
    pub fn must_be_done_once(&mut self) {
        // If this fails, a run that dies may not be told from one that ended as it should.
        let mut text = String::new();
        let _ = self.file.rewind();
        let _ = self.file.read_to_string(&mut text);
        let note = lock_file::Note {
            once: true,
            ..lock_file::Note::read(&text)
        };
        let _ = lock_file::rewrite(&mut self.file, &note);
        let _ = self.file.sync_all();
    }

    /// Who had it before and died, if the last owner did.
    pub fn died(&self) -> Option<&str> {
        self.died.as_deref()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // If this fails, the next owner is told of a death that was none. What is known of others' deaths stays noted.
        let mut text = String::new();
        let read = self.file.rewind();
        let _ = read.and_then(|()| self.file.read_to_string(&mut text));
        let note = lock_file::Note {
            now: None,
            ..lock_file::Note::read(&text)
        };
        let _ = lock_file::rewrite(&mut self.file, &note.left());
    }
}
