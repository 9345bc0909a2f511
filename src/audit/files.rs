//! The public files that records name by their hashes (fair1, section 6).

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use super::check::Lines;
use super::log::{Entry, Log};
use super::public_file;
use crate::dice::field::{BadField, Hash, hash, sha256};

/// Why public files are not what they should be (fair1, section 6).
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// A path that no record may name.
    #[error("`{0}` is not the path of a public file")]
    Path(String),
    /// A link, a pipe, a device or a folder where a file should be.
    #[error("`{0}` is not an ordinary file, or is reached through a link")]
    NotPlain(String),
    /// More bytes than any public file has.
    #[error("`{0}` is bigger than 64 MiB")]
    TooBig(String),
    /// More files than any game has.
    #[error("`{0}` holds too many files, or folders too deep")]
    TooMany(String),
    /// The system cannot read it.
    #[error("`{path}` cannot be read: {why}")]
    Unreadable {
        /// The path below the public directory.
        path: String,
        /// What the system says.
        why: io::Error,
    },
    /// The bytes have another hash than the record says.
    #[error("`{0}` is not the file that was published: its hash differs")]
    Differs(String),
    /// The record names no such file.
    #[error("log/{record} does not name `{path}`")]
    NotNamed {
        /// The record's file.
        record: String,
        /// The path that is missing.
        path: String,
    },
    /// A path that may not stand in a field.
    #[error(transparent)]
    Name(#[from] BadField),
}

/// `content` of genesis: the hash over paths and hashes of the content files (fair1, section 6).
///
/// The paths are relative to `content/`, with `/` between their parts.
pub fn content_hash(files: &BTreeMap<String, Hash>) -> Result<Hash, BadField> {
    let hex: Vec<String> = files.values().map(Hash::to_string).collect();
    let mut fields = vec!["fair1/content"];
    for (path, sha) in files.keys().zip(&hex) {
        fields.extend([path.as_str(), sha]);
    }
    hash(&fields)
}

/// `content` of genesis for the content of a public folder (fair1, section 6); a missing folder holds none.
pub fn content_digest(public: &Path) -> Result<Hash, BadFile> {
    let files = public_file::content(public)?.into_iter();
    let hashes = files.map(|(name, text)| (name, sha256(text.as_bytes())));
    Ok(content_hash(&hashes.collect())?)
}

/// The bytes of a public file that this record names.
pub(super) fn read_named(public: &Path, entry: &Entry, path: &str) -> Result<Vec<u8>, BadFile> {
    if entry.record.get(&format!("file.{path}")).is_none() {
        return Err(BadFile::NotNamed {
            record: entry.file.clone(),
            path: path.to_owned(),
        });
    }
    public_file::check_named(path)?;
    public_file::read(public, path)
}

fn check_file(public: &Path, entry: &Entry, path: &str) -> Result<(), String> {
    let expected = entry
        .hash(&format!("file.{path}"))
        .map_err(|why| why.to_string())?;
    let bytes = public_file::check_named(path)
        .and_then(|()| public_file::read(public, path))
        .map_err(|why| why.to_string())?;
    if sha256(&bytes) == expected {
        Ok(())
    } else {
        Err(BadFile::Differs(path.to_owned()).to_string())
    }
}

/// Checks the hash of every file that a record names (fair1, section 6).
pub(super) fn check(public: &Path, log: &Log, lines: &mut Lines) {
    for entry in &log.entries {
        let paths: Vec<&str> = entry.record.under("file.").map(|(path, _)| path).collect();
        let wrong: Vec<String> = paths
            .iter()
            .filter_map(|path| check_file(public, entry, path).err())
            .collect();
        if !paths.is_empty() {
            lines.all(
                format!("log/{}: files ({})", entry.file, paths.len()),
                &wrong,
            );
        }
    }
}

/// Nothing lies where results, notes and opened files lie that no record names (fair1, section 6).
pub(super) fn check_strays(public: &Path, log: &Log, lines: &mut Lines) {
    let named: BTreeSet<&str> = log
        .entries
        .iter()
        .flat_map(|entry| &entry.record.entries)
        .filter_map(|(key, _)| key.strip_prefix("file."))
        .collect();
    let mut wrong = Vec::new();
    for folder in public_file::NAMED {
        let found = public_file::list(public, folder).unwrap_or_else(|why| {
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
pub(super) fn check_content(public: &Path, genesis: &Entry, lines: &mut Lines) {
    let result = genesis
        .hash("content")
        .map_err(|why| why.to_string())
        .and_then(|expected| {
            let found = content_digest(public).map_err(|why| why.to_string())?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::folder::Folder;

    #[test]
    fn content_is_hashed_in_the_order_of_whole_paths() {
        let folder = Folder::new();
        for path in ["b.yaml", "a/x.yaml", "a-b/x.yaml"] {
            folder.write(&format!("content/{path}"), path.as_bytes());
        }
        let sha = |path: &str| sha256(path.as_bytes()).to_string();
        let (one, two, three) = (sha("a-b/x.yaml"), sha("a/x.yaml"), sha("b.yaml"));
        let by_hand = hash(&[
            "fair1/content",
            "a-b/x.yaml",
            &one,
            "a/x.yaml",
            &two,
            "b.yaml",
            &three,
        ]);
        assert_eq!(
            content_digest(folder.path()).expect("readable"),
            by_hand.expect("fields")
        );
        assert_eq!(
            content_digest(Folder::new().path()).ok(),
            hash(&["fair1/content"]).ok()
        );
    }
}
