//! The order files and standing orders that sittings have locked.

use super::set::OnFileSet;
use crate::{
    dice::What,
    engine::{DynRuleset, OnFile, SeatId, played},
    error::GameError,
    game_dir::{
        Disk, Filed, Game, Standings, StoreError, TurnRecord, read_order_file, read_standing_file,
        seat_name,
    },
    rulesets::Known,
    yaml::Problems,
};
use std::collections::BTreeMap;

/// The source of the files that the sittings of a turn have locked.
pub(crate) trait LockedFiles {
    /// The error of a file that is missing, damaged or invalid.
    type Error;

    /// Returns the game in the list of games, and its rules.
    fn rules(&self) -> (&Known, &dyn DynRuleset);

    /// Returns the bytes of a file that a sitting has locked, if there was one, with a name for diagnostics.
    fn read(&self, sitting: u32, what: &What) -> Result<Option<(String, Vec<u8>)>, Self::Error>;

    /// Returns the error of a file that is invalid.
    fn invalid(&self, sitting: u32, what: &What, problems: Problems) -> Self::Error;

    /// Returns the order file that a sitting has locked for a seat, if there was one.
    fn orders(&self, sitting: u32, seat: &SeatId) -> Result<Option<Filed>, Self::Error> {
        let what = What::Order(seat_name(seat));
        let parsed = |(name, bytes): (String, Vec<u8>)| {
            let filed = read_order_file(&name, &bytes, self.rules().0.read_orders);
            filed.map_err(|problems| self.invalid(sitting, &what, problems))
        };
        self.read(sitting, &what)?.map(parsed).transpose()
    }

    /// Returns the standing orders that a sitting has locked for a seat, if there were some, with their bytes.
    fn standing(
        &self,
        sitting: u32,
        seat: &SeatId,
    ) -> Result<Option<(Vec<u8>, Standings)>, Self::Error> {
        let what = What::Standing(seat_name(seat));
        let parsed = |(name, bytes): (String, Vec<u8>)| match read_standing_file(
            &name,
            &bytes,
            self.rules().1,
        ) {
            Ok(standings) => Ok((bytes, standings)),
            Err(problems) => Err(self.invalid(sitting, &what, problems)),
        };
        self.read(sitting, &what)?.map(parsed).transpose()
    }
}

/// The locked files of a turn in the game directory.
pub(crate) struct InGameDir<'a> {
    pub game: &'a Game,
    pub turn: u32,
}

impl LockedFiles for InGameDir<'_> {
    type Error = GameError;

    fn rules(&self) -> (&Known, &dyn DynRuleset) {
        (&self.game.known, &*self.game.rules)
    }

    fn read(&self, sitting: u32, what: &What) -> Result<Option<(String, Vec<u8>)>, GameError> {
        let folder = self.game.layout.sitting(self.turn, sitting);
        let path = folder.join(what.file());
        Ok(Disk::read(&path)?.map(|bytes| (path.display().to_string(), bytes)))
    }

    fn invalid(&self, _: u32, _: &What, problems: Problems) -> GameError {
        StoreError::Problems(problems).into()
    }
}

/// The order files that the sittings of a turn have locked so far, for each seat, oldest first.
#[derive(Default)]
pub(crate) struct Locked(BTreeMap<SeatId, Vec<Filed>>);

impl Locked {
    /// Returns what every seat had on file at the lock of the next sitting.
    pub(crate) fn next<F: LockedFiles>(
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
