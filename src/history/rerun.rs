//! Replaying a turn in memory: with the same locked orders and the same keys, and so the same dice.

use super::diff::{Difference, differences};
use crate::{
    dice::Fair,
    engine::{Entry, OnFile, Overdue, SeatId, Stop},
    error::GameError,
    game_dir::{Disk, Filed, Game, Standings, StoreError, TurnRecord, read, read_standing_file},
    log::{Attendance, Entry as Record, Kind},
    orders::{OnFileSet, as_locked},
    run::{Sent, absent, beacon_of, bot_names, draw, late, play},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The outcome of replaying a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Rerun {
    /// The turn.
    pub turn: u32,
    /// Its sittings.
    pub sittings: Vec<u32>,
    /// The number of rolls, shuffles and deals.
    pub dice: usize,
    /// The number of facts.
    pub facts: usize,
    /// The differences from what is kept; empty if the replay is identical.
    pub differences: Vec<Difference>,
}

/// Replays a turn from the orders that its sittings locked, with the keys of those sittings, and compares journal,
/// facts, openings, prompts and the final state with what is kept. Writes nothing.
///
/// # Errors
/// Returns [`GameError::NotNow`] if the turn was not played, and [`GameError::Store`] with the path if a file
/// cannot be read.
pub fn rerun(game: &Game, turn: Option<u32>) -> Result<Rerun, GameError> {
    let position = game.position()?.ok_or_else(|| {
        GameError::NotNow("The game has not begun: nothing was played yet.".to_owned())
    })?;
    let turn = turn.unwrap_or(position.sat_in);
    let log = game.log()?;
    let of_turn = |kind: Kind| -> Vec<&Record> {
        let all = log.of(kind);
        all.filter(|entry| entry.number("turn") == Ok(turn))
            .collect()
    };
    let (locks, results) = (of_turn(Kind::Lock), of_turn(Kind::Result));
    if locks.is_empty() || locks.len() != results.len() {
        return Err(GameError::NotNow(format!(
            "Turn {turn} was not played: there is nothing to play again."
        )));
    }
    let kept = TurnRecord::read(game, turn)?;
    let secret = game.master()?.hidden(&game.name);
    let chain = game.chain()?;
    let mut record = TurnRecord::beginning(kept.state.clone());
    let (mut sittings, mut locked) = (vec![], Locked::default());
    let mut end = None;
    for lock in &locks {
        let sitting = lock.number("sitting").map_err(|why| StoreError::Damaged {
            path: game.layout.public().join("log").join(&lock.file),
            why: why.to_string(),
        })?;
        let set = locked.next(game, turn, sitting)?;
        let attendance = Attendance::at(&log, lock);
        let overdue = overdue(game, &attendance, lock, &record, &set, &locked);
        let mut draw = draw(game, &log, sitting);
        draw.beacon = beacon_of(&log, sitting);
        let key = chain
            .key(sitting)
            .ok_or(crate::game_dir::StoreError::NoKey(game.file.keys))?;
        let mut dice = Fair::new(&draw.public_key(key), draw.hidden_key(&secret));
        let outcome = play(game, &log, turn, &record, &set, sitting, overdue, &mut dice)?;
        record.journal.clone_from(&outcome.journal);
        record.facts.clone_from(&outcome.facts);
        record.openings.clone_from(&outcome.openings);
        record.prompts = match &outcome.flow {
            Err(Stop::Waiting(prompts)) => prompts.clone(),
            _ => vec![],
        };
        locked.used = set
            .orders
            .iter()
            .map(|(seat, filed)| (seat.clone(), filed.digest.clone()))
            .collect();
        sittings.push(sitting);
        end = Some(outcome);
    }
    let complete = |entry: &&Record| entry.record.get("ended") == Some("turn-complete");
    let closed = results.last().is_some_and(complete);
    let state: Option<Value> = if closed {
        read(&game.layout.state(turn + 1))?
    } else {
        None
    };
    let came = end.filter(|_| closed).map(|outcome| outcome.state);
    Ok(Rerun {
        turn,
        dice: record
            .journal
            .iter()
            .filter(|entry| is_drawn(entry))
            .count(),
        facts: record.facts.len(),
        differences: differences(
            &as_data(&kept, state.as_ref()),
            &as_data(&record, came.as_ref()),
        ),
        sittings,
    })
}

/// Returns true if the entry was decided by chance.
fn is_drawn(entry: &Entry) -> bool {
    matches!(
        entry,
        Entry::Roll { .. } | Entry::Shuffle { .. } | Entry::Deal { .. }
    )
}

/// Returns the parts of a turn that are compared.
fn as_data(record: &TurnRecord, state: Option<&Value>) -> Value {
    json!({
        "journal": record.journal,
        "facts": record.facts,
        "openings": record.openings,
        "prompts": record.prompts,
        "state": state,
    })
}

/// The files that the sittings of a turn have locked so far.
#[derive(Default)]
struct Locked {
    orders: BTreeMap<SeatId, Vec<Filed>>,
    /// The digests of the orders that the sitting before used.
    used: BTreeMap<SeatId, String>,
}

impl Locked {
    /// Returns the files that every seat had on file for the next sitting.
    fn next(&mut self, game: &Game, turn: u32, sitting: u32) -> Result<OnFileSet, GameError> {
        let folder = game.layout.sitting(turn, sitting);
        let mut set = OnFileSet::default();
        for seat in game.seat_ids() {
            let path = folder.join(format!("order-{seat}.yaml"));
            let mut on_file = OnFile::default();
            if let Some(bytes) = Disk::read(&path)? {
                let filed = game
                    .read_orders(&path.display().to_string(), &bytes)
                    .map_err(StoreError::Problems)?;
                let used = self.orders.entry(seat.clone()).or_default();
                filed.clone().follow(used, sitting);
                on_file = as_locked(used);
                set.orders.insert(seat.clone(), filed);
            }
            let path = folder.join(format!("standing-{seat}.yaml"));
            if let Some(bytes) = Disk::read(&path)? {
                let name = path.display().to_string();
                let Standings { standing, wake, .. } =
                    read_standing_file(&name, &bytes, &*game.rules)
                        .map_err(StoreError::Problems)?;
                on_file.standing.extend(standing);
                on_file.wake.extend(wake);
                set.standing.insert(seat.clone(), bytes);
            }
            set.on_file.insert(seat, on_file);
        }
        Ok(set)
    }
}

/// Returns the seats and prompts that were overdue in a sitting, by its lock and by the orders on file then.
fn overdue(
    game: &Game,
    attendance: &Attendance,
    lock: &Record,
    record: &TurnRecord,
    set: &OnFileSet,
    locked: &Locked,
) -> Overdue {
    let sent = |seat: &SeatId| match set.orders.get(seat) {
        None => Sent::Nothing,
        Some(filed) if locked.used.get(seat) == Some(&filed.digest) => Sent::Same,
        Some(_) => Sent::News,
    };
    let asked = (record.awaited(game), &*record.prompts);
    let passed = lock.record.get("overdue") == Some("yes");
    Overdue {
        bots: bot_names(lock),
        ..late(absent(attendance, &game.seat_ids()), asked, passed, sent)
    }
}
