//! The public keys of the players in the log.

use super::{Entry, Kind};
use std::collections::BTreeMap;

/// The value in place of a key when a seat passes from a player with a key to a player without one.
pub const NO_KEY: &str = "none";

/// Returns the public key of each seat's player after these records: the key given when the seat was taken, or the key
/// of the player who took it over.
pub fn player_keys(entries: &[Entry]) -> BTreeMap<&str, &str> {
    let mut keys = BTreeMap::new();
    for entry in entries {
        learn_keys(&mut keys, entry);
    }
    keys
}

/// Applies a record to the players' keys.
pub(crate) fn learn_keys<'a>(keys: &mut BTreeMap<&'a str, &'a str>, entry: &'a Entry) {
    if !matches!(entry.record.kind, Kind::Seated | Kind::Note) {
        return;
    }
    for (seat, key) in entry.record.under("key.") {
        if key == NO_KEY {
            keys.remove(seat);
        } else {
            keys.insert(seat, key);
        }
    }
}
