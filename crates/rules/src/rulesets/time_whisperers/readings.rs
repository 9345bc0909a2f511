//! The readings of three rules that can be read in two ways and decide games: rulings C23, C32 and C33.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Phase 1: what players may still do when they have terminated (ruling C23).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterTermination {
    /// They play no more cards, and may use gold powers until the phase ends.
    #[default]
    Powers,
    /// Nothing until the phase ends.
    Nothing,
}

/// Uniter: how other powers see the two ages that it combines (ruling C32).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnitedAges {
    /// As one age: the Swarm counts once in it, and the Assassin strikes in the whole of it.
    #[default]
    One,
    /// As two: the Swarm counts in each, and the Assassin strikes in the age of number 1 alone.
    Two,
}

/// End of game: what counts as total gold strength on the board when victory points are tied (ruling C33).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LastGold {
    /// The Time Whisperers that show gold. Hybrid and Noble, which belong to phases, do not count.
    #[default]
    Board,
    /// The strength that phase 3 would count, with an active Hybrid or Noble.
    #[serde(rename = "phase-3")]
    Phase3,
}

/// The readings of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Readings {
    /// Phase 1 (ruling C23).
    pub after_termination: AfterTermination,
    /// Uniter (ruling C32).
    pub united_ages: UnitedAges,
    /// End of game (ruling C33).
    pub last_gold: LastGold,
}
