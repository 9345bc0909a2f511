//! The outcome of a mail, as it is saved beside it.

use crate::engine::SeatId;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// The outcome of a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Became {
    /// It was read; a player who sent it got a reply.
    Read,
    /// It is a copy of a mail that was accepted before.
    KnownAlready,
    /// It gets no reply, for this reason.
    NotAnswered(String),
    /// Its sender is not a player, and it concerns no seat.
    Stranger,
    /// It reports that a mail of this game did not arrive.
    Bounce {
        /// The name of the mail that did not arrive.
        of: String,
    },
    /// A letter between players.
    Press {
        /// Its number in `press/`.
        number: u32,
    },
    /// It could not be handled, and is kept in `inbox/aside/`, for this reason.
    SetAside(String),
}

impl Became {
    /// Returns true for a mail that could not be handled.
    pub fn is_set_aside(&self) -> bool {
        matches!(self, Self::SetAside(_))
    }
}

impl fmt::Display for Became {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read => f.write_str("read"),
            Self::KnownAlready => f.write_str("taken before"),
            Self::NotAnswered(why) => write!(f, "not answered: {why}"),
            Self::Stranger => f.write_str("not answered: the sender is not a player"),
            Self::Bounce { of } => write!(f, "a bounce of {of}"),
            Self::Press { number } => write!(f, "press {number}"),
            Self::SetAside(why) => write!(f, "set aside in inbox/aside: {why}"),
        }
    }
}

/// One mail that was handled, with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its name in `inbox/`.
    pub name: String,
    /// The sender that it states.
    pub from: Option<String>,
    /// Its subject.
    pub subject: String,
    /// Its outcome.
    pub became: Became,
    /// The verdicts on the orders in it, by seat.
    pub seats: BTreeMap<SeatId, String>,
    /// The mails that it put into the outbox.
    pub letters: Vec<String>,
}
