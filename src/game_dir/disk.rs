//! Every change to the disk, through one door: so that each can be made to fail in a test.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    fault::{Fault, Faulty},
    parallel::waiting_together,
};

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// Whoever may read the directory.
    Open,
    /// Its owner alone: mode 0600.
    Secret,
}

/// Something the disk would not do.
#[derive(Debug, thiserror::Error)]
#[error("{} {}: {error}", what, path.display())]
pub struct DiskError {
    /// What was tried.
    pub what: &'static str,
    /// On what.
    pub path: PathBuf,
    /// What the system says.
    #[source]
    pub error: io::Error,
}

/// The disk; in a test it can go wrong at its n-th change.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    faulty: Option<Arc<Faulty>>,
}

impl Disk {
    /// The disk as it is.
    pub fn new() -> Self {
        Self::default()
    }

    /// A disk that does some changes and then goes wrong.
    pub fn faulty(fault: Fault, changes: u32) -> Self {
        Self {
            faulty: Some(Arc::new(Faulty::new(fault, changes))),
        }
    }

    /// Whether a change has failed because the disk was to go wrong.
    pub fn has_struck(&self) -> bool {
        self.faulty
            .as_ref()
            .is_some_and(|faulty| faulty.has_struck())
    }

    /// Counts one change; the error with which it fails, and whether it is the first.
    fn count(&self, takes_room: bool) -> Option<(io::Error, bool)> {
        self.faulty.as_ref()?.count(takes_room)
    }

    /// Does one change that takes no room, unless the disk is wrong.
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

    /// Does one change that takes room, unless the disk is wrong; the first that fails is done by half.
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

    /// Makes a folder and those above it.
    ///
    /// # Errors
    /// [`DiskError`].
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

    /// Writes a file as a whole: it is there with all its bytes or not at all.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn write(&self, path: &Path, bytes: &[u8], secrecy: Secrecy) -> Result<(), DiskError> {
        let folder = folder_of(path);
        self.make_folder(folder, secrecy)?;
        // What is left of a temporary file by half is the system's to clear away.
        let written = self.fill(
            "writing",
            path,
            || (),
            || {
                let mut file = tempfile::Builder::new()
                    .prefix(".writing-")
                    .tempfile_in(folder)?;
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

    /// Writes a file that may be lost: it is there as a whole or not at all, but no disk is waited for.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn jot(&self, path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
        let folder = folder_of(path);
        self.fill(
            "writing",
            path,
            || (),
            || {
                let mut file = tempfile::Builder::new()
                    .prefix(".writing-")
                    .tempfile_in(folder)?;
                file.write_all(bytes)?;
                file.persist(path).map_err(|e| e.error)?;
                Ok(())
            },
        )
    }

    /// Writes a file that counts for nothing before its folder is complete: it is safe on the disk after
    /// [`Disk::settle_parts`].
    ///
    /// # Errors
    /// [`DiskError`].
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

    /// Makes sure that files of a folder, and their names, are on the disk.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn settle_parts(&self, folder: &Path, files: &[PathBuf]) -> Result<(), DiskError> {
        self.change("settling", folder, || {
            // What is not open to be written some systems do not settle.
            sync_all(files, fs::File::options().write(true))?;
            sync_folder(folder)
        })
    }

    /// Makes sure that the names in some folders are on the disk.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn settle(&self, folders: &[PathBuf]) -> Result<(), DiskError> {
        let Some(first) = folders.first() else {
            return Ok(());
        };
        self.change("settling", first, || {
            #[cfg(unix)]
            sync_all(folders, fs::File::options().read(true))?;
            Ok(())
        })
    }

    /// Moves a file into another folder of the game directory; it is sure to have moved after
    /// [`Disk::settle`].
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn hand_over(&self, from: &Path, to: &Path) -> Result<(), DiskError> {
        self.change("moving", to, || fs::rename(from, to))
    }

    /// Moves a file or a folder within the game directory.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn rename(&self, from: &Path, to: &Path) -> Result<(), DiskError> {
        if let Some(folder) = to.parent() {
            self.make_folder(folder, Secrecy::Open)?;
        }
        self.change("moving", to, || {
            fs::rename(from, to)?;
            sync_folder(folder_of(to))
        })
    }

    /// Removes a folder of our own and all that is in it; nothing there is fine.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn remove_folder(&self, path: &Path) -> Result<(), DiskError> {
        if !path.exists() {
            return Ok(());
        }
        self.change("removing", path, || fs::remove_dir_all(path))
    }

    /// Whether others than the owner may read a secret; it is tightened if they may.
    ///
    /// # Errors
    /// [`DiskError`].
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

/// The folder of a file. A bare name lies in this one; its parent is called "".
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

/// A temporary file is the owner's alone; others may read what is not secret.
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

/// Waits for the disk, for many files or folders at once: it takes little longer than for one. A disk that lets
/// nobody wait is asked by nobody else.
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
    waiting_together(others, threads, sync)?;
    Ok(())
}

fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::File::open(path)?.sync_all()?;
    Ok(())
}
