//! The rules of the games. This file holds the only list of them.

pub mod time_agent;

use crate::{
    content::{Library, Unfit},
    engine::AnyRuleset,
};

/// A game the program can adjudicate.
#[derive(Clone, Copy)]
pub struct Known {
    /// The name in `game.yaml`.
    pub id: &'static str,
    /// The game's name in prose.
    pub title: &'static str,
    /// The edition of the rules that were implemented.
    pub edition: &'static str,
    /// Its content files, embedded.
    pub library: fn() -> Library,
    /// The rules with the content of a library.
    pub load: fn(&Library) -> Result<Box<dyn AnyRuleset>, Unfit>,
    /// The rulings on unclear rules, as YAML.
    pub rulings: &'static str,
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// All games, in the order in which they are listed.
pub const ALL: &[Known] = &[Known {
    id: "time-agent",
    title: "Time Agent",
    edition: "1992",
    library: time_agent::TimeAgent::library,
    load: |library| Ok(Box::new(time_agent::TimeAgent::new(library)?)),
    rulings: time_agent::TimeAgent::RULINGS,
}];

/// The game of this name.
pub fn find(id: &str) -> Option<Known> {
    ALL.iter().copied().find(|known| known.id == id)
}
