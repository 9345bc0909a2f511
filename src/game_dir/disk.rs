//! All changes to the disk. They pass through one type, so that a test can make each of them fail.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    fault::{Fault, Faulty},
    parallel::try_map_waiting,
};

/// The start of the name of a file that is being written; a run that was killed may leave one.
pub(crate) const PART: &str = ".writing-";

/// The readers of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// Everyone with access to the directory: mode 0644.
    Open,
    /// The owner only: mode 0600, or 0700 for a folder.
    Secret,
}

/// A failed operation on the disk.
#[derive(Debug, thiserror::Error)]
#[error("{} {}: {error}", what, path.display())]
pub struct DiskError {
    /// The operation, as a participle: `reading`, `writing`.
    pub what: &'static str,
    /// The path of the file or folder.
    pub path: PathBuf,
    /// The error of the operating system.
    #[source]
    pub error: io::Error,
}

/// The disk. In a test it can fail at its n-th change.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    faulty: Option<Arc<Faulty>>,
}

impl Disk {
    /// Creates a disk that never fails on purpose.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a disk that fails after a number of changes.
    pub fn faulty(fault: Fault, changes: u32) -> Self {
        Self {
            faulty: Some(Arc::new(Faulty::new(fault, changes))),
        }
    }

    /// Returns true if a change has failed because of the configured fault.
    pub fn has_struck(&self) -> bool {
        self.faulty
            .as_ref()
            .is_some_and(|faulty| faulty.has_struck())
    }

    /// Counts one change. Returns the error with which it fails, if it fails, and true with the first failure.
    fn count(&self, takes_room: bool) -> Option<(io::Error, bool)> {
        self.faulty.as_ref()?.count(takes_room)
    }

    /// Makes one change that takes no room, unless the disk is to fail.
    fn change<T>(
        &self,
        what: &'static str,
        path: &Path,
        change: impl FnOnce() -> io::Result<T>,
    ) -> Result<T, DiskError> {
        let failed = self.count(false);
        failed
            .map_or_else(change, |(error, _)| Err(error))
            .map_err(|error| wrap(what, path, error))
    }

    /// Makes one change that takes room, unless the disk is to fail. The first failing change runs `by_half` instead.
    fn fill<T>(
        &self,
        what: &'static str,
        path: &Path,
        by_half: impl FnOnce(),
        change: impl FnOnce() -> io::Result<T>,
    ) -> Result<T, DiskError> {
        match self.count(true) {
            Some((error, first)) => {
                if first {
                    by_half();
                }
                Err(error)
            }
            None => change(),
        }
        .map_err(|error| wrap(what, path, error))
    }

    /// Creates a folder and its parents.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the folder cannot be created.
    #[cfg_attr(not(unix), allow(unused_variables))] // other systems have no such permissions
    pub fn make_folder(&self, path: &Path, secrecy: Secrecy) -> Result<(), DiskError> {
        if path.is_dir() {
            return Ok(());
        }
        self.fill(
            "making the folder",
            path,
            || (),
            || {
                let mut builder = fs::DirBuilder::new();
                builder.recursive(true);
                #[cfg(unix)]
                if secrecy == Secrecy::Secret {
                    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
                }
                builder.create(path)
            },
        )
    }

    /// Writes a file atomically and durably: it exists with all its bytes or not at all.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the file cannot be written or moved into place.
    pub fn write(&self, path: &Path, bytes: &[u8], secrecy: Secrecy) -> Result<(), DiskError> {
        let folder = folder_of(path);
        self.make_folder(folder, secrecy)?;
        // A failure leaves no partial file: the system removes the temporary file.
        let written = self.fill(
            "writing",
            path,
            || (),
            || {
                let mut file = tempfile::Builder::new().prefix(PART).tempfile_in(folder)?;
                file.write_all(bytes)?;
                set_mode(file.as_file(), secrecy)?;
                file.as_file().sync_all()?;
                Ok(file)
            },
        )?;
        self.change("putting in place", path, || {
            written.persist(path).map_err(|e| e.error)?;
            sync_folder(folder)
        })
    }

    /// Writes a file atomically but not durably: it exists as a whole or not at all, and it is not synced.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the file cannot be written.
    pub fn jot(&self, path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
        let folder = folder_of(path);
        self.fill(
            "writing",
            path,
            || (),
            || {
                let mut file = tempfile::Builder::new().prefix(PART).tempfile_in(folder)?;
                file.write_all(bytes)?;
                file.persist(path).map_err(|e| e.error)?;
                Ok(())
            },
        )
    }

