//! What the next sitting waits for: one look for `status`, `adjudicate` and `tick`.

use super::{
    Due, OnFileSet, Request, SittingError,
    drawn::idle,
    due::{lapsed, owing, policy},
    gather::{as_locked, used_files},
    ladder::lateness,
    run::play,
};
use crate::{
    dice::Scripted,
    engine::{Prompt, SeatId, played},
    store::{Filed, Game, Position, Standings, TurnRecord},
};
use chrono::{DateTime, Utc};

/// Whether a sitting is due: by the game's policy, and because it would do something. The orders on file may
/// answer nothing that is open; then the sitting still waits.
pub fn due(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Due {
    match policy(game, position, record, set, request) {
        // What goes wrong is said by the run itself.
        Due::Now => match stuck(game, position, record, set, request) {
            Ok(Some(seats)) => Due::Waits(seats),
            Ok(None) | Err(_) => Due::Now,
        },
        due => due,
    }
}

/// The seats that orders are wanted of: those that [`owing`] names, and those whose new file answers nothing that is
/// open, for which a sitting would wait still.
///
/// # Errors
/// [`SittingError`] if the rules cannot be run on what is on file.
pub fn wanting(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    at: DateTime<Utc>,
) -> Result<Vec<SeatId>, SittingError> {
    let mut seats = owing(game, position, record, set);
    let request = Request {
        at,
        overdue: false,
        early: None,
    };
    if !lapsed(game, position, at) {
        let stuck = stuck(game, position, record, set, &request)?;
        seats.extend(stuck.unwrap_or_default());
        seats.sort();
        seats.dedup();
    }
    Ok(seats)
}

/// The seats that a sitting would wait for which can do nothing now. It is played without dice.
fn stuck(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<Option<Vec<SeatId>>, SittingError> {
    // What a turn begins with is published in any case.
    if record.prompts.is_empty() {
        return Ok(None);
    }
    let late = request.overdue || lapsed(game, position, request.at);
    let (late, _) = lateness(game, position, record, set, late, request)?;
    let sitting = position.next_lock();
    let mut no_dice = Scripted::new();
    let outcome = play(
        game,
        position.turn,
        record,
        set,
        sitting,
        late,
        &mut no_dice,
    )?;
    Ok(idle(&outcome, record))
}

/// The open questions to its seat that an order file, with the standing orders, leaves open: as far as the
/// questions themselves tell, so that nothing else comes out.
///
/// # Errors
/// [`SittingError::Store`].
pub fn unanswered(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    filed: &Filed,
) -> Result<Vec<Prompt>, SittingError> {
    let seat = &filed.envelope.seat;
    let prompts = record.prompts.iter().filter(|p| p.seat == *seat);
    let prompts: Vec<Prompt> = prompts.cloned().collect();
    if prompts.is_empty() {
        return Ok(prompts);
    }
    let mut files = used_files(game, position.turn, seat)?;
    filed.clone().follow(&mut files, position.next_lock());
    let mut on_file = as_locked(&files);
    if let Ok(Some((_, Standings { standing, wake, .. }))) = game.standings(seat) {
        on_file.standing.extend(standing);
        on_file.wake.extend(wake);
    }
    let done = played(seat, &record.journal, &on_file.files);
    Ok(game.rules.unanswered(&on_file, &done, &prompts)?)
}
