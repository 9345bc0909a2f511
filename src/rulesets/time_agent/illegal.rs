//! The reasons why an order is against the rules.

use super::names::{OwnUnit, Race, Technology, UnitId};
use super::places::{HexId, Spot};
use crate::engine::Illegal;

/// A reason why an order is against the rules; each has a stable code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Wrong {
    #[error("There is no tile {0}.")]
    NoTile(HexId),
    #[error("You have no {0}.")]
    NoUnit(OwnUnit),
    #[error("{race} does not play in this game.")]
    NoRace { race: Race },
    #[error("{unit} is not in the past.")]
    NotInPast { unit: OwnUnit },
    #[error("{unit} is not in the present: it is in {spot}.")]
    NotInPresent { unit: OwnUnit, spot: Spot },
    #[error("That costs {cost} credits and you have {credits}.")]
    TooLittleMoney { cost: u32, credits: u32 },
    #[error("You have {machines} time machines free and need {needed}.")]
    NoMachine { machines: u32, needed: u32 },
    #[error(
        "{unit} has moved already: an operative travels to the past or moves inside it, once (9.1)."
    )]
    MovedTwice { unit: OwnUnit },
    #[error(
        "{unit} comes from the present, and so cannot move along a timestream in the same turn (9.1)."
    )]
    BothKinds { unit: OwnUnit },
    #[error(
        "{to} is the space of an original invention: it is entered only from a tile beside it where the operative began its turn (9.13, 9.17)."
    )]
    OriginalFromAfar { to: Spot },
    #[error("{unit} cannot reach {to} from {from} along {along}.")]
    OutOfReach {
        unit: OwnUnit,
        from: Spot,
        to: Spot,
        along: Technology,
    },
    #[error("{unit} is in {spot} already.")]
    AlreadyThere { unit: OwnUnit, spot: Spot },
    #[error("You have no operative in {0}.")]
    NobodyThere(Spot),
    #[error("There is no event or invention in {0}.")]
    NothingThere(Spot),
    #[error("{race} opposes you in {spot}, so nothing can be altered there (9.5).")]
    Opposed { race: Race, spot: Spot },
    #[error("{tile} faces {to} already.")]
    FacesThere { tile: HexId, to: u8 },
    #[error("A tile faces one of the edges 1 to 6, not {0}.")]
    NoFacing(u8),
    #[error("{0} is face up already: everybody sees it.")]
    FaceUp(HexId),
    #[error("{0} is known to you already.")]
    Known(HexId),
    #[error("Place {0} in the player order is taken or is not there.")]
    NoPosition(u8),
    #[error("{target} is not in {spot}.")]
    NotThere { target: UnitId, spot: Spot },
    #[error("{target} has not been found in {spot}.")]
    NotFound { target: UnitId, spot: Spot },
    #[error(
        "A {later} comes before a {earlier} here, but the steps go ask, search, attack, then reverse and rotate (9)."
    )]
    OutOfOrder {
        earlier: &'static str,
        later: &'static str,
    },
    #[error("{0} is there twice.")]
    Twice(String),
    #[error("There are {units} operatives to maintain and {machines} time machines (8.1).")]
    TooMany { units: u32, machines: u32 },
    #[error("{0} is one of your own.")]
    Own(String),
    #[error("{0} has answered already in {1}, for all of this turn (11.1).")]
    HasAnswered(Race, Spot),
    #[error("{0} has no operatives in {1}.")]
    RaceNotThere(Race, Spot),
    #[error("In {0} nobody whom it allows was left to be searched for (9.3).")]
    NobodyToFind(Spot),
    #[error("In {0} nobody whom it allows was found, or left, to be attacked (9.4).")]
    NobodyToAttack(Spot),
    #[error(
        "The price in {spot} was not met: {missing} credits were missing, and nobody paid (9.52)."
    )]
    NotPaid { spot: Spot, missing: u32 },
    #[error("Only a rotation has an edge.")]
    EdgeOfNoRotation,
    #[error("The view that you check against is not whole.")]
    ViewNotWhole,
    #[error("The {0} was over: the steps go ask, search, attack, then reverse and rotate (9).")]
    StepOver(&'static str),
}

impl Wrong {
    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoTile(_) => "E1001",
            Self::NoUnit(_) => "E1002",
            Self::NoRace { .. } => "E1003",
            Self::NotInPast { .. } => "E1004",
            Self::NotInPresent { .. } => "E1005",
            Self::TooLittleMoney { .. } => "E1006",
            Self::NoMachine { .. } => "E1007",
            Self::MovedTwice { .. } => "E1008",
            Self::BothKinds { .. } => "E1009",
            Self::OriginalFromAfar { .. } => "E1010",
            Self::OutOfReach { .. } => "E1011",
            Self::AlreadyThere { .. } => "E1012",
            Self::NobodyThere(_) => "E1013",
            Self::NothingThere(_) => "E1014",
            Self::Opposed { .. } => "E1015",
            Self::FacesThere { .. } => "E1016",
            Self::NoFacing(_) => "E1017",
            Self::FaceUp(_) => "E1018",
            Self::Known(_) => "E1019",
            Self::NoPosition(_) => "E1020",
            Self::NotThere { .. } => "E1021",
            Self::NotFound { .. } => "E1022",
            Self::OutOfOrder { .. } => "E1023",
            Self::Twice(_) => "E1024",
            Self::TooMany { .. } => "E1025",
            Self::Own(_) => "E1026",
            Self::RaceNotThere(..) => "E1027",
            Self::HasAnswered(..) => "E1029",
            Self::NobodyToFind(_) => "E1030",
            Self::NobodyToAttack(_) => "E1031",
            Self::StepOver(_) => "E1032",
            Self::ViewNotWhole => "E1033",
            Self::NotPaid { .. } => "E1037",
            Self::EdgeOfNoRotation => "E1038",
        }
    }
}

impl From<Wrong> for Illegal {
    fn from(wrong: Wrong) -> Self {
        Self {
            code: wrong.code().to_owned(),
            words: wrong.to_string(),
        }
    }
}
