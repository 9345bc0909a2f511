//! New tokens for seats.

use super::{ScheduleError, not_now, resend::send_again};
use crate::{
    engine::SeatId,
    game_dir::{self, LockedGame, Secrecy, Stage, bytes},
};
use chrono::{DateTime, Utc};

/// Makes a new token for a seat, and mails its last report again, with the form that has the token. Returns the name of
/// the mail, or `None` if the game has not begun.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the seat has no player.
pub fn new_token(
    game: &LockedGame,
    at: DateTime<Utc>,
    seat: &SeatId,
) -> Result<Option<String>, ScheduleError> {
    let mut players = game.players()?;
    let mut all = players.players.iter_mut();
    let Some(player) = all.find(|player| player.seats.contains(seat)) else {
        return not_now(format!("`{seat}` has no player."));
    };
    *player.new_tokens.entry(seat.clone()).or_default() += 1;
    let layout = &game.layout;
    let mut stage = Stage::new("new-token");
    let kept = bytes("players", &players)?;
    stage.add(layout, &layout.players(), kept, Secrecy::Secret);
    game.commit(stage)?;
    match game_dir::verify(game)? {
        Some(_) => Ok(Some(send_again(game, at, seat)?)),
        None => Ok(None),
    }
}
