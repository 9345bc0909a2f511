//! Files that people write, or may have written: what is wrong with one is shown at its place.

use super::{
    disk::Disk,
    error::{StoreError, master_in},
    layout::Layout,
    schedule_settings::Terms,
};
use crate::{
    dice::Master,
    yaml::{Budget, Document, Problems, Source},
};
use std::path::Path;

/// Settings that a key of the game belongs to, which follows from its master secret.
pub trait Keyed {
    /// Takes the key.
    fn keyed(&mut self, key: [u8; 32]);
}

/// How mail leaves a game, by its `mail.yaml` alone.
///
/// # Errors
/// [`StoreError`].
pub fn mail_settings<T: serde::de::DeserializeOwned + Keyed>(
    layout: &Layout,
) -> Result<T, StoreError> {
    let path = layout.mail();
    let mut settings: T = by_hand(&path)?.ok_or(StoreError::Missing { path })?;
    settings.keyed(message_ids(layout)?);
    Ok(settings)
}

/// What Message-IDs are made with. In a game whose secret is lost it is drawn each time: mails can be written there
/// still, to say so.
///
/// # Errors
/// [`StoreError`] if even that is impossible.
pub(crate) fn message_ids(layout: &Layout) -> Result<[u8; 32], StoreError> {
    let path = layout.master();
    let bytes = Disk::read(&path)?.unwrap_or_default();
    let master = master_in(&bytes).or_else(|_| Master::generate());
    let master = master.map_err(|error| StoreError::Damaged {
        path,
        why: error.to_string(),
    })?;
    Ok(*master.message_ids().as_bytes())
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
pub(crate) fn by_hand<T: serde::de::DeserializeOwned>(
    path: &Path,
) -> Result<Option<T>, StoreError> {
    Disk::read(path)?
        .map(|bytes| by_hand_in(path, &bytes))
        .transpose()
}

/// The same of its bytes.
pub(crate) fn by_hand_in<T: serde::de::DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
) -> Result<T, StoreError> {
    decoded(&document(path, bytes)?)
}

/// What such a file says, whatever it is to stand for.
pub(crate) fn document(path: &Path, bytes: &[u8]) -> Result<Document, StoreError> {
    let name = path.display().to_string();
    Document::read(name.as_str(), bytes, Budget::Orders)
        .map_err(|list| StoreError::Problems(Problems::new(Source::lossy(&name, bytes), list)))
}

/// What it stands for.
pub(crate) fn decoded<T: serde::de::DeserializeOwned>(
    document: &Document,
) -> Result<T, StoreError> {
    let problems = |problem| Problems::new(document.source.clone(), vec![problem]);
    document
        .decode()
        .map_err(|problem| StoreError::Problems(problems(problem)))
}
