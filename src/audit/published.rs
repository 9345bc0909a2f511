//! What the audit needs to know of the published `game.yaml`.

use super::public_file;
use crate::{dice::label::Name, yaml::keep};
use serde::Deserialize;
use std::{collections::BTreeSet, path::Path};

/// What counts here of the published `game.yaml`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Published {
    /// The game's name.
    pub game: String,
    pub(super) ruleset: String,
    pub(super) edition: String,
    pub(super) seats: Vec<Line>,
    pub(super) dice: String,
    pub(super) lead_minutes: Option<u32>,
    pub(super) keys: u32,
    /// Whether it is drawn who plays what.
    #[serde(default)]
    pub(super) draw_seats: bool,
    /// Whether the game is a fork of another.
    pub(super) fork: Option<serde::de::IgnoredAny>,
    /// The GM's public key, if he signs.
    pub log_key: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Line {
    pub seat: String,
}

impl Published {
    /// What is published.
    ///
    /// # Errors
    /// Why it cannot be told, in words.
    pub fn read(public: &Path) -> Result<Self, String> {
        let text = public_file::read_text(public, "game.yaml").map_err(|why| why.to_string())?;
        keep::from_str(&text).map_err(|why| format!("game.yaml: it names no seats: {why}"))
    }

    /// Every seat of the game: not every seat promises a salt, so `seated` need not name them all.
    pub(super) fn names(&self) -> Result<BTreeSet<Name>, String> {
        let name = |line: &Line| Name::new(&line.seat).map_err(|why| format!("game.yaml: {why}"));
        self.seats.iter().map(name).collect()
    }
}
