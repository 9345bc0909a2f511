//! Staging: what a sitting changes appears as a whole or not at all.
//!
//! Everything is written into `staging/NNNN.part/`, with a list of what is there; when that is safely
//! on the disk, one rename to `staging/NNNN/` is the moment at which the sitting has happened. Moving
//! the files into place can then be interrupted and done again as often as need be.

use super::{
    disk::{Disk, DiskError, Secrecy},
    layout::Layout,
    parallel::side_by_side,
    sheet::Sheet,
};
use crate::dice::field::sha256;
use std::{
    collections::BTreeSet,
    convert::Infallible,
    io,
    path::{Component, Path, PathBuf},
};

/// A set of files that will appear together.
#[derive(Debug)]
pub struct Stage {
    name: String,
    files: Vec<Sheet>,
}

const LIST: &str = "files.txt";

/// The last line of a list, so that half a list is seen to be one.
const END: &str = "end\n";

/// What a [`DiskError`] says was tried when a stage that has happened could not be put in place.
pub const PLACING: &str = "finishing what has happened:";

impl Stage {
    /// An empty stage for one sitting, or for whatever has a name of its own.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            files: vec![],
        }
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

    /// All staged files.
    pub fn files(&self) -> impl Iterator<Item = &Sheet> {
        self.files.iter()
    }

    /// The bytes of a staged file.
    pub fn get(&self, layout: &Layout, path: &Path) -> Option<&[u8]> {
        let path = path.strip_prefix(layout.root()).unwrap_or(path);
        self.files
            .iter()
            .find(|file| file.path == path)
            .map(|file| file.bytes.as_slice())
    }

    /// Makes all of it happen.
    ///
    /// # Errors
    /// [`DiskError`]: before the rename nothing has happened; after it, [`Stage::recover`] finishes.
    pub fn commit(mut self, disk: &Disk, layout: &Layout) -> Result<(), DiskError> {
        let signatures = super::signing::signatures(layout, &self.files)?;
        self.files.extend(signatures);
        let part = layout.staging().join(format!("{}.part", self.name));
        disk.remove_folder(&part)?;
        disk.make_folder(&part, Secrecy::Secret)?;
        let hash = |file: &Sheet| Ok::<_, Infallible>(file.hash());
        let Ok(hashes) = side_by_side(&self.files, hash);
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
        // This process has just written them: only what a death has left needs to be looked at.
        let files = self.files.iter().enumerate();
        let staged = files.map(|(n, file)| Staged {
            from: whole.join(format!("{n:05}")),
            to: layout.root().join(&file.path),
            waits: true,
        });
        put_in_place(disk, layout, &whole, &staged.collect::<Vec<_>>())
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
            if !folder.is_dir() {
                continue;
            }
            // An empty one is what a death has left of a stage that was being removed.
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
    /// Whether it is still to be moved there.
    waits: bool,
}

/// Moves every staged file to its place, but for those that were moved before a death.
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
            // The names of orders and mails tell something too.
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
    // Before the stage goes, everything has to be in its place for good, also what a death had moved.
    let folders: Vec<PathBuf> = folders.into_iter().map(Path::to_owned).collect();
    disk.settle(&folders).map_err(placing)?;
    disk.remove_folder(folder).map_err(placing)
}

/// What a death has left of a stage: all of it is looked at before the first is moved.
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

/// What a stage holds, by its list: each file and its hash.
fn list(layout: &Layout, folder: &Path) -> Result<Vec<(Staged, String)>, DiskError> {
    let path = folder.join(LIST);
    let text = Disk::read(&path)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let bad = || broken(&path, "this is not the list of a stage, or not all of it");
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
