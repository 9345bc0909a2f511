//! The preview of a seat's orders on its own view. Nothing else of the position is read, so it cannot reveal more than
//! the view.

use crate::{
    engine::{
        Chance, DynError, DynRuleset, Effort, Line, OnFile, Rehearsal, SeatId, Stop, Unplayed,
    },
    report::{ReportError, Words},
};
use serde_json::Value;
use std::collections::BTreeSet;

/// A seat and all that it sees.
pub(crate) struct Own<'a> {
    pub rules: &'a dyn DynRuleset,
    pub words: &'a Words,
    pub view: &'a Value,
    pub seat: &'a SeatId,
    /// All seats of the game.
    pub seats: &'a [SeatId],
}

/// The reason why a preview failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoPreview {
    /// The view or the orders cannot be decoded, or the rules stopped.
    #[error("the preview stopped: {0:?}")]
    Stopped(DynError<Stop>),
    /// A fact cannot be rendered as a sentence.
    #[error(transparent)]
    Words(#[from] ReportError),
}

/// Previews orders, with the facts as sentences; `None` if nothing is left to preview. Lines of `done` were executed
/// already.
///
/// # Errors
/// [`NoPreview`] if the rules stop or a sentence cannot be rendered.
pub(crate) fn preview(
    own: &Own<'_>,
    on_file: OnFile,
    done: &BTreeSet<Line>,
    effort: Effort,
) -> Result<Option<Rehearsal>, NoPreview> {
    let tried = own
        .rules
        .rehearse(own.view, own.seat, own.seats, on_file, done, effort)
        .map_err(NoPreview::Stopped)?;
    let Some(mut tried) = tried else {
        return Ok(None);
    };
    for step in &mut tried.steps {
        if let Some(fact) = step.what.fact.take() {
            step.what.what = own.words.sentence(&fact, own.view)?;
        }
    }
    Ok(Some(tried))
}

/// Returns true if a result is likely enough to be shown: one in a hundred.
pub(crate) fn is_likely(chance: Chance) -> bool {
    chance.per_mille() >= 10
}

/// Returns the reason why a line is not executed.
pub(crate) fn reason(line: &Unplayed) -> String {
    match &line.why {
        Some(why) => format!("{} {}", why.code, why.words),
        None if line.stops => "it stops the queue".to_owned(),
        None => "it is not reached".to_owned(),
    }
}
