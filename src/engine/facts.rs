//! What happened, and who may know it.

use super::{Line, SeatId, Viewer};
use serde::{Deserialize, Serialize};

/// Who is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Everybody, the public too.
    All,
    /// These seats and nobody else.
    Only(Vec<SeatId>),
}

impl Audience {
    /// Whether a viewer belongs to it.
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
    /// Who may know.
    pub to: Audience,
    /// The section of the rulebook, such as `9.31`; `-` for what the table itself reports.
    pub rule: String,
    /// The sitting in which it was first told.
    pub sitting: u32,
    /// What happened.
    pub event: Event<F>,
}

/// A fact of the game, or something the table has to say about the play by mail itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event<F> {
    /// The rules' own fact.
    Fact(F),
    /// No move received: the deadline passed and the default was taken.
    Nmr {
        /// Who was asked.
        seat: SeatId,
        /// What was asked.
        ask: String,
    },
    /// A bot plays a seat; told once a turn, with its first answer.
    Bot {
        /// Whose seat.
        seat: SeatId,
        /// Which bot.
        bot: String,
    },
    /// A line of an order file was put aside.
    PutAside {
        /// Whose order.
        seat: SeatId,
        /// Which line.
        line: Line,
        /// Why.
        why: Aside,
    },
}

/// Why a line of an order file was put aside without being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aside {
    /// It was a `hold`, and the deadline has passed.
    Hold,
    /// It was illegal, and there was no use in asking again.
    Illegal(Illegal),
    /// It is a `hold`, and it has stopped the queue: it stays, but a new file goes on from there.
    Held,
    /// Its turn had come and there was nothing for it to do.
    NothingToDo(Option<Illegal>),
}

/// Why an answer is against the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Illegal {
    /// A stable code, such as `E1003`.
    pub code: String,
    /// What is wrong, as a sentence.
    pub words: String,
}

/// One sealed slot shown to somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Who sees it.
    pub to: Audience,
    /// The deck.
    pub deck: String,
    /// The slot, from 0, in the deck's shuffled order.
    pub slot: u32,
    /// The sitting in which it was opened.
    pub sitting: u32,
}
