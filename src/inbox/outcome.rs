//! What became of a mail, as it is kept beside it.

use crate::engine::SeatId;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// What became of a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Became {
    /// It was read, and answered if there was somebody to answer.
    Read,
    /// It came before.
    KnownAlready,
    /// Nobody may answer it; why.
    NotAnswered(String),
    /// It is from nobody who plays, and says nothing for anybody who does.
    Stranger,
    /// One of our mails did not arrive.
    Bounce {
        /// Which one.
        of: String,
    },
    /// A letter between players.
    Press {
        /// Its number in `press/`.
        number: u32,
    },
    /// It could not be handled, and lies in `inbox/aside/`; why.
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
            Self::Stranger => f.write_str("not answered: it is from nobody who plays"),
            Self::Bounce { of } => write!(f, "a bounce of {of}"),
            Self::Press { number } => write!(f, "press {number}"),
            Self::SetAside(why) => write!(f, "set aside in inbox/aside: {why}"),
        }
    }
}

/// What became of one mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// What it is called in `inbox/`.
    pub name: String,
    /// Whom it says it is from.
    pub from: Option<String>,
    /// Its subject.
    pub subject: String,
    /// What became of it.
    pub became: Became,
    /// What became of the orders in it, by seat.
    pub seats: BTreeMap<SeatId, String>,
    /// The mails that it put into the outbox.
    pub letters: Vec<String>,
}
