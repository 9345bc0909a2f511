//! Staging: the changes of a sitting appear as a whole or not at all.
//!
//! All files are written into `staging/NNNN.part/`, with a list of them. When that folder is durable, one rename to
//! `staging/NNNN/` commits the sitting. Moving the files into place can then be interrupted and repeated any number of
//! times.

use super::{
    disk::{Disk, DiskError, Secrecy},
    layout::Layout,
    sheet::Sheet,
};
use crate::dice::field::sha256;
use rayon::prelude::*;
use std::{
    collections::BTreeSet,
    io,
    path::{Component, Path, PathBuf},
};

/// A set of files that will appear together, when a [`LockedGame`](super::LockedGame) commits it.
#[derive(Debug)]
pub struct Stage {
    name: String,
    files: Vec<Sheet>,
}

/// The stage of the first files of a game.
const FOUNDING: &str = "founding";

const LIST: &str = "files.txt";

/// The last line of a list, which shows that the list is complete.
const END: &str = "end\n";

/// The operation in a [`DiskError`] when a committed stage could not be moved into place.
pub const PLACING: &str = "finishing a committed change:";

impl Stage {
    /// Creates an empty stage with a name, for one sitting or another operation.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            files: vec![],
        }
    }

    /// Creates an empty stage for the first files of a game.
    pub(crate) fn founding() -> Self {
        Self::new(FOUNDING)
    }

    /// Adds a file, by its path below the game directory.
    pub fn add(
        &mut self,
        layout: &Layout,
        path: &Path,
        bytes: Vec<u8>,
        secrecy: Secrecy,
    ) -> &Sheet {
        let path = path.strip_prefix(layout.root()).unwrap_or(path).to_owned();
        self.files.push(Sheet::new(path, bytes, secrecy));
        &self.files[self.files.len() - 1]
    }

    /// Returns all staged files.
    pub fn files(&self) -> impl Iterator<Item = &Sheet> {
        self.files.iter()
    }

    /// Returns the bytes of a staged file.
    pub fn get(&self, layout: &Layout, path: &Path) -> Option<&[u8]> {
        let path = path.strip_prefix(layout.root()).unwrap_or(path);
        self.files
            .iter()
            .find(|file| file.path == path)
            .map(|file| file.bytes.as_slice())
    }

    /// Commits the stage and moves its files into place.
    ///
    /// # Errors
    /// Returns [`DiskError`] if an operation on the disk fails. Before the rename nothing has changed; after it,
    /// [`Stage::recover`] finishes.
    pub(super) fn commit(mut self, disk: &Disk, layout: &Layout) -> Result<(), DiskError> {
        let signatures = super::signing::signatures(layout, &self.files)?;
        self.files.extend(signatures);
        let part = layout.staging().join(format!("{}.part", self.name));
        disk.remove_folder(&part)?;
        disk.make_folder(&part, Secrecy::Secret)?;
        let hashes: Vec<_> = self.files.par_iter().map(Sheet::hash).collect();
        let (mut list, mut parts) = (String::new(), vec![]);
        for (n, (file, hash)) in self.files.iter().zip(hashes).enumerate() {
            parts.push(part.join(format!("{n:05}")));
            disk.write_part(&parts[n], &file.bytes, file.secrecy)?;
            list += &format!("{n:05} {hash} {}\n", file.path.display());
        }
        list += END;
        parts.push(part.join(LIST));
        disk.write_part(&part.join(LIST), list.as_bytes(), Secrecy::Secret)?;
        disk.settle_parts(&part, &parts)?;
        let whole = layout.staging().join(&self.name);
        disk.rename(&part, &whole)?;
        // This process has just written the files: hashes are checked only after a crash.
        let files = self.files.iter().enumerate();
        let staged = files.map(|(n, file)| Staged {
            from: whole.join(format!("{n:05}")),
            to: layout.root().join(&file.path),
            waits: true,
        });
        put_in_place(disk, layout, &whole, &staged.collect::<Vec<_>>())
    }

    /// Commits the stage of a game that is being founded, and moves its files into place.
    ///
    /// It needs no lock: before this, there is no game here that another process could have open.
    ///
    /// # Errors
    /// Returns [`DiskError`] if an operation on the disk fails. Before the rename nothing has changed; after it,
    /// [`Stage::finish_founding`] finishes.
    pub(crate) fn found(self, disk: &Disk, layout: &Layout) -> Result<(), DiskError> {
        self.commit(disk, layout)
    }

    /// Finishes a founding that was committed before a crash. Returns true if there was one; then no other process can have
    /// opened the game.
    ///
    /// # Errors
    /// Returns [`DiskError`] if a committed stage is damaged, or an operation on the disk fails.
    pub(crate) fn finish_founding(disk: &Disk, layout: &Layout) -> Result<bool, DiskError> {
        if !layout.staging().join(FOUNDING).is_dir() {
            return Ok(false);
        }
        Self::recover(disk, layout)?;
        Ok(true)
    }

    /// Finishes the stages that were committed before a crash, and removes the others. Returns the names of the stages
    /// that were finished.
    ///
    /// # Errors
    /// Returns [`DiskError`] if a committed stage is damaged, or an operation on the disk fails.
    pub(super) fn recover(disk: &Disk, layout: &Layout) -> Result<Vec<String>, DiskError> {
        let mut finished = vec![];
        for name in Disk::list(&layout.staging())? {
            let folder = layout.staging().join(&name);
            if !folder.is_dir() {
                continue;
            }
            // An empty folder is left if a process dies while it removes a stage.
            let empty = Disk::list(&folder)?.is_empty();
            if empty || Path::new(&name).extension().is_some_and(|e| e == "part") {
                disk.remove_folder(&folder)?;
            } else {
                put_in_place(disk, layout, &folder, &still_there(layout, &folder)?)?;
                finished.push(name);
            }
        }
        Ok(finished)
    }
}

