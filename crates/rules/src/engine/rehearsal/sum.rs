//! Adds up the results of all ways of a preview.

use super::{
    Left, LeftToOthers, Likely, Open, Rehearsal, SupposedLine, Unplayed, questions::Decision,
};
use crate::engine::{
    Chance, Interval, SeatId,
    ahead::{Possible, Step},
};

/// The result of one way.
pub(super) struct Way {
    pub steps: Vec<Step>,
    pub unplayed: Vec<Unplayed>,
    pub supposed: Vec<SupposedLine>,
    pub open: Vec<Open>,
    pub others: Vec<LeftToOthers>,
    pub possible: Vec<Possible>,
    pub purse: Vec<(&'static str, i64)>,
    /// The decisions of the own seat, if they are wanted.
    pub decisions: Vec<Decision>,
}

/// Items with their probabilities, in the order in which they happen.
pub(super) struct Tally<T>(Vec<(T, Chance)>);

impl<T: PartialEq> Tally<T> {
    /// Adds the items of one way. Returns `None` if a fraction does not fit.
    fn add(&mut self, items: Vec<T>, chance: Chance) -> Option<()> {
        let mut after = 0;
        let mut seen = vec![];
        for item in items {
            if let Some(at) = self.0.iter().position(|(known, _)| *known == item) {
                if !seen.contains(&at) {
                    self.0[at].1 = self.0[at].1.or(chance)?;
                    seen.push(at);
                }
                after = after.max(at + 1);
            } else {
                // A new item goes after all known items of this way, so that their indices stay valid.
                self.0.insert(after, (item, chance));
                seen.push(after);
                after += 1;
            }
        }
        Some(())
    }

    /// Returns the items; `sample` is the size of the sample, if they were not counted.
    fn likely(self, sample: Option<u32>) -> Vec<Likely<T>> {
        let likely = |(what, chance)| Likely {
            what,
            chance,
            interval: sample.and_then(|of| interval(chance, of)),
        };
        self.0.into_iter().map(likely).collect()
    }
}

/// Returns the interval of a share of a sample of this size.
fn interval(share: Chance, of: u32) -> Option<Interval> {
    let (num, den) = share.fraction();
    let times = (num * u128::from(of)).checked_div(den)?;
    Interval::wilson(u32::try_from(times).ok()?, of)
}

/// The sum of all ways.
pub(super) struct Sum {
    ways: usize,
    steps: Tally<Step>,
    unplayed: Tally<Unplayed>,
    supposed: Tally<SupposedLine>,
    open: Tally<Open>,
    others: Tally<LeftToOthers>,
    possible: Tally<Possible>,
    left: Vec<Left>,
}

impl Sum {
    pub(crate) fn new(before: Vec<(&'static str, i64)>) -> Self {
        let left = |(name, before)| Left {
            name,
            before,
            least: i64::MAX,
            most: i64::MIN,
        };
        Self {
            ways: 0,
            steps: Tally(vec![]),
            unplayed: Tally(vec![]),
            supposed: Tally(vec![]),
            open: Tally(vec![]),
            others: Tally(vec![]),
            possible: Tally(vec![]),
            left: before.into_iter().map(left).collect(),
        }
    }

    pub(crate) fn add(&mut self, way: Way, chance: Chance) -> Option<()> {
        self.ways += 1;
        for (left, (_, now)) in self.left.iter_mut().zip(way.purse) {
            left.least = left.least.min(now);
            left.most = left.most.max(now);
        }
        self.steps.add(way.steps, chance)?;
        self.unplayed.add(way.unplayed, chance)?;
        self.supposed.add(way.supposed, chance)?;
        self.open.add(way.open, chance)?;
        self.others.add(way.others, chance)?;
        self.possible.add(way.possible, chance)
    }

    /// Returns the result; `sample` is the size of the sample, if not all ways were counted.
    pub(crate) fn rehearsal(
        self,
        sample: Option<u32>,
        supposed: Vec<SeatId>,
        beyond: Vec<String>,
    ) -> Rehearsal {
        let unseen = sample.and_then(|of| Interval::wilson(0, of));
        Rehearsal {
            exact: sample.is_none(),
            ways: self.ways,
            unseen: unseen.map(|never| never.high),
            supposed,
            supposed_unplayed: self.supposed.likely(sample),
            steps: self.steps.likely(sample),
            unplayed: self.unplayed.likely(sample),
            open: self.open.likely(sample),
            others: self.others.likely(sample),
            beyond,
            possible: self.possible.likely(sample),
            left: self.left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(num: u128, den: u128) -> Chance {
        Chance::of(num, den).expect("a chance")
    }

    /// An item that several ways share is listed once, in its order.
    #[test]
    fn ways_are_added_up_in_order() {
        let mut tally = Tally(vec![]);
        tally.add(vec!["a", "b", "d"], chance(1, 2)).expect("a sum");
        tally.add(vec!["a", "c", "d"], chance(1, 3)).expect("a sum");
        tally.add(vec!["a", "a"], chance(1, 6)).expect("a sum");
        let told: Vec<_> = tally.0.iter().map(|(what, _)| *what).collect();
        assert_eq!(told, ["a", "c", "b", "d"]);
        assert_eq!(tally.0[0].1, Chance::ALWAYS);
        assert_eq!(tally.0[3].1, chance(5, 6));
    }

    #[test]
    fn an_item_that_occurs_twice_in_one_way_has_the_probability_of_that_way() {
        let mut tally = Tally(vec![]);
        tally.add(vec!["a", "b"], chance(1, 2)).expect("a sum");
        let again = vec!["a", "c", "a", "b", "d", "c", "b"];
        tally.add(again, chance(1, 3)).expect("a sum");
        let told: Vec<_> = tally
            .0
            .iter()
            .map(|(what, chance)| (*what, chance.per_mille()))
            .collect();
        let (five, two) = (833, 333);
        assert_eq!(told, [("a", five), ("c", two), ("b", five), ("d", two)]);
    }
}
