//! Running the rules of the open turn.

use crate::{
    dice::{Beacon, Dice, Draw},
    engine::{InvalidState, Outcome, Overdue, Stop},
    error::GameError,
    game_dir::{Game, StoreError, TurnRecord},
    log::{Log, Salts},
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
    let began = record.facts.first().map(|fact| fact.sitting);
    let outcome = Table::of(game, log)
        .execute(record, (began, sitting), &set.on_file, overdue, dice)
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
            Err(GameError::Diverged {
                turn,
                divergence: crate::engine::Divergence {
                    at: outcome.journal.len(),
                    was: "other facts".to_owned(),
                    is: "these".to_owned(),
                },
            })
        }
        _ => Ok(outcome),
    }
}

/// Returns the values from which the keys of a sitting are derived.
pub(super) fn draw(game: &Game, log: &Log, sitting: u32) -> Draw {
    Draw {
        game: game.name.clone(),
        sitting,
        beacon: Beacon::None,
        salts: Salts::read(log).hash(),
    }
}
