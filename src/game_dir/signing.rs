//! The GM's signatures: on the records of the log, so that a GM who signs two logs of one game proves it themselves;
//! and on receipts, with the same key.

use super::{
    disk::{Disk, DiskError, Secrecy},
    error::master_in,
    layout::Layout,
    sheet::Sheet,
};
use crate::{
    dice::{Master, Name},
    ssh,
    yaml::keep,
};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The fields of `game.yaml` that signing needs.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Agreed {
    game: String,
    log_key: Option<String>,
}

/// Returns the signatures of all records among staged files; empty if the log of this game is not signed.
///
/// # Errors
/// Returns [`DiskError`] if `game.yaml` or the master secret cannot be read.
pub(super) fn signatures(layout: &Layout, files: &[Sheet]) -> Result<Vec<Sheet>, DiskError> {
    let log = Path::new("public/log");
    let mut records = files
        .iter()
        .filter(|file| file.path.starts_with(log))
        .peekable();
    if records.peek().is_none() {
        return Ok(vec![]);
    }
    // A game that is being founded has both files in the same stage.
    let find = |path: PathBuf| -> Result<Vec<u8>, DiskError> {
        let below = path.strip_prefix(layout.root()).unwrap_or(&path);
        match files.iter().find(|file| file.path == below) {
            Some(file) => Ok(file.bytes.clone()),
            None => Ok(Disk::read(&path)?.unwrap_or_default()),
        }
    };
    let text = find(layout.game())?;
    // An invalid `game.yaml` is reported elsewhere.
    let agreed = keep::from_str::<Agreed>(&String::from_utf8_lossy(&text)).ok();
    let Some(agreed) = agreed.filter(|agreed| agreed.log_key.is_some()) else {
        return Ok(vec![]);
    };
    let (Ok(name), Ok(master)) = (Name::new(agreed.game), master_in(&find(layout.master())?))
    else {
        return Ok(vec![]);
    };
    let seed = master.log_key(&name);
    let sign = signer(seed.as_bytes(), ssh::LOG);
    Ok(records
        .filter_map(|file| {
            let name = file.path.file_name()?.to_str()?;
            let place = layout.signature(name);
            let place = place.strip_prefix(layout.root()).ok()?.to_owned();
            Some(Sheet::new(place, sign(&file.bytes)?, Secrecy::Open))
        })
        .collect())
}

/// Returns the public key that the records of a game with this secret are signed with; `None` if the program was built
/// without signatures.
#[cfg_attr(not(feature = "ssh"), expect(unused_variables))]
pub(crate) fn public_log_key(master: &Master, game: &Name) -> Option<String> {
    #[cfg(feature = "ssh")]
    let key = Some(ssh::Signer::from_seed(master.log_key(game).as_bytes()).public());
    #[cfg(not(feature = "ssh"))]
    let key = None;
    key
}

/// Returns a function that signs texts with a key, for a purpose.
#[cfg(feature = "ssh")]
pub(super) fn signer(seed: &[u8; 32], purpose: &'static str) -> impl Fn(&[u8]) -> Option<Vec<u8>> {
    let signer = ssh::Signer::from_seed(seed);
    move |bytes| Some(signer.sign(purpose, bytes).into_bytes())
}

#[cfg(not(feature = "ssh"))]
pub(super) fn signer(_: &[u8; 32], _: &'static str) -> impl Fn(&[u8]) -> Option<Vec<u8>> {
    |_| None
}
