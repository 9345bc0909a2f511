//! The check if a sitting is due, shared by `status`, `adjudicate` and `tick`.

use super::{
    due::{lapsed, owing, policy},
    escalation::lateness,
    execute::idle,
    play::play,
    request::{Due, Request},
};
use crate::{
    dice::Scripted,
    engine::SeatId,
    error::GameError,
    game_dir::{Game, Position, TurnRecord},
    orders::OnFileSet,
};
use chrono::{DateTime, Utc};

/// Decides if a sitting is due: by the game's policy, and because it would add something. If the orders on file answer
/// no open prompt, the sitting still waits.
pub fn due(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Due {
    match policy(game, position, record, set, request) {
        // Errors are reported by the run itself.
        Due::Now => match stuck(game, position, record, set, request) {
            Ok(Some(seats)) => Due::Waits(seats),
            Ok(None) | Err(_) => Due::Now,
        },
        due => due,
    }
}

/// Returns the seats whose orders are needed: those that [`owing`] names, and those whose new file answers no open
/// prompt, so that a sitting would still wait for them.
///
/// # Errors
/// Returns [`GameError`] if the rules cannot be run on the orders on file.
pub(crate) fn wanting(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    at: DateTime<Utc>,
) -> Result<Vec<SeatId>, GameError> {
    let mut seats = owing(game, position, record, set);
    let request = Request {
        at,
        overdue: false,
        early: None,
    };
    if !lapsed(game, position, at) {
        let stuck = stuck(game, position, record, set, &request)?;
        seats.extend(stuck.unwrap_or_default());
        seats.sort_unstable();
        seats.dedup();
    }
    Ok(seats)
}

/// Returns the seats that a sitting would wait for, if it would add nothing now. The sitting is played without dice.
fn stuck(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<Option<Vec<SeatId>>, GameError> {
    // Without open prompts this is the first sitting of the turn, which is published in any case.
    if record.prompts.is_empty() {
        return Ok(None);
    }
    let late = request.overdue || lapsed(game, position, request.at);
    let (late, _) = lateness(game, position, record, set, late, request)?;
    let sitting = position.next_lock();
    let mut no_dice = Scripted::new();
    let outcome = play(
        game,
        &game.log_end()?,
        position.turn,
        record,
        set,
        sitting,
        late,
        &mut no_dice,
    )?;
    Ok(idle(&outcome, record))
}
