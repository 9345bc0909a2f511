//! Playing again what was played before: nothing is asked of anybody, and no die is drawn.

use crate::{
    dice::{Dice, Scripted},
    engine::{AnyRuleset, Divergence, Entry, Garbled, OnFile, Outcome, Overdue, Run, SeatId},
    error::SittingError,
    game_dir::{Game, Position, Seated, StoreError, TurnRecord, read},
    log::{line, moves},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// Lets the rules play the set-up, or a turn from its checkpoint.
pub(crate) fn rules(
    rules: &dyn AnyRuleset,
    table: &Seated,
    state: Option<&Value>,
    run: Run<'_>,
    dice: &mut dyn Dice,
) -> Result<Outcome, Garbled> {
    match state {
        None => rules.setup(&table.options, &table.seats, run, dice),
        Some(state) => rules.turn(state, run, dice),
    }
}

/// Plays a turn again from its journal.
pub(crate) fn again(
    with: &dyn AnyRuleset,
    table: &Seated,
    state: Option<&Value>,
    journal: &[Entry],
    began: Option<u32>,
    on_file: &BTreeMap<SeatId, OnFile>,
) -> Result<Outcome, Garbled> {
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

/// Whether the rules of this program are still those that the game was played with: plays the last turn
/// that is over again from what is kept of it, and compares what comes of it.
///
/// The open turn needs none of this: every sitting begins with what is kept of it.
///
/// # Errors
/// [`SittingError::Diverged`] if it does not play as it did.
pub fn plays_as_before(game: &Game, position: &Position) -> Result<(), SittingError> {
    let log = game.log_end()?;
    let moves = moves(&log);
    // A fork's first turn has none before it here.
    let Some(turn) = line(&moves, position.turn).pop() else {
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
    Err(SittingError::Diverged {
        turn,
        divergence: Divergence {
            at: outcome.journal.len(),
            was: "another end of the turn".to_owned(),
            is: "this".to_owned(),
        },
    })
}
