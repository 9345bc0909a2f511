//! Deadlines and times, as mails and reports show them.

use crate::{
    error::GameError,
    game_dir::in_zone,
    report::{Deadline, Fork},
};
use chrono::{DateTime, Utc};

/// Returns the origin of the game, if it is a fork.
pub(crate) fn fork(game: &crate::game_dir::Game) -> Option<Fork> {
    let fork = game.file.fork.as_ref()?;
    Some(Fork {
        of: fork.of.clone(),
        turn: fork.turn,
    })
}

/// Returns the deadline for orders in the reader's time zone, with the time left from the instant `from`.
pub(crate) fn deadline(
    game: &crate::game_dir::Game,
    due: Option<DateTime<Utc>>,
    from: DateTime<Utc>,
    zone: Option<&str>,
) -> Result<Option<Deadline>, GameError> {
    let (Some(due), Some(schedule)) = (due, &game.file.schedule) else {
        return Ok(None);
    };
    let zone = zone.unwrap_or(&schedule.zone);
    Ok(Some(Deadline {
        utc: utc(due),
        local: in_zone(due, zone)?,
        zone: zone.to_owned(),
        left: left(from, due),
    }))
}

pub(crate) fn utc(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M UTC").to_string()
}

/// Returns the time from one instant to a later one in whole hours, as text such as `2 days 3 hours`.
pub fn left(from: DateTime<Utc>, to: DateTime<Utc>) -> String {
    let hours = (to - from).num_hours().max(0);
    let (days, hours) = (hours / 24, hours % 24);
    let count = |n: i64, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    match (days, hours) {
        (0, h) => count(h, "hour"),
        (d, 0) => count(d, "day"),
        (d, h) => format!("{} {}", count(d, "day"), count(h, "hour")),
    }
}
