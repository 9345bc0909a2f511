//! Files that people write or may have edited; problems are reported with their place in the file.

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

/// Settings with a key that is derived from the master secret of the game.
pub trait Keyed {
    /// Sets the key.
    fn keyed(&mut self, key: [u8; 32]);
}

/// Returns the mail settings of a game from its `mail.yaml` alone.
///
/// # Errors
/// Returns [`StoreError`] if `mail.yaml` is missing or invalid.
pub fn mail_settings<T: serde::de::DeserializeOwned + Keyed>(
    layout: &Layout,
) -> Result<T, StoreError> {
    let path = layout.mail();
    let mut settings: T = by_hand(&path)?.ok_or(StoreError::Missing { path })?;
    settings.keyed(message_ids(layout)?);
    Ok(settings)
}

/// Returns the key for Message-IDs. If the master secret is lost, the key is random, so that mails that report the loss
/// can still be written.
///
/// # Errors
/// Returns [`StoreError`] if the file cannot be read, or the system provides no randomness.
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

/// Reads the terms for a new game.
///
/// # Errors
/// Returns [`StoreError`] if the file is missing or invalid.
pub(crate) fn read_terms(path: &Path) -> Result<Terms, StoreError> {
    let path = path.to_owned();
    by_hand(&path)?.ok_or(StoreError::Missing { path })
}

/// Reads a file that a person may have written; `None` if it does not exist.
///
/// # Errors
/// Returns [`StoreError::Problems`] with their places if the file is invalid.
pub(crate) fn by_hand<T: serde::de::DeserializeOwned>(
    path: &Path,
) -> Result<Option<T>, StoreError> {
    let Some(bytes) = Disk::read(path)? else {
        return Ok(None);
    };
    let name = path.display().to_string();
    let document = Document::read(name.as_str(), &bytes, Budget::Orders)
        .map_err(|list| StoreError::Problems(Problems::new(Source::lossy(&name, &bytes), list)))?;
    let value = document.decode();
    value
        .map(Some)
        .map_err(|problem| StoreError::Problems(document.problems(vec![problem])))
}
