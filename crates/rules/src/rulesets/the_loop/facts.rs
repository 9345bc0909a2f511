//! The facts of a game, as data: everything that can happen. The wording is in the templates.

use super::{
    artifacts::Artifact,
    names::{Agent, Clone as Token, Dimension, Era, Mission},
    state::End,
};
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the fields say it in the rulebook's words")]
pub enum Fact {
    /// First player: the Agents clockwise from the one who goes first.
    FirstPlayer { order: Vec<Agent> },
    /// Starting Rifts and Energy: the Eras that begin with a Rift; the others begin with an Energy.
    Begins { rifts: Vec<Era> },
    /// Adding Clones: Clones came out of the bag.
    ClonesCame { clones: Vec<Token> },
    /// Revealing Artifacts: a card of the Huge Deck came to its Era, or was destroyed because of a Vortex there.
    Revealed {
        artifact: Artifact,
        era: Era,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        destroyed: bool,
    },
    /// Revealed Missions: a Mission tile was turned up.
    MissionRevealed { mission: Mission, era: Era },
    /// Player Turns: a turn begins with its Faux Phase.
    Turn { agent: Agent, cycle: u8, turn: u8 },
    /// Resolve Faux card: Dr. Faux travels, and drops cubes.
    Faux { era: Era, clones: u8, cubes: u8 },
    /// Resolve Faux card: the Eras where the cubes fell, in their order.
    Fell { eras: Vec<Era> },
    /// Canceling a Rift: a cube counts as if it never dropped.
    Canceled { agent: Agent, era: Era },
    /// Resolve Faux card: Rifts were placed.
    RiftsPlaced { era: Era, rifts: u8, total: u8 },
    /// Placing a Vortex: an Era became a Vortex.
    Vortex {
        era: Era,
        returned: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<Mission>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        face_down: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        destroyed: Vec<Artifact>,
        vortexes: u8,
    },
    /// Move, Free Move, Movement: an Agent moved.
    Moved {
        agent: Agent,
        from: Era,
        to: Era,
        by: Means,
    },
    /// Use an Artifact: an ability begins.
    Used { agent: Agent, artifact: Artifact },
    /// Resolving an Artifact ability: an Agent resolves the ability of an Artifact without exhausting it.
    Resolves { agent: Agent, artifact: Artifact },
    /// Allowing another Agent to resolve an ability: they would not.
    Declined { agent: Agent, artifact: Artifact },
    /// Energy: cubes were added.
    EnergyAdded { era: Era, energy: u8, total: u8 },
    /// Rift: cubes were removed.
    RiftsRemoved { era: Era, rifts: u8, left: u8 },
    /// Clone: a token moved, and was destroyed if the Era is its Paradox Era.
    CloneMoved {
        clone: Token,
        from: Era,
        to: Era,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        destroyed: bool,
    },
    /// Clone: a token returned to the bag.
    CloneDestroyed { clone: Token, era: Era },
    /// Artifact: an Agent drew a card.
    Drew { agent: Agent, artifact: Artifact },
    /// Empty Draw Pile: an Agent shuffled the discard pile.
    Reshuffled { agent: Agent },
    /// Revealing Artifacts: the destroyed Artifacts are the Huge Deck again.
    DeckReshuffled { artifacts: u8 },
    /// Artifact: an Agent discarded a card.
    Discarded { agent: Agent, artifact: Artifact },
    /// Artifact: a card was destroyed.
    Scrapped { agent: Agent, artifact: Artifact },
    /// Acquire: a card came on top of a draw pile.
    Acquired {
        agent: Agent,
        artifact: Artifact,
        era: Era,
    },
    /// Do a LOOP: Energy was spent, and cards are ready again.
    Looped {
        agent: Agent,
        era: Era,
        dimension: Dimension,
        cost: u8,
        readied: Vec<Artifact>,
    },
    /// Progress on Missions: cubes were placed.
    Progress {
        mission: Mission,
        era: Era,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        slots: Vec<Era>,
        cubes: u8,
        of: u8,
    },
    /// Complete Mission: a Mission is completed.
    Completed {
        agent: Agent,
        mission: Mission,
        era: Era,
        completed: u8,
    },
    /// Attendance Reward: the cards to choose from.
    Reward { artifacts: Vec<Artifact> },
    /// Attendance Reward: an Agent took a card.
    Rewarded { agent: Agent, artifact: Artifact },
    /// Attendance Reward: the remaining card was destroyed.
    RewardLeft { artifact: Artifact },
    /// Refresh: an Agent placed their hand in the discard pile.
    Refreshed {
        agent: Agent,
        discarded: Vec<Artifact>,
    },
    /// New Cycle: the Faux cards were shuffled.
    NewCycle { cycle: u8 },
    /// Victory or Defeat.
    GameOver { end: End, completed: u8 },
}

/// The means by which an Agent moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// Free Move.
    Free,
    /// Move: an Energy was spent.
    Energy,
    /// An Artifact moved them.
    Artifact,
    /// An Agent's special ability moved them.
    Ability,
}
