//! Restoring damaged or missing files of the open turn.
//!
//! `turns/position.yaml` names every file that the next sitting builds on, with its hash. Many of these files exist as
//! a copy, or can be computed from the turn before by replaying its journal. A restored file is accepted only if it has
//! the recorded hash.

use crate::{
    collect::Collect,
    dice::field::sha256,
    engine::{Entry, OnFile, Outcome, SeatId, Stop},
    error::GameError,
    game_dir::{Disk, Game, LockedGame, Position, Secrecy, Stage, StoreError, bytes, read},
    log::{Branch, Log, branches, lineage},
    orders::{as_locked, used_files},
    replay::{Table, Turn},
    run::{readers, view_text},
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// A file that differs from what the last sitting wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Its path below the game directory.
    pub name: String,
    /// The source of the restored bytes; `None` if the file cannot be restored.
    pub from: Option<Source>,
}

/// The source of a restored file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Another file held the same bytes.
    Copy(String),
    /// The journals were replayed from the state of this turn on; 0 is the set-up.
    Played(u32),
}

/// Restores the files of the last sitting that are missing or changed.
///
/// Returns the missing or changed files, in the order of their names. Those without a [`Source`] could not be restored
/// and are left as they are.
///
/// # Errors
/// Returns [`GameError::Store`] if the position itself is lost, or if the disk fails.
pub fn restore(game: &LockedGame) -> Result<Vec<Restored>, GameError> {
    let layout = &game.layout;
    let position = game.position()?.ok_or_else(|| StoreError::Missing {
        path: layout.position(),
    })?;
    let mut bad = vec![];
    for (name, hash) in &position.files {
        let there = Disk::read(&layout.root().join(name))?;
        if there.is_none_or(|bytes| sha256(&bytes).to_string() != *hash) {
            bad.push((name, hash));
        }
    }
    if bad.is_empty() {
        return Ok(vec![]);
    }
    let copies = copies(game, position.turn)?;
    let mut stage = Stage::new("restoring");
    let mut all = vec![];
    let mut place = |name: &String, bytes: Vec<u8>| {
        stage.add(layout, &layout.root().join(name), bytes, Secrecy::Secret);
    };
    let mut lost = vec![];
    for (name, hash) in bad {
        if let Some((from, bytes)) = copies.get(hash) {
            place(name, bytes.clone());
            all.push(Restored {
                name: name.clone(),
                from: Some(Source::Copy(from.clone())),
            });
        } else {
            lost.push((name, hash));
        }
    }
    // If the journal itself was lost, a copy of it is used.
    let journal = copies_of_journal(&position, &copies);
    let log = game.log()?;
    let chain = Chain::of(&branches(&log), position.turn);
    for first in chain.starts() {
        if lost.is_empty() {
            break;
        }
        let made = played(game, &log, &position, &chain.0[first..], journal.as_deref());
        lost.retain(|(name, hash)| match made.get(*name) {
            Some(bytes) if sha256(bytes).to_string() == **hash => {
                place(name, bytes.clone());
                all.push(Restored {
                    name: (*name).clone(),
                    from: Some(Source::Played(chain.0[first])),
                });
                false
            }
            _ => true,
        });
    }
    all.extend(lost.into_iter().map(|(name, _)| Restored {
        name: name.clone(),
        from: None,
    }));
    all.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    game.commit(stage)?;
    Ok(all)
}

/// The turns that follow from one another, up to the open turn, which is the last.
struct Chain(Vec<u32>);

impl Chain {
    /// Returns the chain of the open turn. It goes back to the set-up, or to the last state that a correction or a fork
    /// made: that state does not follow from play.
    fn of(branches: &[Branch], open: u32) -> Self {
        let begun = |turn: u32| branches.iter().find(|made| made.turn == turn);
        let made = |mut turn: u32| {
            while let Some(to) = begun(turn).and_then(|made| made.to) {
                turn = to;
            }
            begun(turn).is_some()
        };
        let mut chain = lineage(branches, open);
        chain.push(open);
        let first = chain.iter().rposition(|turn| made(*turn)).unwrap_or(0);
        Self(chain.split_off(first))
    }

    /// Returns the indices of the turns to replay from, in the order in which they are tried: the open turn, the turn
    /// before, and the whole chain.
    fn starts(&self) -> Vec<usize> {
        let last = self.0.len() - 1;
        let mut starts = vec![last, last.saturating_sub(1), 0];
        starts.dedup();
        starts
    }
}

/// The names (below the game directory) and the bytes of files, by the hash of the bytes.
type Copies = BTreeMap<String, (String, Vec<u8>)>;

