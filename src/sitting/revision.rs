//! The `revision` of signed order files (fair1, section 6): it rises within a turn, so that an older file, which its
//! player has signed too, cannot be sent again in place of a newer one.

use super::{SittingError, gather::used_files};
use crate::{
    dice::field::sha256,
    engine::SeatId,
    ssh,
    store::{Disk, Filed, Game, Layout, Player},
    yaml::Problem,
};
use std::num::NonZeroU32;

/// The line of an order form before which its revision is written.
const BEFORE: &str = "sitting:";

/// Returns the revision of the newest file that a key has signed for a seat and a turn, 0 if there is none: of those
/// that were accepted, and of those that a sitting has locked.
pub(super) fn newest(
    game: &Game,
    turn: u32,
    seat: &SeatId,
    key: &str,
) -> Result<u32, SittingError> {
    let mut newest = 0;
    let mut count = |filed: &Filed, signature: Option<Vec<u8>>| {
        let fits =
            |signature: Vec<u8>| ssh::verify(ssh::ORDERS, key, &signature, [&filed.bytes]).is_ok();
        let revision = filed.envelope.revision.map_or(0, NonZeroU32::get);
        if revision > newest && signature.is_some_and(fits) {
            newest = revision;
        }
    };
    let folder = game.layout.orders(turn);
    for name in Disk::list(&folder)? {
        if Layout::order_number(&name, seat).is_none() {
            continue;
        }
        // What cannot be read has no signature that fits it.
        let Some(bytes) = Disk::read(&folder.join(&name)).ok().flatten() else {
            continue;
        };
        let place = game
            .layout
            .order_signature(turn, seat, &sha256(&bytes).to_string());
        let signature = Disk::read(&place)?;
        if signature.is_some()
            && let Ok(filed) = game.read_orders(&name, &bytes)
        {
            count(&filed, signature);
        }
    }
    let name = format!("signature-{seat}.sig");
    for filed in used_files(game, turn, seat)? {
        let place = game.layout.sitting(turn, filed.since).join(&name);
        count(&filed, Disk::read(&place)?);
    }
    Ok(newest)
}

/// Returns why a file that came signed is not newer than the last one of its seat, if it is not. To send the file
/// again that is on file changes nothing, so that is no mistake.
pub(super) fn stale(
    game: &Game,
    turn: u32,
    filed: &Filed,
    key: &str,
) -> Result<Option<Problem>, SittingError> {
    let seat = &filed.envelope.seat;
    let on_file = Disk::read(&game.layout.order(turn, seat)).ok().flatten();
    if filed.envelope.revision.is_some() && on_file.as_ref() == Some(&filed.bytes) {
        return Ok(None);
    }
    Ok(filed.stale(newest(game, turn, seat, key)?))
}

/// Puts the next revision into the form of a seat whose player has a key.
///
/// # Errors
/// [`SittingError`] if the files of the turn cannot be read.
pub(super) fn with_revision(
    game: &Game,
    player: &Player,
    seat: &SeatId,
    turn: u32,
    form: &[u8],
) -> Result<Vec<u8>, SittingError> {
    let Some(key) = &player.key else {
        return Ok(form.to_vec());
    };
    let next = newest(game, turn, seat, key)?.saturating_add(1);
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
