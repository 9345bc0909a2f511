//! Files that people write, or may have written: what is wrong with one is shown at its place.

use super::{Disk, Layout, StoreError, Terms};
use crate::yaml::{Budget, Document, Problems, Source};
use std::path::Path;

/// How mail leaves a game, by its `mail.yaml` alone.
///
/// # Errors
/// [`StoreError`].
pub fn mail_settings<T: serde::de::DeserializeOwned>(layout: &Layout) -> Result<T, StoreError> {
    let path = layout.mail();
    by_hand(&path)?.ok_or(StoreError::Missing { path })
}

/// Reads the terms of a game that is to be founded.
///
/// # Errors
/// [`StoreError`].
pub fn read_terms(path: &Path) -> Result<Terms, StoreError> {
    let path = path.to_owned();
    by_hand(&path)?.ok_or(StoreError::Missing { path })
}

/// Reads a file that a person may have written; nothing if it is not there.
///
/// # Errors
/// [`StoreError::Problems`] with their places.
pub(super) fn by_hand<T: serde::de::DeserializeOwned>(
    path: &Path,
) -> Result<Option<T>, StoreError> {
    Disk::read(path)?
        .map(|bytes| by_hand_in(path, &bytes))
        .transpose()
}

/// The same of its bytes.
pub(super) fn by_hand_in<T: serde::de::DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
) -> Result<T, StoreError> {
    decoded(&document(path, bytes)?)
}

/// What such a file says, whatever it is to stand for.
pub(super) fn document(path: &Path, bytes: &[u8]) -> Result<Document, StoreError> {
    let name = path.display().to_string();
    Document::read(name.as_str(), bytes, Budget::Orders)
        .map_err(|list| StoreError::Problems(Problems::new(Source::lossy(&name, bytes), list)))
}

/// What it stands for.
pub(super) fn decoded<T: serde::de::DeserializeOwned>(
    document: &Document,
) -> Result<T, StoreError> {
    let problems = |problem| Problems::new(document.source.clone(), vec![problem]);
    document
        .decode()
        .map_err(|problem| StoreError::Problems(problems(problem)))
}
