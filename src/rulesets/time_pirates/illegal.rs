//! The reasons why an order is against the rules.

use super::names::{Artifact, Color, Epoch, Marker, Player};
use crate::engine::Illegal;

/// A reason why an order is against the rules; each has a stable code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Wrong {
    #[error("There is no Epoch {0} on the board.")]
    NoEpoch(Epoch),
    #[error("There is a Time Traveler in {0} (Preparation, Restocking Artifacts).")]
    Occupied(Epoch),
    #[error("The Time Police begin in {0}, and so no player does (Preparation).")]
    PoliceBeginThere(Epoch),
    #[error(
        "Every space of {0} has its counter, so it cannot be restocked (Restocking Artifacts)."
    )]
    Full(Epoch),
    #[error("There is no {artifact} in {epoch}.")]
    NotInEpoch { artifact: Artifact, epoch: Epoch },
    #[error("No arrow leads from {from} to {to} (Moving).")]
    NoArrow { from: Epoch, to: Epoch },
    #[error("You have no {0}.")]
    NotHeld(Artifact),
    #[error("{0} has no Atomic Symbol.")]
    NotAtomic(Artifact),
    #[error("{0} has no Arrows, so it cannot be given in an exchange (Exchanging Artifacts).")]
    NotArrows(Artifact),
    #[error("There is no Scoring Marker {0}.")]
    NoMarker(Marker),
    #[error(
        "There is no World Scoring Marker with the number {number}: there are {most} of a kind."
    )]
    NoMarkerNumber { number: u32, most: u32 },
    #[error("{0} is no longer on the Scoring Board.")]
    MarkerGone(Marker),
    #[error("Your counters make up no set for {0} (Selling Artifacts).")]
    NoSet(Marker),
    #[error("{set} is no set for {marker} (Selling Artifacts).")]
    NotThatSet { marker: Marker, set: String },
    #[error(
        "Your turn began with the Time Police: the first action is a move along an arrow (Playing the Game)."
    )]
    MustFlee,
    #[error(
        "Your turn began in {0} with the Time Police, so no Atomic Symbol takes you out of it (Atomic Symbols)."
    )]
    NoAtomicOut(Epoch),
    #[error("You have no action left in this turn.")]
    NoActionLeft,
    #[error("You still have to take, move or sell: {0} more (Playing the Game).")]
    ActionsDue(u32),
    #[error("Your Time Traveler is in {0} already.")]
    AlreadyThere(Epoch),
    #[error("{0} does not play in this game.")]
    NoPlayer(Player),
    #[error("You cannot exchange with yourself.")]
    Yourself,
    #[error("{player} has no {artifact}.")]
    NotHeldBy { player: Player, artifact: Artifact },
    #[error("{0} does not belong to a largest set of yours (Playing the Game).")]
    NotLargest(Artifact),
    #[error(
        "You have no Scoring Marker of {0}, so no World marker can be of that color (Scoring)."
    )]
    NoSuchColor(Color),
    #[error("Two to six may play, not {0}.")]
    Players(u8),
    #[error("A game lasts three Weeks or four, not {0} (Game End, Optional Rule).")]
    Weeks(u32),
    #[error("The view that you check against is not whole.")]
    ViewNotWhole,
    #[error("It is the turn of {0}: this line waits for nothing in it.")]
    OthersTurn(Player),
    #[error("Whose turn begins with the Time Police restocks nothing (Playing the Game).")]
    NoRestock,
    #[error("That exchange would bring back what all of you held before (Exchanging Artifacts).")]
    BringsBack,
}

impl Wrong {
    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoEpoch(_) => "E1201",
            Self::Occupied(_) => "E1202",
            Self::PoliceBeginThere(_) => "E1203",
            Self::Full(_) => "E1204",
            Self::NotInEpoch { .. } => "E1205",
            Self::NoArrow { .. } => "E1206",
            Self::NotHeld(_) => "E1207",
            Self::NotAtomic(_) => "E1208",
            Self::NotArrows(_) => "E1209",
            Self::NoMarker(_) | Self::NoMarkerNumber { .. } => "E1210",
            Self::MarkerGone(_) => "E1211",
            Self::NoSet(_) => "E1212",
            Self::NotThatSet { .. } => "E1213",
            Self::MustFlee => "E1214",
            Self::NoAtomicOut(_) => "E1215",
            Self::NoActionLeft => "E1216",
            Self::ActionsDue(_) => "E1217",
            Self::AlreadyThere(_) => "E1218",
            Self::NoPlayer(_) => "E1219",
            Self::Yourself => "E1220",
            Self::NotHeldBy { .. } => "E1221",
            Self::NotLargest(_) => "E1222",
            Self::NoSuchColor(_) => "E1223",
            Self::Players(_) => "E1224",
            Self::Weeks(_) => "E1225",
            Self::ViewNotWhole => "E1226",
            Self::OthersTurn(_) => "E1227",
            Self::NoRestock => "E1228",
            Self::BringsBack => "E1229",
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
