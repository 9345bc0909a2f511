//! Adds up the results of all ways of a preview.

use super::{Left, LeftToOthers, Likely, Open, Rehearsal, Unplayed};
use crate::engine::{
    Chance,
    ahead::{Possible, Step},
};

/// The result of one way.
pub(super) struct Way {
    pub steps: Vec<Step>,
    pub unplayed: Vec<Unplayed>,
    pub open: Vec<Open>,
    pub others: Vec<LeftToOthers>,
    pub possible: Vec<Possible>,
    pub purse: Vec<(&'static str, i64)>,
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

    fn likely(self) -> Vec<Likely<T>> {
        let each = self.0.into_iter();
        each.map(|(what, chance)| Likely { what, chance }).collect()
    }
}

/// The sum of all ways.
pub(super) struct Sum {
    ways: usize,
    steps: Tally<Step>,
    unplayed: Tally<Unplayed>,
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
        self.open.add(way.open, chance)?;
        self.others.add(way.others, chance)?;
        self.possible.add(way.possible, chance)
    }

    pub(crate) fn rehearsal(self, exact: bool, beyond: Vec<String>) -> Rehearsal {
        Rehearsal {
            exact,
            ways: self.ways,
            steps: self.steps.likely(),
            unplayed: self.unplayed.likely(),
            open: self.open.likely(),
            others: self.others.likely(),
            beyond,
            possible: self.possible.likely(),
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
