//! A game under its lock, which is the only one that can be changed.

use super::{disk::DiskError, error::StoreError, game::Game, lock::Held, stage::Stage};
use chrono::{DateTime, Utc};
use std::{borrow::Borrow, ops::Deref};

/// A game that this process has locked, from [`Game::lock`]; only such a game can be changed.
///
/// The lock is held until the value is dropped or [`unlock`](Self::unlock) gives the game back. The operating system
/// releases the lock of a process that dies, and the next lock finishes the work of that process.
#[derive(Debug)]
pub struct LockedGame {
    game: Game,
    held: Held,
}

impl Game {
    /// Takes the lock, finishes the work of a run that died, and removes the read permission of other users from
    /// secrets.
    ///
    /// # Errors
    /// Returns [`StoreError`] if another process holds the lock, or the work of a run that died cannot be finished.
    pub fn lock(mut self, now: DateTime<Utc>) -> Result<LockedGame, StoreError> {
        let held = Held::take(&self.layout, now)?;
        if let Some(who) = held.died() {
            self.warnings.push(format!(
                "a run died without releasing its lock ({who}); the lock was taken over"
            ));
        }
        for name in held.recover(&self.disk)? {
            self.warnings
                .push(format!("finished what was interrupted: {name}"));
        }
        self.mend_checkpoint()?;
        let secrets = [
            self.layout.secret(),
            self.layout.master(),
            self.layout.key(),
            self.layout.salts(),
            self.layout.players(),
        ];
        let mut loose = vec![];
        for path in secrets {
            if self.disk.tighten(&path)? {
                let name = path.strip_prefix(self.layout.root()).unwrap_or(&path);
                loose.push(name.display().to_string());
            }
        }
        if !loose.is_empty() {
            self.warnings.push(format!(
                "{}: other users could read {}; permissions tightened",
                self.layout.root().display(),
                loose.join(", ")
            ));
        }
        // Each file in these folders is private. The folders themselves reveal only who has sent something, and when.
        for folder in [self.layout.all_orders(), self.layout.inbox()] {
            self.disk.tighten(&folder)?;
        }
        Ok(LockedGame { game: self, held })
    }
}

impl LockedGame {
    /// Commits a stage and moves its files into place.
    ///
    /// # Errors
    /// Returns [`DiskError`] if an operation on the disk fails. If it fails before the commit, nothing has changed; after
    /// it, [`recover`](Self::recover) or the next lock finishes the work.
    pub fn commit(&self, stage: Stage) -> Result<(), DiskError> {
        self.held.commit(&self.game.disk, stage)
    }

    /// Finishes the stages that were committed and not moved into place, and removes the others. Returns the names of
    /// the stages that were finished.
    ///
    /// # Errors
    /// Returns [`DiskError`] if a committed stage is damaged, or an operation on the disk fails.
    pub fn recover(&self) -> Result<Vec<String>, DiskError> {
        self.held.recover(&self.game.disk)
    }

    /// Records in the lock file that the command of this process must not run twice, and syncs the file.
    pub fn must_be_done_once(&mut self) {
        self.held.must_be_done_once();
    }

    /// Takes the warnings for the GM out of the game, and returns them.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.game.warnings)
    }

    /// Releases the lock, and returns the game, which can then only be read.
    pub fn unlock(self) -> Game {
        self.game
    }
}

impl Deref for LockedGame {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.game
    }
}

impl Borrow<Game> for LockedGame {
    fn borrow(&self) -> &Game {
        &self.game
    }
}
