//! Who plays what, where a draw decides it (fair1, section 4): a public shuffle of the seats, before sitting 1.

use super::{
    check::{Lines, Verdict},
    log::{BadKey, Entry, Log},
    notes::Deed,
    players::NO_KEY,
    published::Published,
    record::Kind,
    salts::Salts,
};
use crate::dice::{
    Draw, Key, Stream,
    chain::Beacon,
    label::{Label, Name},
};
use std::collections::BTreeMap;

/// The label of the shuffle.
const LABEL: &str = "seats";

/// The note that tells of the draw, if there is one.
pub fn drawn_note(log: &Log) -> Option<&Entry> {
    let mut notes = log.of(Kind::Note);
    notes.find(|note| note.record.get("what") == Some(Deed::Seats.as_str()))
}

/// The order that a shuffle of so many seats comes to, with the key of sitting 0: who took the seat with number `i` plays
/// that with number `order[i]`, as `game.yaml` counts them, from 0. Nothing where the log has no first record.
///
/// That key follows from the anchor, which is public, and from the salts and the round of the game: it is known to all as
/// soon as these are, and to nobody before.
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

/// The order as it stands in the note.
pub fn as_field(order: &[u32]) -> String {
    let numbers: Vec<String> = order.iter().map(u32::to_string).collect();
    numbers.join(" ")
}

/// Checks the draw of a game that agreed on one.
pub(super) fn check(log: &Log, published: &Published, lines: &mut Lines) {
    const WHAT: &str = "the draw of the seats";
    if !published.draw_seats {
        return;
    }
    match drawn_note(log) {
        Some(note) => {
            lines.tell(WHAT, fits(log, published, note));
        }
        None if log.of(Kind::Lock).next().is_none() => {
            lines.push(WHAT, Verdict::NotShown("not drawn yet".to_owned()));
        }
        None => lines.push(
            WHAT,
            Verdict::Failed("the game agreed on one, and it is not in the log".to_owned()),
        ),
    }
}

/// Whether the note tells what the shuffle gives, and moves keys and teams as it says.
fn fits(log: &Log, published: &Published, note: &Entry) -> Result<(), BadKey> {
    let seats: Vec<&str> = (published.seats.iter()).map(|line| &*line.seat).collect();
    let number = u32::try_from(seats.len()).unwrap_or(u32::MAX);
    let order = draw_seats(log, number)
        .ok_or_else(|| note.bad("drawn", "cannot be computed: the first record is damaged"))?;
    if note.text("drawn")? != as_field(&order) {
        let ours = as_field(&order);
        return Err(note.bad("drawn", format!("should be {ours}")));
    }
    let seated = log.of(Kind::Seated).next();
    let before = |what: &str, seat: &str| seated?.record.get(&format!("{what}.{seat}"));
    let after = |what: &str, seat: &str| note.record.get(&format!("{what}.{seat}"));
    // A team may have another name now, but it is the same people's.
    let mut names: BTreeMap<&str, &str> = BTreeMap::new();
    let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
    for (place, to) in seats.iter().zip(&order) {
        let seat = seats[*to as usize];
        let key = before("key", place);
        let none = before("key", seat).is_some().then_some(NO_KEY);
        if after("key", seat) != key.or(none) {
            let why = format!("is not that of the player who took {place}");
            return Err(note.bad(&format!("key.{seat}"), why));
        }
        let fits = match (before("team", place), after("team", seat)) {
            (None, None) => true,
            (Some(team), Some(now)) => {
                *names.entry(team).or_insert(now) == now
                    && *taken.entry(now).or_insert(team) == team
            }
            _ => false,
        };
        if !fits {
            let why = format!("is not the team of the player who took {place}");
            return Err(note.bad(&format!("team.{seat}"), why));
        }
    }
    let known = |key: &str| {
        let seat = key.split_once('.').map_or("", |(_, seat)| seat);
        seats.contains(&seat) && Name::new(seat).is_ok()
    };
    let said = note.record.entries.iter().map(|(key, _)| key);
    let mut said = said.filter(|key| key.starts_with("key.") || key.starts_with("team."));
    match said.find(|key| !known(key)) {
        Some(key) => Err(note.bad(key, "is of no seat of game.yaml")),
        None => Ok(()),
    }
}
