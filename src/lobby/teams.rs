//! The teams that a seating makes.

use crate::{
    engine::{Seat, SeatId},
    error::GameError,
    game_dir::{Game, Players},
};

/// Returns the seats with the teams that the rules make of this seating.
pub(crate) fn teams(game: &Game, players: &Players) -> Result<Vec<Seat>, GameError> {
    let hands: Vec<Vec<SeatId>> = players.players.iter().map(|p| p.seats.clone()).collect();
    let seats = game.rules.seating(&game.options(), &hands);
    seats.map_err(|error| error.into_error(|illegal| GameError::NotNow(illegal.words)))
}
