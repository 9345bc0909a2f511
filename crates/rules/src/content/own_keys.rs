//! The keys of a content file about the file itself. The build script uses this file too.

use serde_json::Value;

/// The keys in a file that state its provenance and are not part of the game.
pub(super) const OWN_KEYS: [&str; 2] = ["source", "status"];

/// Removes the keys that state provenance, at every level.
pub(super) fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !OWN_KEYS.contains(&key.as_str()));
            map.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}
