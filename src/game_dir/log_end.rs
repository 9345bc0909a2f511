//! The end of the public log, read from a checkpoint: a sitting costs no more in a game of a thousand sittings than in one
//! of ten.
//!
//! The checkpoint is written with every position, which has its hash. It only ever repeats what the log says: where it is
//! lost or another one, the whole log is read.

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
use std::sync::Arc;

/// After so many sittings the whole log, and all of `public`, is looked through once more.
const APART: u32 = 64;

impl Position {
    /// Returns true if the game is to be looked through as a whole at this position.
    pub fn is_thorough(&self) -> bool {
        self.sitting.is_multiple_of(APART)
    }
}

impl Game {
    /// The public log, of which only its end may have been read: the records that a running game asks for.
    ///
    /// What looks back further, or must not trust what was kept, wants [`Game::log`].
    ///
    /// # Errors
    /// [`LogError`] names the first file that is wrong.
    pub fn log_end(&self) -> Result<Arc<Log>, LogError> {
        match self.end_of_log() {
            Some(log) => Ok(log),
            None => self.log(),
        }
    }

    /// Returns the number of the record that an order file names as the last that its writer knew. `log` may be the end
    /// of this game's log: then the whole of it is looked through for an older record.
    ///
    /// # Errors
    /// [`LogError`] if the log cannot be read.
    pub fn record_seen(&self, log: &Log, head: &str) -> Result<Option<u32>, LogError> {
        match record_seen(log, head) {
            None if !log.is_whole() => Ok(record_seen(&*self.log()?, head)),
            found => Ok(found),
        }
    }

    fn end_of_log(&self) -> Option<Arc<Log>> {
        let bytes = Disk::read(&self.layout.position()).ok()??;
        let public = self.layout.public();
        let read = |bytes: Vec<u8>| {
            let position: Position = keep::from_str(str::from_utf8(&bytes).ok()?).ok()?;
            if position.is_thorough() {
                return None;
            }
            let checkpoint = self.checkpoint(&position)?;
            let head = Some(checkpoint.head.to_string());
            let log = Log::from_checkpoint(&public, &checkpoint)?;
            (head == position.head).then(|| Arc::new(log))
        };
        let log = self.end.of(bytes, |bytes| read(bytes).ok_or(())).ok()?;
        (!log.is_followed(&public)).then_some(log)
    }

    /// The checkpoint of a position, if it is there as it was written.
    fn checkpoint(&self, position: &Position) -> Option<Checkpoint> {
        let bytes = Disk::read(&self.layout.checkpoint()).ok()??;
        if Some(sha256(&bytes).to_string()) != position.checkpoint {
            return None;
        }
        keep::from_str(str::from_utf8(&bytes).ok()?).ok()
    }

    /// Makes the checkpoint again from the whole log, if it was lost or changed; then the GM is told.
    pub(super) fn mend_checkpoint(&mut self) -> Result<(), StoreError> {
        // Whatever is wrong with the position or the log is told by what comes next.
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
                "{} was lost or changed: it was made again from the public log",
                name.display()
            ));
        }
        Ok(())
    }
}

/// Stages the checkpoint of a log; gives its hash for the position.
///
/// # Errors
/// [`StoreError`] if it cannot be written.
pub fn stage_checkpoint(
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
