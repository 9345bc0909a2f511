//! The mails of a kind that a player's address was sent, and the players who have been mailed the hashes of all salts.

use super::{seat_address::bare, to_player::MailKind};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{Disk, Game, Player},
    mail::{Envelope, Key},
};
use std::path::PathBuf;

/// A mail that was composed earlier.
pub(crate) struct Earlier {
    /// Its number among the mails of its kind to its seat.
    pub(crate) number: u32,
    /// Its file, if it still waits in the outbox; `None` if it was sent.
    pub(crate) waiting: Option<PathBuf>,
    /// True if it is addressed to the player's present address.
    pub(crate) is_to: bool,
}

/// Returns the mails of a kind to a seat that were sent or wait, each compared with the present address of `player`.
///
/// # Errors
/// [`GameError`] if a mail cannot be read.
pub(crate) fn earlier(
    game: &Game,
    seat: &SeatId,
    kind: MailKind,
    player: &Player,
) -> Result<Vec<Earlier>, GameError> {
    let mut found = vec![];
    let kind = kind.name();
    for (folder, is_sent) in [(game.layout.sent(), true), (game.layout.outbox(), false)] {
        for name in Disk::list(&folder)? {
            let key = name.strip_suffix(".eml").and_then(Key::from_stem);
            let is_ours =
                |key: &Key| (key.reader(), key.kind(), key.sitting()) == (seat.as_str(), &*kind, 0);
            let Some(key) = key.filter(is_ours) else {
                continue;
            };
            let path = folder.join(&name);
            let mail = Disk::read(&path)?.unwrap_or_default();
            found.push(Earlier {
                number: key.revision(),
                is_to: is_to(&mail, player),
                waiting: (!is_sent).then_some(path),
            });
        }
    }
    Ok(found)
}

/// Returns true if the mail with this key was composed for the present address of a player. The address of a seat may
/// have been another person's before.
///
/// # Errors
/// [`GameError`] if the mail cannot be read.
pub(crate) fn was_mailed_to(game: &Game, key: &Key, player: &Player) -> Result<bool, GameError> {
    let name = format!("{}.eml", key.stem());
    for folder in [game.layout.sent(), game.layout.outbox()] {
        if let Some(mail) = Disk::read(&folder.join(&name))? {
            return Ok(is_to(&mail, player));
        }
    }
    Ok(false)
}

/// Returns true if a mail is addressed to a player.
fn is_to(mail: &[u8], player: &Player) -> bool {
    let (Ok(envelope), Some(address)) = (Envelope::of(mail), bare(&player.address)) else {
        return false;
    };
    envelope.to().any(|to| to.eq_ignore_ascii_case(&address))
}

/// Returns the names of the players who have not been mailed the hashes of all salts yet, at their present address. No
/// salt is opened before, so that the GM cannot choose a salt after the others are open.
///
/// # Errors
/// [`GameError`] if the players or a mail cannot be read.
pub(crate) fn without_hashes(game: &Game) -> Result<Vec<String>, GameError> {
    let mut waiting = vec![];
    for player in game.players()?.players {
        let Some(seat) = player.seats.first() else {
            continue;
        };
        let mails = earlier(game, seat, MailKind::Table, &player)?;
        if !mails
            .iter()
            .any(|mail| mail.is_to && mail.waiting.is_none())
        {
            waiting.push(player.name);
        }
    }
    Ok(waiting)
}
