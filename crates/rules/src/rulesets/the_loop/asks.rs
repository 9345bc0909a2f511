//! The kinds of ask, and the types of their answers.

use super::{
    artifacts::Artifact,
    names::{Agent, Dimension, Era, Pick, Take},
};
use crate::{engine::reads, rulesets::kit::asks};
use serde::{Deserialize, Serialize};

asks! {
    Act: Action = "action", "the next action (Action Phase)", &[];
    Choose: Pick = "choose", "a choice of an ability (Artifact Cards and Agent Tiles)",
        &[("used", reads::<Artifact>), ("artifact", reads::<Artifact>), ("agent", reads::<Agent>), ("choice", reads::<u32>), ("of", reads::<What>)];
    Agree: bool = "agree", "whether your Agent resolves an ability as the active player proposes (Allowing another Agent to resolve an ability)",
        &[("agent", reads::<Agent>), ("artifact", reads::<Artifact>)], offered: true;
    Acquire: Take = "acquire", "which Artifact of your Era you take, or none (Acquire Artifact)", &[];
    Complete: bool = "complete", "whether you complete the Mission in your Era (Complete Mission)", &[];
    Reward: Vec<Artifact> = "reward", "the order in which you want the cards of a reward (Attendance Reward)", &[], offered: true;
    Cancel: bool = "cancel", "whether the Rift that has just dropped is canceled (Canceling a Rift)",
        &[("era", reads::<Era>), ("left", reads::<u32>), ("overflow", reads::<bool>)], offered: true;
}

/// Action Phase: an action, or the end of the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Action {
    /// The Action Phase ends.
    Done,
    /// Free Move: move to this Era without spending Energy.
    Free(Era),
    /// Move: spend one Energy and move to this adjacent Era.
    Move(Era),
    /// Use an Artifact of the hand.
    Use(Artifact),
    /// Do a LOOP with this Dimension.
    Loop(Dimension),
    /// Use the special ability of the Agent.
    Ability,
}

/// The subject of a choice of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum What {
    /// The Era where Energy is added.
    Energy,
    /// The Era where Rifts are removed.
    Rifts,
    /// The Agent who moves.
    Mover,
    /// The Era where an Agent goes.
    Destination,
    /// The Clone that is pulled, pushed, carried or destroyed.
    Clone,
    /// The Era where a Clone goes.
    CloneTo,
    /// The Era from which Clones are pushed, or where they are destroyed.
    CloneFrom,
    /// The Artifact that is acquired.
    Acquire,
    /// The Artifact that is discarded.
    Discard,
    /// The Artifact that is destroyed.
    Scrap,
    /// The Artifact whose ability is resolved.
    Resolve,
    /// The Agent who draws.
    Drawer,
    /// The Agent who is allowed to resolve an ability.
    Ally,
    /// One of several ways.
    Way,
    /// Yes or no to optional steps.
    May,
    /// The Era to which the Agent goes on, if any.
    Further,
    /// The Clone that the Agent picks up, if any.
    Carry,
    /// Yes or no to carrying the Clone on.
    CarryOn,
    /// The gain from a destroyed Clone: an Energy is added (way 1), or a Rift is removed (way 2).
    Gain,
}

/// Returns a word as plain data.
pub(super) fn plain(what: What) -> serde_json::Value {
    serde_json::to_value(what).expect("a word is plain data")
}
