//! What became of a mail, as it is kept beside it.

use super::Work;
use crate::{engine::SeatId, mail::Incoming};
use chrono::{DateTime, Utc};
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

/// `inbox/*.yaml`: what became of a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Verdict {
    /// When it was taken.
    pub taken: DateTime<Utc>,
    /// Its Message-ID.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// Whom it says it is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Its subject.
    pub subject: String,
    /// What became of it.
    pub became: Became,
    /// What became of the orders in it, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<SeatId, String>,
    /// The mails that it led to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<String>,
    /// What was not looked at, and why; who was not answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Verdict {
    pub(super) fn of(taken: DateTime<Utc>, mail: &Incoming, work: &Work) -> Self {
        Self {
            taken,
            message_id: mail.message_id.as_ref().map(ToString::to_string),
            from: mail.from.clone(),
            subject: mail.subject.clone(),
            became: work.became.clone(),
            seats: work.seats.clone(),
            letters: work.letters.clone(),
            notes: work.notes.clone(),
        }
    }
}
