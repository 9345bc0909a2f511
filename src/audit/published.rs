//! What both replays need: published files as data, and the verdict on rules that do not give them.

use crate::{
    PROGRAM,
    audit::Verdict,
    log::{Entry, Log, public_file},
    yaml::keep,
};
use std::{collections::BTreeSet, path::Path};

/// The verdict on something that does not play as it was published. The versions in the records are the GM's word,
/// so that they explain a failure and do not excuse it.
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

/// Reads a public file as one reads what strangers have written.
pub(crate) fn yaml<T: serde::de::DeserializeOwned>(public: &Path, path: &str) -> Result<T, String> {
    let text = public_file::read_text(public, path).map_err(|why| why.to_string())?;
    keep::from_str(&text).map_err(|why| format!("{path}: {why}"))
}
