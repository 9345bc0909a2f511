//! Fate cards: what the result of a duel does to an Agent.

use crate::rulesets::words::{BadId, word};
use std::{fmt, str::FromStr};

/// Results: what a Fate card does to an Agent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// The Agent is busied.
    Busy,
    /// The Agent moves down so many Zones.
    Move(u8),
    /// The Agent is busied; one that is busy already moves down so many Zones.
    BusyOrMove(u8),
    /// The Agent is discarded.
    Discard,
}
word!(
    Effect,
    "`nothing`, `busy`, `move-2`, `busy-or-move-2` (busy; move 2 if already busy), or `discard`.",
    "^(nothing|busy|discard|(busy-or-)?move-[1-6])$"
);

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.pad("nothing"),
            Self::Busy => f.pad("busy"),
            Self::Move(zones) => f.pad(&format!("move-{zones}")),
            Self::BusyOrMove(zones) => f.pad(&format!("busy-or-move-{zones}")),
            Self::Discard => f.pad("discard"),
        }
    }
}

impl FromStr for Effect {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let zones = |number: &str| number.parse().ok().filter(|zones| (1..=6).contains(zones));
        let moves = || text.strip_prefix("move-").and_then(zones).map(Self::Move);
        let busy_or = || {
            let number = text.strip_prefix("busy-or-move-")?;
            zones(number).map(Self::BusyOrMove)
        };
        match text {
            "nothing" => Ok(Self::Nothing),
            "busy" => Ok(Self::Busy),
            "discard" => Ok(Self::Discard),
            _ => (moves().or_else(busy_or))
                .ok_or_else(|| BadId::new("effect of a Fate card (such as `move-2`)", text)),
        }
    }
}
