//! Staging: what a sitting changes appears as a whole or not at all.
//!
//! Everything is written into `staging/NNNN.part/`, with a list of what is there; when that is safely
//! on the disk, one rename to `staging/NNNN/` is the moment at which the sitting has happened. Moving
//! the files into place can then be interrupted and done again as often as need be.

use super::{Disk, DiskError, Layout, Secrecy};
use std::path::{Path, PathBuf};

/// A set of files that will appear together.
#[derive(Debug)]
pub struct Stage {
    name: String,
    files: Vec<(PathBuf, Vec<u8>, Secrecy)>,
}

const LIST: &str = "files.txt";

impl Stage {
    /// An empty stage for one sitting, or for whatever has a name of its own.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            files: vec![],
        }
    }

    /// Adds a file, by its path below the game directory.
    pub fn add(&mut self, layout: &Layout, path: &Path, bytes: Vec<u8>, secrecy: Secrecy) {
        let path = path.strip_prefix(layout.root()).unwrap_or(path).to_owned();
        self.files.push((path, bytes, secrecy));
    }

    /// The bytes of a staged file.
    pub fn get(&self, layout: &Layout, path: &Path) -> Option<&[u8]> {
        let path = path.strip_prefix(layout.root()).unwrap_or(path);
        self.files
            .iter()
            .find(|(p, ..)| p == path)
            .map(|(_, bytes, _)| bytes.as_slice())
    }

    /// Makes all of it happen.
    ///
    /// # Errors
    /// [`DiskError`]: before the rename nothing has happened; after it, [`Stage::recover`] finishes.
    pub fn commit(self, disk: &Disk, layout: &Layout) -> Result<(), DiskError> {
        let part = layout.staging().join(format!("{}.part", self.name));
        disk.remove_folder(&part)?;
        disk.make_folder(&part, Secrecy::Secret)?;
        let mut list = String::new();
        for (n, (path, bytes, secrecy)) in self.files.iter().enumerate() {
            disk.write(&part.join(format!("{n:05}")), bytes, *secrecy)?;
            list += &format!("{n:05} {}\n", path.display());
        }
        disk.write(&part.join(LIST), list.as_bytes(), Secrecy::Secret)?;
        let whole = layout.staging().join(&self.name);
        disk.rename(&part, &whole)?;
        put_in_place(disk, layout, &whole)
    }

    /// Finishes what was committed before a death, and forgets what was not. Says which stages were
    /// finished.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn recover(disk: &Disk, layout: &Layout) -> Result<Vec<String>, DiskError> {
        let mut finished = vec![];
        for name in Disk::list(&layout.staging())? {
            let folder = layout.staging().join(&name);
            if Path::new(&name).extension().is_some_and(|e| e == "part") {
                disk.remove_folder(&folder)?;
            } else {
                put_in_place(disk, layout, &folder)?;
                finished.push(name);
            }
        }
        Ok(finished)
    }
}

/// Moves every staged file to its place; those that are there already were moved before a death.
fn put_in_place(disk: &Disk, layout: &Layout, folder: &Path) -> Result<(), DiskError> {
    let list = Disk::read(&folder.join(LIST))?.unwrap_or_default();
    for line in String::from_utf8_lossy(&list).lines() {
        let Some((n, path)) = line.split_once(' ') else {
            continue;
        };
        let from = folder.join(n);
        if from.exists() {
            disk.rename(&from, &layout.root().join(path))?;
        }
    }
    disk.remove_folder(folder)
}
