//! The link in a seat's mails that opens its newest view on the play page of the site.

use super::token::Minter;
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{Game, GameFile, Player, Position},
};

/// The folder of the play page, below the address of the site.
pub(super) const PLAY: &str = "play/";

/// Returns the sitting whose key the newest view of a seat has: that of the last report that was mailed to its player, so
/// that the link in that mail opens the view after reports that are only filed.
pub(super) fn keyed(position: &Position, seat: &SeatId) -> u32 {
    let mailed = position.collected.get(seat);
    mailed.map_or(position.sitting, |mailed| mailed.sitting)
}

/// Returns the link that opens a seat's view on the play page, with the key of a sitting; `None` if the game publishes no
/// views.
///
/// # Errors
/// [`GameError`] if the game's secret or its players cannot be read.
pub(super) fn link(
    game: &Game,
    player: &Player,
    seat: &SeatId,
    sitting: u32,
) -> Result<Option<String>, GameError> {
    let Some(page) = page(&game.file) else {
        return Ok(None);
    };
    let minter = Minter::of(game, &game.players()?, 0)?;
    let key = minter.view_key(player, seat, sitting);
    Ok(Some(format!("{page}#{key}")))
}

/// Returns the address of the play page; `None` if the game publishes no views.
pub(super) fn page(file: &GameFile) -> Option<String> {
    let is_wanted = file.publish.as_ref().is_some_and(|publish| publish.views);
    let site = file.public_at.as_ref().filter(|_| is_wanted)?;
    site.below(PLAY)
}
