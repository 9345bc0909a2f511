//! The points of all seats after each turn: kept by themselves, so that no report has to look through
//! every turn of a long game.

use super::{SittingError, publish::Publisher, tell::Told};
use crate::{engine::Viewer, report::Score, store::Disk};

/// The points after each turn up to this one, which are staged as well. What was kept and cannot be read is
/// begun anew: it only ever repeats what is public anyway.
pub(super) fn so_far(
    publisher: &mut Publisher<'_>,
    told: &Told<'_>,
) -> Result<Vec<Score>, SittingError> {
    let game = publisher.game;
    let path = game.layout.scores();
    let kept = Disk::read(&path)?;
    let mut scores: Vec<Score> = kept
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let now = game.rules.score(&told.views[&Viewer::Public])?;
    // A turn that goes on takes the place of what it had come to before.
    scores.retain(|score| score.turn < publisher.turn);
    scores.push(Score {
        turn: publisher.turn,
        scores: now
            .into_iter()
            .map(|(seat, score)| (seat.to_string(), score))
            .collect(),
    });
    let text = serde_json::to_string(&scores).expect("scores are plain data with text keys");
    publisher.secret(&path, (text + "\n").into_bytes());
    Ok(scores)
}
