//! The draw of the seats (fair1, section 4): a public shuffle before sitting 1.

use super::{Deed, Entry, Kind, Log, Salts};
use crate::dice::{Draw, Key, Stream, chain::Beacon, label::Label};

/// Returns the note `seats`, which states the draw, if there is one.
pub(crate) fn drawn_note(log: &Log) -> Option<&Entry> {
    let mut notes = log.of(Kind::Note);
    notes.find(|note| note.record.get("what") == Some(Deed::Seats.as_str()))
}

/// Formats the order for the note.
pub(crate) fn as_field(order: &[u32]) -> String {
    let numbers: Vec<String> = order.iter().map(u32::to_string).collect();
    numbers.join(" ")
}

/// Shuffles this number of seats with the key of sitting 0: the player who took the seat with number `i` plays that
/// with number `order[i]`, as `game.yaml` counts them, from 0. Returns `None` if the log has no usable first record.
///
/// That key follows from the anchor, which is public, and from the salts and the round of the game. It can be computed
/// as soon as these are known, and not before.
pub fn draw_seats(log: &Log, seats: u32) -> Option<Vec<u32>> {
    let genesis = log.genesis()?;
    let draw = Draw {
        game: genesis.name("game").ok()?,
        sitting: 0,
        beacon: Beacon::None,
        salts: Salts::read(log).hash(),
    };
    let anchor: Key = genesis.key("anchor").ok()?;
    let label = Label::new(LABEL).ok()?;
    Some(Stream::new(&draw.public_key(&anchor), &label).shuffle(seats))
}

/// The label of the shuffle.
pub(crate) const LABEL: &str = "seats";
