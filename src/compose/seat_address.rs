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
    let inbox = settings.inbox.as_ref();
    let Some(base) = inbox.and_then(|inbox| inbox.address.as_ref()) else {
        return Ok(());
    };
    let tag = Tag {
        game: game.name.to_string(),
        seat: Some(seat.to_string()),
    };
    let email = tag
        .on(base.email())
        .unwrap_or_else(|| base.email().to_owned());
    letter.reply_to = Some(Address::new(base.name(), &email)?);
    Ok(())
}

/// Returns a player's address without the name, in lower case; `None` if the address is invalid.
pub fn bare(address: &str) -> Option<String> {
    let address = Address::parse(address).ok()?;
    Some(address.email().to_ascii_lowercase())
}
