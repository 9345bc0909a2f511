//! Whose mail comes back.

use super::DeskError;
use crate::{
    sitting::post::{Book, Bounces, bare},
    store::{Game, Player, Players, read},
};
use std::collections::BTreeMap;

/// The mails that came back, by address, as the book of the inbox counts them.
///
/// # Errors
/// [`DeskError::Sitting`] if it cannot be read.
pub fn bounces(game: &Game) -> Result<BTreeMap<String, Bounces>, DeskError> {
    let book: Option<Book> = read(&game.layout.post_book())?;
    Ok(book.unwrap_or_default().bounces)
}

/// How many mails to a player came back for good.
pub(super) fn of(bounces: &BTreeMap<String, Bounces>, player: &Player) -> u32 {
    let own = bare(&player.address).and_then(|address| bounces.get(&address));
    own.map_or(0, |bounces| bounces.failed)
}

/// The players whose mail comes back.
pub(super) fn bouncing<'a>(
    bounces: &BTreeMap<String, Bounces>,
    players: &'a Players,
) -> Vec<&'a Player> {
    let players = players.players.iter();
    players.filter(|player| of(bounces, player) > 0).collect()
}
