//! What a sitting would come to; nothing is written, and no die is drawn.

use super::{OnFileSet, SittingError, gather, ladder::late, run::play};
use crate::{
    dice::Scripted,
    engine::Outcome,
    store::{Game, Position, TurnRecord},
};

/// What would happen, as far as it does not depend on dice that are still to be drawn.
///
/// # Errors
/// [`SittingError`].
pub fn preview(
    game: &Game,
    position: &Position,
    overdue: bool,
) -> Result<(OnFileSet, Outcome), SittingError> {
    let record = TurnRecord::read(game, position.turn)?;
    let set = gather(game, position, &record)?;
    let outcome = play(
        game,
        position.turn,
        &record,
        &set,
        position.sitting + 1,
        late(game, position, &record, &set, overdue),
        &mut Scripted::new(),
    )?;
    Ok((set, outcome))
}
