//! The revisions of signed files (fair1, section 6): the `revision` of a player's files rises, within a turn for orders
//! and within the game for standing orders, so that an older file, which its player has signed too, cannot be sent
//! again in place of a newer one.

use super::locked::used_files;
use crate::{
    dice::field::sha256,
    engine::SeatId,
    error::GameError,
    game_dir::{Disk, Filed, Game, Layout, Player, StandingFile, Standings},
    ssh,
    yaml::Problem,
};
use std::{num::NonZeroU32, path::Path};

/// The line of an order form before which its revision is written.
const BEFORE: &str = "sitting:";

fn fits(key: &str, signature: &[u8], bytes: &[u8]) -> bool {
    ssh::verify(ssh::ORDERS, key, signature, [bytes]).is_ok()
}

/// Returns all files of a seat in a folder of orders or standing orders, by name. A file that cannot be read is left
/// out, because it has no valid signature.
fn files_of(folder: &Path, seat: &SeatId) -> Result<Vec<(String, Vec<u8>)>, GameError> {
    let mut files = vec![];
    for name in Disk::list(folder)? {
        if Layout::order_number(&name, seat).is_some()
            && let Some(bytes) = Disk::read(&folder.join(&name)).ok().flatten()
        {
            files.push((name, bytes));
        }
    }
    Ok(files)
}

/// Returns the revision of the newest orders that a key has signed for a seat and a turn, 0 if there are none: of those
/// that were accepted, and of those that a sitting has locked.
fn newest_orders(game: &Game, turn: u32, seat: &SeatId, key: &str) -> Result<u32, GameError> {
    let mut newest = 0;
    let mut count = |filed: &Filed, signature: &[u8]| {
        let revision = filed.envelope.revision.map_or(0, NonZeroU32::get);
        if revision > newest && fits(key, signature, &filed.bytes) {
            newest = revision;
        }
    };
    for (name, bytes) in files_of(&game.layout.orders(turn), seat)? {
        let digest = sha256(&bytes).to_string();
        let signature = Disk::read(&game.layout.order_signature(turn, seat, &digest))?;
        if let Some(signature) = signature
            && let Ok(filed) = game.read_orders(&name, &bytes)
        {
            count(&filed, &signature);
        }
    }
    let name = format!("signature-{seat}.sig");
    for filed in used_files(game, turn, seat)? {
        let folder = game.layout.sitting(turn, filed.since);
        if let Some(signature) = Disk::read(&folder.join(&name))? {
            count(&filed, &signature);
        }
    }
    Ok(newest)
}

/// Returns the revision of signed standing orders that are for this game and seat.
fn revision_of(game: &Game, seat: &SeatId, standings: &Standings) -> Option<u32> {
    let is_for = |of: &Option<String>| of.as_deref() == Some(game.name.as_str());
    let is_here = is_for(&standings.game) && standings.seat.as_ref() == Some(seat);
    standings.revision.map(NonZeroU32::get).filter(|_| is_here)
}

/// Returns the revision of the newest standing orders that a key has signed for a seat, 0 if there are none: of those
/// that were accepted, and of those that the last sitting has locked.
fn newest_standing(game: &Game, seat: &SeatId, key: &str) -> Result<u32, GameError> {
    let mut found = vec![];
    for (_, bytes) in files_of(&game.layout.standings(), seat)? {
        let place = game
            .layout
            .standing_signature(seat, &sha256(&bytes).to_string());
        found.push((bytes, Disk::read(&place)?));
    }
    if let Some(position) = game.position()? {
        let locked = position.locked.as_ref();
        let locked = locked.map(|locked| (position.turn, locked.sitting));
        for (turn, sitting) in [(position.sat_in, position.sitting)]
            .into_iter()
            .chain(locked)
        {
            let folder = game.layout.sitting(turn, sitting);
            if let Some(bytes) = Disk::read(&folder.join(format!("standing-{seat}.yaml")))? {
                let signature = folder.join(format!("signed-standing-{seat}.sig"));
                found.push((bytes, Disk::read(&signature)?));
            }
        }
    }
    let mut newest = 0;
    for (bytes, signature) in found {
        if signature.is_some_and(|signature| fits(key, &signature, &bytes))
            && let Ok(file) = StandingFile::read("standing", &bytes, &*game.rules)
        {
            newest = newest.max(revision_of(game, seat, &file.standings).unwrap_or(0));
        }
    }
    Ok(newest)
}

