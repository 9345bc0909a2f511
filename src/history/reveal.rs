//! Opening all secrets at the end of a game, so that every reader can check everything.

use crate::{
    dice::{Key, What, bind_hash, bind_salt, field::sha256},
    error::GameError,
    game_dir::{Disk, Ended, Game, Secrecy, Stage, StoreError},
    log::{Kind, Log, opened_path, pair},
};
use std::path::PathBuf;

/// Writes the record `final`: the secret behind everything hidden, and every bound file.
///
/// Returns the number of files that were opened.
///
/// # Errors
/// Returns [`GameError::NotNow`] while the game goes on, or if everything has been opened already.
pub fn reveal(game: &Game) -> Result<usize, GameError> {
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
    for bound in bound(game, &log)? {
        let bytes = bound.read(game, &secret)?;
        let path = opened_path(bound.sitting, &bound.what);
        lines.push(pair(&format!("file.{path}"), sha256(&bytes)));
        let place: PathBuf = layout.public().join(path);
        stage.add(layout, &place, bytes, Secrecy::Open);
    }
    let (path, record) = log.push(Kind::Final, &lines)?;
    stage.add(layout, &layout.public().join(path), record, Secrecy::Open);
    stage.commit(&game.disk, layout)?;
    Ok(lines.len() - 1)
}

/// A file that a record of the log has bound.
struct Bound {
    sitting: u32,
    what: What,
    path: PathBuf,
    hash: String,
}

impl Bound {
    /// Returns its bytes after checking that they are those that were bound: a wrongly opened file cannot be withdrawn.
    fn read(&self, game: &Game, secret: &Key) -> Result<Vec<u8>, GameError> {
        let path = self.path.clone();
        let Some(bytes) = Disk::read(&path)? else {
            return Err(StoreError::Missing { path }.into());
        };
        let salt = bind_salt(secret, &self.what, self.sitting);
        let hash = bind_hash(&game.name, &self.what, self.sitting, &salt, &sha256(&bytes));
        if hash.to_string() == self.hash {
            return Ok(bytes);
        }
        let why = format!("it is not the file that sitting {} bound", self.sitting);
        Err(StoreError::Damaged { path, why }.into())
    }
}

/// Returns every file that the log has bound, in the order of sittings.
fn bound(game: &Game, log: &Log) -> Result<Vec<Bound>, GameError> {
    let (mut all, mut sitting) = (vec![], 0);
    for entry in &log.entries {
        let number = |key: &str| {
            entry.number(key).map_err(|why| StoreError::Damaged {
                path: game.layout.public().join("log").join(&entry.file),
                why: why.to_string(),
            })
        };
        // A note binds under the number of the last sitting before it.
        let turn = match entry.record.kind {
            Kind::Lock | Kind::Result => {
                sitting = number("sitting")?;
                number("turn")?
            }
            Kind::Note => number("turn")?,
            _ => continue,
        };
        for (start, kind) in [
            ("order.", "order-"),
            ("signature.", "signature-"),
            ("standing.", "standing-"),
            ("signed-standing.", "signed-standing-"),
            ("bind.", ""),
        ] {
            for (name, hash) in entry.record.under(start) {
                let Ok(what) = format!("{kind}{name}").parse::<What>() else {
                    continue;
                };
                if hash != "none" {
                    let folder = game.layout.sitting(turn, sitting);
                    all.push(Bound {
                        sitting,
                        path: folder.join(what.file()),
                        what,
                        hash: hash.to_owned(),
                    });
                }
            }
        }
    }
    all.sort_by(|a, b| (a.sitting, &a.path).cmp(&(b.sitting, &b.path)));
    Ok(all)
}
