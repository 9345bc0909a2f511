//! Opening all secrets at the end of a game, so that every reader can check everything.

use crate::{
    dice::{Key, bind_hash, bind_salt, field::sha256},
    error::GameError,
    game_dir::{Disk, Ended, Game, LockedGame, Secrecy, Stage, StoreError},
    log::{Bound, Kind, Log, bound, opened_path, pair},
};
use std::path::PathBuf;

/// Writes the record `final`: the secret behind everything hidden, and every bound file.
///
/// Returns the number of files that were opened.
///
/// # Errors
/// Returns [`GameError::NotNow`] while the game goes on, or if everything has been opened already.
pub fn reveal(game: &LockedGame) -> Result<usize, GameError> {
    let over =
        crate::game_dir::verify(game)?.is_some_and(|position| position.ended == Ended::GameOver);
    if !over {
        return Err(GameError::NotNow(
            "The game is not over: to open the secrets now would reveal hidden tiles and orders."
                .to_owned(),
        ));
    }
    let mut log = game.log()?;
    crate::game_dir::no_secret_is_public(game, &log)?;
    if log.of(Kind::Final).next().is_some() {
        return Err(GameError::NotNow(
            "Everything has been opened already.".to_owned(),
        ));
    }
    let secret = game.master()?.hidden(&game.name);
    let layout = &game.layout;
    let mut stage = Stage::new("reveal");
    let mut lines = vec![pair("hidden", secret.to_hex())];
    for (place, bound) in places(game, &log)? {
        let bytes = read(game, place, &bound, &secret)?;
        let path = opened_path(bound.sitting, &bound.what);
        lines.push(pair(&format!("file.{path}"), sha256(&bytes)));
        let place: PathBuf = layout.public().join(path);
        stage.add(layout, &place, bytes, Secrecy::Open);
    }
    let (path, record) = log.push(Kind::Final, &lines)?;
    stage.add(layout, &layout.public().join(path), record, Secrecy::Open);
    game.commit(stage)?;
    Ok(lines.len() - 1)
}

/// Returns every file that the log has bound, with its place, in the order of sittings.
fn places<'a>(game: &Game, log: &'a Log) -> Result<Vec<(PathBuf, Bound<'a>)>, StoreError> {
    let place = |bound: Bound<'a>| {
        let turn = bound.record.number("turn");
        let turn = turn.map_err(|why| StoreError::Damaged {
            path: game.layout.public().join("log").join(&bound.record.file),
            why: why.to_string(),
        })?;
        let folder = game.layout.sitting(turn, bound.sitting);
        Ok((folder.join(bound.what.file()), bound))
    };
    let all: Result<Vec<_>, StoreError> = bound(log).into_iter().map(place).collect();
    let mut all = all?;
    all.sort_by(|(a, x), (b, y)| (x.sitting, a).cmp(&(y.sitting, b)));
    Ok(all)
}

/// Returns the bytes of a file after checking that they are those that were bound: a wrongly opened file cannot be
/// withdrawn.
fn read(
    game: &Game,
    path: PathBuf,
    bound: &Bound<'_>,
    secret: &Key,
) -> Result<Vec<u8>, StoreError> {
    let Some(bytes) = Disk::read(&path)? else {
        return Err(StoreError::Missing { path });
    };
    let (what, sitting) = (&bound.what, bound.sitting);
    let salt = bind_salt(secret, what, sitting);
    let hash = bind_hash(&game.name, what, sitting, &salt, &sha256(&bytes));
    if bound.record.hash(bound.key) == Ok(hash) {
        return Ok(bytes);
    }
    let why = format!("it is not the file that sitting {sitting} bound");
    Err(StoreError::Damaged { path, why })
}
