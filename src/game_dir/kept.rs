//! Files that the program keeps: read and written as YAML or JSON.

use super::{disk::Disk, error::StoreError};
use crate::yaml::keep;
use serde::{Serialize, de::DeserializeOwned};
use std::path::Path;

/// Reads a file the program keeps; nothing if it is not there.
///
/// # Errors
/// [`StoreError::Damaged`] names the file.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    let damaged = |why: String| StoreError::Damaged {
        path: path.to_owned(),
        why,
    };
    let Some(bytes) = Disk::read(path)? else {
        return Ok(None);
    };
    let text = String::from_utf8(bytes).map_err(|e| damaged(e.to_string()))?;
    keep::from_str(&text)
        .map(Some)
        .map_err(|e| damaged(e.to_string()))
}

/// The same of a file that is kept as JSON.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    let Some(bytes) = Disk::read(path)? else {
        return Ok(None);
    };
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|e| StoreError::Damaged {
            path: path.to_owned(),
            why: e.to_string(),
        })
}

/// The bytes of a file the program keeps.
///
/// # Errors
/// [`StoreError::Unkept`] for texts that no file may hold.
pub fn bytes<T: Serialize>(what: &'static str, value: &T) -> Result<Vec<u8>, StoreError> {
    keep::to_string(value)
        .map(String::into_bytes)
        .map_err(|e| StoreError::Unkept {
            what,
            why: e.to_string(),
        })
}
