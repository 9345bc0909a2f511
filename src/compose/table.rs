//! The players who have been mailed the hashes of all salts.

use super::to_player::MailKind;
use crate::{error::GameError, game_dir::Game, mail::Key};

/// Returns the names of the players who have not been mailed the hashes of all salts yet. No salt is opened before, so
/// that the GM cannot choose a salt after the others are open.
///
/// # Errors
/// [`GameError`] if the players cannot be read.
pub(crate) fn without_hashes(game: &Game) -> Result<Vec<String>, GameError> {
    let mut waiting = vec![];
    for player in game.players()?.players {
        let Some(seat) = player.seats.first() else {
            continue;
        };
        let kind = MailKind::Table.name();
        let key = Key::new(game.name.as_str(), 0, seat.as_str(), &kind, 1)?;
        let sent = game.layout.sent().join(format!("{}.eml", key.stem()));
        if !sent.exists() {
            waiting.push(player.name);
        }
    }
    Ok(waiting)
}
