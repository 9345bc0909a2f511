//! The bag: what a restock may bring, as exact odds.

use super::{
    names::Counter,
    scoring::WEEK,
    state::Phase,
    view::{EpochView, View},
};
use crate::engine::{Chance, Odds, choose};

/// Returns the odds of a restock of each Epoch that can be restocked: that the Time Police move, and that the Week ends
/// (Restocking Artifacts, Time Goes By). No Epoch is restocked when the game is over.
pub(super) fn odds(view: &View) -> Vec<Odds> {
    if view.phase == Phase::Over {
        return vec![];
    }
    let is_police = |counter: &Counter| matches!(counter, Counter::Police(_));
    let count = |police: bool| -> u128 {
        let counters = view.bag.iter();
        let wanted = counters.filter(|(counter, _)| is_police(counter) == police);
        wanted.map(|(_, count)| u128::from(*count)).sum()
    };
    let bag = Bag {
        police: count(true),
        artifacts: count(false),
    };
    // The Time Police Counters until the Week ends.
    let left = u128::from(WEEK).saturating_sub(view.drawn.len() as u128);
    let restocked = view.epochs.iter().filter(|epoch| epoch.players.is_empty());
    let odds = |epoch: &EpochView| {
        let spaces = epoch.spaces.iter().filter(|space| space.is_none()).count() as u128;
        let moves = bag.brings(spaces, 1)?;
        let ends = bag.brings(spaces, left)?;
        Some(Odds {
            place: Some(epoch.epoch.to_string()),
            by: "restock".to_owned(),
            against: "bag".to_owned(),
            chances: vec![("police", moves), ("week", ends)],
        })
    };
    restocked.filter_map(odds).collect()
}

/// The counters in the bag.
struct Bag {
    police: u128,
    artifacts: u128,
}

impl Bag {
    /// Returns the probability that at least `police` Time Police Counters are drawn before so many spaces are filled;
    /// `None` if no space is empty. If the bag holds too few Artifacts, all its counters are drawn before.
    fn brings(&self, spaces: u128, police: u128) -> Option<Chance> {
        let before_last = spaces.checked_sub(1)?;
        if police > self.police {
            return Some(Chance::NEVER);
        }
        if spaces > self.artifacts {
            return Some(Chance::ALWAYS);
        }
        // So many are drawn before the last space is filled if and only if they are among this number of draws.
        let draws = before_last + police;
        let ways = |n: u128| {
            let others = draws.checked_sub(n).and_then(|k| choose(self.artifacts, k));
            choose(self.police, n)?.checked_mul(others.unwrap_or(0))
        };
        let good =
            (police..=self.police.min(draws)).try_fold(0_u128, |sum, n| sum.checked_add(ways(n)?));
        Chance::of(good?, choose(self.police + self.artifacts, draws)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::{
        kit::testing,
        time_pirates::{TimePirates, state::State},
    };
    use serde_json::json;

    /// An Epoch is in the list if it has an empty space and no Time Traveler; when the game is over, none is.
    #[test]
    fn only_what_can_be_restocked_has_odds() {
        let rules: TimePirates = testing::rules();
        let mut state = testing::set_up(&rules, &json!({"players": 3}), 1);
        let seen = |state: &State| odds(&rules.seen(state));
        assert_eq!(seen(&state), []);
        let epoch = *state.epochs.keys().next().expect("an Epoch");
        let spaces = state.epochs.get_mut(&epoch).expect("its spaces");
        spaces[0] = None;
        let [one] = &seen(&state)[..] else {
            panic!("one Epoch");
        };
        assert_eq!(one.place, Some(epoch.to_string()));
        state.phase = Phase::Over;
        assert_eq!(seen(&state), []);
    }

    /// Counts every order of a small bag: draws go on until the spaces are filled.
    fn counted(police: usize, artifacts: usize, spaces: usize, wanted: usize) -> Option<Chance> {
        let total = police + artifacts;
        let (mut good, mut all) = (0, 0);
        for order in 0_u32..1 << total {
            if order.count_ones() as usize != police {
                continue;
            }
            all += 1;
            let (mut filled, mut drawn) = (0, 0);
            for at in 0..total {
                if filled == spaces {
                    break;
                }
                if order & (1 << at) == 0 {
                    filled += 1;
                } else {
                    drawn += 1;
                }
            }
            good += u128::from(drawn >= wanted);
        }
        Chance::of(good, all)
    }

    #[test]
    fn the_odds_are_those_of_all_orders_of_the_bag() {
        for (police, artifacts) in [(3, 6), (4, 3), (1, 8), (5, 2)] {
            let bag = Bag { police, artifacts };
            for spaces in 1..=4_u128 {
                for wanted in 1..=police + 1 {
                    let [p, a, s, w] = [police, artifacts, spaces, wanted]
                        .map(|n| usize::try_from(n).expect("small"));
                    assert_eq!(
                        bag.brings(spaces, wanted),
                        counted(p, a, s, w),
                        "{police} {artifacts} {spaces} {wanted}"
                    );
                }
            }
            assert_eq!(bag.brings(0, 1), None);
        }
    }
}
