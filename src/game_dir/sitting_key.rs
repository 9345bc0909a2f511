//! The key of one sitting (fair1, section 3), without a walk along the whole chain: one key that is still ahead is
//! kept among the secrets, and all before it follow from it.

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
    log::{Kind, Log},
    ssh,
};
use serde::{Deserialize, Serialize};

/// So many sittings are between two keys that are kept.
const APART: u32 = 64;

/// A key that is still ahead. Secret, and so not to be shown by chance.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ahead {
    sitting: u32,
    key: Hash,
}

/// Where the chain of a game ends, as its first record says.
pub(crate) fn anchor(log: &Log) -> Option<Hash> {
    log.genesis()?.hash("anchor").ok()
}

/// The fingerprint of the key that signs the log of a game, if it is signed.
pub(crate) fn log_key(game: &Game) -> Option<String> {
    ssh::fingerprint(game.file.log_key.as_deref()?)
}

/// Returns what stands at the foot of a mail whose text no template has written: the head of the log, and the
/// fingerprint of the key that signs it.
pub fn foot(game: &Game, head: &str) -> String {
    let key = log_key(game).map(|key| format!("Key that signs the log:\n  {key}\n"));
    format!("\nHead of the log:\n  {head}\n{}", key.unwrap_or_default())
}

/// Puts the same at the foot of a page.
pub(crate) fn with_foot(page: &str, game: &Game, head: &str) -> String {
    let key = log_key(game).map(|key| format!("<br>Key that signs the log: {key}"));
    let key = key.unwrap_or_default();
    let foot = format!("<p><small>Head of the log: {head}{key}</small></p>\n");
    let (text, end) = page.split_at(page.rfind("</body>").unwrap_or(page.len()));
    format!("{text}{foot}{end}")
}

/// Whether this is the secret that a game was founded with, which its first record binds.
pub(crate) fn is_of(game: &Game, log: &Log) -> Result<bool, StoreError> {
    let hidden = hidden_commitment(&game.name, &game.master()?.hidden(&game.name));
    let genesis = log.genesis();
    Ok(genesis.and_then(|genesis| genesis.hash("hidden").ok()) == Some(hidden))
}

/// The key that a sitting has opened; before the first there is the anchor.
fn opened(log: &Log, sitting: u32) -> Option<Key> {
    if sitting == 0 {
        return anchor(log).map(Key::from);
    }
    let mut results = log.of(Kind::Result);
    let result = results.find(|entry| entry.number("sitting") == Ok(sitting))?;
    result.key("key").ok()
}

/// The key of a sitting that is to be drawn; and, if what is kept did not lead to it, what to keep for the next.
///
/// What is kept counts for nothing unless it leads to the key that the last sitting has opened.
///
/// # Errors
/// [`StoreError::NoKey`] if the chain is used up.
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

/// What the key that is kept leads to. Whatever is wrong with its file, the master secret has it all.
fn kept(game: &Game, sitting: u32) -> Option<Key> {
    let Ahead { sitting: from, key } = read(&game.layout.key()).ok()??;
    let near = from.checked_sub(sitting).is_some_and(|way| way < APART);
    near.then(|| earlier_key(&game.name, from, &key.into(), sitting))?
}