    /// Writes a file that has no effect before its folder is complete; it is durable after [`Disk::settle_parts`].
    ///
    /// # Errors
    /// Returns [`DiskError`] if the file exists or cannot be written.
    pub fn write_part(&self, path: &Path, bytes: &[u8], secrecy: Secrecy) -> Result<(), DiskError> {
        let by_half = || drop(fs::write(path, &bytes[..bytes.len() / 2]));
        self.fill("writing", path, by_half, || {
            let mut how = fs::File::options();
            how.write(true).create_new(true);
            #[cfg(unix)]
            if secrecy == Secrecy::Secret {
                std::os::unix::fs::OpenOptionsExt::mode(&mut how, 0o600);
            }
            let mut file = how.open(path)?;
            file.write_all(bytes)?;
            match secrecy {
                Secrecy::Secret => Ok(()),
                Secrecy::Open => set_mode(&file, secrecy),
            }
        })
    }

    /// Syncs files of a folder, and the folder itself, to the disk.
    ///
    /// # Errors
    /// Returns [`DiskError`] if a file or the folder cannot be synced.
    pub fn settle_parts(&self, folder: &Path, files: &[PathBuf]) -> Result<(), DiskError> {
        self.change("syncing", folder, || {
            // Some systems do not sync a file that is not open for writing.
            sync_all(files, fs::File::options().write(true))?;
            sync_folder(folder)
        })
    }

    /// Syncs the directory entries of some folders to the disk.
    ///
    /// # Errors
    /// Returns [`DiskError`] if a folder cannot be synced.
    pub fn settle(&self, folders: &[PathBuf]) -> Result<(), DiskError> {
        let Some(first) = folders.first() else {
            return Ok(());
        };
        self.change("syncing", first, || {
            #[cfg(unix)]
            sync_all(folders, fs::File::options().read(true))?;
            Ok(())
        })
    }

    /// Moves a file into another folder of the game directory; the move is durable after [`Disk::settle`].
    ///
    /// # Errors
    /// Returns [`DiskError`] if the file cannot be moved.
    pub fn hand_over(&self, from: &Path, to: &Path) -> Result<(), DiskError> {
        self.change("moving", to, || fs::rename(from, to))
    }

    /// Moves a file or a folder within the game directory, durably.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the folder of `to` cannot be created, or the file or folder cannot be moved.
    pub fn rename(&self, from: &Path, to: &Path) -> Result<(), DiskError> {
        if let Some(folder) = to.parent() {
            self.make_folder(folder, Secrecy::Open)?;
        }
        self.change("moving", to, || {
            fs::rename(from, to)?;
            sync_folder(folder_of(to))
        })
    }

    /// Removes a folder of the program and everything in it, if it exists.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the folder cannot be removed.
    pub fn remove_folder(&self, path: &Path) -> Result<(), DiskError> {
        if !path.exists() {
            return Ok(());
        }
        self.change("removing", path, || fs::remove_dir_all(path))
    }

    /// Removes a mail from the outbox that another one there has absorbed, if it exists.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the file cannot be removed.
    pub fn remove_mail(&self, path: &Path) -> Result<(), DiskError> {
        if !path.exists() {
            return Ok(());
        }
        self.change("removing", path, || fs::remove_file(path))
    }

    /// Returns true if users other than the owner could read a secret, and removes their permissions.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the permissions cannot be changed.
    #[cfg_attr(not(unix), allow(unused_variables))] // other systems have no such permissions
    pub fn tighten(&self, path: &Path) -> Result<bool, DiskError> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let Ok(meta) = fs::metadata(path) else {
                return Ok(false);
            };
            if meta.permissions().mode() & 0o077 != 0 {
                self.change("tightening", path, || {
                    let mode = if meta.is_dir() { 0o700 } else { 0o600 };
                    fs::set_permissions(path, fs::Permissions::from_mode(mode))
                })?;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the folder of a file. The parent of a bare name is "", so it becomes the current folder.
fn folder_of(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    parent.unwrap_or(Path::new("."))
}

pub(super) fn wrap(what: &'static str, path: &Path, error: io::Error) -> DiskError {
    DiskError {
        what,
        path: path.to_owned(),
        error,
    }
}

/// Sets the mode of a new file: a temporary file is readable only by its owner, a file that is not secret by everyone.
#[cfg_attr(not(unix), allow(unused_variables))] // other systems have no such permissions
fn set_mode(file: &fs::File, secrecy: Secrecy) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = match secrecy {
            Secrecy::Open => 0o644,
            Secrecy::Secret => 0o600,
        };
        file.set_permissions(fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// Syncs many files or folders, on several threads. If the first sync takes under 50 µs, the rest run on this thread.
fn sync_all(paths: &[PathBuf], how: &fs::OpenOptions) -> io::Result<()> {
    const AT_ONCE: usize = 8;
    const NO_TIME: Duration = Duration::from_micros(50);
    let sync = |path: &PathBuf| how.open(path)?.sync_all();
    let Some((first, others)) = paths.split_first() else {
        return Ok(());
    };
    let begun = Instant::now();
    sync(first)?;
    let threads = if begun.elapsed() < NO_TIME {
        1
    } else {
        AT_ONCE
    };
    try_map_waiting(others, threads, sync)?;
    Ok(())
}

#[cfg_attr(not(unix), allow(unused_variables))] // other systems sync no folders
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::File::open(path)?.sync_all()?;
    Ok(())
}
