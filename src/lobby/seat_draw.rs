//! The draw of the seats, in a game that agreed on it (fair1, section 4).

use super::{step::Table, teams::teams};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{LockedGame, Note, Who},
    log::{Deed, Kind, NO_KEY, as_field, draw_seats as order_of, drawn_note, pair},
};
use chrono::{DateTime, Utc};

/// Draws the seats, if the game agreed on it and they are not drawn yet: every player gets the drawn seats in exchange
/// for those that they took, and a note publishes the draw.
///
/// # Errors
/// Returns [`GameError`] if the game cannot be read or written, or its log has no first record.
pub(crate) fn draw_seats(game: &LockedGame, at: DateTime<Utc>) -> Result<(), GameError> {
    let log = game.log()?;
    if !game.file.draw_seats || drawn_note(&log).is_some() {
        return Ok(());
    }
    let seats = game.seat_ids();
    let number = u32::try_from(seats.len()).unwrap_or(u32::MAX);
    let order = order_of(&log, number)
        .ok_or_else(|| GameError::NotNow("The log has no first record.".to_owned()))?;
    let drawn: Vec<(&SeatId, &SeatId)> = (seats.iter())
        .zip(order.iter().map(|to| &seats[*to as usize]))
        .collect();
    let seated = log.of(Kind::Seated).next();
    let key = |seat: &SeatId| seated?.record.get(&format!("key.{seat}"));
    let mut binds = vec![pair("drawn", as_field(&order))];
    for (place, seat) in &drawn {
        let none = key(seat).is_some().then_some(NO_KEY);
        let key = key(place).or(none);
        binds.extend(key.map(|key| pair(&format!("key.{seat}"), key)));
    }
    let mut table = Table::new(game, log.clone(), "seats", at)?;
    for player in &mut table.players.players {
        for held in &mut player.seats {
            if let Some((_, seat)) = drawn.iter().find(|(place, _)| *place == held) {
                *held = (*seat).clone();
            }
        }
        player
            .seats
            .sort_by_key(|seat| seats.iter().position(|one| one == seat));
    }
    let made = teams(game, &table.players)?;
    let of = made
        .iter()
        .filter_map(|seat| Some((&seat.id, seat.team.as_ref()?)));
    binds.extend(of.map(|(seat, team)| pair(&format!("team.{seat}"), team)));
    let lines: Vec<String> = (drawn.iter())
        .map(|(place, seat)| format!("Who took {place} plays {seat}."))
        .collect();
    table.keep_players()?;
    let note = Note::new(Deed::Seats, Who::Desk, (0, at), lines.join("\n"));
    table.note(&Note { binds, ..note })?;
    table.commit().map(drop)
}
