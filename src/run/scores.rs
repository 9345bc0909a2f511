//! The points of all seats after each turn: kept by themselves, so that no report has to look through
//! every turn of a long game. Of a long game they are some of its turns: a plot can show no more, and a turn costs no more.

use super::{publish::Publisher, told::Told};
use crate::{
    engine::Viewer,
    error::SittingError,
    game_dir::Disk,
    log::{Move, line, moves},
    report::Score,
};

/// About so many turns are kept, evenly spread over the game.
const SPREAD: u32 = 128;

/// So many of the latest turns are all kept.
const LATEST: usize = 16;

/// The points after each turn up to this one, which are staged as well. What was kept and cannot be read is
/// begun anew: it only ever repeats what is public anyway.
pub(crate) fn so_far(
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
    thin_out(&mut scores);
    let text = serde_json::to_string(&scores).expect("scores are plain data with text keys");
    publisher.secret(&path, (text + "\n").into_bytes());
    Ok(that_count(scores, &moves(&publisher.log)))
}

/// Leaves out turns of a long game: of the older ones every second, fourth, eighth … is kept. What is left of them leads
/// to the same as all of them would.
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

/// The points of the turns that have led to the last one: what a rewind or a correction made void is left out.
pub fn that_count(mut scores: Vec<Score>, moves: &[Move]) -> Vec<Score> {
    if let Some(last) = scores.last().map(|score| score.turn) {
        let led = line(moves, last);
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
    fn of_a_long_game_some_turns_are_kept() {
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
    fn what_a_rewind_made_void_is_left_out() {
        let rewind = |turn, to| Move {
            what: Deed::Rewind,
            turn,
            to: Some(to),
            of: None,
            after: turn,
            number: 1,
            why: String::new(),
        };
        let of = |last: u32, moves: &[Move]| -> Vec<u32> {
            let kept = that_count((0..=last).map(score).collect(), moves);
            kept.iter().map(|score| score.turn).collect()
        };
        assert_eq!(of(3, &[]), [0, 1, 2, 3]);
        assert_eq!(of(6, &[rewind(5, 2)]), [0, 1, 5, 6]);
        // A second one goes back to what the first had made void.
        assert_eq!(of(8, &[rewind(5, 2), rewind(8, 4)]), [0, 1, 2, 3, 8]);
    }
}
