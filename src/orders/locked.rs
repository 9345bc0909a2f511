//! The order files and standing orders that sittings have locked.

use super::set::OnFileSet;
use crate::{
    dice::What,
    engine::{OnFile, SeatId, played},
    error::GameError,
    game_dir::{
        Disk, Filed, Game, Standings, StoreError, TurnRecord, read_standing_file, seat_name,
    },
};
use std::{collections::BTreeMap, path::PathBuf};

/// The source of the files that the sittings of a turn have locked.
pub(crate) trait LockedFiles {
    /// The error of a file that is missing, damaged or invalid.
    type Error;

    /// Returns the order file that a sitting has locked for a seat, if there was one.
    fn orders(&self, sitting: u32, seat: &SeatId) -> Result<Option<Filed>, Self::Error>;

    /// Returns the standing orders that a sitting has locked for a seat, if there were some, with their bytes.
    fn standing(
        &self,
        sitting: u32,
        seat: &SeatId,
    ) -> Result<Option<(Vec<u8>, Standings)>, Self::Error>;
}

/// The locked files of a turn in the game directory.
pub(crate) struct InGameDir<'a> {
    pub game: &'a Game,
    pub turn: u32,
}

impl InGameDir<'_> {
    fn read(&self, sitting: u32, what: &What) -> Result<Option<(PathBuf, Vec<u8>)>, GameError> {
        let path = self
            .game
            .layout
            .sitting(self.turn, sitting)
            .join(what.file());
        Ok(Disk::read(&path)?.map(|bytes| (path, bytes)))
    }
}

impl LockedFiles for InGameDir<'_> {
    type Error = GameError;

    fn orders(&self, sitting: u32, seat: &SeatId) -> Result<Option<Filed>, GameError> {
        let Some((path, bytes)) = self.read(sitting, &What::Order(seat_name(seat)))? else {
            return Ok(None);
        };
        let filed = self.game.read_orders(&path.display().to_string(), &bytes);
        Ok(Some(filed.map_err(StoreError::Problems)?))
    }

    fn standing(
        &self,
        sitting: u32,
        seat: &SeatId,
    ) -> Result<Option<(Vec<u8>, Standings)>, GameError> {
        let Some((path, bytes)) = self.read(sitting, &What::Standing(seat_name(seat)))? else {
            return Ok(None);
        };
        let name = path.display().to_string();
        let standings = read_standing_file(&name, &bytes, &*self.game.rules);
        Ok(Some((bytes, standings.map_err(StoreError::Problems)?)))
    }
}

/// The order files that the sittings of a turn have locked so far, for each seat, oldest first.
#[derive(Default)]
pub(crate) struct Locked(BTreeMap<SeatId, Vec<Filed>>);

impl Locked {
    /// Returns what every seat had on file at the lock of the next sitting.
    pub fn next<F: LockedFiles>(
        &mut self,
        files: &F,
        seats: &[SeatId],
        sitting: u32,
    ) -> Result<OnFileSet, F::Error> {
        let mut set = OnFileSet::default();
        for seat in seats {
            let mut on_file = OnFile::default();
            if let Some(filed) = files.orders(sitting, seat)? {
                let used = self.0.entry(seat.clone()).or_default();
                filed.follow(used, sitting);
                on_file = as_locked(used);
                let in_force = used.last().cloned();
                set.orders
                    .extend(in_force.map(|filed| (seat.clone(), filed)));
            }
            if let Some((bytes, standings)) = files.standing(sitting, seat)? {
                standings.add_to(&mut on_file);
                set.standing.insert(seat.clone(), bytes);
            }
            set.on_file.insert(seat.clone(), on_file);
        }
        Ok(set)
    }
}

/// Returns the orders that a seat has on file when the last of these files is in force, without its standing orders from
/// other files.
pub(crate) fn as_locked(used: &[Filed]) -> OnFile {
    let mut on_file = OnFile {
        files: used.iter().map(Filed::sent).collect(),
        ..OnFile::default()
    };
    if let Some(Filed { envelope, .. }) = used.last() {
        on_file.standing.clone_from(&envelope.standing);
        on_file.wake.clone_from(&envelope.wake);
        on_file.if_illegal = envelope.if_illegal;
        on_file.no_orders = envelope.no_orders;
    }
    on_file
}

/// Returns the files of a seat that earlier sittings of this turn have locked, oldest first.
///
/// # Errors
/// [`GameError`] if a file cannot be read or parsed.
pub fn used_files(game: &Game, turn: u32, seat: &SeatId) -> Result<Vec<Filed>, GameError> {
    let mut used: Vec<Filed> = vec![];
    for name in Disk::list(&game.layout.turn(turn).join("sittings"))? {
        let Ok(sitting) = name.parse() else { continue };
        if let Some(filed) = (InGameDir { game, turn }).orders(sitting, seat)? {
            filed.follow(&mut used, sitting);
        }
    }
    Ok(used)
}

/// Returns the orders that every seat had on file when a sitting was locked, for a sitting that waits for its dice.
///
/// # Errors
/// [`GameError::Store`] if a locked file cannot be read or parsed.
pub(crate) fn locked_set(
    game: &Game,
    turn: u32,
    sitting: u32,
    record: &TurnRecord,
) -> Result<OnFileSet, GameError> {
    let seats = game.seat_ids();
    let mut locked = Locked::default();
    for seat in &seats {
        let used = used_files(game, turn, seat)?;
        locked.0.insert(seat.clone(), used);
    }
    let mut set = locked.next(&InGameDir { game, turn }, &seats, sitting)?;
    for (seat, on_file) in &set.on_file {
        let lines = played(seat, &record.journal, &on_file.files);
        set.played.insert(seat.clone(), lines);
    }
    Ok(set)
}
