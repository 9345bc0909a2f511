//! A game as a static site, from its public files alone.
//!
//! This module does not know the game directory: its only input is `public/`, so no secret can get into the output.
//! Every page can be read without scripts; one has a script that computes the rolls again in the reader's own browser,
//! and one has a script that makes a player's salt.

mod bundle;
mod chapters;
mod game;
mod ledger;
mod pages;
mod replay;

pub use chapters::{Chapter, chapters};
pub use game::SiteError;
pub use replay::{Moment, Replay, Throw, replay};

use crate::{
    audit::Check,
    dice::field::{Hash, sha256},
    log::{Entry, Kind, Log, PublicFolder, check_named},
    rulesets::{self, Known},
};
use game::Game;
use std::{collections::BTreeMap, path::Path};

/// The script of the page about the dice.
const CHECK: &str = include_str!("check.js");
/// The script of the page about the audit.
const SALT: &str = include_str!("salt.js");

/// The page on which players point at their orders.
const PLAY: &str = "play/index.html";
/// The script beside that page that keeps it in the browser, for a visit without a connection.
const OFFLINE: (&str, &str) = ("play/offline.js", include_str!("play/offline.js"));

/// The place of the public files, relative to the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raw {
    /// The public files are copied beside the pages, into `public/`.
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

/// The files of a site, by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Returns the ruleset of a public folder, such as `time-agent`.
///
/// # Errors
/// [`SiteError`] if the folder does not say which game it is of.
pub fn ruleset(public: &Path) -> Result<String, SiteError> {
    let about: game::About = PublicFolder::new(public).yaml("game.yaml")?;
    Ok(about.ruleset)
}

/// Makes the site of a public folder. `rules` are the checks of an audit that replayed the rules; the page of the audit
/// lists them with the others. `play` is the page on which players point at their orders, if the program has it.
///
/// ```
/// use chronojudge::site::{self, Raw};
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let files = site::build(Path::new("games/gem-1992/public"), Raw::Beside, &[], None)?;
/// assert!(files.contains_key("index.html"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`SiteError`] if the public files are not those of a game, or are damaged.
pub fn build(
    public: &Path,
    raw: Raw,
    rules: &[Check],
    play: Option<Vec<u8>>,
) -> Result<Files, SiteError> {
    let game = Game::read(public, rules)?;
    let mut files = pages::all(&game, raw, play.is_some())?;
    if let Some(page) = play {
        files.extend(with_offline(page));
    }
    for (name, script) in [("check.js", CHECK), ("salt.js", SALT)] {
        files.insert(name.to_owned(), script.as_bytes().to_vec());
    }
    for known in rulesets::ALL {
        files.insert(cover(known), known.cover.to_vec());
    }
    let public = PublicFolder::new(public);
    let paths = published(public, &game.played.log)?;
    files.extend(bundle::all(public, &paths)?);
    if raw == Raw::Beside {
        for path in paths {
            let bytes = public.read(&path)?;
            files.insert(format!("public/{path}"), bytes);
        }
    }
    Ok(files)
}

/// Returns the play page and the script that keeps it, which names the digest of the page.
fn with_offline(page: Vec<u8>) -> [(String, Vec<u8>); 2] {
    let digest: Hash = sha256(&page);
    let (name, script) = OFFLINE;
    let script = script.replacen("SHA256", &digest.to_string(), 1);
    [
        (PLAY.to_owned(), page),
        (name.to_owned(), script.into_bytes()),
    ]
}

/// Returns the path of the picture of a game that the program plays.
fn cover(known: &Known) -> String {
    format!("games/{}.png", known.id)
}

/// Returns the public files that belong to the log: its records, their signatures, the files that they name, and the
/// content that they commit to.
fn published(public: PublicFolder<'_>, log: &Log) -> Result<Vec<String>, SiteError> {
    let mut paths = vec![];
    for entry in &log.entries {
        paths.extend(published_with(public, entry)?);
    }
    Ok(paths)
}

/// Returns the public files that belong to one record.
fn published_with(public: PublicFolder<'_>, entry: &Entry) -> Result<Vec<String>, SiteError> {
    let mut paths = vec![format!("log/{}", entry.file)];
    let signature = format!("signatures/{}.sig", entry.file);
    paths.extend(public.has_file(&signature).then_some(signature));
    for (path, _) in entry.record.under("file.") {
        check_named(path)?;
        paths.push(path.to_owned());
    }
    if entry.record.kind == Kind::Genesis {
        let content = public.content()?.into_keys();
        paths.extend(content.map(|name| format!("content/{name}")));
    }
    Ok(paths)
}
