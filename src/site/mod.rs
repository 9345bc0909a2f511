//! A game as a static site, from its public files alone.
//!
//! Floor 5. Nothing here knows a game directory: what a stranger has who was given `public/` is all that goes
//! in, so that nothing else can come out. Every page can be read without scripts; one brings a script that computes the
//! rolls again in the reader's own browser, and one a script that makes a player's salt.

mod bundle;
mod chapters;
mod game;
mod ledger;
mod pages;

pub use chapters::{Chapter, chapters};
pub use game::SiteError;

use crate::{
    audit::Check,
    log::{Entry, Kind, Log, public_file},
};
use game::Game;
use std::{collections::BTreeMap, path::Path};

/// What the reader's browser runs on the page of the dice, if it may.
const CHECK: &str = include_str!("check.js");
/// What it runs on the page of the audit.
const SALT: &str = include_str!("salt.js");

/// Where the public files lie, as seen from the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raw {
    /// They are copied beside the pages, into `public/`.
    Beside,
    /// The pages lie in a folder of the public files.
    Above,
}

impl Raw {
    const fn path(self) -> &'static str {
        match self {
            Self::Beside => "public/",
            Self::Above => "../",
        }
    }
}

/// The files of a site by their paths.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Makes the site of a public folder. `rules` are the lines of an audit that played the rules again, which the page
/// of the audit tells with the others.
///
/// # Errors
/// [`SiteError`] if the public files are not those of a game, or damaged.
pub fn build(public: &Path, raw: Raw, rules: &[Check]) -> Result<Files, SiteError> {
    let game = Game::read(public, rules)?;
    let mut files = pages::all(&game, raw)?;
    for (name, script) in [("check.js", CHECK), ("salt.js", SALT)] {
        files.insert(name.to_owned(), script.as_bytes().to_vec());
    }
    let paths = published(public, &game.log)?;
    files.extend(bundle::all(public, &paths)?);
    if raw == Raw::Beside {
        for path in paths {
            let bytes = public_file::read(public, &path)?;
            files.insert(format!("public/{path}"), bytes);
        }
    }
    Ok(files)
}

/// The public files that are part of the record: the log, its signatures, what it names, and the content it
/// commits to.
fn published(public: &Path, log: &Log) -> Result<Vec<String>, SiteError> {
    let mut paths = vec![];
    for entry in &log.entries {
        paths.extend(published_with(public, entry)?);
    }
    Ok(paths)
}

/// The same of one record.
fn published_with(public: &Path, entry: &Entry) -> Result<Vec<String>, SiteError> {
    let mut paths = vec![format!("log/{}", entry.file)];
    let signature = format!("signatures/{}.sig", entry.file);
    paths.extend(public.join(&signature).is_file().then_some(signature));
    for (path, _) in entry.record.under("file.") {
        public_file::check_named(path)?;
        paths.push(path.to_owned());
    }
    if entry.record.kind == Kind::Genesis {
        let content = game::content(public)?.into_keys();
        paths.extend(content.map(|name| format!("content/{name}")));
    }
    Ok(paths)
}
