//! Facts: what happened, and which viewers may know it.

use super::{SeatId, Viewer, line::Line};
use serde::{Deserialize, Serialize};

/// The viewers a fact is told to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// All seats and the public.
    All,
    /// These seats only.
    Only(Vec<SeatId>),
}

impl Audience {
    /// Checks whether a viewer belongs to the audience.
    pub fn includes(&self, viewer: &Viewer) -> bool {
        match (self, viewer) {
            (Self::All, _) => true,
            (Self::Only(seats), Viewer::Seat(seat)) => seats.contains(seat),
            (Self::Only(_), Viewer::Public) => false,
        }
    }
}

/// One thing that happened, told to an audience, with the rule that made it happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told<F> {
    /// The viewers who may know it.
    pub to: Audience,
    /// The section of the rulebook, such as `9.31`; `-` for events that the table itself reports.
    pub rule: String,
    /// The sitting in which it was first told.
    pub sitting: u32,
    /// The event.
    pub event: Event<F>,
}

/// A fact of the game, or an event of the play by mail that the table reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event<F> {
    /// A fact of the ruleset's own type.
    Fact(F),
    /// No move received: the deadline passed and the default was taken.
    Nmr {
        /// The seat that was asked.
        seat: SeatId,
        /// The kind of ask.
        ask: String,
    },
    /// A bot plays a seat. It is told once a turn, with the bot's first answer.
    Bot {
        /// The seat the bot plays.
        seat: SeatId,
        /// The name of the bot.
        bot: String,
    },
    /// A line of an order file was put aside.
    PutAside {
        /// The seat whose order it was.
        seat: SeatId,
        /// The line.
        line: Line,
        /// The reason.
        why: Aside,
    },
}

/// The reason why a line of an order file was put aside without being executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aside {
    /// It was a `hold`, and the deadline has passed.
    Hold,
    /// It was illegal, and asking again could not help.
    Illegal(Illegal),
    /// It is a `hold` that has stopped the queue. The line stays in place, but a new file continues from there.
    Held,
    /// It was reached when there was nothing for it to do.
    NothingToDo(Option<Illegal>),
}

/// The reason why an answer is against the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{words}")]
pub struct Illegal {
    /// A stable code, such as `E1003`.
    pub code: String,
    /// A description of what is wrong, as a sentence.
    pub words: String,
}

/// One sealed slot that was revealed to an audience.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The viewers who see it.
    pub to: Audience,
    /// The name of the deck.
    pub deck: String,
    /// The index of the slot, from 0, in the deck's shuffled order.
    pub slot: u32,
    /// The sitting in which it was revealed.
    pub sitting: u32,
}

/// A roll that a public fact tells of, for holding the fact against the published dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldRoll {
    /// The label of the roll, without the number of a repeat.
    pub label: String,
    /// The sides of each die.
    pub sides: u32,
    /// The lowest and the highest face that each die can have shown.
    pub faces: Vec<(u32, u32)>,
}

impl ToldRoll {
    /// A roll whose faces the fact names.
    pub(crate) fn of(label: String, sides: u32, faces: &[u32]) -> Self {
        let faces = faces.iter().map(|face| (*face, *face)).collect();
        Self {
            label,
            sides,
            faces,
        }
    }
}
