//! The options of the game.

use super::names::Agent;
use crate::rulesets::{kit::is_default, words::names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

names! {
    /// The levels of difficulty of the mode S.A.B.O.T.A.G.E.
    Difficulty {
        Employee = "employee-of-the-month",
        Overtime = "overtime",
        FinalWarning = "final-warning",
    }
}

#[expect(clippy::derivable_impls, reason = "`names!` defines the variants")]
impl Default for Difficulty {
    fn default() -> Self {
        Self::Employee
    }
}

/// The odds with which a cube falls out of Dr. Faux's Machine (ruling E1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Machine {
    /// Half of the cubes fall on Dr. Faux's Era, a quarter on each adjacent one.
    #[default]
    Quarters,
    /// A third of the cubes falls on each of the three Eras.
    Thirds,
}

impl Machine {
    /// Returns the number of sides of the die that is rolled for a cube.
    pub(crate) const fn sides(self) -> u32 {
        match self {
            Self::Quarters => 4,
            Self::Thirds => 3,
        }
    }

    /// Returns the number of faces for the previous Era, Dr. Faux's, and the next one.
    pub(crate) const fn ways(self) -> [u32; 3] {
        match self {
            Self::Quarters => [1, 2, 1],
            Self::Thirds => [1, 1, 1],
        }
    }
}

/// The variants of a game of The LOOP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// The number of players: one to four. One player plays two Agents (ruling E22).
    #[schemars(range(min = 1, max = 4))]
    pub players: u8,
    /// The Agents that take part, in the order in which they sit, clockwise; left out: the first of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agents: Option<Vec<Agent>>,
    /// The level of difficulty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub difficulty: Difficulty,
    /// The odds of Dr. Faux's Machine (ruling E1).
    #[serde(default, skip_serializing_if = "is_default")]
    pub machine: Machine,
}

impl Options {
    /// Returns the number of Agents: two for one player.
    pub(crate) fn agents_at_table(&self) -> usize {
        usize::from(self.players).max(2)
    }
}
