//! The players' salts before a game begins, and the public round that is drawn after them (fair1, section 3).
//!
//! The order protects the players: all hashes are in the log, and every player has been mailed them, before any salt is
//! opened; all salts are open before the round is named; the round is named before it exists.

use super::{
    step::Table,
    wanted::{REFUSED, Wanted, genesis, opened, wanted_of},
};
use crate::{
    compose::without_hashes,
    dice::{
        Hash, Signature,
        chain::{player_salt, salt_hash},
        quicknet::verify,
    },
    engine::SeatId,
    error::GameError,
    game_dir::{DiceLevel, Game, LockedGame, Note, Who, seat_name},
    log::{Deed, Kind, pair},
};
use chrono::{DateTime, Utc};

/// Returns what the game waits for before it can begin.
///
/// # Errors
/// Returns [`GameError`] if a file of the game cannot be read.
pub fn wanted(game: &Game) -> Result<Wanted, GameError> {
    let log = game.log()?;
    let players = game.players()?;
    let opened = opened(game, &log, &players)?;
    Ok(wanted_of(game, &log, &players, &opened))
}

/// Returns true if the round of the whole game is in the log.
///
/// # Errors
/// Returns [`GameError`] if the log cannot be read.
pub(crate) fn is_drawn(game: &Game) -> Result<bool, GameError> {
    Ok(game.log()?.of(Kind::Draw).next().is_some())
}

/// Records the hash of a salt that a player has sent.
///
/// # Errors
/// Returns [`GameError::NotNow`] if the seat is empty, has promised another salt, or the table is closed.
pub fn promise_salt(
    game: &LockedGame,
    seat: &SeatId,
    hash: &Hash,
    at: DateTime<Utc>,
) -> Result<Wanted, GameError> {
    let log = game.log()?;
    if log.of(Kind::Seated).next().is_some() {
        return not_now("The table is closed: the hashes of all salts stand in the public log.");
    }
    let mut table = Table::new(game, log, "promising", at)?;
    let mut players = table.players.players.iter_mut();
    let Some(player) = players.find(|player| player.seats.contains(seat)) else {
        return not_now(format!("`{seat}` has no player yet."));
    };
    let before = player.salt_hashes.insert(seat.clone(), hash.to_string());
    if before.is_some_and(|before| before != hash.to_string()) {
        return not_now(format!("`{seat}` has promised another salt already."));
    }
    table.keep_players()?;
    table.close_if_ready()?;
    table.commit()
}

/// Takes the next step of the GM: closes the table with the salts that are promised by now, if all seats are taken; or
/// publishes the salts, if none is missing. Returns what the game waits for.
///
/// # Errors
/// Returns [`GameError::NotNow`] if all salts are in and a player has not been mailed their hashes.
pub fn close_table(game: &LockedGame, at: DateTime<Utc>) -> Result<Wanted, GameError> {
    next_step(game, at, true)
}

/// Takes the next step that the players' mails have made possible: closes the table if all seats are taken and all
/// hashes are in, or publishes the salts if all are open and every player has been mailed the hashes. Returns what the
/// game waits for.
///
/// # Errors
/// Returns [`GameError`] if the game cannot be read or written.
pub fn advance(game: &LockedGame, at: DateTime<Utc>) -> Result<Wanted, GameError> {
    next_step(game, at, false)
}

/// Takes one step, so that no salt is published in the step that closes the table: the mails with the hashes go out in
/// between. With `by_gm`, hashes may be missing, and a player without the hashes of all is an error.
fn next_step(game: &LockedGame, at: DateTime<Utc>, by_gm: bool) -> Result<Wanted, GameError> {
    match wanted(game)? {
        Wanted::Hashes(missing) if by_gm || missing.is_empty() => {
            let mut table = Table::new(game, game.log()?, "closing", at)?;
            table.close()?;
            table.commit()
        }
        Wanted::Salts(owing) if owing.is_empty() => {
            let waiting = without_hashes(game)?;
            let mut table = Table::new(game, game.log()?, "salting", at)?;
            if waiting.is_empty() {
                table.fix_salts()?;
                return table.commit();
            }
            // The address of a player may have been changed in `players.yaml` since the table was closed.
            for player in table.players.players.clone() {
                table.mail_hashes(&player)?;
            }
            let wanted = table.commit()?;
            if by_gm {
                mailed(game)?;
            }
            Ok(wanted)
        }
        wanted => Ok(wanted),
    }
}

