//! The options of the game.

use crate::rulesets::kit::is_default;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Selling Artifacts: whether jokers alone make a set (ruling B14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SetsOfJokers {
    /// Jokers alone make a set.
    #[default]
    Allowed,
    /// A set needs a counter of its own type.
    Forbidden,
}

/// Scoring: for how long a World Scoring Marker keeps its color (ruling B2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WorldMarkers {
    /// Each Scoring assigns all of them.
    #[default]
    EveryWeek,
    /// Once assigned, a marker keeps its color.
    ForGood,
}

/// The variants of a game of Time Pirates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// The number of players: two to six.
    #[schemars(range(min = 2, max = 6))]
    pub players: u8,
    /// Game End, Optional Rule: three Weeks, or four.
    #[serde(default = "three", skip_serializing_if = "is_three")]
    #[schemars(range(min = 3, max = 4))]
    pub weeks: u32,
    /// The assignment of World Scoring Markers: again every Week, or once for the game (ruling B2).
    #[serde(default, skip_serializing_if = "is_default")]
    pub world_markers: WorldMarkers,
    /// Sets of World counters alone: allowed or forbidden (ruling B14).
    #[serde(default, skip_serializing_if = "is_default")]
    pub sets_of_jokers: SetsOfJokers,
}

pub(crate) const fn three() -> u32 {
    3
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(crate) fn is_three(weeks: &u32) -> bool {
    *weeks == three()
}
