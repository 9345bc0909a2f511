//! Files that the program writes for itself, as YAML or JSON.
//!
//! * YAML: everything that is opened or published by its hash (states, journals, facts, orders), and everything that a GM
//!   may have to read or repair: the position, the checkpoint of the log, prompts, players, keys, salts, decks, the mail
//!   book, the verdict beside a mail and the status of a mail in the outbox.
//! * JSON: `turns/NNNN/views/` and `turns/scores.json`. No person reads them, and they are the largest files that most
//!   commands read or write; YAML takes more than five times as long.
//! * Lines of text: `game.lock`, `next.hint` and the list of a stage. They are read when something went wrong or several
//!   thousand times in a tick, and a line that cannot be read is skipped or makes the file void. `trouble.txt` is the text
//!   of the last alert itself.

use super::{disk::Disk, error::StoreError};
use crate::yaml::keep;
use serde::{Serialize, de::DeserializeOwned};
use std::path::Path;

/// Reads a YAML file of the program; `None` if it does not exist.
///
/// # Errors
/// Returns [`StoreError::Damaged`] with the path if the file cannot be decoded.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    decoded(path, yaml)
}

/// Reads a JSON file of the program; `None` if it does not exist.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    decoded(path, json)
}

/// Reads a view file: YAML, as it comes with a report, or JSON, as the play page has it; `None` if it does not exist.
pub(crate) fn read_either<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    decoded(path, |bytes| {
        if bytes.starts_with(b"{") {
            json(bytes)
        } else {
            yaml(bytes)
        }
    })
}

fn yaml<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let text = std::str::from_utf8(bytes).map_err(|e| e.to_string())?;
    keep::from_str(text).map_err(|e| e.to_string())
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|e| e.to_string())
}

/// Reads a file and decodes it; an error names its path.
fn decoded<T>(
    path: &Path,
    decode: impl Fn(&[u8]) -> Result<T, String>,
) -> Result<Option<T>, StoreError> {
    let Some(bytes) = Disk::read(path)? else {
        return Ok(None);
    };
    let damaged = |why| StoreError::Damaged {
        path: path.to_owned(),
        why,
    };
    decode(&bytes).map(Some).map_err(damaged)
}

/// Encodes a value as the bytes of a YAML file of the program.
///
/// # Errors
/// Returns [`StoreError::Unkept`] if the value has characters that cannot be stored in a file.
pub fn bytes<T: Serialize>(what: &'static str, value: &T) -> Result<Vec<u8>, StoreError> {
    keep::to_string(value)
        .map(String::into_bytes)
        .map_err(|e| StoreError::Unkept {
            what,
            why: e.to_string(),
        })
}
