//! The state, facts and views of the tiny game.

use chronojudge::engine::SeatId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Options {
    pub players: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub round: u32,
    pub order: Vec<SeatId>,
    pub coins: BTreeMap<SeatId, u32>,
    /// The card of each slot: hidden, except from viewers who know the slot.
    pub cards: Vec<String>,
    /// The seat that holds each slot, for slots in a hand.
    pub held: BTreeMap<u32, SeatId>,
    /// The slots that each seat has looked at.
    pub seen: BTreeMap<SeatId, BTreeSet<u32>>,
    /// Slots that lie open.
    pub open: BTreeSet<u32>,
    /// A defect of the rules that keeps them from ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endless: Option<Endless>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Endless {
    Ask,
    Roll,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    Round {
        round: u32,
    },
    Bid {
        seat: SeatId,
        coins: u32,
    },
    Order {
        order: Vec<SeatId>,
    },
    Looked {
        seat: SeatId,
        slot: u32,
    },
    Saw {
        seat: SeatId,
        slot: u32,
        card: String,
    },
    Revealed {
        seat: SeatId,
        slot: u32,
        card: String,
    },
    Reacted {
        seat: SeatId,
        by: SeatId,
        react: React,
    },
    Struck {
        by: SeatId,
        target: SeatId,
        rolls: Vec<u32>,
    },
    Gave {
        seat: SeatId,
        to: SeatId,
        coins: u32,
    },
    Lucky {
        seat: SeatId,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GmAction {
    Done,
    Peek(u32),
    Reveal(u32),
    Strike(SeatId),
    Hold,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum React {
    Yield,
    Parry,
    Counter,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct View {
    pub round: u32,
    pub order: Vec<SeatId>,
    pub coins: BTreeMap<SeatId, u32>,
    pub held: BTreeMap<u32, SeatId>,
    pub open: BTreeSet<u32>,
    /// The slots that each seat has looked at, which all see.
    pub looked: BTreeMap<SeatId, BTreeSet<u32>>,
    pub known: BTreeMap<u32, String>,
}
