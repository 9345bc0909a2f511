//! The journal: every answer and every die of a turn, in the order the rules met them.

use super::{Aside, Fields, Idle, SeatId, line::Line};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One entry of the journal: an answer, a line put aside, or a draw of chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// The answer a prompt got in the end.
    Answer {
        /// The sitting that accepted it.
        sitting: u32,
        /// The prompt's name within the turn.
        id: String,
        /// The seat that was asked.
        seat: SeatId,
        /// The fields that describe the prompt.
        #[serde(default, skip_serializing_if = "Fields::is_empty")]
        about: Fields,
        /// The answer.
        value: Value,
        /// The source of the answer.
        by: By,
    },
    /// A line of an order file that was put aside.
    PutAside {
        /// The sitting that put it aside.
        sitting: u32,
        /// The seat whose order it is.
        seat: SeatId,
        /// The line.
        order: OrderLine,
        /// The reason.
        why: Aside,
    },
    /// A roll of dice.
    Roll {
        /// The sitting whose key gave the faces.
        sitting: u32,
        /// The label, with its `#n` if the label was used before in the turn.
        label: String,
        /// The number of sides of each die.
        sides: u32,
        /// The faces, each from 1 to `sides`.
        faces: Vec<u32>,
    },
    /// A public shuffle.
    Shuffle {
        /// The sitting whose key gave the order.
        sitting: u32,
        /// The label.
        label: String,
        /// The start indices in their new order.
        order: Vec<u32>,
    },
    /// A hidden shuffle of a deck.
    Deal {
        /// The sitting whose key gave the order.
        sitting: u32,
        /// The deck's name.
        deck: String,
        /// The items in their start order.
        items: Vec<String>,
        /// The start indices in their new order.
        order: Vec<u32>,
    },
}

impl Entry {
    /// Returns the sitting that wrote the entry.
    pub fn sitting(&self) -> u32 {
        match self {
            Self::Answer { sitting, .. }
            | Self::PutAside { sitting, .. }
            | Self::Roll { sitting, .. }
            | Self::Shuffle { sitting, .. }
            | Self::Deal { sitting, .. } => *sitting,
        }
    }
}

/// One line of one order file, as an answer refers to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLine {
    /// The SHA-256 of the file, in hex.
    pub file: String,
    /// The line.
    pub line: Line,
    /// True if the line is used up.
    pub spent: bool,
    /// Lines before it that had nothing to do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<Idle>,
}

/// The source of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The prompt had only one legal answer. An order that said the same was used up with it.
    Forced(Option<OrderLine>),
    /// A line of an order file.
    Order(OrderLine),
    /// A standing order.
    Standing,
    /// The prompt was an offer that did not have to be answered, or the seat said that it gives no orders.
    Passed,
    /// The bot of this name, which plays the seat in place of its player.
    Bot(String),
    /// The default, after the deadline.
    Nmr,
}

/// The error of a replay in which the rules did not do what the journal says they did before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {at} of the journal says {was}, and the rules now say {is}")]
pub struct Divergence {
    /// The number of the entry, counted from 1.
    pub at: usize,
    /// A short description of the entry in the journal.
    pub was: String,
    /// A short description of what the rules did instead.
    pub is: String,
}
