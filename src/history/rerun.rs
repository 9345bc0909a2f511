//! Replaying a turn in memory: with the same locked orders and the same keys, and so the same dice.

use super::diff::{Difference, differences};
use crate::{
    engine::Entry,
    error::GameError,
    game_dir::{Game, StoreError, TurnRecord, read},
    log::{BadKey, Entry as Record, Kind, Salts},
    orders::InGameDir,
    replay::{Keys, Sitting, Table, Turn, sittings},
    run::play,
};
use serde_json::{Value, json};

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
/// ```
/// use chronojudge::{
///     game_dir::{Disk, Game},
///     history,
/// };
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::open(Path::new("games/gem-1992"), Disk::new())?;
/// let replayed = history::rerun(&game, Some(3))?;
/// assert_eq!(replayed.turn, 3);
/// assert!(replayed.differences.is_empty());
/// # Ok(())
/// # }
/// ```
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
    let damaged = |why: BadKey| StoreError::Damaged {
        path: game.layout.public().join("log").join(&why.file),
        why: why.to_string(),
    };
    let mut played = sittings(&log)
        .collect::<Result<Vec<_>, _>>()
        .map_err(damaged)?;
    played.retain(|sitting| sitting.turn == turn);
    let of_turn = |lock: &&Record| lock.number("turn") == Ok(turn);
    if played.is_empty() || played.len() != log.of(Kind::Lock).filter(of_turn).count() {
        return Err(GameError::NotNow(format!(
            "Turn {turn} was not played: there is nothing to play again."
        )));
    }
    let kept = TurnRecord::read(game, turn)?;
    let keys = Keys {
        game: game.name.clone(),
        salts: Salts::read(&log).hash(),
        hidden: game.master()?.hidden(&game.name),
    };
    let chain = game.chain()?;
    let table = Table::of(game, &log);
    let mut again = Turn::new(turn, kept.state.clone());
    let mut end = None;
    for sitting in &played {
        let number = sitting.number;
        let (set, overdue) = again.at_lock(&table, sitting, &InGameDir { game, turn })?;
        let key = chain.key(number).ok_or(StoreError::NoKey(game.file.keys))?;
        let mut dice = keys.dice(&log, number, key);
        let outcome = play(
            game,
            &log,
            turn,
            &again.record,
            &set,
            number,
            overdue,
            &mut dice,
        )?;
        again.add(number, &outcome);
        end = Some(outcome);
    }
    let Turn {
        record, sittings, ..
    } = again;
    let complete = |last: &Sitting<'_>| last.result.record.get("ended") == Some("turn-complete");
    let closed = played.last().is_some_and(complete);
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
