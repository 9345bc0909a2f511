//! Helpers of both replays: reading published files, and the verdict on a replay that does not reproduce them.

use crate::{
    PROGRAM,
    audit::Verdict,
    log::{Entry, Log, PublicFolder},
};
use std::collections::BTreeSet;

/// Returns the verdict on a replay that differs from what was published. The versions in the records are only the GM's
/// word: the verdict mentions them, but they do not excuse a failure.
pub(crate) fn failed(log: &Log, why: String) -> Verdict {
    let engine = |entry: &Entry| entry.record.get("engine").map(str::to_owned);
    let theirs: BTreeSet<String> = log.entries.iter().filter_map(engine).collect();
    let others: Vec<String> = theirs.into_iter().filter(|one| one != PROGRAM).collect();
    Verdict::Failed(match &others[..] {
        [] => why,
        others => format!(
            "{why}; this is {PROGRAM}, and the game was played with {}: audit it with that version too",
            others.join(" and ")
        ),
    })
}

/// Parses an untrusted public file strictly.
pub(crate) fn yaml<T: serde::de::DeserializeOwned>(
    public: PublicFolder<'_>,
    path: &str,
) -> Result<T, String> {
    public.yaml(path).map_err(|why| why.to_string())
}
