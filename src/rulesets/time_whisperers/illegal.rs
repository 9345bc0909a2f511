//! The reasons why an order is against the rules.

use super::names::{Age, Card, Number, Power};
use crate::engine::Illegal;

/// A reason why an order is against the rules; each has a stable code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Wrong {
    #[error("There is no card {0} in this game.")]
    NoCard(Card),
    #[error("{card} is not in your hand: {why}.")]
    NotInHand { card: Card, why: NotInHand },
    #[error("{0} stands there twice, and there is one of each card (Setup 4).")]
    Twice(Card),
    #[error("Nothing is played after Termination (Phase 1).")]
    AfterTermination,
    #[error("Two cards at once are for an active Multiverse alone (Multiverse).")]
    NoMultiverse,
    #[error("To see the others' cards first is for an active Psychic alone (Psychic).")]
    NoPsychic,
    #[error("With the Multiverse you choose two cards, not one (Multiverse).")]
    OneCard,
    #[error("You do not own {0}.")]
    NotYours(Power),
    #[error("{0} is not active in this round (Rules for using gold powers 2).")]
    NotActive(Power),
    #[error("{0} was used in this round (Rules for using gold powers 2).")]
    UsedUp(Power),
    #[error("There is no Time Whisperer number {0} in this game (Setup changes for 4 players).")]
    NoWhisperer(Number),
    #[error("Time Whisperer {0} is placed already.")]
    PlacedAlready(Number),
    #[error("The youth game has no gold sides and no gold powers (Youth game).")]
    Youth,
    #[error("Time Whisperer {0} of yours is not augmented (Titan).")]
    NotAugmented(Number),
    #[error("{0} and {1} are not adjacent.")]
    NotAdjacent(Age, Age),
    #[error("It is in {0} already.")]
    AlreadyThere(Age),
    #[error("{0} is not an action card that can be given to the Thief (Thief).")]
    NoGift(Card),
    #[error("{0} is no level II gold power on the board (Mimic).")]
    NotOnBoard(Power),
    #[error("The Alliance activates up to three of your other gold powers (Alliance).")]
    NotAllied,
    #[error(
        "A whole line of placements names as many Time Whisperers as there are ages (Setup 5)."
    )]
    TooManyPlaced,
    #[error("`powers` has no line for {0}, so it will not be used unless `wake` names it.")]
    LeftOut(Power),
    #[error("There is no Zodiac in this round that could score (Zodiac).")]
    NoZodiac,
    #[error("The view that you check against is not whole.")]
    ViewNotWhole,
}

/// The reason why a card is not in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotInHand {
    /// It lies on the table.
    #[error("it was played in this round")]
    Played,
    /// It was given away.
    #[error("the Thief has it")]
    Given,
    /// It is out of the round.
    #[error("Medusa has taken it out of this round")]
    Petrified,
}

impl Wrong {
    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoCard(_) => "E1101",
            Self::NotInHand { .. } => "E1102",
            Self::Twice(_) => "E1103",
            Self::AfterTermination => "E1104",
            Self::NoMultiverse => "E1105",
            Self::NoPsychic => "E1106",
            Self::OneCard => "E1107",
            Self::NotYours(_) => "E1108",
            Self::NotActive(_) => "E1109",
            Self::UsedUp(_) => "E1110",
            Self::NoWhisperer(_) => "E1111",
            Self::PlacedAlready(_) => "E1112",
            Self::Youth => "E1113",
            Self::NotAugmented(_) => "E1114",
            Self::NotAdjacent(..) => "E1115",
            Self::AlreadyThere(_) => "E1116",
            Self::NoGift(_) => "E1117",
            Self::NotOnBoard(_) => "E1118",
            Self::NotAllied => "E1119",
            Self::TooManyPlaced => "E1120",
            Self::ViewNotWhole => "E1121",
            Self::LeftOut(_) => "E1124",
            Self::NoZodiac => "E1125",
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
