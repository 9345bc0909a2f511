//! What one reader was shown of a sealed slot in private, against the seal that all can see.

use super::{
    explain::Unexplained,
    hidden::read_deck,
    log::{Log, decimal},
    record::Kind,
    verify::Game,
};
use crate::dice::{field::Hash, slots::slot_hash};
use std::path::Path;

/// A slot's published seal beside what the reader was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The file of the slots of this deck, and the line, from 1.
    pub place: (String, u32),
    /// The seal that was published.
    pub seal: Hash,
    /// What the reader was shown hashes to this (dice.md, section 5).
    pub shown: Hash,
}

impl Look {
    /// Whether the reader was shown what lay there from the beginning.
    pub fn fits(&self) -> bool {
        self.seal == self.shown
    }
}

/// Compares what a reader was shown of the slot `<deck>/<slot>` with its seal (dice.md, section 5).
///
/// # Errors
/// [`Unexplained`] where no such slot was published.
pub fn look(public: &Path, slot: &str, item: &str, salt: &Hash) -> Result<Look, Unexplained> {
    let damaged = |why: String| Unexplained::Damaged(why);
    let unknown = || Unexplained::Unknown(slot.to_owned());
    let (log, _) = Log::examine(public);
    let genesis = log.genesis();
    let genesis = genesis.ok_or_else(|| damaged("there is no genesis record".to_owned()))?;
    let game = Game::read(genesis).map_err(|why| damaged(why.to_string()))?;
    let (deck, number) = slot.rsplit_once('/').ok_or_else(unknown)?;
    let number = decimal(number).ok_or_else(unknown)?;
    let key = format!("deck.{deck}");
    let (result, value) = log
        .of(Kind::Note)
        .chain(log.of(Kind::Result))
        .find_map(|entry| Some((entry, entry.record.get(&key)?)))
        .ok_or_else(unknown)?;
    let (name, deck) = read_deck(public, None, result, deck, value).map_err(damaged)?;
    let seal = deck.slots.get(number as usize).ok_or_else(unknown)?;
    Ok(Look {
        place: (deck.slots_path, number + 1),
        seal: *seal,
        shown: slot_hash(&game.name, &name, number, salt, item)
            .map_err(|why| damaged(why.to_string()))?,
    })
}
