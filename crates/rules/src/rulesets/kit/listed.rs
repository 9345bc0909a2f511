//! The entry of a game in the list of games.

use super::{
    component_checks::{Claim, Effort, SideBySide},
    content::ContentFile,
};
use crate::{
    content::{Embedded, InvalidContent, Library},
    drawing::Picture,
    engine::{DynRuleset, Ruleset},
    rulesets::ENVELOPE,
    yaml::{Code, Document, Problem},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// The entry of a game in the list of games: its names, texts, content files, rulings and error codes.
pub trait Listed: Ruleset + Sized + 'static {
    /// The name in `game.yaml`.
    const ID: &'static str;
    /// The game's name in prose.
    const TITLE: &'static str;
    /// The edition of the rules that were implemented.
    const EDITION: &'static str;
    /// The game in a few lines of text for new players, and where its rules are; lines of at most 80 columns.
    const ABOUT: &'static str;
    /// The picture of a game, as PNG, that the README and sites show.
    const COVER: &'static [u8];
    /// The options of a game that is founded without any, as `KEY=VALUE`.
    const USUAL_OPTIONS: &'static [&'static str];
    /// Its content files.
    const FILES: &'static [ContentFile];
    /// The rulings on unclear rules, as YAML.
    const RULINGS: &'static str;
    /// The codes with which an order can be refused.
    const CODES: &'static [Code];
    /// The pictures that its templates can show.
    const PICTURES: &'static [Picture] = &[];
    /// True if its rulebook lets players talk to each other, so that letters are carried unless the GM says otherwise.
    const TALK: bool = false;

    /// Creates the rules with the content of a library.
    ///
    /// # Errors
    /// Returns [`InvalidContent`] if the content cannot be read or does not fit the rules.
    fn new(library: &Library) -> Result<Self, InvalidContent>;

    /// Checks one part of what is known about the game's components against the content in use. The check is split into
    /// parts because some take long; `None` follows the last part.
    fn claims(&self, _part: usize, _effort: Effort, _jobs: SideBySide<'_>) -> Option<Vec<Claim>> {
        None
    }

    /// Returns the content files, embedded.
    fn library() -> Library {
        let files: Vec<Embedded> = Self::FILES.iter().map(|file| file.embedded).collect();
        Library::embedded(&files)
    }
}

/// Checks one part of a game's components with the content of a library.
pub(crate) type PartOfClaims =
    fn(&Library, usize, Effort, SideBySide<'_>) -> Result<Option<Vec<Claim>>, InvalidContent>;

/// A game that the program can adjudicate.
#[derive(Clone, Copy)]
pub struct Known {
    /// The name in `game.yaml`.
    pub id: &'static str,
    /// The game's name in prose.
    pub title: &'static str,
    /// The edition of the rules that were implemented.
    pub edition: &'static str,
    /// The game in a few lines of text for new players, and where its rules are.
    pub about: &'static str,
    /// The picture of a game, as PNG, that the README and sites show.
    pub cover: &'static [u8],
    /// The options of a game that is founded without any, as `KEY=VALUE`.
    pub usual_options: &'static [&'static str],
    /// Its content files.
    pub files: &'static [ContentFile],
    /// Returns the content files, embedded.
    pub library: fn() -> Library,
    /// Creates the rules with the content of a library.
    pub load: fn(&Library) -> Result<Box<dyn DynRuleset>, InvalidContent>,
    /// Checks one part of what is known about the game's components; `None` follows the last part.
    pub claims: PartOfClaims,
    /// Reads the body of an order file; the keys of the envelope are left to another reader.
    pub read_orders: fn(&Document) -> Result<Value, Vec<Problem>>,
    /// The rulings on unclear rules, as YAML.
    pub rulings: &'static str,
    /// The codes with which an order can be refused.
    pub codes: &'static [Code],
    /// The pictures that its templates can show.
    pub pictures: &'static [Picture],
    /// True if its rulebook lets players talk to each other, so that letters are carried unless the GM says otherwise.
    pub talk: bool,
}

/// True in the play page, which shows no covers, checks no components, and is to stay small.
const IN_PAGE: bool = cfg!(target_os = "wasi");

impl Known {
    /// Returns the entry of a game.
    pub(crate) const fn of<G: Listed>() -> Self {
        Self {
            id: G::ID,
            title: G::TITLE,
            edition: G::EDITION,
            about: G::ABOUT,
            cover: if IN_PAGE { &[] } else { G::COVER },
            usual_options: G::USUAL_OPTIONS,
            files: G::FILES,
            library: G::library,
            load: |library| Ok(Box::new(G::new(library)?)),
            claims: |library, part, effort, jobs| {
                if IN_PAGE {
                    return Ok(None);
                }
                Ok(G::new(library)?.claims(part, effort, jobs))
            },
            read_orders: body::<G>,
            rulings: G::RULINGS,
            codes: G::CODES,
            pictures: G::PICTURES,
            talk: G::TALK,
        }
    }

    /// Loads the rules with these content files, by name, in place of their own.
    ///
    /// # Errors
    /// Returns [`InvalidContent`] if the ruleset has no file of a name, or a file does not fit the rules.
    pub fn with_content(
        &self,
        files: BTreeMap<String, String>,
    ) -> Result<(Library, Box<dyn DynRuleset>), InvalidContent> {
        let mut library = (self.library)();
        for (name, text) in files {
            let own = library
                .files()
                .any(|(file, old)| file == name && old == text);
            if !own {
                library.overlay(&name, text)?;
            }
        }
        let rules = (self.load)(&library)?;
        Ok((library, rules))
    }
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// Reads the ruleset's own sections of an order file.
fn body<R: Ruleset>(document: &Document) -> Result<Value, Vec<Problem>> {
    let orders: R::Orders = document.decode_without(ENVELOPE)?;
    Ok(serde_json::to_value(orders).expect("orders are plain data with text keys"))
}
