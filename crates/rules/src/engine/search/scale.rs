//! Rewards: the worth of a position at the end of a playout, on a scale from −1 to 1 in 16-bit fixed point.

use super::played::Play;
use crate::{collect::Collect, engine::SeatId};
use std::collections::BTreeMap;

/// One, in fixed point.
pub(in crate::engine) const ONE: i64 = 1 << 16;

/// Returns the share of the win of each winner.
pub(in crate::engine) fn shares(winners: Vec<SeatId>) -> BTreeMap<SeatId, i64> {
    let share = ONE / i64::try_from(winners.len().max(1)).unwrap_or(1);
    winners.into_iter().map(|seat| (seat, share)).collect_map()
}

/// The mean and the spread of the worths at the end of the first playouts, for each seat.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Scale {
    seen: BTreeMap<SeatId, Vec<i64>>,
}

impl Scale {
    /// Checks whether the scale is set.
    pub(super) fn is_set(&self) -> bool {
        !self.seen.is_empty()
    }

    /// Sets the scale by the first playouts.
    pub(in crate::engine) fn set(&mut self, plays: &[Play]) {
        for (seat, worth) in plays.iter().flat_map(|play| &play.worth) {
            self.seen.entry(seat.clone()).or_default().push(*worth);
        }
    }

    /// Returns the reward of a seat for a playout. A better position is a higher reward, and to win is better than any
    /// position.
    pub(in crate::engine) fn reward(&self, play: &Play, seat: &SeatId) -> i64 {
        let worth = play.worth.get(seat).copied().unwrap_or(0);
        let place = self.place(seat, worth);
        match play
            .won
            .as_ref()
            .map(|won| won.get(seat).copied().unwrap_or(0))
        {
            // The share of the win, from −1 to 1, and a little of the lead.
            Some(share) => (2 * share - ONE) * 3 / 4 + place / 4,
            None => place / 2,
        }
    }

    /// Returns the place of a worth among those of the first playouts, from −1 to 1.
    fn place(&self, seat: &SeatId, worth: i64) -> i64 {
        let Some(seen) = self.seen.get(seat).filter(|seen| !seen.is_empty()) else {
            return 0;
        };
        let count = i64::try_from(seen.len()).unwrap_or(1);
        let mean = seen.iter().sum::<i64>() / count;
        let spread = seen.iter().map(|w| (w - mean).abs()).sum::<i64>() / count;
        let (off, spread) = (worth - mean, spread.max(1));
        ONE * off / (off.abs() + spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(worth: i64, share: Option<i64>) -> (Play, SeatId) {
        let seat = SeatId::new("red").expect("a name");
        let play = Play {
            steps: vec![],
            worth: BTreeMap::from([(seat.clone(), worth)]),
            won: share.map(|share| BTreeMap::from([(seat.clone(), share)])),
        };
        (play, seat)
    }

    #[test]
    fn a_reward_grows_with_the_worth_and_a_win_is_better_than_any_lead() {
        let mut scale = Scale::default();
        scale.set(&[play(90, None).0, play(110, None).0]);
        let reward = |worth, share| {
            let (play, seat) = play(worth, share);
            scale.reward(&play, &seat)
        };
        // The mean is 100 and the spread 10, so 110 is half the way up.
        assert_eq!(reward(100, None), 0);
        assert_eq!(reward(110, None), ONE / 4);
        assert_eq!(reward(90, None), -ONE / 4);
        assert!(reward(-1_000_000, Some(ONE)) >= reward(1_000_000, None));
        assert!(reward(1_000_000, Some(0)) <= reward(-1_000_000, None));
        assert_eq!(reward(100, Some(ONE / 2)), 0);
    }
}
