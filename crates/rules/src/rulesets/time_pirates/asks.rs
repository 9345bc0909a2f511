//! The kinds of ask, and the types of their answers.

use super::names::{Artifact, Color, Epoch, Marker, Player, Restock};
use crate::{engine::reads, rulesets::kit::asks};
use serde::{Deserialize, Serialize};

asks! {
    Place: Epoch = "place", "where the Time Traveler begins (Preparation)", &[];
    Restock: Restock = "restock", "which Epoch to restock, or none (Playing 1)", &[];
    Discard: Artifact = "discard", "what the Time Police take (Police 2)", &[];
    Act: Action = "action", "the next action (Playing 2)", &[("left", reads::<u32>)];
    Set: Set = "set", "which counters are sold (Selling Artifacts)", &[("marker", reads::<Marker>)];
    Land: Epoch = "land", "where the Time Traveler goes on (Selling Artifacts)", &[("marker", reads::<Marker>)];
    AssignWorld: Color = "assign-world", "the color of a World Scoring Marker (Scoring)",
        &[("marker", reads::<Marker>), ("number", reads::<u32>)];
}

/// A set of counters, in their order.
pub(super) type Set = Vec<Artifact>;

/// Playing 2: the next action of the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Action {
    /// The player does nothing more in this turn.
    Done,
    /// 2a: take one Artifact from the Epoch of one's own Time Traveler.
    Take(Artifact),
    /// 2b: move to another Epoch.
    Move(Epoch),
    /// 2c: sell a set for this Scoring Marker.
    Sell(Marker),
    /// Atomic Symbols: discard one, and move anywhere.
    Atomic {
        /// The counter that is discarded.
        discard: Artifact,
        /// The Epoch where the Time Traveler goes.
        to: Epoch,
    },
    /// Exchanging Artifacts: give one with Arrows, and take any.
    Exchange {
        /// The counter that is given.
        give: Artifact,
        /// The player with whom it is exchanged.
        from: Player,
        /// The counter that is taken.
        take: Artifact,
    },
}

impl Action {
    /// Checks whether the action is one of the two or three that a turn allows.
    pub(crate) fn counts(self) -> bool {
        matches!(self, Self::Take(_) | Self::Move(_) | Self::Sell(_))
    }
}