/// Opens a seat's salt, or, without `words`, records that it will not be opened. The last one publishes all of them.
///
/// # Errors
/// Returns [`GameError::NotNow`] if the table is not closed, all salts are in, the words do not match the promised
/// hash, or a player has not been mailed the hashes of all salts.
pub fn write_salts(
    game: &LockedGame,
    seat: &SeatId,
    words: Option<&str>,
    at: DateTime<Utc>,
) -> Result<Wanted, GameError> {
    let log = game.log()?;
    let Some(seated) = log.of(Kind::Seated).next() else {
        return not_now(format!(
            "Salts are opened when the table is closed, so that each player chooses one without knowing the others. {}",
            wanted(game)?
        ));
    };
    if log.of(Kind::Salts).next().is_some() {
        return not_now("All salts are in.");
    }
    let Ok(hash) = seated.hash(&format!("salt-hash.{seat}")) else {
        return not_now(format!(
            "`{seat}` promised no salt before the table was closed."
        ));
    };
    let value = match words {
        None => REFUSED.to_owned(),
        Some(words) => {
            let salt = player_salt(words);
            if salt_hash(&genesis(&log)?, &seat_name(seat), &salt) != hash {
                return not_now(format!(
                    "These words are not the salt that `{seat}` promised: their hash differs."
                ));
            }
            salt.to_string()
        }
    };
    mailed(game)?;
    let mut opened = opened(game, &log, &game.players()?)?;
    opened.insert(seat.clone(), value);
    let mut table = Table::new(game, log, "salting", at)?;
    table.keep_opened(opened)?;
    table.fix_salts()?;
    table.commit()
}

/// Returns an error unless every player has been mailed the hashes of all salts, so that the GM cannot choose a salt
/// after the others are open.
fn mailed(game: &Game) -> Result<(), GameError> {
    let waiting = without_hashes(game)?;
    if waiting.is_empty() {
        return Ok(());
    }
    not_now(format!(
        "The hashes of all salts have not been mailed to {} yet, and no salt is opened before: run `chronojudge send`.",
        waiting.join(", ")
    ))
}

/// Draws the game with the signature of the round that the salts name.
///
/// # Errors
/// Returns [`GameError::NotNow`] if no round is awaited, or the signature is not that of the round.
pub fn draw_game(
    game: &LockedGame,
    signature: &Signature,
    at: DateTime<Utc>,
) -> Result<(), GameError> {
    let round = match wanted(game)? {
        Wanted::Round(round, _) => round,
        declined @ Wanted::Declined(_) => return not_now(declined.to_string()),
        _ => return not_now("The game waits for no round of the beacon."),
    };
    verify(round, signature).map_err(|why| {
        GameError::NotNow(format!(
            "This does not count as round {round} of the beacon: {why}."
        ))
    })?;
    let mut table = Table::new(game, game.log()?, "drawing", at)?;
    table.record(
        Kind::Draw,
        &[pair("round", round), pair("beacon", signature)],
    )?;
    table.commit().map(drop)
}

/// Lets the game begin without the agreed round: a public note says so, and the level of the dice is lowered for good.
///
/// # Errors
/// Returns [`GameError::NotNow`] if no round is awaited, or if every sitting of the game takes a round.
pub fn lower(game: &LockedGame, reason: &str, at: DateTime<Utc>) -> Result<(), GameError> {
    if game.file.dice == DiceLevel::Beacon {
        return not_now(
            "Every sitting of this game takes a round of the beacon: it cannot be played without.",
        );
    }
    let round = match wanted(game)? {
        Wanted::Round(round, _) => round,
        declined @ Wanted::Declined(_) => return not_now(declined.to_string()),
        _ => return not_now("The game waits for no round of the beacon."),
    };
    let mut table = Table::new(game, game.log()?, "lowering", at)?;
    let text = format!(
        "The game begins without round {round} of the beacon, which was agreed: the GM could have chosen among \
             as many games as the seats allow that gave no salt of their own.\nReason: {}",
        reason.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    let turn = game.file.fork.as_ref().map_or(0, |fork| fork.turn);
    table.note(&Note::new(Deed::Plain, Who::Gm, (turn, at), text))?;
    table.commit().map(drop)
}

fn not_now<T>(words: impl Into<String>) -> Result<T, GameError> {
    Err(GameError::NotNow(words.into()))
}
