//! Bounces: mails to players that came back.

use super::ScheduleError;
use crate::{
    compose::bare,
    error::GameError,
    game_dir::{Game, LockedGame, Player, Players, Secrecy, bytes, read},
    orders::{Book, Bounces},
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// Returns the bounces that the inbox has counted, by address, without old ones.
///
/// # Errors
/// Returns [`ScheduleError::Sitting`] if the counts cannot be read.
pub fn bounces(game: &Game, at: DateTime<Utc>) -> Result<BTreeMap<String, Bounces>, ScheduleError> {
    let book: Option<Book> = read(&game.layout.post_book())?;
    let mut bounces = book.unwrap_or_default().bounces;
    bounces.retain(|_, bounces| !bounces.is_over(at));
    Ok(bounces)
}

/// Clears the bounces of an address, or of the player of a seat; without either, all. Returns the cleared addresses.
///
/// # Errors
/// Returns [`ScheduleError`] if the counts cannot be read or written.
pub fn clear_bounces(game: &LockedGame, whose: Option<&str>) -> Result<Vec<String>, ScheduleError> {
    let Some(mut book) = read::<Book>(&game.layout.post_book())? else {
        return Ok(vec![]);
    };
    let players = game.players()?;
    let seat = |seat: &&crate::engine::SeatId| Some(seat.as_str()) == whose;
    let seats = game.seat_ids();
    let player = seats.iter().find(seat).and_then(|seat| players.of(seat));
    let wanted = player.map_or_else(
        || whose.map(str::to_ascii_lowercase),
        |player| bare(&player.address),
    );
    let cleared: Vec<String> = book
        .bounces
        .keys()
        .filter(|address| whose.is_none() || wanted.as_ref() == Some(*address))
        .cloned()
        .collect();
    if cleared.is_empty() {
        return Ok(cleared);
    }
    book.bounces.retain(|address, _| !cleared.contains(address));
    let kept = bytes("book", &book).map_err(GameError::from)?;
    let place = game.layout.post_book();
    game.disk.write(&place, &kept, Secrecy::Secret)?;
    Ok(cleared)
}

/// Returns the number of mails to a player that bounced permanently.
pub(super) fn of(bounces: &BTreeMap<String, Bounces>, player: &Player) -> u32 {
    let own = bare(&player.address).and_then(|address| bounces.get(&address));
    own.map_or(0, |bounces| bounces.failed)
}

/// Returns the players whose mail bounces.
pub(super) fn bouncing<'a>(
    bounces: &BTreeMap<String, Bounces>,
    players: &'a Players,
) -> Vec<&'a Player> {
    let players = players.players.iter();
    players.filter(|player| of(bounces, player) > 0).collect()
}
