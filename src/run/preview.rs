//! What a sitting would come to; nothing is written, and no die is drawn.

use super::{due::lapsed, escalation::lateness, play::play, request::Request};
use crate::{
    dice::Scripted,
    engine::{Outcome, SeatId},
    error::SittingError,
    game_dir::{Game, Position, TurnRecord},
    orders::{OnFileSet, gather},
};
use std::collections::BTreeMap;

/// A sitting that is only looked at.
#[derive(Debug)]
pub struct Preview {
    /// What every seat has on file.
    pub set: OnFileSet,
    /// The bots that would play, by seat.
    pub bots: BTreeMap<SeatId, String>,
    /// What would happen, as far as it does not depend on dice that are still to be drawn.
    pub outcome: Outcome,
}

/// What would happen if the sitting ran as it is asked for.
///
/// # Errors
/// [`SittingError`].
pub fn preview(
    game: &Game,
    position: &Position,
    request: &Request,
) -> Result<Preview, SittingError> {
    let record = TurnRecord::read(game, position.turn)?;
    let set = gather(game, position, &record)?;
    let overdue = request.overdue || lapsed(game, position, request.at);
    let (late, _) = lateness(game, position, &record, &set, overdue, request)?;
    let bots = late.bots.clone();
    let sitting = position.sitting + 1;
    let dice = &mut Scripted::new();
    let outcome = play(game, position.turn, &record, &set, sitting, late, dice)?;
    Ok(Preview { set, bots, outcome })
}
