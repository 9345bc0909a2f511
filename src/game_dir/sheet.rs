//! A file to be written as part of a stage.

use super::disk::Secrecy;
use crate::dice::field::{Hash, sha256};
use std::{path::PathBuf, sync::OnceLock};

/// A file to be written, with its content and its hash.
#[derive(Debug)]
pub struct Sheet {
    /// Its path below the game directory.
    pub path: PathBuf,
    /// The content.
    pub bytes: Vec<u8>,
    pub(super) secrecy: Secrecy,
    hash: OnceLock<Hash>,
}

impl Sheet {
    pub(crate) fn new(path: PathBuf, bytes: Vec<u8>, secrecy: Secrecy) -> Self {
        Self {
            path,
            bytes,
            secrecy,
            hash: OnceLock::new(),
        }
    }

    /// Returns the SHA-256 of its bytes.
    pub fn hash(&self) -> Hash {
        *self.hash.get_or_init(|| sha256(&self.bytes))
    }
}
