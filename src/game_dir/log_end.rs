//! The end of the public log, read from a checkpoint, so that the cost of a sitting does not grow with the number of
//! sittings.
//!
//! The checkpoint is written with every position, which stores its hash. It only repeats what the log contains: if the
//! checkpoint is missing or modified, the whole log is read.

use super::{
    disk::{Disk, Secrecy},
    error::StoreError,
    game::Game,
    kept,
    position::Position,
    stage::Stage,
};
use crate::{
    dice::field::sha256,
    log::{Checkpoint, Log, LogError, record_seen},
    yaml::keep,
};

/// The number of sittings after which the whole log, and all of `public`, is checked once more.
const APART: u32 = 64;

impl Position {
    /// Returns true if the whole game is to be checked at this position.
    pub fn is_thorough(&self) -> bool {
        self.sitting.is_multiple_of(APART)
    }
}

impl Game {
    /// Returns the public log, of which only the end may be loaded: the records that a running game needs.
    ///
    /// Code that needs older records, or must not trust the checkpoint, calls [`Game::log`].
    ///
    /// # Errors
    /// Returns [`LogError`] with the name of the first file that is wrong.
    pub fn log_end(&self) -> Result<Log, LogError> {
        match self.end_of_log() {
            Some(log) => Ok(log),
            None => self.log(),
        }
    }

    /// Returns the number of the record that an order file names as the last that its writer knew. `log` may be the end
    /// of this game's log; then the whole log is searched for an older record.
    ///
    /// # Errors
    /// Returns [`LogError`] if the log cannot be read.
    pub fn record_seen(&self, log: &Log, head: &str) -> Result<Option<u32>, LogError> {
        match record_seen(log, head) {
            None if !log.is_whole() => Ok(record_seen(&self.log()?, head)),
            found => Ok(found),
        }
    }

    fn end_of_log(&self) -> Option<Log> {
        let public = self.layout.public();
        let position = self.position().ok()??;
        if position.is_thorough() {
            return None;
        }
        let checkpoint = self.checkpoint(&position)?;
        if Some(checkpoint.head.to_string()) != position.head {
            return None;
        }
        let log = Log::from_checkpoint(&public, &checkpoint)?;
        (!log.is_followed(&public)).then_some(log)
    }

    /// Returns the checkpoint of a position, if the file has the hash that the position names.
    fn checkpoint(&self, position: &Position) -> Option<Checkpoint> {
        let bytes = Disk::read(&self.layout.checkpoint()).ok()??;
        if Some(sha256(&bytes).to_string()) != position.checkpoint {
            return None;
        }
        keep::from_str(str::from_utf8(&bytes).ok()?).ok()
    }

    /// Rebuilds the checkpoint from the whole log, if it is missing or modified, and warns the GM.
    pub(super) fn mend_checkpoint(&mut self) -> Result<(), StoreError> {
        // Errors of the position or the log are reported by the steps that follow.
        let position = self.position().ok().flatten();
        let Some(position) = position.filter(|position| position.checkpoint.is_some()) else {
            return Ok(());
        };
        if self.checkpoint(&position).is_some() {
            return Ok(());
        }
        let Some(whole) = self.log().ok().and_then(|log| log.checkpoint()) else {
            return Ok(());
        };
        let bytes = kept::bytes("checkpoint", &whole)?;
        if Some(sha256(&bytes).to_string()) == position.checkpoint {
            let path = self.layout.checkpoint();
            self.disk.write(&path, &bytes, Secrecy::Secret)?;
            let name = path.strip_prefix(self.layout.root()).unwrap_or(&path);
            self.warnings.push(format!(
                "{} was missing or modified: it was rebuilt from the public log",
                name.display()
            ));
        }
        Ok(())
    }
}

/// Stages the checkpoint of a log; returns its hash for the position.
///
/// # Errors
/// Returns [`StoreError`] if the checkpoint cannot be encoded.
pub(crate) fn stage_checkpoint(
    game: &Game,
    log: &Log,
    stage: &mut Stage,
) -> Result<Option<String>, StoreError> {
    let Some(checkpoint) = log.checkpoint() else {
        return Ok(None);
    };
    let bytes = kept::bytes("checkpoint", &checkpoint)?;
    let path = game.layout.checkpoint();
    let file = stage.add(&game.layout, &path, bytes, Secrecy::Secret);
    Ok(Some(file.hash().to_string()))
}
