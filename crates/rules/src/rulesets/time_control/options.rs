//! The options of the game.

use super::names::Color;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The variants of a game of Time Control.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// The number of players: two to four.
    #[schemars(range(min = 2, max = 4))]
    pub players: u8,
    /// The colors that take part; left out: the first of green, purple, orange and blue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colors: Option<Vec<Color>>,
    /// The round after which the game ends, even if several players are left (ruling T8); left out: when one is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 60))]
    pub last_round: Option<u16>,
}
