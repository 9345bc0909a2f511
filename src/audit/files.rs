//! The public files that records name by their hashes (fair1, section 6).

use crate::{
    collect::Collect,
    dice::field::sha256,
    log::{BadFile, Entry, Log, PublicFolder},
};
use std::collections::BTreeSet;

use super::{check::Lines, doubt::Doubt};

fn check_file(public: PublicFolder<'_>, entry: &Entry, path: &str) -> Result<(), Doubt> {
    let expected = entry.hash(&format!("file.{path}"))?;
    let bytes = public.named(entry, path)?;
    if sha256(&bytes) == expected {
        Ok(())
    } else {
        Err(BadFile::Differs(path.to_owned()).into())
    }
}

/// Checks the hash of every file that a record names (fair1, section 6).
pub(super) fn check(public: PublicFolder<'_>, log: &Log, lines: &mut Lines) {
    for entry in &log.entries {
        let paths: Vec<&str> = entry.record.under("file.").map(|(path, _)| path).collect();
        let checked = paths.iter().map(|path| check_file(public, entry, path));
        let wrong = Doubt::reasons(checked);
        if !paths.is_empty() {
            lines.all(
                format!("log/{}: files ({})", entry.file, paths.len()),
                &wrong,
            );
        }
    }
}

/// Checks that the folders of results, notes and opened files hold no file that no record names (fair1, section 6).
pub(super) fn check_strays(public: PublicFolder<'_>, log: &Log, lines: &mut Lines) {
    let named: BTreeSet<&str> = log
        .entries
        .iter()
        .flat_map(|entry| &entry.record.entries)
        .filter_map(|(key, _)| key.strip_prefix("file."))
        .collect_set();
    let mut wrong = Vec::new();
    for found in public.nameable() {
        let found = found.unwrap_or_else(|why| {
            wrong.push(why.to_string());
            vec![]
        });
        let strays = found
            .iter()
            .filter(|path| !named.contains(path.as_str()))
            .map(|path| format!("no record names `{path}`"));
        wrong.extend(strays);
    }
    lines.all("no file that no record names", &wrong);
}

/// Checks `content` of genesis (fair1, section 6).
pub(super) fn check_content(public: PublicFolder<'_>, genesis: &Entry, lines: &mut Lines) {
    let result = genesis
        .hash("content")
        .map_err(|why| why.to_string())
        .and_then(|expected| {
            let found = public.content_digest().map_err(|why| why.to_string())?;
            if found == expected {
                Ok(())
            } else {
                Err(format!(
                    "the files hash to {found}, genesis says {expected}"
                ))
            }
        });
    lines.tell("content", result);
}
