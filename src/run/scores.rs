//! The points of all seats after each turn, saved in a file of their own, so that reports need not read every turn of a
//! long game. Of a long game only some turns are saved, which limits the size of the plot and the cost of a turn.

use super::{publish::Publisher, told::Told};
use crate::{
    collect::Collect,
    engine::Viewer,
    error::GameError,
    game_dir::Disk,
    log::{Branch, branches, lineage},
    report::Score,
};

/// Approximate maximum number of saved turns, spread evenly over the game.
const SPREAD: u32 = 128;

/// Number of latest turns that are all saved.
const LATEST: usize = 16;

/// Returns the points after each turn up to this one, and stages them. If the saved file cannot be read, a new one is
/// started; it contains only public data.
pub(crate) fn so_far(
    publisher: &mut Publisher<'_>,
    told: &Told<'_>,
) -> Result<Vec<Score>, GameError> {
    let game = publisher.game;
    let path = game.layout.scores();
    let kept = Disk::read(&path)?;
    let mut scores: Vec<Score> = kept
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let now = game.rules.score(&told.views[&Viewer::Public])?;
    // A turn that goes on replaces its own earlier points.
    scores.retain(|score| score.turn < publisher.turn);
    scores.push(Score {
        turn: publisher.turn,
        scores: now
            .into_iter()
            .map(|(seat, score)| (seat.to_string(), score))
            .collect_map(),
    });
    thin_out(&mut scores);
    let text = serde_json::to_string(&scores).expect("scores are plain data with text keys");
    publisher.secret(&path, (text + "\n").into_bytes());
    Ok(that_count(scores, &branches(&publisher.log)))
}

/// Drops turns of a long game: of the older ones every second, fourth, eighth … is kept. Thinning out a list that was
/// thinned before gives the same result as thinning out the whole list.
fn thin_out(scores: &mut Vec<Score>) {
    let turn = |score: Option<&Score>| score.map_or(0, |score| score.turn);
    let (first, last) = (turn(scores.first()), turn(scores.last()));
    let mut every = 1;
    while (last - first) / every > SPREAD {
        every *= 2;
    }
    let latest = scores.len().saturating_sub(LATEST);
    let mut n = 0;
    scores.retain(|score| {
        n += 1;
        n == 1 || n > latest || score.turn.is_multiple_of(every)
    });
}

/// Returns the points of the turns that have led to the last one, without those made void by a rewind or a correction.
pub(super) fn that_count(mut scores: Vec<Score>, branches: &[Branch]) -> Vec<Score> {
    if let Some(last) = scores.last().map(|score| score.turn) {
        let led = lineage(branches, last);
        scores.retain(|score| score.turn == last || led.contains(&score.turn));
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::Deed;
    use std::collections::BTreeMap;

    fn score(turn: u32) -> Score {
        Score {
            turn,
            scores: BTreeMap::new(),
        }
    }

    #[test]
    fn thins_out_the_turns_of_a_long_game() {
        let (mut kept, mut most) = (vec![], 0);
        for turn in 0..=1000 {
            kept.push(score(turn));
            thin_out(&mut kept);
            let mut all: Vec<Score> = (0..=turn).map(score).collect();
            thin_out(&mut all);
            let turns = |scores: &[Score]| scores.iter().map(|s| s.turn).collect::<Vec<_>>();
            assert_eq!(turns(&kept), turns(&all));
            assert!(turn > 128 || all.len() == turn as usize + 1);
            most = most.max(all.len());
        }
        assert!((128..=145).contains(&most), "{most}");
        let latest: Vec<u32> = kept.iter().rev().take(16).map(|score| score.turn).collect();
        assert!(latest.into_iter().eq((985..=1000).rev()));
    }

    #[test]
    fn leaves_out_turns_that_a_rewind_made_void() {
        let rewind = |turn, to| Branch {
            what: Deed::Rewind,
            turn,
            to: Some(to),
            of: None,
            after: turn,
            number: 1,
            why: String::new(),
        };
        let of = |last: u32, branches: &[Branch]| -> Vec<u32> {
            let kept = that_count((0..=last).map(score).collect(), branches);
            kept.iter().map(|score| score.turn).collect()
        };
        assert_eq!(of(3, &[]), [0, 1, 2, 3]);
        assert_eq!(of(6, &[rewind(5, 2)]), [0, 1, 5, 6]);
        // The second rewind returns to a turn that the first had made void.
        assert_eq!(of(8, &[rewind(5, 2), rewind(8, 4)]), [0, 1, 2, 3, 8]);
    }
}