/// Returns all files of a turn and its orders: journals and locked orders exist twice.
fn copies(game: &Game, turn: u32) -> Result<Copies, GameError> {
    let layout = &game.layout;
    let mut copies = Copies::new();
    let mut folders = vec![
        layout.turn(turn),
        layout.orders(turn),
        layout.standings(),
        layout.turn(turn).join("sittings"),
    ];
    let sittings = layout.turn(turn).join("sittings");
    folders.extend(
        Disk::list(&sittings)?
            .iter()
            .map(|name| sittings.join(name)),
    );
    for folder in folders {
        for name in Disk::list(&folder)? {
            let path = folder.join(name);
            if path.is_dir() {
                continue;
            }
            if let Some(bytes) = Disk::read(&path)? {
                let hash = sha256(&bytes).to_string();
                copies.insert(hash, (below(game, &path), bytes));
            }
        }
    }
    Ok(copies)
}

fn below(game: &Game, path: &Path) -> String {
    let path = path.strip_prefix(game.layout.root()).unwrap_or(path);
    path.display().to_string()
}

/// Returns the journal of the open turn, if it has one and an undamaged copy exists.
fn copies_of_journal(position: &Position, copies: &Copies) -> Option<Vec<u8>> {
    let (_, hash) = position
        .files
        .iter()
        .find(|(name, _)| name.ends_with("/journal.yaml") && !name.contains("/sittings/"))?;
    Some(copies.get(hash)?.1.clone())
}

/// Returns the files of the open turn that result from replaying these turns, of which it is the last; files that cannot
/// be computed are missing.
fn played(
    game: &Game,
    log: &Log,
    position: &Position,
    turns: &[u32],
    journal: Option<&[u8]>,
) -> BTreeMap<String, Vec<u8>> {
    let mut made = BTreeMap::new();
    let (layout, turn) = (&game.layout, position.turn);
    let Some((open, earlier)) = turns.split_last() else {
        return made;
    };
    let mut state = match earlier.first().unwrap_or(open) {
        0 => None,
        first => match read::<Value>(&layout.state(*first)) {
            Ok(Some(state)) => Some(state),
            _ => return made,
        },
    };
    for earlier in earlier {
        let Ok(Some(journal)) = read::<Vec<Entry>>(&layout.journal(*earlier)) else {
            return made;
        };
        let begun = Turn::played(log, *earlier, state);
        let Some(outcome) = again(game, log, &begun, &journal, &BTreeMap::new()) else {
            return made;
        };
        state = Some(outcome.state);
    }
    let mut add = |path: PathBuf, bytes: Vec<u8>| made.insert(below(game, &path), bytes);
    if let Some(Ok(text)) = state.as_ref().map(|state| bytes("state", state)) {
        add(layout.state(turn), text);
    }
    let now = if position.sat_in == turn {
        let text = journal.and_then(|bytes| std::str::from_utf8(bytes).ok());
        let journal: Option<Vec<Entry>> =
            text.and_then(|text| crate::yaml::keep::from_str(text).ok());
        let begun = Turn::played(log, turn, state);
        let outcome =
            journal.and_then(|journal| again(game, log, &begun, &journal, &sent(game, turn)));
        let Some(outcome) = outcome else {
            return made;
        };
        let prompts = match &outcome.flow {
            Err(Stop::Waiting(prompts)) => prompts.as_slice(),
            _ => &[],
        };
        let texts = [
            (layout.journal(turn), bytes("journal", &outcome.journal)),
            (layout.facts(turn), bytes("facts", &outcome.facts)),
            (layout.openings(turn), bytes("openings", &outcome.openings)),
            (layout.prompts(turn), bytes("prompts", &prompts)),
        ];
        for (path, text) in texts {
            if let Ok(text) = text {
                add(path, text);
            }
        }
        Some(outcome.state)
    } else {
        state
    };
    let views = now.and_then(|state| game.rules.views(&state, &readers(game)).ok());
    for (viewer, view) in views.into_iter().flatten() {
        let reader = viewer.seat().map_or("public", SeatId::as_str);
        add(layout.view(turn, reader), view_text(&view));
    }
    made
}

/// Returns the order files that earlier sittings of a turn locked: an open prompt names the line that was refused.
fn sent(game: &Game, turn: u32) -> BTreeMap<SeatId, OnFile> {
    let seats = game.seat_ids().into_iter();
    seats
        .map(|seat| {
            let used = used_files(game, turn, &seat).unwrap_or_default();
            (seat, as_locked(&used))
        })
        .collect_map()
}

/// Replays a turn from its journal.
fn again(
    game: &Game,
    log: &Log,
    turn: &Turn,
    journal: &[Entry],
    on_file: &BTreeMap<SeatId, OnFile>,
) -> Option<Outcome> {
    if (turn.record.state.is_none() && turn.number > 0) || journal.is_empty() {
        return None;
    }
    let last = turn.sittings.last().copied()?;
    let outcome = turn
        .replay(&Table::of(game, log), last, journal, on_file)
        .ok()?;
    matches!(outcome.flow, Ok(_) | Err(Stop::Waiting(_))).then_some(outcome)
}
