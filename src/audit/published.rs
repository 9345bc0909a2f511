//! What the audit needs to know of the published `game.yaml`.

use crate::{dice::label::Name, yaml::keep};
use serde::Deserialize;
use std::{collections::BTreeSet, fs, path::Path};

/// What counts here of the published `game.yaml`.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Published {
    pub game: String,
    pub ruleset: String,
    pub edition: String,
    pub seats: Vec<Line>,
    pub dice: String,
    pub lead_minutes: Option<u32>,
    pub keys: u32,
}

#[derive(Deserialize)]
pub(super) struct Line {
    pub seat: String,
    pub team: Option<String>,
}

impl Published {
    /// What is published; or why it cannot be told.
    pub fn read(public: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(public.join("game.yaml"))
            .map_err(|why| format!("game.yaml: {why}"))?;
        keep::from_str(&text).map_err(|why| format!("game.yaml: it names no seats: {why}"))
    }

    /// Every seat of the game: not every seat promises a salt, so `seated` need not name them all.
    pub fn names(&self) -> Result<BTreeSet<Name>, String> {
        let name = |line: &Line| Name::new(&line.seat).map_err(|why| format!("game.yaml: {why}"));
        self.seats.iter().map(name).collect()
    }
}
