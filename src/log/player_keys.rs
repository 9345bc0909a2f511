//! The public keys of the players, as the log has them.

use super::{Entry, Kind};
use std::collections::BTreeMap;

/// What the log has instead of a key where a seat passes from a player who had one to one who has none.
pub const NO_KEY: &str = "none";

/// The public key that the log has of each seat's player after these records: that with which the seat was
/// taken, or that of whoever took it over.
pub fn player_keys(entries: &[Entry]) -> BTreeMap<&str, &str> {
    let mut keys = BTreeMap::new();
    for entry in entries {
        learn_keys(&mut keys, entry);
    }
    keys
}

/// What a record says of the players' keys.
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
