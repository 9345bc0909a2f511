//! The operations of the outbox on a disk, behind a trait so that tests can interrupt them.

use std::{fs, io, io::Write, path::Path};

/// The behaviour of [`Disk::write`] if the file already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Replace,
    Refuse,
}

/// A disk on which every operation is atomic: after a crash it is complete, or it did not happen.
pub(super) trait Disk {
    /// Writes a file atomically.
    fn write(&self, path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()>;
    /// Moves a file between two directories of one file system, atomically.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file; a missing file is not an error.
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// The real disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Real;

/// The prefix of the names of unfinished files, which a crash may leave behind.
pub(super) const UNFINISHED: &str = ".tmp-";

impl Disk for Real {
    fn write(&self, path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
        let directory = parent(path)?;
        fs::create_dir_all(directory)?;
        // In the same directory, because a rename across file systems is a copy. The mode stays 0600:
        // only the reader of a mail may see its contents.
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
        // The new name is synced first: if only one of the two reaches the disk, the file still has a name.
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

/// Syncs the entries of a directory to the disk.
fn sync(directory: &Path) -> io::Result<()> {
    // On other systems a directory cannot be opened, and the file system syncs its entries itself.
    if cfg!(unix) {
        fs::File::open(directory)?.sync_all()
    } else {
        Ok(())
    }
}
