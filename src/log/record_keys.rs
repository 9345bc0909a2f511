//! The keys of each kind of record (fair1, section 6).

use super::{
    chain::{BadKey, Entry},
    record::Kind,
};

/// Returns the keys that a record must have, and the keys or prefixes of keys that it may have (fair1, section 6).
const fn keys_of(kind: Kind) -> (&'static [&'static str], &'static [&'static str]) {
    match kind {
        Kind::Genesis => (
            &[
                "game",
                "ruleset",
                "file.game.yaml",
                "content",
                "engine",
                "sittings",
                "anchor",
                "hidden",
                "dice",
            ],
            &[],
        ),
        Kind::Seated => (&[], &["salt-hash.", "key.", "team."]),
        Kind::Salts => (&["at", "round"], &["salt."]),
        Kind::Draw => (&["round", "beacon"], &[]),
        Kind::Lock => (
            &["sitting", "turn", "overdue", "at", "round"],
            &[
                "order.",
                "signature.",
                "standing.",
                "signed-standing.",
                "seen.",
                "bot.",
            ],
        ),
        Kind::Result => (
            &[
                "sitting",
                "turn",
                "engine",
                "key",
                "beacon",
                "ended",
                "bind.journal",
            ],
            &["file.", "deck.", "open.", "bind.state"],
        ),
        Kind::Note => (
            &["what", "who", "at", "turn", "sitting"],
            &[
                "file.",
                "bind.amend-",
                "seat",
                "played-by",
                "to",
                "of",
                "head",
                "deck.",
                "key.",
                "team.",
                "drawn",
            ],
        ),
        Kind::Final => (&["hidden"], &["file."]),
    }
}

/// Returns an error for each required key that a record lacks, and for each key that it may not have.
pub(crate) fn missing_and_unknown(entry: &Entry) -> Vec<BadKey> {
    let (must, may) = keys_of(entry.record.kind);
    let missing = must.iter().filter_map(|key| entry.text(key).err());
    let known = |key: &str| {
        key == "previous"
            || must.contains(&key)
            || may.iter().any(|start| {
                if start.ends_with(['.', '-']) {
                    key.starts_with(start)
                } else {
                    key == *start
                }
            })
    };
    let unknown = entry.record.entries.iter().filter(|(key, _)| !known(key));
    missing
        .chain(unknown.map(|(key, _)| entry.bad(key, "is not a key of this record")))
        .collect()
}
