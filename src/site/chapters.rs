//! The public files in the order of their publication, grouped by sittings, for a history of the game.

use super::{SiteError, published_with};
use crate::log::{Entry, Kind, PublicFolder};
use std::path::Path;

/// Files that were published together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The title, without a capital letter and a full stop.
    pub title: String,
    /// The time in its last record that has one; the first chapters have none.
    pub at: Option<String>,
    /// The records of the log among the files.
    pub records: Vec<String>,
    /// The paths of all its files below the public folder.
    pub files: Vec<String>,
}

/// Returns the chapters of a public folder, oldest first; the last may be an incomplete sitting.
///
/// # Errors
/// Returns [`SiteError`] if the public files are not those of a game, or are damaged.
pub fn chapters(public: &Path) -> Result<Vec<Chapter>, SiteError> {
    let public = PublicFolder::new(public);
    let log = public
        .log()
        .map_err(|why| SiteError::Damaged(why.to_string()))?;
    let mut chapters = vec![];
    for entries in log.entries.chunk_by(|one, _| !ends_a_chapter(one)) {
        let Some(last) = entries.last() else { continue };
        let mut files = vec![];
        for entry in entries {
            files.extend(published_with(public, entry)?);
        }
        let at = entries
            .iter()
            .rev()
            .find_map(|entry| entry.record.get("at"));
        chapters.push(Chapter {
            title: title(entries, last),
            at: at.map(str::to_owned),
            records: entries.iter().map(|e| format!("log/{}", e.file)).collect(),
            files,
        });
    }
    Ok(chapters)
}

/// Returns true if a record ends a chapter: the result of a sitting, the salts before the first sitting, or the final
/// record.
fn ends_a_chapter(entry: &Entry) -> bool {
    matches!(entry.record.kind, Kind::Salts | Kind::Result | Kind::Final)
}

fn title(entries: &[Entry], last: &Entry) -> String {
    let said = |key: &str| last.record.get(key).unwrap_or("?").replace('-', " ");
    match last.record.kind {
        Kind::Result => format!(
            "sitting {} of turn {}: {}",
            said("sitting"),
            said("turn"),
            said("ended")
        ),
        Kind::Final => "all secrets are open".to_owned(),
        _ => {
            let kinds = entries.iter().map(|entry| entry.record.kind.to_string());
            kinds.collect::<Vec<_>>().join(", ")
        }
    }
}
