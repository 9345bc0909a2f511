//! The public log: records, each naming the hash of the one before (fair1, section 6).
//!
//! This module defines what is written. [`crate::audit`] checks it.

mod agreed;
mod beacon;
mod bound;
mod branches;
mod chain;
mod content;
mod deed;
#[cfg(test)]
mod folder;
mod heads;
mod paths;
pub mod played_by;
mod player_keys;
mod public_file;
mod public_folder;
mod published;
mod record;
mod record_keys;
pub mod rolls;
mod salts;
mod seat_draw;

pub use agreed::BadPublished;
pub(crate) use beacon::{beacon, beacon_of};
pub(crate) use bound::{Bound, bound};
pub(crate) use branches::begins_with;
pub use branches::{Branch, Start, branches, lineage};
pub(crate) use chain::is_record_name;
pub use chain::{BadKey, Entry, Log, LogError, decimal, tail::Checkpoint};
pub use content::content_hash;
pub use deed::{Deed, UnknownDeed};
#[cfg(test)]
pub(crate) use folder::Folder;
pub(crate) use heads::heads;
pub use heads::record_seen;
pub use paths::{facts_path, opened_path, rolls_path, view_path};
pub use played_by::{Attendance, PlayedBy, UnknownPlayedBy};
pub(crate) use played_by::{bot_names, bots_of};
pub(crate) use player_keys::learn_keys;
pub use player_keys::{NO_KEY, player_keys};
pub(crate) use public_file::check_named;
pub use public_file::{BadFile, PublicFolder};
pub use published::{Published, RESERVED, check_agreed};
pub(crate) use record::pair;
pub use record::{BadRecord, Kind, Record};
pub(crate) use record_keys::missing_and_unknown;
pub use rolls::{Cast, Roll, format_rolls, parse_rolls};
pub use salts::{Salts, draw_round};
pub(crate) use salts::{is_lowered, round_named, salt_lines};
pub use seat_draw::draw_seats;
pub(crate) use seat_draw::{as_field, drawn_note};