/// Returns a diagnostic if a signed file is not newer than the last signed one of its seat. Sending the file that is on
/// file again changes nothing, so it is allowed.
pub(crate) fn stale_orders(
    game: &Game,
    turn: u32,
    filed: &Filed,
    key: &str,
) -> Result<Option<Problem>, GameError> {
    let seat = &filed.envelope.seat;
    let on_file = Disk::read(&game.layout.order(turn, seat)).ok().flatten();
    if filed.envelope.revision.is_some() && on_file.as_ref() == Some(&filed.bytes) {
        return Ok(None);
    }
    Ok(filed.stale(newest_orders(game, turn, seat, key)?))
}

/// Returns a diagnostic if a signed file of standing orders is not newer than the last signed one of its seat.
/// Sending the file that is on file again is allowed.
pub(crate) fn stale_standing(
    game: &Game,
    seat: &SeatId,
    file: &StandingFile,
    key: &str,
) -> Result<Option<Problem>, GameError> {
    let on_file = Disk::read(&game.layout.standing(seat)).ok().flatten();
    if file.standings.revision.is_some() && on_file.as_ref() == Some(&file.bytes) {
        return Ok(None);
    }
    Ok(file.stale(newest_standing(game, seat, key)?))
}

/// Returns the signature that orders came with, if it was made with this key and no orders with a higher revision were
/// accepted: an older file that the GM has set again is not the player's last signed one.
pub(crate) fn order_signature(
    game: &Game,
    turn: u32,
    filed: &Filed,
    key: &str,
) -> Result<Option<Vec<u8>>, GameError> {
    let seat = &filed.envelope.seat;
    let place = game.layout.order_signature(turn, seat, &filed.digest);
    let signature = Disk::read(&place)?;
    let Some(signature) = signature.filter(|bytes| fits(key, bytes, &filed.bytes)) else {
        return Ok(None);
    };
    let newest = newest_orders(game, turn, seat, key)?;
    let revision = filed.envelope.revision.map(NonZeroU32::get);
    Ok(Some(signature).filter(|_| revision == Some(newest)))
}

/// Returns the signature that standing orders came with, if it was made with this key and no standing orders with a
/// higher revision were accepted. The file must name this game and the seat; otherwise it could be from another game.
pub(crate) fn standing_signature(
    game: &Game,
    seat: &SeatId,
    bytes: &[u8],
    key: &str,
) -> Result<Option<Vec<u8>>, GameError> {
    let place = game
        .layout
        .standing_signature(seat, &sha256(bytes).to_string());
    let signature = Disk::read(&place)?;
    let Some(signature) = signature.filter(|signature| fits(key, signature, bytes)) else {
        return Ok(None);
    };
    let newest = newest_standing(game, seat, key)?;
    let file = StandingFile::read("standing", bytes, &*game.rules);
    let revision = file
        .ok()
        .and_then(|file| revision_of(game, seat, &file.standings));
    Ok(Some(signature).filter(|_| revision == Some(newest)))
}

/// Puts the next revision into the form of a seat whose player has a key.
///
/// # Errors
/// [`GameError`] if the files of the turn cannot be read.
pub(crate) fn with_revision(
    game: &Game,
    player: &Player,
    seat: &SeatId,
    turn: u32,
    form: &[u8],
) -> Result<Vec<u8>, GameError> {
    let Some(key) = &player.key else {
        return Ok(form.to_vec());
    };
    let next = newest_orders(game, turn, seat, key)?.saturating_add(1);
    let text = String::from_utf8_lossy(form);
    let mut out = String::with_capacity(text.len() + 80);
    let mut is_in = false;
    for line in text.split_inclusive('\n') {
        if !is_in && line.starts_with(BEFORE) {
            out += &format!("revision: {next}   # each signed file of a turn has a higher one\n");
            is_in = true;
        }
        out += line;
    }
    Ok(out.into_bytes())
}
