//! One file that is to appear.

use super::disk::Secrecy;
use crate::dice::field::{Hash, sha256};
use std::{path::PathBuf, sync::OnceLock};

/// A file that will appear.
#[derive(Debug)]
pub struct Sheet {
    /// Its path below the game directory.
    pub path: PathBuf,
    /// What it holds.
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

    /// SHA-256 of its bytes.
    pub fn hash(&self) -> Hash {
        *self.hash.get_or_init(|| sha256(&self.bytes))
    }
}
