//! The key of one sitting (fair1, section 3), without computing the whole chain: one key of a later sitting is stored
//! among the secrets, and all keys before it are derived from it.

use super::{
    error::StoreError,
    game::Game,
    kept::{bytes, read},
};
use crate::{
    dice::{
        Hash, Key,
        chain::{earlier_key, hidden_commitment, verify_link},
    },
    drawing::Text,
    log::{Kind, Log},
    ssh,
};
use serde::{Deserialize, Serialize};

/// The number of sittings between two stored keys.
const APART: u32 = 64;

/// The stored key of a later sitting. It is secret, and so it has no `Debug`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ahead {
    sitting: u32,
    key: Hash,
}

/// Returns the anchor of a game's chain of keys, from its first record.
pub(crate) fn anchor(log: &Log) -> Option<Hash> {
    log.genesis()?.hash("anchor").ok()
}

/// Returns the fingerprint of the key that signs the log of a game, if it is signed.
pub(crate) fn log_key(game: &Game) -> Option<String> {
    ssh::fingerprint(game.file.log_key.as_deref()?)
}

/// The first line of the foot of every mail.
pub(crate) const FOOT: &str = "Head of the log:";

/// Returns the foot of a mail whose text does not come from a template: the head of the log, the fingerprint of the key
/// that signs it, and the web address of the public files.
pub fn foot(game: &Game, head: &str) -> String {
    let key = log_key(game).map(|key| format!("Key that signs the log:\n  {key}\n"));
    let place = public_at(game).map(|at| format!("Public files, and how to check them:\n  {at}\n"));
    format!(
        "\n{FOOT}\n  {head}\n{}{}",
        key.unwrap_or_default(),
        place.unwrap_or_default()
    )
}

/// Returns the web address of the public files of a game, if the GM has named one.
pub(crate) fn public_at(game: &Game) -> Option<String> {
    game.file.public_at.as_ref().map(ToString::to_string)
}

/// Adds the same foot to an HTML page.
pub(crate) fn with_foot(page: &str, game: &Game, head: &str) -> String {
    let key = log_key(game).map(|key| format!("<br>Key that signs the log: {key}"));
    let key = key.unwrap_or_default();
    let place = public_at(game).map_or_else(String::new, |at| {
        let at = Text(&at);
        format!("<br>Public files, and how to check them: <a href=\"{at}\">{at}</a>")
    });
    let foot = format!("<p><small>{FOOT} {head}{key}{place}</small></p>\n");
    let (text, end) = page.split_at(page.rfind("</body>").unwrap_or(page.len()));
    format!("{text}{foot}{end}")
}

/// Returns true if the stored secret is the one that the game was founded with, which the first record binds.
pub(crate) fn is_of(game: &Game, log: &Log) -> Result<bool, StoreError> {
    let hidden = hidden_commitment(&game.name, &game.master()?.hidden(&game.name));
    let genesis = log.genesis();
    Ok(genesis.and_then(|genesis| genesis.hash("hidden").ok()) == Some(hidden))
}

/// Returns the key that a sitting has revealed; for sitting 0 the anchor.
fn opened(log: &Log, sitting: u32) -> Option<Key> {
    if sitting == 0 {
        return anchor(log).map(Key::from);
    }
    let mut results = log.of(Kind::Result);
    let result = results.find(|entry| entry.number("sitting") == Ok(sitting))?;
    result.key("key").ok()
}

/// Returns the key of a sitting that is to run and, if the stored key did not lead to it, the bytes of a new file with
/// a key for later sittings.
///
/// The stored key is used only if it leads to the key that the last sitting has revealed.
///
/// # Errors
/// Returns [`StoreError::NoKey`] if the chain is used up.
pub(crate) fn of(
    game: &Game,
    log: &Log,
    sitting: u32,
) -> Result<(Key, Option<Vec<u8>>), StoreError> {
    let keys = game.file.keys;
    if sitting > keys {
        return Err(StoreError::NoKey(keys));
    }
    let before = opened(log, sitting.saturating_sub(1));
    let fits = |key: &Key| {
        let before = before.as_ref();
        before.is_some_and(|before| verify_link(&game.name, sitting, key, before))
    };
    if let Some(key) = kept(game, sitting).filter(fits) {
        return Ok((key, None));
    }
    let chain = game.chain()?;
    let at = |t| chain.key(t).cloned().ok_or(StoreError::NoKey(keys));
    let ahead = sitting.next_multiple_of(APART).min(keys);
    let ahead = Ahead {
        sitting: ahead,
        key: Hash::from_bytes(*at(ahead)?.as_bytes()),
    };
    Ok((at(sitting)?, Some(bytes("key", &ahead)?)))
}

/// Derives the key of a sitting from the stored key; `None` if that is not possible. The master secret can replace the
/// file.
fn kept(game: &Game, sitting: u32) -> Option<Key> {
    let Ahead { sitting: from, key } = read(&game.layout.key()).ok()??;
    let near = from.checked_sub(sitting).is_some_and(|way| way < APART);
    near.then(|| earlier_key(&game.name, from, &key.into(), sitting))?
}
