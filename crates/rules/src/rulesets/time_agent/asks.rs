//! The kinds of ask, and the types of their answers.

use super::{
    names::{Alters, Item, OwnUnit, Race, Technology, UnitId},
    places::{HexId, Spot},
};
use crate::{
    engine::reads,
    rulesets::kit::{asks, sections},
};
use serde::{Deserialize, Serialize};

asks! {
    TurnOrder: u8 = "turn-order", "when to go in the player order (7)", &[("round", reads::<u32>)];
    Headquarters: Start = "headquarters", "whether to wait for earlier headquarters (8)", &[];
    Maintain: Vec<OwnUnit> = "maintain", "which operatives stay in the past (8.1)", &[];
    Buy: u32 = "buy", "how many to buy (8.2)", &[("item", reads::<Item>)];
    Research: Research = "research", "which facedown tile to look at (8.3)", &[];
    Move: Step = "move", "the next move (9.1)", &[];
    CheckStatus: Inquiry = "check-status", "whom to ask for opposition (9.2)", &[];
    Oppose: Stance = "oppose", "whether you oppose (9.2)", &[("tile", reads::<Spot>), ("against", reads::<Race>)];
    Search: Pair = "search", "the next search (9.3)", &[];
    Attack: Pair = "attack", "the next attack (9.4)", &[];
    // These fields are about the alteration that has just failed, if one has.
    Alter: Alteration = "alter", "the next alteration (9.5)", &[
        ("tile", reads::<Spot>),
        ("to", reads::<Alters>),
        ("edge", reads::<u8>),
        ("missing", reads::<u32>),
        ("opposed-by", reads::<Race>),
    ];
    Pay: u32 = "pay", "what you pay of the price (9.52)", &[
        ("tile", reads::<Spot>),
        ("to", reads::<Alters>),
        ("edge", reads::<u8>),
        ("cost", reads::<u32>),
    ];
    Contribute: u32 = "contribute", "what you pay for another's alteration (9.52)", &[
        ("tile", reads::<Spot>),
        ("for", reads::<Race>),
        ("to", reads::<Alters>),
        ("edge", reads::<u8>),
        ("missing", reads::<u32>),
    ], offered: true;
}

sections! {
    PlayerOrder: TurnOrder;
    AtHeadquarters: Headquarters, Maintain, Buy, Research;
    Moves: Move;
    Declarations: Oppose;
    Actions: CheckStatus, Search, Attack, Alter;
    Price: Pay, Contribute;
}

/// 8: the choice whether to decide at the same time as the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Start {
    Now,
    AfterEarlier,
}

/// 8.3: one look, or the end of looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Research {
    Done,
    Look(HexId),
}

/// 9.1: one move, or the end of moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Step {
    Done,
    Travel {
        unit: OwnUnit,
        to: HexId,
    },
    /// A trip from the present straight to an original invention, which 9.13 forbids. It is never a choice, but an
    /// order for it can be answered with the reason.
    TravelToOriginal {
        unit: OwnUnit,
        to: Technology,
    },
    Along {
        unit: OwnUnit,
        along: Technology,
        to: Spot,
    },
}

/// 9.2: the race to ask next, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Inquiry {
    Done,
    Ask { spot: Spot, race: Race },
}

/// 9.2: the answer of the race that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stance {
    Oppose,
    StandAside,
}

/// 9.3, 9.4: one operative against another, or the end of this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Pair {
    Done,
    Against {
        spot: Spot,
        by: UnitId,
        target: UnitId,
        opposing: bool,
    },
}

/// 9.5: one alteration, or the end of altering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Alteration {
    Done,
    Reverse { spot: Spot },
    Rotate { hex: HexId, to: u8 },
}

impl Alteration {
    pub(super) fn spot(self) -> Option<Spot> {
        match self {
            Self::Done => None,
            Self::Reverse { spot } => Some(spot),
            Self::Rotate { hex, .. } => Some(Spot::Hex(hex)),
        }
    }

    /// Returns the edge that a rotation turns its tile to.
    pub(super) fn edge(self) -> Option<u8> {
        match self {
            Self::Rotate { to, .. } => Some(to),
            Self::Done | Self::Reverse { .. } => None,
        }
    }
}
