//! The four things the outbox does to a disk, behind a trait so that tests can cut them short.

use std::{fs, io, io::Write, path::Path};

/// What [`Disk::write`] does when the file is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Replace,
    Refuse,
}

/// A disk on which every step is whole or not there at all after a crash.
pub(super) trait Disk {
    /// Puts a file in place in one step.
    fn write(&self, path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()>;
    /// Moves a file between two directories of one file system in one step.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file; that it is gone already is fine.
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// The real disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Real;

/// How names of unfinished files begin; a crash may leave some behind.
pub(super) const UNFINISHED: &str = ".tmp-";

impl Disk for Real {
    fn write(&self, path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
        let directory = parent(path)?;
        fs::create_dir_all(directory)?;
        // In the same directory, for a rename across file systems is a copy. The mode stays 0600:
        // mails hold what only their readers may know.
        let mut file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(directory)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        match existing {
            Existing::Replace => file.persist(path),
            Existing::Refuse => file.persist_noclobber(path),
        }
        .map_err(|error| error.error)?;
        sync(directory)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::create_dir_all(parent(to)?)?;
        fs::rename(from, to)?;
        // The new name first: should only one of the two reach the disk, the file must have a name.
        sync(parent(to)?)?;
        sync(parent(from)?)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

fn parent(path: &Path) -> io::Result<&Path> {
    path.parent()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a path without a directory"))
}

/// Writes a directory's names to the disk.
fn sync(directory: &Path) -> io::Result<()> {
    // Elsewhere a directory cannot be opened, and the file system sees to its names itself.
    if cfg!(unix) {
        fs::File::open(directory)?.sync_all()
    } else {
        Ok(())
    }
}
