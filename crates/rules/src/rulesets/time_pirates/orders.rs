//! The body of an order file, in the rulebook's words.

use super::names::{Artifact, Color, Epoch, Marker, Player, Restock};
use crate::rulesets::kit::Wanted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// Orders for one turn of Time Pirates. You are asked about anything left out when it comes up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Orders {
    /// Preparation: where your Time Traveler begins; of several the first that is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Wanted<Epoch>>,
    /// Playing 1: the Epoch you restock, or `none`; of several the first that can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restock: Option<Wanted<Restock>>,
    /// Police 2: the counter you discard, should your turn begin with the Time Police; of several the
    /// first that belongs to a largest set of yours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discard: Option<Wanted<Artifact>>,
    /// Playing 2: your actions in order; `hold` stops there and shows you the results so far. A `hold` at
    /// the beginning shows you the result of restocking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<Line>>,
    /// Scoring: what your World Scoring Markers are to be, if the Week ends; for each the first line
    /// that fits it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub world: Vec<Assignment>,
}

/// One line of a player's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// 2a: take a counter out of your Epoch; of several the first that lies there.
    Take(Wanted<Artifact>),
    /// 2b: move along an arrow.
    Move(Epoch),
    /// 2c: sell a set, and go on to any Epoch.
    Sell(Sale),
    /// Atomic Symbols: discard one, and move anywhere. It counts for no action.
    Atomic(Atomic),
    /// Exchanging Artifacts: give a counter with Arrows, and take one of another player's. It counts
    /// for no action.
    Exchange(Exchange),
    /// Stop here and let me see what happened.
    Hold,
}

impl Line {
    /// Returns the word that the line begins with.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Take(_) => "take",
            Self::Move(_) => "move",
            Self::Sell(_) => "sell",
            Self::Atomic(_) => "atomic",
            Self::Exchange(_) => "exchange",
            Self::Hold => "hold",
        }
    }
}

/// Selling Artifacts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sale {
    /// The Scoring Marker.
    pub marker: Marker,
    /// The counters of the set. Left out: with as few jokers and symbols as possible.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<Vec<Artifact>>,
    /// The Epoch to which your Time Traveler moves.
    pub to: Epoch,
}

/// Atomic Symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Atomic {
    /// The counter with the Atomic Symbol.
    pub discard: Artifact,
    /// The destination.
    pub to: Epoch,
}

/// Exchanging Artifacts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The counter with Arrows.
    pub give: Artifact,
    /// The player with whom you exchange; of several the first who has a counter that you want.
    pub from: Wanted<Player>,
    /// The counter that you take; of several the first that the player has.
    pub take: Wanted<Artifact>,
}

/// Scoring: the color of a World Scoring Marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// Only this kind of marker.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub marker: Option<Marker>,
    /// Only this one of several of a kind, from 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub number: Option<NonZeroU32>,
    /// The color; of several the first of which you have a Scoring Marker.
    pub color: Wanted<Color>,
}
