//! Read-only operations on the disk.

use super::disk::{Disk, DiskError, wrap};
use std::{
    ffi::OsString,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

impl Disk {
    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the path is not a file, is a dangling symlink, or cannot be read.
    pub fn read(path: &Path) -> Result<Option<Vec<u8>>, DiskError> {
        Self::read_at_most(path, usize::MAX)
    }

    /// Reads at most the first `most` bytes of a file and one more, so that a longer file can be recognised; for files
    /// that others have written.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the file cannot be read, if it is a dangling symlink, or if it is not a regular file:
    /// reading a pipe would never end.
    pub fn read_at_most(path: &Path, most: usize) -> Result<Option<Vec<u8>>, DiskError> {
        let read = || {
            let about = match fs::metadata(path) {
                // A dangling symlink is an error, not a missing file.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return match fs::symlink_metadata(path) {
                        Ok(_) => Err(io::Error::other("this is a dangling symlink")),
                        Err(_) => Ok(None),
                    };
                }
                about => about?,
            };
            if !about.is_file() {
                return Err(io::Error::other("this is not a file"));
            }
            // The buffer has room for the reported size and one more byte, to see the end. Otherwise the file would be
            // read in many small pieces.
            let room = about.len().min(1 << 20).saturating_add(1);
            let room = usize::try_from(room).map_or(most, |room| room.min(most));
            let mut bytes = Vec::with_capacity(room);
            let most = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
            fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
            Ok(Some(bytes))
        };
        read().map_err(|error| wrap("reading", path, error))
    }

    /// Returns the names of the files in a folder, sorted; empty if it does not exist. Names that are not UTF-8 are
    /// left out.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the folder cannot be listed.
    pub fn list(path: &Path) -> Result<Vec<String>, DiskError> {
        let names = Self::names(path)?;
        Ok(names
            .into_iter()
            .filter_map(|name| name.into_string().ok())
            .collect())
    }

    /// Returns the names of the files in a folder, sorted, including names that are not UTF-8.
    ///
    /// # Errors
    /// Returns [`DiskError`] if the folder cannot be listed.
    pub fn names(path: &Path) -> Result<Vec<OsString>, DiskError> {
        let mut names = vec![];
        each(path, |entry| {
            names.push(entry.file_name());
            Ok(())
        })?;
        names.sort_unstable();
        Ok(names)
    }

    /// Returns all files in a folder and in the folders below it, sorted; empty if it does not exist.
    ///
    /// # Errors
    /// Returns [`DiskError`] if a folder cannot be listed.
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
        files.sort_unstable();
        Ok(files)
    }
}

/// Calls `look` for each entry of a folder; a missing folder counts as empty.
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
