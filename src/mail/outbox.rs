//! `outbox/` and `sent/`: mails wait as files, and no mail is lost or changed, even by a crash.
//!
//! This depends on the order of the steps, here and in [`send`](super::send). The status file says
//! `sending` before the mail is handed to the server; when the server has accepted it, a rename moves the mail
//! from `outbox/` to `sent/`; after that the status file is removed. So after a crash a mail in the state `sending`
//! may or may not have been delivered, and it is sent again, byte for byte.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    disk::{Disk, Existing, Real},
    envelope::Envelope,
    error::MailError,
    key::Key,
    status::Status,
};

const MAIL: &str = ".eml";
pub(super) const STATUS: &str = ".status.yaml";

/// The outcome of [`put`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// The mail was queued.
    Queued,
    /// It was queued already, byte for byte.
    AlreadyQueued,
    /// A mail with this key was delivered before; nothing was changed.
    AlreadySent,
}

/// A mail that waits in `outbox/`.
#[derive(Debug)]
pub struct Queued {
    /// Its file name without the extension.
    pub stem: String,
    /// Its key, if the name is that of a mail of this program.
    pub key: Option<Key>,
    /// Its file.
    pub path: PathBuf,
    /// Its length in bytes.
    pub length: usize,
    /// Its sender and readers, or the error if they cannot be read.
    pub envelope: Result<Envelope, MailError>,
    /// The record of its delivery so far.
    pub status: Status,
}

/// Queues a mail in the outbox of the game directory `dir`; queueing the same mail again changes nothing.
pub fn put(dir: &Path, key: &Key, bytes: &[u8]) -> Result<Put, MailError> {
    put_on(&Real, dir, key, bytes)
}

pub(super) fn put_on(
    disk: &dyn Disk,
    dir: &Path,
    key: &Key,
    bytes: &[u8],
) -> Result<Put, MailError> {
    // A mail without a valid envelope is an error of the caller, reported before it is queued.
    Envelope::of(bytes)?;
    let place = Place::new(dir, &key.stem());
    if place.sent.exists() {
        return Ok(Put::AlreadySent);
    }
    match disk.write(&place.mail, bytes, Existing::Refuse) {
        Ok(()) => Ok(Put::Queued),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if read(&place.mail)? == bytes {
                return Ok(Put::AlreadyQueued);
            }
            Err(MailError::Conflict {
                stem: place.stem,
                path: place.mail,
            })
        }
        Err(error) => Err(fault("write", &place.mail)(error)),
    }
}

/// Returns the mails that wait in the outbox of the game directory `dir`, sorted by name; no file is changed.
pub fn queued(dir: &Path) -> Result<Vec<Queued>, MailError> {
    stems(dir)?
        .into_iter()
        .map(|stem| {
            let place = Place::new(dir, &stem);
            let bytes = read(&place.mail)?;
            Ok(Queued {
                key: Key::from_stem(&stem),
                length: bytes.len(),
                envelope: Envelope::of(&bytes),
                status: place.status()?,
                path: place.mail,
                stem,
            })
        })
        .collect()
}

/// Returns true if no mail waits in the outbox of the game directory `dir`.
pub(crate) fn is_empty(dir: &Path) -> Result<bool, MailError> {
    Ok(stems(dir)?.is_empty())
}

/// The paths of the files of one mail.
pub(super) struct Place {
    pub(super) stem: String,
    pub(super) mail: PathBuf,
    pub(super) status: PathBuf,
    pub(super) sent: PathBuf,
}

impl Place {
    pub(super) fn new(dir: &Path, stem: &str) -> Self {
        let outbox = dir.join("outbox");
        Self {
            stem: stem.to_owned(),
            mail: outbox.join(format!("{stem}{MAIL}")),
            status: outbox.join(format!("{stem}{STATUS}")),
            sent: dir.join("sent").join(format!("{stem}{MAIL}")),
        }
    }

    pub(super) fn status(&self) -> Result<Status, MailError> {
        match fs::read(&self.status) {
            Ok(bytes) => Ok(Status::from_yaml(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Status::default()),
            Err(error) => Err(fault("read", &self.status)(error)),
        }
    }
}

pub(super) fn fault(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> MailError {
    move |source| MailError::Io {
        doing,
        path: path.to_owned(),
        source,
    }
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, MailError> {
    fs::read(path).map_err(fault("read", path))
}

/// Returns the names of the files in `outbox/`, sorted.
pub(super) fn names(dir: &Path) -> Result<Vec<String>, MailError> {
    let outbox = dir.join("outbox");
    let listing = match fs::read_dir(&outbox) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.and_then(Iterator::collect::<io::Result<Vec<_>>>),
    };
    let entries = listing.map_err(fault("list", &outbox))?;
    // This program writes no names that are not UTF-8.
    let mut names: Vec<String> = entries
        .into_iter()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    Ok(names)
}

pub(super) fn stems(dir: &Path) -> Result<Vec<String>, MailError> {
    let names = names(dir)?
        .into_iter()
        .filter(|name| !name.starts_with('.'));
    Ok(names
        .filter_map(|name| Some(name.strip_suffix(MAIL)?.to_owned()))
        .collect())
}

#[cfg(test)]
mod tests;
