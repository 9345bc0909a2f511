//! The prompts that an order file leaves open.

use super::{as_locked, used_files};
use crate::{
    engine::{Prompt, played},
    error::GameError,
    game_dir::{Filed, Game, Position, TurnRecord},
};

/// Returns the prompts to its seat that an order file and the standing orders leave open. The prompts are the only
/// other input, so that nothing hidden is revealed.
///
/// # Errors
/// [`GameError`] if an order file of the turn cannot be read or decoded.
pub fn unanswered(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    filed: &Filed,
) -> Result<Vec<Prompt>, GameError> {
    let seat = &filed.envelope.seat;
    let prompts = record.prompts.iter().filter(|p| p.seat == *seat);
    let prompts: Vec<Prompt> = prompts.cloned().collect();
    if prompts.is_empty() {
        return Ok(prompts);
    }
    let mut files = used_files(game, position.turn, seat)?;
    filed.clone().follow(&mut files, position.next_lock());
    let mut on_file = as_locked(&files);
    if let Ok(Some((_, standings))) = game.standings(seat) {
        standings.add_to(&mut on_file);
    }
    let done = played(seat, &record.journal, &on_file.files);
    Ok(game.rules.unanswered(&on_file, &done, &prompts)?)
}
