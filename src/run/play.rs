//! Running the rules of the open turn.

use crate::{
    dice::Dice,
    engine::{InvalidState, Outcome, Overdue, Run, Stop},
    error::GameError,
    game_dir::{Game, StoreError, TurnRecord},
    log::Log,
    orders::OnFileSet,
    replay::Table,
};

/// Runs the rules of the open turn. `log` may be the end of the log.
#[expect(
    clippy::too_many_arguments,
    reason = "the inputs of a run of the rules"
)]
pub(crate) fn play(
    game: &Game,
    log: &Log,
    turn: u32,
    record: &TurnRecord,
    set: &OnFileSet,
    sitting: u32,
    overdue: Overdue,
    dice: &mut dyn Dice,
) -> Result<Outcome, GameError> {
    if let Some(state) = &record.state {
        let damaged = |why: InvalidState| StoreError::Damaged {
            path: game.layout.state(turn),
            why: why.to_string(),
        };
        let fit = game.rules.invariants(state);
        fit.map_err(|error| error.into_error(|why| GameError::from(damaged(why))))?;
    }
    let run = Run {
        sitting,
        began: record.facts.first().map(|fact| fact.sitting),
        journal: &record.journal,
        on_file: &set.on_file,
        overdue,
    };
    let outcome = Table::of(game, log)
        .run(record.state.as_ref(), run, dice)
        .map_err(|garbled| match record.state {
            None => GameError::from(garbled),
            Some(_) => StoreError::Damaged {
                path: game.layout.state(turn),
                why: garbled.to_string(),
            }
            .into(),
        })?;
    match &outcome.flow {
        Err(Stop::Diverged(divergence)) => Err(GameError::Diverged {
            turn,
            divergence: divergence.clone(),
        }),
        Err(Stop::Runaway) => Err(GameError::Runaway(turn)),
        _ if !outcome.facts.starts_with(&record.facts)
            || !outcome.openings.starts_with(&record.openings) =>
        {
            Err(GameError::diverged(
                turn,
                &outcome,
                ["other facts", "these"],
            ))
        }
        _ => Ok(outcome),
    }
}
