//! The kinds of notes (fair1, section 6).

use std::{fmt, str::FromStr};

/// The kind of a note, its key `what` (fair1, section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "`words` describes each")]
pub enum Deed {
    Early,
    Extend,
    Pause,
    Resume,
    Vote,
    Hold,
    Release,
    Replace,
    Orders,
    Excuse,
    Nmr,
    Amend,
    Rewind,
    Fork,
    Plain,
    Seats,
}

impl Deed {
    /// Every kind.
    pub const ALL: [Self; 16] = [
        Self::Early,
        Self::Extend,
        Self::Pause,
        Self::Resume,
        Self::Vote,
        Self::Hold,
        Self::Release,
        Self::Replace,
        Self::Orders,
        Self::Excuse,
        Self::Nmr,
        Self::Amend,
        Self::Rewind,
        Self::Fork,
        Self::Plain,
        Self::Seats,
    ];

    /// Returns the spelling in a record.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Early => "early",
            Self::Extend => "extend",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Vote => "vote",
            Self::Hold => "hold",
            Self::Release => "release",
            Self::Replace => "replace",
            Self::Orders => "orders",
            Self::Excuse => "excuse",
            Self::Nmr => "nmr",
            Self::Amend => "amend",
            Self::Rewind => "rewind",
            Self::Fork => "fork",
            Self::Plain => "plain",
            Self::Seats => "seats",
        }
    }

    /// Returns a description: a sentence without its full stop.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Early => "The turn was run before all orders were in",
            Self::Extend => "The deadline was moved",
            Self::Pause => "The game was paused",
            Self::Resume => "The game was resumed",
            Self::Vote => "A pause was asked for",
            Self::Hold => "The game was held",
            Self::Release => "The game was released",
            Self::Replace => "A seat changed hands",
            Self::Orders => "Orders were set for a seat",
            Self::Excuse => "A deadline is excused",
            Self::Nmr => "A seat's orders did not come",
            Self::Amend => "The position was corrected",
            Self::Rewind => "The game was rewound",
            Self::Fork => "The game was forked from another",
            Self::Plain => "The game is played without the public round that was agreed",
            Self::Seats => "The seats were drawn by lot",
        }
    }
}

impl Deed {
    /// Returns true if it begins a turn with a state that does not follow from the turn before.
    pub const fn makes_a_state(self) -> bool {
        matches!(self, Self::Amend | Self::Rewind | Self::Fork)
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A kind of note that this program does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a known kind of note")]
pub struct UnknownDeed(String);

impl FromStr for Deed {
    type Err = UnknownDeed;
    fn from_str(text: &str) -> Result<Self, UnknownDeed> {
        let deed = Self::ALL.into_iter().find(|deed| deed.as_str() == text);
        deed.ok_or_else(|| UnknownDeed(text.to_owned()))
    }
}
