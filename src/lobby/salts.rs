//! The players' salts before a game begins, and the public round that is drawn after them (fair1, section 3).
//!
//! The order protects the players: all hashes are in the log, and every player has been mailed them, before any salt is
//! opened; all salts are open before the round is named; the round is named before it exists.

use super::{
    step::Table,
    wanted::{Wanted, genesis, opened, wanted_of},
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
    game_dir::{DiceLevel, Game, Note, Who, seat_name},
    log::{Deed, Kind, pair},
};
use chrono::{DateTime, Utc};

/// The value in place of the salt of a seat whose player never opens it.
const REFUSED: &str = "refused";

/// Returns what the game waits for before it can begin.
///
/// # Errors
/// Returns [`GameError`] if a file of the game cannot be read.
pub fn wanted(game: &Game) -> Result<Wanted, GameError> {
    let log = game.log()?;
    let players = game.players()?;
    Ok(wanted_of(game, &log, &players, &opened(game)?))
}

/// Returns true if the round of the whole game is in the log.
///
/// # Errors
/// Returns [`GameError`] if the log cannot be read.
pub fn is_drawn(game: &Game) -> Result<bool, GameError> {
    Ok(game.log()?.of(Kind::Draw).next().is_some())
}

/// Records the hash of a salt that a player has sent.
///
/// # Errors
/// Returns [`GameError::NotNow`] if the seat is empty, has promised another salt, or the table is closed.
pub fn promise_salt(
    game: &Game,
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

/// Closes the table with the salts that are promised by now, if all seats are taken, and opens the salts if none is
/// missing; returns what the game waits for.
///
/// # Errors
/// Returns [`GameError::NotNow`] if all salts are in and a player has not been mailed their hashes.
pub fn close_table(game: &Game, at: DateTime<Utc>) -> Result<Wanted, GameError> {
    match wanted(game)? {
        Wanted::Hashes(_) => {
            let mut table = Table::new(game, game.log()?, "closing", at)?;
            table.close()?;
            table.commit()
        }
        Wanted::Salts(owing) if owing.is_empty() => {
            mailed(game)?;
            let mut table = Table::new(game, game.log()?, "salting", at)?;
            table.fix_salts()?;
            table.commit()
        }
        wanted => Ok(wanted),
    }
}

/// Takes the steps that the players' mails have made possible: closes the table if all seats are taken and all hashes are
/// in, and publishes the salts if all are open. Returns what the game waits for.
///
/// # Errors
/// Returns [`GameError`] if the game cannot be read or written.
pub fn advance(game: &Game, at: DateTime<Utc>) -> Result<Wanted, GameError> {
    let step = match wanted(game)? {
        Wanted::Hashes(missing) if missing.is_empty() => "closing",
        Wanted::Salts(owing) if owing.is_empty() && without_hashes(game)?.is_empty() => "salting",
        wanted => return Ok(wanted),
    };
    let mut table = Table::new(game, game.log()?, step, at)?;
    table.close_if_ready()?;
    table.fix_salts()?;
    table.commit()
}

/// Opens a seat's salt, or, without `words`, records that it will not be opened. The last one publishes all of them.
///
/// # Errors
/// Returns [`GameError::NotNow`] if the table is not closed, all salts are in, the words do not match the promised
/// hash, or a player has not been mailed the hashes of all salts.
pub fn write_salts(
    game: &Game,
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
    let mut opened = opened(game)?;
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
pub fn draw_game(game: &Game, signature: &Signature, at: DateTime<Utc>) -> Result<(), GameError> {
    let Wanted::Round(round, _) = wanted(game)? else {
        return not_now("The game waits for no round of the beacon.");
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
pub fn lower(game: &Game, reason: &str, at: DateTime<Utc>) -> Result<(), GameError> {
    if game.file.dice == DiceLevel::Beacon {
        return not_now(
            "Every sitting of this game takes a round of the beacon: it cannot be played without.",
        );
    }
    let Wanted::Round(round, _) = wanted(game)? else {
        return not_now("The game waits for no round of the beacon.");
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
