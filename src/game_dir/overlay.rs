//! What a game puts over the program's own: content and templates, and nothing that merely lies beside them.

use super::{disk::Disk, error::StoreError};
use crate::content::Library;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// What editors and systems leave beside the files that people write: it is passed over.
fn is_left_behind(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || ["Thumbs.db", "desktop.ini"].contains(&name)
}

/// The names in a folder, but for what is left behind there.
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

/// Puts the content files in a folder over those of a library; gives their number.
///
/// # Errors
/// [`StoreError::Stray`] for what is no file of the ruleset's content.
pub fn read_content(folder: &Path, library: &mut Library) -> Result<usize, StoreError> {
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

/// The templates in and below a folder, by name.
///
/// # Errors
/// [`StoreError::Stray`] for what is no template.
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
            let why = "it is no template: their names end in `.j2`".to_owned();
            return Err(StoreError::Stray { path, why });
        }
    }
    Ok(())
}
