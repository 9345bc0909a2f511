//! What all games of one ruleset share, made once in the life of the program.

use crate::{error::SittingError, game_dir::Game, report::Words};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

/// The words of a game, and the schema of its order files.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub words: Words,
    /// What is wrong with the game's own templates, if they cannot be read: the words are the program's then.
    pub alert: Option<String>,
    pub schema: Vec<u8>,
}

impl Shelf {
    /// The same, with all that the reports of a sitting want of it made ready.
    pub fn ready(game: &Game) -> Result<Arc<Self>, SittingError> {
        let shelf = Self::of(game)?;
        shelf.words.make_ready();
        Ok(shelf)
    }

    /// That of a game: made for it where it has templates or content of its own, else the one of its
    /// ruleset.
    pub fn of(game: &Game) -> Result<Arc<Self>, SittingError> {
        static SHELVES: Mutex<BTreeMap<&'static str, Arc<Shelf>>> = Mutex::new(BTreeMap::new());
        let templates = game.templates()?;
        let make = || -> Result<Arc<Self>, SittingError> {
            let (words, wrong) = Words::or_builtin(&*game.rules, &game.library, &templates)?;
            Ok(Arc::new(Self {
                words,
                alert: wrong.map(|wrong| wrong.to_string()),
                schema: crate::schemas::orders(game.known.title, &*game.rules).into_bytes(),
            }))
        };
        if !templates.is_empty() || game.library.overlaid().next().is_some() {
            return make();
        }
        let mut shelves = SHELVES
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(shelf) = shelves.get(game.known.id) {
            return Ok(Arc::clone(shelf));
        }
        let shelf = make()?;
        shelves.insert(game.known.id, Arc::clone(&shelf));
        Ok(shelf)
    }
}
