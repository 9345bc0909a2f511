//! The lock on a game directory: one writer at a time.

use super::{
    disk::{Disk, DiskError},
    error::LockError,
    layout::Layout,
    lock_file,
    stage::Stage,
};
use chrono::{DateTime, Utc};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read as _, Seek as _},
};

/// The lock on a game directory, held until it is dropped.
///
/// The operating system releases the lock when its owner dies, so the lock of a dead owner is free. The file names the
/// owner; an owner that ends normally removes its name.
#[derive(Debug)]
pub struct Held {
    layout: Layout,
    file: File,
    died: Option<String>,
}

impl Held {
    /// Takes the lock.
    ///
    /// # Errors
    /// Returns [`LockError`] if another process holds the lock, or the lock file cannot be used.
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
        // A user who can open the file can lock it, and would block the game.
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
        Ok(Self {
            layout: layout.clone(),
            file,
            died,
        })
    }

    /// Commits a stage in the locked directory, and moves its files into place.
    ///
    /// # Errors
    /// Returns [`DiskError`] if an operation on the disk fails. If it fails before the commit, nothing has changed; after
    /// it, [`recover`](Self::recover) finishes the work.
    pub fn commit(&self, disk: &Disk, stage: Stage) -> Result<(), DiskError> {
        stage.commit(disk, &self.layout)
    }

    /// Finishes the stages in the locked directory that were committed and not moved into place, and removes the others.
    /// Returns the names of the stages that were finished.
    ///
    /// # Errors
    /// Returns [`DiskError`] if a committed stage is damaged, or an operation on the disk fails.
    pub fn recover(&self, disk: &Disk) -> Result<Vec<String>, DiskError> {
        Stage::recover(disk, &self.layout)
    }

    /// Records in the file that the owner's command must not run twice, and syncs the file.
    pub(super) fn must_be_done_once(&mut self) {
        // If this fails, a run that dies may look like one that ended normally.
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

    /// Returns the previous owner, if it died while it held the lock.
    pub(super) fn died(&self) -> Option<&str> {
        self.died.as_deref()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // If this fails, the next owner sees a death that did not happen. Records of other deaths are kept.
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
