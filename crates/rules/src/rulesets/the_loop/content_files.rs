//! The content files as they are written.

use super::{
    artifacts::Artifact,
    effects::Ability,
    names::{Agent, Dimension, Era, Mission, Special},
    options::Difficulty,
};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Artifacts {
    pub(super) artifacts: Vec<ArtifactLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ArtifactLine {
    pub(super) id: Artifact,
    #[expect(dead_code, reason = "the templates read the file itself")]
    pub(super) name: String,
    pub(super) dimension: Dimension,
    pub(super) origin: Era,
    /// The Agent who starts with it.
    #[serde(default)]
    pub(super) agent: Option<Agent>,
    pub(super) ability: Ability,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Agents {
    pub(super) agents: Vec<AgentLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AgentLine {
    pub(super) id: Agent,
    #[expect(dead_code, reason = "the templates read the file itself")]
    pub(super) name: String,
    pub(super) origin: Era,
    pub(super) ability: Special,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Clones {
    pub(super) clones: Vec<CloneLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CloneLine {
    pub(super) start: Era,
    pub(super) paradox: Era,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Missions {
    pub(super) missions: Vec<MissionLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MissionLine {
    pub(super) id: Mission,
    #[expect(dead_code, reason = "the templates read the file itself")]
    pub(super) name: String,
    pub(super) slots: u8,
    #[serde(default)]
    pub(super) per_era: bool,
    #[serde(default)]
    pub(super) each_turn: Option<u8>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SetUp {
    pub(super) players: Vec<PlayersLine>,
    pub(super) cycle_track: Vec<CycleLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayersLine {
    pub(super) players: u8,
    pub(super) clones: u8,
    pub(super) artifacts: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CycleLine {
    pub(super) cycle: u8,
    pub(super) clones: u8,
    pub(super) artifacts: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Levels {
    pub(super) levels: Vec<LevelLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LevelLine {
    pub(super) id: Difficulty,
    #[expect(dead_code, reason = "the templates read the file itself")]
    pub(super) name: String,
    pub(super) rifts: u8,
    #[serde(default)]
    pub(super) extra_clones: u8,
    #[serde(default)]
    pub(super) extra_rifts: u8,
}
