//! Checks that `public/` holds no secrets.
//!
//! Files that the log names were written by the program and are known by their hash. Any other file in `public/` may
//! have been put there by mistake.

use super::{
    disk::Disk,
    error::StoreError,
    game::Game,
    layout::{SITE_MARK, number},
};
use crate::{collect::Collect, log::Log};
use std::{collections::BTreeSet, path::PathBuf};

/// The folders that the program writes in `public/`.
const OWN: [&str; 7] = [
    "content",
    "fork",
    "log",
    "notes",
    "opened",
    "signatures",
    "sittings",
];

/// Searches all of `public/` for secrets and copies of secret files.
///
/// # Errors
/// Returns [`StoreError::Damaged`] with the path of a file that holds a secret.
pub(crate) fn no_secret_is_public(game: &Game, log: &Log) -> Result<(), StoreError> {
    let layout = &game.layout;
    let records = layout.public().join("log");
    let mut files = Disk::files_below(&layout.public())?;
    files.retain(|path| path.parent() != Some(&records));
    look_into(game, log, files)
}

/// Searches for secrets only where something was written since the last check, or where no file belongs: in the folder
/// of the last sitting, at the top of `public/`, and in folders that are not the program's.
pub(crate) fn none_is_public_now(game: &Game, log: &Log, sitting: u32) -> Result<(), StoreError> {
    let public = game.layout.public();
    let mut files = Disk::files_below(&public.join("sittings").join(number(sitting)))?;
    for name in Disk::names(&public)? {
        let shown = name.to_string_lossy();
        if OWN.contains(&&*shown) || shown == ".git" {
            continue;
        }
        let path = public.join(&name);
        // A site and a repository grow with the game, so they are skipped.
        if path.is_dir() && !path.join(SITE_MARK).exists() {
            files.extend(Disk::files_below(&path)?);
        } else if !path.is_dir() {
            files.push(path);
        }
    }
    look_into(game, log, files)
}

fn look_into(game: &Game, log: &Log, mut files: Vec<PathBuf>) -> Result<(), StoreError> {
    let layout = &game.layout;
    let named: BTreeSet<PathBuf> = log
        .entries
        .iter()
        .flat_map(|entry| entry.record.under("file."))
        .map(|(name, _)| layout.public().join(name))
        .collect_set();
    files.retain(|path| !named.contains(path));
    if files.is_empty() {
        return Ok(());
    }
    let master = game.master()?.to_hex();
    let mut secrets = vec![];
    for path in [
        layout.master(),
        layout.key(),
        layout.salts(),
        layout.decks(),
        layout.players(),
    ] {
        secrets.extend(Disk::read(&path)?.filter(|bytes| !bytes.is_empty()));
    }
    for path in files {
        let bytes = Disk::read(&path)?.unwrap_or_default();
        let has_master = bytes
            .windows(master.len())
            .any(|part| part == master.as_bytes());
        if has_master || secrets.contains(&bytes) {
            let why = "it holds a secret of this game, and everything in `public` may be published: remove it; \
                       if it may have been read by others, tell the players and found a new game"
                .to_owned();
            return Err(StoreError::Damaged { path, why });
        }
    }
    Ok(())
}
