//! The files of a game that replace the program's own: content and templates. Other files in those folders are errors.

use super::{disk::Disk, error::StoreError};
use crate::content::Library;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Returns true for files that editors and operating systems leave in folders; they are skipped.
fn is_left_behind(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || ["Thumbs.db", "desktop.ini"].contains(&name)
}

/// Returns the names in a folder, without files that editors and operating systems leave.
fn names(folder: &Path) -> Result<Vec<String>, StoreError> {
    let mut names = Disk::list(folder)?;
    names.retain(|name| !is_left_behind(name));
    Ok(names)
}

fn text(path: PathBuf) -> Result<String, StoreError> {
    let bytes = Disk::read(&path)?.unwrap_or_default();
    String::from_utf8(bytes).map_err(|_| StoreError::Stray {
        path,
        why: "it is not text in UTF-8".to_owned(),
    })
}

/// Puts the content files of a folder over those of a library; returns the number of files.
///
/// # Errors
/// Returns [`StoreError::Stray`] if a file is not part of the ruleset's content, or not UTF-8.
pub(crate) fn read_content(folder: &Path, library: &mut Library) -> Result<usize, StoreError> {
    let names = names(folder)?;
    for name in &names {
        let path = folder.join(name);
        let known: Vec<&str> = library.files().map(|(name, _)| name).collect();
        if !known.contains(&name.as_str()) {
            let why = format!(
                "the content of these rules has no such file; it has {}",
                known.join(", ")
            );
            return Err(StoreError::Stray { path, why });
        }
        library.overlay(name, text(path)?)?;
    }
    Ok(names.len())
}

/// Collects the templates in and below a folder, by name.
///
/// # Errors
/// Returns [`StoreError::Stray`] if a file is not a template, or not UTF-8.
pub(crate) fn templates(
    folder: &Path,
    prefix: &str,
    all: &mut BTreeMap<String, String>,
) -> Result<(), StoreError> {
    for name in names(folder)? {
        let path = folder.join(&name);
        if path.is_dir() {
            templates(&path, &format!("{prefix}{name}/"), all)?;
        } else if Path::new(&name).extension().is_some_and(|end| end == "j2") {
            all.insert(format!("{prefix}{name}"), text(path)?);
        } else {
            let why = "it is not a template: their names end in `.j2`".to_owned();
            return Err(StoreError::Stray { path, why });
        }
    }
    Ok(())
}
