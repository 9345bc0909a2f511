//! The hash of all content (fair1, section 6).

use super::public_file::{self, BadFile};
use crate::dice::field::{BadField, Hash, hash, sha256};
use std::{collections::BTreeMap, path::Path};

/// Computes `content` of genesis: the hash over paths and hashes of the content files (fair1, section 6).
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

/// Computes `content` of genesis for the content of a public folder (fair1, section 6); a missing folder counts as
/// empty.
pub fn content_digest(public: &Path) -> Result<Hash, BadFile> {
    let files = public_file::content(public)?.into_iter();
    let hashes = files.map(|(name, text)| (name, sha256(text.as_bytes())));
    Ok(content_hash(&hashes.collect())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::Folder;

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
