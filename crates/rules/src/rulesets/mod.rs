//! The rules of the games. This file holds the only list of them.
//!
//! ```
//! use chronojudge_rules::rulesets;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let known = rulesets::find("time-pirates").expect("a game of the list");
//! let rules = (known.load)(&(known.library)())?;
//! let seats = rules.seats(&serde_json::json!({"players": 4}))?;
//! assert_eq!((known.title, seats.len()), ("Time Pirates", 4));
//! # Ok(())
//! # }
//! ```

pub(crate) mod kit;
#[cfg(feature = "the-loop")]
pub mod the_loop;
#[cfg(feature = "time-agent")]
pub mod time_agent;
#[cfg(feature = "time-control")]
pub mod time_control;
#[cfg(feature = "time-pirates")]
pub mod time_pirates;
#[cfg(feature = "time-whisperers")]
pub mod time_whisperers;
pub mod words;

pub use kit::{Claim, ContentFile, Effort, Known, Listed, Proof, SideBySide, Wanted, one_by_one};

use crate::yaml::Code;

/// The keys of an order file that are the same in every game.
pub const ENVELOPE: &[&str] = &[
    "game",
    "turn",
    "seat",
    "sitting",
    "head",
    "revision",
    "token",
    "wake",
    "if-illegal",
    "no-orders",
    "standing",
];

/// Returns every code with which an order can be refused in any game.
pub fn codes() -> impl Iterator<Item = &'static Code> {
    ALL.iter().flat_map(|known| known.codes)
}

/// All games, in the order in which they are listed. The play page of a game's site knows that game alone.
pub const ALL: &[Known] = &[
    #[cfg(feature = "time-agent")]
    Known::of::<time_agent::TimeAgent>(),
    #[cfg(feature = "time-whisperers")]
    Known::of::<time_whisperers::TimeWhisperers>(),
    #[cfg(feature = "time-pirates")]
    Known::of::<time_pirates::TimePirates>(),
    #[cfg(feature = "time-control")]
    Known::of::<time_control::TimeControl>(),
    #[cfg(feature = "the-loop")]
    Known::of::<the_loop::TheLoop>(),
];

/// Returns the game of this name.
pub fn find(id: &str) -> Option<Known> {
    ALL.iter().copied().find(|known| known.id == id)
}
