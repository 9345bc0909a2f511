//! The check that the rules of this program still agree with a game.

use super::{Table, Turn};
use crate::{
    error::GameError,
    game_dir::{Game, Position, StoreError, TurnRecord, read},
    log::{branches, lineage},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// Checks that the rules of this program still agree with the game: replays the last complete turn from its journal,
/// and compares the facts and the state.
///
/// The open turn needs no such check, because every sitting replays it from its checkpoint.
///
/// # Errors
/// Returns [`GameError::Diverged`] if the replay gives other facts or another state.
pub(crate) fn plays_as_before(game: &Game, position: &Position) -> Result<(), GameError> {
    let log = game.log()?;
    // A fork's first turn has no earlier turn in this game.
    let Some(number) = lineage(&branches(&log), position.turn).pop() else {
        return Ok(());
    };
    let record = TurnRecord::read(game, number)?;
    let next: Option<Value> = read(&game.layout.state(number + 1))?;
    let turn = Turn::played(&log, number, record.state.clone());
    let outcome = turn
        .replay(
            &Table::of(game, &log),
            turn.sittings.last().copied().unwrap_or(1),
            &record.journal,
            &BTreeMap::new(),
        )
        .map_err(|garbled| StoreError::Damaged {
            path: game.layout.state(number),
            why: garbled.to_string(),
        })?;
    let same = outcome.flow.is_ok()
        && outcome.facts == record.facts
        && next.as_ref() == Some(&outcome.state);
    if same {
        return Ok(());
    }
    let ends = ["another end of the turn", "this"];
    Err(GameError::diverged(number, &outcome, ends))
}
