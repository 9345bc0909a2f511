//! The address for replies to mails about a seat.

use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::Game,
    mail::{Address, Letter, Settings, inbound::Tag},
};

/// Sets the seat's own address as the address for replies to a letter, if the game's inbox has an address.
///
/// # Errors
/// [`GameError`] if the resulting address is invalid.
pub fn answered_at_seat(
    game: &Game,
    settings: &Settings,
    seat: &SeatId,
    letter: &mut Letter,
) -> Result<(), GameError> {
    if let Some(address) = own_address(game, settings, seat)? {
        letter.reply_to = Some(address);
    }
    Ok(())
}

/// Returns the address that the orders of a seat go to: its own, or that of the game.
///
/// # Errors
/// [`GameError`] if the resulting address is invalid.
pub(super) fn seat_address(
    game: &Game,
    settings: &Settings,
    seat: &SeatId,
) -> Result<Address, GameError> {
    let own = own_address(game, settings, seat)?;
    let answers = settings.reply_to.as_ref().unwrap_or(&settings.from);
    Ok(own.unwrap_or_else(|| answers.clone()))
}

/// Returns the address of a seat; `None` if the game's inbox has no address.
fn own_address(
    game: &Game,
    settings: &Settings,
    seat: &SeatId,
) -> Result<Option<Address>, GameError> {
    let inbox = settings.inbox.as_ref();
    let Some(base) = inbox.and_then(|inbox| inbox.address.as_ref()) else {
        return Ok(None);
    };
    let tag = Tag {
        game: game.name.to_string(),
        seat: Some(seat.to_string()),
    };
    let email = tag
        .on(base.email())
        .unwrap_or_else(|| base.email().to_owned());
    Ok(Some(Address::new(base.name(), &email)?))
}

/// Returns a player's address without the name, in lower case; `None` if the address is invalid.
pub fn bare(address: &str) -> Option<String> {
    let address = Address::parse(address).ok()?;
    Some(address.email().to_ascii_lowercase())
}
