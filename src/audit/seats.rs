//! The draw of the seats (fair1, section 4): a public shuffle before sitting 1, in games that agreed on it.

use super::check::{Lines, Verdict};
use crate::{
    dice::label::Name,
    log::{BadKey, Entry, Kind, Log, NO_KEY, Published, as_field, draw_seats, drawn_note},
};
use std::collections::BTreeMap;

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

/// Checks that the note has the order of the shuffle, and that keys and teams move with the players.
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
    // A team may have another name now, but it must have the same players.
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
