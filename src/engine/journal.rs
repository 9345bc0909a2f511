//! Everything that entered a turn from outside the rules, in the order the rules met it.

use super::{Aside, Fields, Idle, Line, SeatId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One answer or one draw of chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// What a prompt got in the end.
    Answer {
        /// The sitting that took it.
        sitting: u32,
        /// The prompt's name within the turn.
        id: String,
        /// Who was asked.
        seat: SeatId,
        /// What was at stake.
        #[serde(default, skip_serializing_if = "Fields::is_empty")]
        about: Fields,
        /// The answer.
        value: Value,
        /// Who gave it.
        by: By,
    },
    /// A line of an order file that was put aside.
    PutAside {
        /// The sitting that did it.
        sitting: u32,
        /// Whose order.
        seat: SeatId,
        /// The line.
        order: OrderLine,
        /// Why.
        why: Aside,
    },
    /// Dice.
    Roll {
        /// The sitting whose key gave them.
        sitting: u32,
        /// The label, with its `#n` where it is a repeat.
        label: String,
        /// Sides of each die.
        sides: u32,
        /// The faces, from 1.
        faces: Vec<u32>,
    },
    /// A public shuffle.
    Shuffle {
        /// The sitting whose key gave it.
        sitting: u32,
        /// The label.
        label: String,
        /// Start indices in their new order.
        order: Vec<u32>,
    },
    /// A hidden shuffle of a deck.
    Deal {
        /// The sitting whose key gave it.
        sitting: u32,
        /// The deck's name.
        deck: String,
        /// The items in their start order.
        items: Vec<String>,
        /// Start indices in their new order.
        order: Vec<u32>,
    },
}

impl Entry {
    /// The sitting that wrote it.
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

/// One line of one order file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLine {
    /// The SHA-256 of the file.
    pub file: String,
    /// The line.
    pub line: Line,
    /// Whether the line is done with.
    pub spent: bool,
    /// Lines before it that turned out to have nothing to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<Idle>,
}

/// Who supplied an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Nobody had a choice; an order that said the same was used up with it.
    Forced(Option<OrderLine>),
    /// A line of an order file.
    Order(OrderLine),
    /// A standing order.
    Standing,
    /// An offer that nobody waits for was passed over, or the seat said that it gives no orders.
    Passed,
    /// The bot of this name, which plays the seat in its player's stead.
    Bot(String),
    /// The default, after the deadline.
    Nmr,
}

/// The rules did not do what the journal says they did before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {at} of the journal says {was}, and the rules now say {is}")]
pub struct Divergence {
    /// Which entry, from 1.
    pub at: usize,
    /// What the journal holds.
    pub was: String,
    /// What the rules did.
    pub is: String,
}
