//! Whether the rules of this program are still those that the game was played with.

use super::{SittingError, run::play};
use crate::{
    dice::Scripted,
    engine::{Divergence, Overdue},
    store::{Game, Position, TurnRecord},
};

/// Plays the last turn that is over again from what is kept of it, and compares what comes of it.
///
/// The open turn needs none of this: every sitting begins with what is kept of it.
///
/// # Errors
/// [`SittingError::Diverged`] if it does not play as it did.
pub fn plays_as_before(game: &Game, position: &Position) -> Result<(), SittingError> {
    let Some(turn) = position.turn.checked_sub(1) else {
        return Ok(());
    };
    let record = TurnRecord::read(game, turn)?;
    let open = TurnRecord::read(game, position.turn)?;
    let outcome = play(
        game,
        turn,
        &record,
        &super::OnFileSet::default(),
        position.sitting,
        Overdue::default(),
        &mut Scripted::new(),
    )?;
    let same = outcome.flow.is_ok()
        && outcome.facts == record.facts
        && open.state.as_ref() == Some(&outcome.state);
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
