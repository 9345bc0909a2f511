//! Replaying turns from their journals: no orders are read and no dice are drawn.

use crate::{
    dice::{Dice, Scripted},
    engine::{DecodeError, Divergence, DynRuleset, Entry, OnFile, Outcome, Overdue, Run, SeatId},
    error::GameError,
    game_dir::{Game, Position, Seated, StoreError, TurnRecord, read},
    log::{branches, lineage},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// Runs the rules for the set-up, or for a turn from its checkpoint.
pub(crate) fn rules(
    rules: &dyn DynRuleset,
    table: &Seated,
    state: Option<&Value>,
    run: Run<'_>,
    dice: &mut dyn Dice,
) -> Result<Outcome, DecodeError> {
    match state {
        None => rules.setup(&table.options, &table.seats, run, dice),
        Some(state) => rules.turn(state, run, dice),
    }
}

/// Replays a turn from its journal.
pub(crate) fn again(
    with: &dyn DynRuleset,
    table: &Seated,
    state: Option<&Value>,
    journal: &[Entry],
    began: Option<u32>,
    on_file: &BTreeMap<SeatId, OnFile>,
) -> Result<Outcome, DecodeError> {
    let run = Run {
        sitting: journal
            .iter()
            .map(Entry::sitting)
            .max()
            .or(began)
            .unwrap_or(1),
        began: began.or_else(|| journal.first().map(Entry::sitting)),
        journal,
        on_file,
        overdue: Overdue::default(),
    };
    rules(with, table, state, run, &mut Scripted::new())
}

/// Checks that the rules of this program still agree with the game: replays the last complete turn from its journal,
/// and compares the facts and the state.
///
/// The open turn needs no such check, because every sitting replays it from its checkpoint.
///
/// # Errors
/// Returns [`GameError::Diverged`] if the replay gives other facts or another state.
pub fn plays_as_before(game: &Game, position: &Position) -> Result<(), GameError> {
    let log = game.log_end()?;
    // A fork's first turn has no earlier turn in this game.
    let Some(turn) = lineage(&branches(&log), position.turn).pop() else {
        return Ok(());
    };
    let record = TurnRecord::read(game, turn)?;
    let next: Option<Value> = read(&game.layout.state(turn + 1))?;
    let began = record.facts.first().map(|fact| fact.sitting);
    let nobody = BTreeMap::new();
    let outcome = again(
        &*game.rules,
        &Seated::of(&game.file, &log),
        record.state.as_ref(),
        &record.journal,
        began,
        &nobody,
    )
    .map_err(|garbled| StoreError::Damaged {
        path: game.layout.state(turn),
        why: garbled.to_string(),
    })?;
    let same = outcome.flow.is_ok()
        && outcome.facts == record.facts
        && next.as_ref() == Some(&outcome.state);
    if same {
        return Ok(());
    }
    Err(GameError::Diverged {
        turn,
        divergence: Divergence {
            at: outcome.journal.len(),
            was: "another end of the turn".to_owned(),
            is: "this".to_owned(),
        },
    })
}
