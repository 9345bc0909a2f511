//! A turn whose sittings are executed again, one after another.

use super::{Sitting, Table};
use crate::{
    dice::{Dice, Scripted},
    engine::{DecodeError, Entry, OnFile, Outcome, Overdue, Run, SeatId},
    game_dir::TurnRecord,
    log::{Kind, Log},
    orders::{Locked, LockedFiles, OnFileSet},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// A turn after some of its sittings.
pub(crate) struct Turn {
    pub number: u32,
    /// The sittings so far.
    pub sittings: Vec<u32>,
    /// The state that the turn starts from, and the outcome of the sittings so far.
    pub record: TurnRecord,
    /// The order files that the sittings so far have locked.
    locked: Locked,
    /// The digests of the order files that the last sitting has locked.
    used: BTreeMap<SeatId, String>,
}

impl Turn {
    /// Creates a turn before its first sitting; `state` is `None` for the set-up.
    pub(crate) fn new(number: u32, state: Option<Value>) -> Self {
        Self {
            number,
            sittings: vec![],
            record: TurnRecord::beginning(state),
            locked: Locked::default(),
            used: BTreeMap::new(),
        }
    }

    /// Creates a turn after its sittings in a log, of which only the journal is known.
    pub(crate) fn played(log: &Log, number: u32, state: Option<Value>) -> Self {
        let of_turn = log
            .of(Kind::Result)
            .filter(|result| result.number("turn") == Ok(number));
        Self {
            sittings: of_turn
                .filter_map(|result| result.number("sitting").ok())
                .collect(),
            ..Self::new(number, state)
        }
    }

    /// Returns what every seat had on file at the lock of the next sitting, and what was overdue then.
    pub(crate) fn at_lock<F: LockedFiles>(
        &mut self,
        table: &Table<'_>,
        sitting: &Sitting<'_>,
        files: &F,
    ) -> Result<(OnFileSet, Overdue), F::Error> {
        let seats = table.seats();
        let set = self.locked.next(files, &seats, sitting.number)?;
        let awaited = self.record.awaited(table.rules, || seats.clone());
        let overdue = sitting.overdue(&seats, (awaited, &self.record.prompts), &set, &self.used);
        self.used = set.digests();
        Ok((set, overdue))
    }

    /// Executes the next sitting.
    pub(crate) fn execute(
        &self,
        table: &Table<'_>,
        sitting: u32,
        (on_file, overdue): (&BTreeMap<SeatId, OnFile>, Overdue),
        dice: &mut dyn Dice,
    ) -> Result<Outcome, DecodeError> {
        let run = Run {
            sitting,
            began: self.sittings.first().copied(),
            journal: &self.record.journal,
            on_file,
            overdue,
        };
        table.run(self.record.state.as_ref(), run, dice)
    }

    /// Replays the turn from the journal of a sitting: no orders are read and no dice are drawn.
    pub(crate) fn replay(
        &self,
        table: &Table<'_>,
        sitting: u32,
        journal: &[Entry],
        on_file: &BTreeMap<SeatId, OnFile>,
    ) -> Result<Outcome, DecodeError> {
        let run = Run {
            sitting,
            began: Some(self.sittings.first().copied().unwrap_or(sitting)),
            journal,
            on_file,
            overdue: Overdue::default(),
        };
        table.run(self.record.state.as_ref(), run, &mut Scripted::new())
    }

    /// Adds the outcome of the next sitting.
    pub(crate) fn add(&mut self, sitting: u32, outcome: &Outcome) {
        self.sittings.push(sitting);
        self.record.update(outcome);
    }
}
