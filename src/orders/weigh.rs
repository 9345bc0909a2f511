//! The weight of an answer: the results of a turn with it that the turn does not have without it.

use crate::engine::{Left, Likely, Rehearsal, Step, Unplayed};
use serde::Serialize;

/// The results of a turn with an answer, compared with the same turn with the answer that is taken if none is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Weighed {
    /// True if the probabilities are exact.
    pub exact: bool,
    /// The number of ways the turn can go, or the size of the sample.
    pub ways: usize,
    /// The events that come with the answer alone, or with another probability, in order.
    pub steps: Vec<Likely<Step>>,
    /// The lines of the orders that are not executed because of the answer.
    pub unplayed: Vec<Likely<Unplayed>>,
    /// The resources of which another amount is left.
    pub left: Vec<LeftOver>,
}

/// The range of one resource at the end of the turn, with an answer and without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct LeftOver {
    /// The name of the resource.
    pub name: &'static str,
    /// The least amount that is left.
    pub least: i64,
    /// The greatest amount that is left.
    pub most: i64,
    /// The least amount that is left without the answer.
    pub least_without: i64,
    /// The greatest amount that is left without the answer.
    pub most_without: i64,
}

impl Weighed {
    /// Compares a turn with an answer to the turn without it.
    pub(crate) fn of(with: Rehearsal, without: &Rehearsal) -> Self {
        Self {
            exact: with.exact,
            ways: with.ways,
            steps: new(with.steps, &without.steps, |a, b| a == b),
            unplayed: new(with.unplayed, &without.unplayed, same_reason),
            left: { with.left.iter() }
                .filter_map(|left| left_over(left, &without.left))
                .collect(),
        }
    }
}

/// Returns the items that are not among the others: each of these stands for one item.
fn new<T>(
    items: Vec<Likely<T>>,
    others: &[Likely<T>],
    same: impl Fn(&T, &T) -> bool,
) -> Vec<Likely<T>> {
    let mut others: Vec<&Likely<T>> = others.iter().collect();
    let mut is_new = |item: &Likely<T>| {
        let known = |other: &&Likely<T>| same(&other.what, &item.what) && as_likely(other, item);
        match others.iter().position(known) {
            Some(at) => {
                others.remove(at);
                false
            }
            None => true,
        }
    };
    items.into_iter().filter(|item| is_new(item)).collect()
}

/// True if two probabilities are the same; two estimates may be the same if their intervals overlap.
fn as_likely<T>(a: &Likely<T>, b: &Likely<T>) -> bool {
    match (a.interval, b.interval) {
        (Some(a), Some(b)) => {
            a.low.per_mille() <= b.high.per_mille() && b.low.per_mille() <= a.high.per_mille()
        }
        _ => a.chance == b.chance,
    }
}

/// An answer may add a line in front of another, so the lines of two files are compared by what happens to them.
fn same_reason(a: &Unplayed, b: &Unplayed) -> bool {
    (&a.why, &a.note, a.stops) == (&b.why, &b.note, b.stops)
}

fn left_over(left: &Left, without: &[Left]) -> Option<LeftOver> {
    let without = without.iter().find(|other| other.name == left.name)?;
    ((left.least, left.most) != (without.least, without.most)).then_some(LeftOver {
        name: left.name,
        least: left.least,
        most: left.most,
        least_without: without.least,
        most_without: without.most,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Chance, Interval, Line};

    fn likely<T>(what: T, times: u32, of: u32, sampled: bool) -> Likely<T> {
        Likely {
            what,
            chance: Chance::of(times.into(), of.into()).expect("a chance"),
            interval: Interval::wilson(times, of).filter(|_| sampled),
        }
    }

    fn step(what: &str) -> Step {
        Step {
            rule: "9.1".to_owned(),
            what: what.to_owned(),
            fact: None,
            open: false,
            cost: None,
        }
    }

    fn line(n: usize, note: &str) -> Likely<Unplayed> {
        let what = Unplayed {
            line: Line(format!("moves/{n}")),
            why: None,
            note: Some(note.to_owned()),
            stops: false,
        };
        likely(what, 1, 1, false)
    }

    fn turn(
        steps: Vec<Likely<Step>>,
        unplayed: Vec<Likely<Unplayed>>,
        credits: (i64, i64),
    ) -> Rehearsal {
        let left = |name, (least, most)| Left {
            name,
            before: 20,
            least,
            most,
        };
        Rehearsal {
            exact: true,
            ways: 6,
            unseen: None,
            supposed: vec![],
            supposed_unplayed: vec![],
            steps,
            unplayed,
            open: vec![],
            others: vec![],
            beyond: vec![],
            possible: vec![],
            left: vec![left("credits", credits), left("RP", (5, 5))],
        }
    }

    fn steps(weighed: &Weighed) -> Vec<&str> {
        weighed.steps.iter().map(|step| &*step.what.what).collect()
    }

    #[test]
    fn a_turn_brings_nothing_that_it_brings_without_the_answer_too() {
        let one = || {
            turn(
                vec![likely(step("a"), 1, 6, false)],
                vec![line(0, "no money")],
                (3, 9),
            )
        };
        let weighed = Weighed::of(one(), &one());
        assert_eq!((weighed.exact, weighed.ways), (true, 6));
        assert_eq!((weighed.steps, weighed.unplayed), (vec![], vec![]));
        assert_eq!(weighed.left, vec![]);
    }

    #[test]
    fn other_events_and_other_chances_are_what_an_answer_brings() {
        let all = |one, other| {
            vec![
                likely(step("a"), one, 6, false),
                likely(step("a"), one, 6, false),
                likely(step("b"), other, 6, false),
            ]
        };
        let without = turn(vec![likely(step("a"), 1, 6, false)], vec![], (20, 20));
        let weighed = Weighed::of(turn(all(1, 2), vec![], (14, 17)), &without);
        assert_eq!(steps(&weighed), ["a", "b"]);
        let credits = LeftOver {
            name: "credits",
            least: 14,
            most: 17,
            least_without: 20,
            most_without: 20,
        };
        assert_eq!(weighed.left, [credits]);
        let weighed = Weighed::of(turn(all(2, 2), vec![], (20, 20)), &without);
        assert_eq!(steps(&weighed), ["a", "a", "b"]);
    }

    #[test]
    fn two_estimates_are_the_same_as_far_as_they_can_be_told_apart() {
        let estimate = |times| turn(vec![likely(step("a"), times, 80, true)], vec![], (0, 0));
        assert_eq!(steps(&Weighed::of(estimate(40), &estimate(44))), [""; 0]);
        assert_eq!(steps(&Weighed::of(estimate(40), &estimate(75))), ["a"]);
    }

    /// The answer adds a line in front of the one that is not executed either way.
    #[test]
    fn a_line_is_left_out_because_of_the_answer_if_no_line_is_without_it_for_the_same_reason() {
        let without = turn(vec![], vec![line(0, "no money")], (0, 0));
        let with = turn(
            vec![],
            vec![line(1, "no money"), line(2, "too late")],
            (0, 0),
        );
        assert_eq!(Weighed::of(with, &without).unplayed, [line(2, "too late")]);
    }
}