/// A staged file and its place.
struct Staged {
    from: PathBuf,
    to: PathBuf,
    /// True if the file must still be moved there.
    waits: bool,
}

/// Moves every staged file to its place, except those that were moved before a crash.
fn put_in_place(
    disk: &Disk,
    layout: &Layout,
    folder: &Path,
    files: &[Staged],
) -> Result<(), DiskError> {
    let placing = |error| DiskError {
        what: PLACING,
        ..error
    };
    let mut folders: BTreeSet<&Path> = BTreeSet::new();
    for file in files {
        if let Some(folder) = file.to.parent()
            && folders.insert(folder)
        {
            // The file names of orders and mails are secret too.
            let secrecy = if folder.starts_with(layout.public()) {
                Secrecy::Open
            } else {
                Secrecy::Secret
            };
            disk.make_folder(folder, secrecy).map_err(placing)?;
        }
        if file.waits {
            disk.hand_over(&file.from, &file.to).map_err(placing)?;
        }
    }
    // Before the stage is removed, all files must be durable in their places, also those that were moved before a
    // crash.
    let folders: Vec<PathBuf> = folders.into_iter().map(Path::to_owned).collect();
    disk.settle(&folders).map_err(placing)?;
    disk.remove_folder(folder).map_err(placing)
}

/// Returns the files of a stage after a crash; all hashes are checked before the first file is moved.
fn still_there(layout: &Layout, folder: &Path) -> Result<Vec<Staged>, DiskError> {
    let mut files = vec![];
    for (mut file, hash) in list(layout, folder)? {
        let staged = Disk::read(&file.from)?;
        file.waits = staged.is_some();
        let at = if file.waits { &file.from } else { &file.to };
        let bytes = match staged {
            Some(bytes) => bytes,
            None => Disk::read(&file.to)?.unwrap_or_default(),
        };
        if sha256(&bytes).to_string() != hash {
            return Err(broken(at, "this is not the file that was staged"));
        }
        files.push(file);
    }
    Ok(files)
}

/// Returns the files of a stage with their hashes, from its list.
fn list(layout: &Layout, folder: &Path) -> Result<Vec<(Staged, String)>, DiskError> {
    let path = folder.join(LIST);
    let text = Disk::read(&path)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let bad = || broken(&path, "this is not a complete list of staged files");
    let lines = text.strip_suffix(END).ok_or_else(bad)?;
    lines
        .lines()
        .map(|line| {
            let mut words = line.splitn(3, ' ');
            let (n, hash, to) = (words.next()?, words.next()?, Path::new(words.next()?));
            let inside = to.components().all(|c| matches!(c, Component::Normal(_)));
            let number = n.bytes().all(|b| b.is_ascii_digit());
            let (from, to) = (folder.join(n), layout.root().join(to));
            let waits = true;
            (inside && number).then(|| (Staged { from, to, waits }, hash.to_owned()))
        })
        .map(|staged| staged.ok_or_else(bad))
        .collect()
}

fn broken(path: &Path, why: &str) -> DiskError {
    DiskError {
        what: "finishing what was staged:",
        path: path.to_owned(),
        error: io::Error::other(why.to_owned()),
    }
}
