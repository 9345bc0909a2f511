//! Detection of repeated commands: if a run died after its work was done, the same command given again changes nothing
//! and reports that it was done. The lock file shows that a run died; without that, a repeated command is executed
//! again.

use crate::{
    error::GameError,
    game_dir::{Disk, Game, Noted, Position, lock_file, number},
    log::{Deed, Entry, Kind, Log},
    orders::used_files,
};
use chrono::{DateTime, Utc};

/// Returns the time of an early sitting with the same reason, if its run died and nothing has happened in the game
/// since: no record in the log, and no new orders.
///
/// # Errors
/// Returns [`GameError`] if the game cannot be read.
pub(crate) fn ran_already(game: &Game, reason: &str) -> Result<Option<DateTime<Utc>>, GameError> {
    let log = game.log_end()?;
    let Some((position, _)) = last(game, &log, Kind::Result)? else {
        return Ok(None);
    };
    let text = format!("file.notes/{}-early.txt", number(position.sitting));
    let early = log.of(Kind::Note).find(|entry| {
        entry.record.get("what") == Some(Deed::Early.as_str()) && entry.record.get(&text).is_some()
    });
    let Some(early) = early else {
        return Ok(None);
    };
    if !is_same(&Noted::of(early, &game.layout, None)?.text, reason) {
        return Ok(None);
    }
    for seat in game.seat_ids() {
        let on_file = Disk::read(&game.layout.order(position.turn, &seat))?;
        let used = used_files(game, position.turn, &seat)?;
        let is_new = |bytes: Vec<u8>| used.last().is_none_or(|used| used.bytes != bytes);
        if on_file.is_some_and(is_new) {
            return Ok(None);
        }
    }
    Ok(at(early))
}

/// Returns the time of a rewind to this turn with the same reason, if its run died and nothing has happened in the game
/// since.
///
/// # Errors
/// Returns [`GameError`] if the game cannot be read.
pub(crate) fn rewound_already(
    game: &Game,
    to: u32,
    reason: &str,
) -> Result<Option<DateTime<Utc>>, GameError> {
    let log = game.log_end()?;
    let Some((_, entry)) = last(game, &log, Kind::Note)? else {
        return Ok(None);
    };
    let is_rewind = entry.record.get("what") == Some(Deed::Rewind.as_str())
        && entry.record.get("to") == Some(to.to_string().as_str());
    if !is_rewind {
        return Ok(None);
    }
    let noted = Noted::of(entry, &game.layout, None)?;
    let why = noted.text.split_once(" Reason: ").map(|(_, why)| why);
    Ok(why
        .filter(|why| is_same(why, reason))
        .and_then(|_| at(entry)))
}

/// Returns the position of the game and the last record of its log, if the record is of this kind and a run has died
/// after it.
fn last<'a>(
    game: &Game,
    log: &'a Log,
    kind: Kind,
) -> Result<Option<(Position, &'a Entry)>, GameError> {
    let entry = log.entries.last();
    let entry =
        entry.filter(|entry| entry.record.kind == kind && lock_file::broke_off(&game.layout));
    Ok(game.position()?.zip(entry))
}

fn at(entry: &Entry) -> Option<DateTime<Utc>> {
    let at = DateTime::parse_from_rfc3339(entry.record.get("at")?).ok()?;
    Some(at.to_utc())
}

/// Returns true if two texts differ only in white space.
fn is_same(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}
