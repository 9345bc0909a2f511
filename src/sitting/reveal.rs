//! The end: everything that was secret is opened, so that anybody can check all of it.

use super::{SittingError, publish::pair, run::draw};
use crate::{
    audit::{Kind, hidden::opened_path},
    dice::{What, field::sha256},
    store::{Disk, Ended, Game, Secrecy, Stage},
};
use std::path::PathBuf;

/// Writes the record `final`: the secret behind everything hidden, and every bound file.
///
/// Gives the number of files that were opened.
///
/// # Errors
/// [`SittingError::NotNow`] while the game goes on.
pub fn reveal(game: &Game) -> Result<usize, SittingError> {
    let over = super::sound(game)?.is_some_and(|position| position.ended == Ended::GameOver);
    if !over {
        return Err(SittingError::NotNow(
            "The game is not over: what is opened now would give away what lies face down."
                .to_owned(),
        ));
    }
    let (mut log, _) = draw(game, 1)?;
    if log.of(Kind::Final).next().is_some() {
        return Err(SittingError::NotNow(
            "Everything has been opened already.".to_owned(),
        ));
    }
    let secret = game.master()?.hidden(&game.name);
    let layout = &game.layout;
    let mut stage = Stage::new("reveal");
    let mut lines = vec![pair("hidden", secret.to_hex())];
    let bound: Vec<(u32, u32)> = log
        .of(Kind::Result)
        .filter_map(|entry| Some((entry.number("turn").ok()?, entry.number("sitting").ok()?)))
        .collect();
    for (turn, sitting) in bound {
        let folder = layout.sitting(turn, sitting);
        for name in Disk::list(&folder)? {
            let Some(what) = name
                .strip_suffix(".yaml")
                .and_then(|what| what.parse::<What>().ok())
            else {
                continue;
            };
            let bytes = Disk::read(&folder.join(&name))?.unwrap_or_default();
            let path = opened_path(sitting, &what);
            lines.push(pair(&format!("file.{path}"), sha256(&bytes)));
            let place: PathBuf = layout.public().join(path);
            stage.add(layout, &place, bytes, Secrecy::Open);
        }
    }
    let (path, record) = log.push(Kind::Final, &lines)?;
    stage.add(layout, &layout.public().join(path), record, Secrecy::Open);
    stage.commit(&game.disk, layout)?;
    Ok(lines.len() - 1)
}
