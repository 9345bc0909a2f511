//! The hash of all content (fair1, section 6).

use crate::dice::field::{BadField, Hash, hash};
use std::collections::BTreeMap;

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

#[cfg(test)]
mod tests {
    use crate::{
        dice::field::{hash, sha256},
        log::{Folder, PublicFolder},
    };

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
            PublicFolder::new(folder.path())
                .content_digest()
                .expect("readable"),
            by_hand.expect("fields")
        );
        assert_eq!(
            PublicFolder::new(Folder::new().path())
                .content_digest()
                .ok(),
            hash(&["fair1/content"]).ok()
        );
    }
}
