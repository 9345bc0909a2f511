//! What lies on the disk: looked at, and left as it is.

use super::disk::{Disk, DiskError, wrap};
use std::{
    ffi::OsString,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

impl Disk {
    /// Reads a file; nothing if it is not there.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn read(path: &Path) -> Result<Option<Vec<u8>>, DiskError> {
        Self::read_at_most(path, usize::MAX)
    }

    /// The same, but no more than the first `most` bytes and one: of a file that others have written.
    ///
    /// # Errors
    /// [`DiskError`], also for a link that leads nowhere, and for what is no file: a pipe would never end.
    pub fn read_at_most(path: &Path, most: usize) -> Result<Option<Vec<u8>>, DiskError> {
        let read = || {
            let about = match fs::metadata(path) {
                // What hangs in the air was meant to be there.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return match fs::symlink_metadata(path) {
                        Ok(_) => Err(io::Error::other("the link leads nowhere")),
                        Err(_) => Ok(None),
                    };
                }
                about => about?,
            };
            if !about.is_file() {
                return Err(io::Error::other("this is no file"));
            }
            // Room for all that is said to be there, and for finding out that there is no more: else it is read in
            // many small pieces.
            let room = about.len().min(1 << 20).saturating_add(1);
            let room = usize::try_from(room).map_or(most, |room| room.min(most));
            let mut bytes = Vec::with_capacity(room);
            let most = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
            fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
            Ok(Some(bytes))
        };
        read().map_err(|error| wrap("reading", path, error))
    }

    /// The names of the files in a folder, in order; none if it is not there.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn list(path: &Path) -> Result<Vec<String>, DiskError> {
        let names = Self::names(path)?;
        Ok(names
            .into_iter()
            .filter_map(|name| name.into_string().ok())
            .collect())
    }

    /// The same, with names that are no text.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn names(path: &Path) -> Result<Vec<OsString>, DiskError> {
        let mut names = vec![];
        each(path, |entry| {
            names.push(entry.file_name());
            Ok(())
        })?;
        names.sort();
        Ok(names)
    }

    /// All files in a folder and in the folders below it; none if it is not there.
    ///
    /// # Errors
    /// [`DiskError`].
    pub fn files_below(path: &Path) -> Result<Vec<PathBuf>, DiskError> {
        let (mut files, mut folders) = (vec![], vec![path.to_owned()]);
        while let Some(folder) = folders.pop() {
            each(&folder, |entry| {
                let (path, kind) = (entry.path(), entry.file_type()?);
                let is_folder = kind.is_dir() || kind.is_symlink() && path.is_dir();
                if is_folder { &mut folders } else { &mut files }.push(path);
                Ok(())
            })?;
        }
        files.sort();
        Ok(files)
    }
}

/// Has a look at everything in a folder; there is nothing if it is not there.
fn each(
    path: &Path,
    mut look: impl FnMut(&fs::DirEntry) -> io::Result<()>,
) -> Result<(), DiskError> {
    let mut look_at_all = || match fs::read_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        entries => entries?.try_for_each(|entry| look(&entry?)),
    };
    look_at_all().map_err(|error| wrap("listing", path, error))
}
