//! The content files as they are written.

use super::{
    effects::Effect,
    names::FateCard,
    problems::{Problem, ProblemType},
    restrictions::Restriction,
};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FateCards {
    pub(super) cards: Vec<FateLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FateLine {
    pub(super) card: FateCard,
    pub(super) attacker_wins: Results,
    pub(super) defender_wins: Results,
}

/// Results: what a Fate card does to the two Agents of a duel.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Results {
    /// The effect on the Agent that attacked.
    pub(crate) attacker: Effect,
    /// The effect on the Agent that was attacked.
    pub(crate) defender: Effect,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Problems {
    pub(super) problems: Vec<ProblemLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProblemLine {
    pub(super) id: Problem,
    pub(super) name: String,
    #[serde(default)]
    pub(super) types: Vec<ProblemType>,
    #[serde(default)]
    pub(super) rule: Option<Restriction>,
}
