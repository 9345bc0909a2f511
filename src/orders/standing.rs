//! Acceptance of a file of standing orders that a player has handed to the GM.

use super::{
    error::{NotAccepted, NotSigned},
    revision::stale_standing,
};
use crate::{
    dice::field::sha256,
    engine::SeatId,
    game_dir::{Disk, Game, LockedGame, Secrecy, Stage, StandingFile},
    mail::{Signed, verify},
};

/// Verifies the signature of a file of standing orders, and returns the file as its player signed it. Returns `None` if
/// the file names no seat whose player has a key.
///
/// # Errors
/// [`NotSigned`] if the players cannot be read, or the signature is not the player's.
pub fn signed_standing(
    game: &Game,
    name: &str,
    bytes: &[u8],
    signature: &[u8],
) -> Result<Option<Signed>, NotSigned> {
    // Errors in the file itself are reported when it is validated.
    let file = StandingFile::read(name, bytes, &*game.rules).ok();
    let Some(seat) = file.and_then(|file| file.standings.seat) else {
        return Ok(None);
    };
    let players = game.players()?;
    let key = players.of(&seat).and_then(|player| player.key.as_deref());
    Ok(key.map(|key| verify(key, signature, bytes)).transpose()?)
}

/// Validates one file of standing orders, and puts it in force with its signature if it is valid; the file before it is
/// kept.
///
/// # Errors
/// [`NotAccepted`] if the file is invalid, or if a file of the game cannot be read or written; then nothing has changed.
pub fn take_standing(
    game: &LockedGame,
    name: &str,
    bytes: &[u8],
    signature: Option<&str>,
) -> Result<SeatId, NotAccepted> {
    let file = StandingFile::read(name, bytes, &*game.rules)?;
    let seat = file.sender(game.name.as_str(), &game.seat_ids())?;
    let players = game.players()?;
    let key = players.of(&seat).and_then(|player| player.key.as_deref());
    if signature.is_some()
        && let Some(key) = key
        && let Some(problem) = stale_standing(game, &seat, &file, key)?
    {
        return Err(file.wrap(vec![problem]).into());
    }
    let (layout, mut stage) = (&game.layout, Stage::new("receiving"));
    let place = layout.standing(&seat);
    // A file that cannot be read was never in force.
    let before = Disk::read(&place).ok().flatten();
    if let Some(before) = before.filter(|before| before != bytes) {
        let kept = (1..=u32::MAX)
            .map(|n| layout.replaced_standing(&seat, n))
            .find(|path| !path.exists())
            .expect("numbers do not run out");
        stage.add(layout, &kept, before, Secrecy::Secret);
    }
    stage.add(layout, &place, bytes.to_vec(), Secrecy::Secret);
    if let Some(signature) = signature {
        let place = layout.standing_signature(&seat, &sha256(bytes).to_string());
        stage.add(
            layout,
            &place,
            signature.as_bytes().to_vec(),
            Secrecy::Secret,
        );
    }
    game.commit(stage)?;
    Ok(seat)
}
