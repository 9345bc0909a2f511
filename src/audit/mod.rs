//! The log and its audit: what anybody can check from the public directory alone (fair1, sections 6 and 9).
//!
//! Floor 4. Nothing here needs a secret, a network or the rules of a game.

mod agreed;
mod answers;
pub mod check;
pub mod explain;
mod explain_hash;
mod explain_slot;
pub mod files;
pub mod hidden;
mod keys;
pub mod ledger;
pub mod log;
mod look;
mod moves;
pub mod notes;
pub mod order;
mod played_by;
mod players;
pub mod public_file;
mod published;
pub mod record;
pub mod rolls;
pub mod salts;
pub mod seats;
mod seen;
mod signed;
pub mod verify;

#[cfg(test)]
mod folder;
#[cfg(test)]
mod forgeries;
#[cfg(test)]
mod synthetic;
#[cfg(test)]
mod tamper;

pub use answers::{Answer, QUESTIONS, Reply, answers};
pub use check::{Check, Conclusion, Verdict, exit_code};
pub use explain::explain;
pub use explain_hash::salt_lines;
pub use files::content_digest;
pub use log::{Entry, Log};
pub use look::lies_in;
pub use moves::{Move, Start, begins_with, line, moves};
pub use notes::Deed;
pub use played_by::{Attendance, PlayedBy};
pub use players::{NO_KEY, check_orders, player_keys};
pub use published::{Published, RESERVED, check_agreed};
pub use record::{Kind, Record};
pub use rolls::{Cast, Roll};
pub use salts::Salts;
pub use seen::record_seen;
pub use signed::check_signatures;
pub use verify::verify;
