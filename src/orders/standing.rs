//! Taking a file of standing orders that a player has handed to the GM.

use super::revision::stale_standing;
use crate::{
    dice::field::sha256,
    engine::SeatId,
    error::SittingError,
    game_dir::{Disk, Game, Secrecy, Stage, StandingFile},
    mail::{Signed, Unsigned, verify},
    yaml::Problems,
};

/// Standing orders as their player signed them; nothing if they name no seat whose player has a key.
///
/// # Errors
/// [`SittingError`] if it cannot be looked up; [`Unsigned`] if it is not the player's signature.
pub fn signed_standing(
    game: &Game,
    name: &str,
    bytes: &[u8],
    signature: &[u8],
) -> Result<Result<Option<Signed>, Unsigned>, SittingError> {
    // What is wrong with the file itself is said when it is taken.
    let file = StandingFile::read(name, bytes, &*game.rules).ok();
    let Some(seat) = file.and_then(|file| file.standings.seat) else {
        return Ok(Ok(None));
    };
    let players = game.players()?;
    let key = players.of(&seat).and_then(|player| player.key.as_deref());
    Ok(key.map(|key| verify(key, signature, bytes)).transpose())
}

/// Judges one file of standing orders, and puts it in force if it is good, with the signature that fits it; the one
/// before is kept. The game must be locked.
///
/// # Errors
/// [`SittingError`]; nothing was changed then. A bad file is no error: its problems are given.
pub fn take_standing(
    game: &Game,
    name: &str,
    bytes: &[u8],
    signature: Option<&str>,
) -> Result<Result<SeatId, Problems>, SittingError> {
    let file = match StandingFile::read(name, bytes, &*game.rules) {
        Ok(file) => file,
        Err(problems) => return Ok(Err(problems)),
    };
    let seat = match file.sender(game.name.as_str(), &game.seat_ids()) {
        Ok(seat) => seat,
        Err(problems) => return Ok(Err(problems)),
    };
    let players = game.players()?;
    let key = players.of(&seat).and_then(|player| player.key.as_deref());
    if signature.is_some()
        && let Some(key) = key
        && let Some(problem) = stale_standing(game, &seat, &file, key)?
    {
        return Ok(Err(file.wrap(vec![problem])));
    }
    let (layout, mut stage) = (&game.layout, Stage::new("receiving"));
    let place = layout.standing(&seat);
    // What cannot be read was never in force.
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
    stage.commit(&game.disk, layout)?;
    Ok(Ok(seat))
}
