//! The trees of all seats, and the choice among the answers of a node by upper confidence bounds (Auer, Cesa-Bianchi and
//! Fischer 2002; Kocsis and Szepesvári 2006), in integers.

use super::{
    Tried,
    played::Play,
    scale::{ONE, Scale},
};
use crate::engine::{RandomBot, fingerprint::Fingerprint};
use serde_json::Value;
use std::collections::BTreeMap;

/// The weight of what is not known about an answer, as a multiple of the usual bound, in 1/16.
const CURIOSITY: u64 = 6;

/// The figures of one pick.
#[derive(Clone, Debug, Default)]
struct Arm {
    visits: u32,
    rewards: i64,
    worths: i64,
}

/// The figures of one node.
#[derive(Clone, Debug)]
struct Node {
    visits: u32,
    /// The picks that are considered, with their index.
    arms: Vec<(usize, Arm)>,
    /// The indices that are not considered yet, in the order in which they will be; the last comes first.
    waiting: Vec<usize>,
}

/// The nodes by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: BTreeMap<u64, Node>,
    /// The name of the node of the question that is searched.
    pub root: Option<u64>,
}

impl Node {
    /// Makes a node with `n` picks. Those that are `wanted` are tried first, the others at random.
    fn new(n: usize, wanted: &[usize], chance: &mut RandomBot) -> Self {
        let mut waiting: Vec<usize> = (0..n).filter(|arm| !wanted.contains(arm)).collect();
        for at in (1..waiting.len()).rev() {
            waiting.swap(at, chance.below(at + 1));
        }
        let mut first: Vec<usize> = vec![];
        for arm in wanted {
            if *arm < n && !first.contains(arm) {
                first.push(*arm);
            }
        }
        waiting.extend(first.into_iter().rev());
        Self {
            visits: 0,
            arms: vec![],
            waiting,
        }
    }

    /// Chooses a pick. A node with many picks considers them little by little: another one when the square root of its
    /// visits has grown (progressive widening, Coulom 2007).
    fn choose(&mut self) -> usize {
        let limit = 2 + self.visits.isqrt() as usize;
        let known = self.arms.iter().all(|(_, arm)| arm.visits > 0);
        if known
            && self.arms.len() < limit
            && let Some(next) = self.waiting.pop()
        {
            self.arms.push((next, Arm::default()));
            return next;
        }
        let visits = log(self.visits.max(1));
        let bound = |arm: &Arm| match arm.visits {
            0 => i64::MAX,
            n => {
                let unknown = (visits * ONE.unsigned_abs() / u64::from(n)).isqrt();
                let unknown = i64::try_from(unknown * CURIOSITY / 16).unwrap_or(ONE);
                arm.rewards / i64::from(n) + unknown
            }
        };
        let mut best = (i64::MIN, 0);
        for (index, arm) in &self.arms {
            let bound = bound(arm);
            if bound > best.0 {
                best = (bound, *index);
            }
        }
        best.1
    }
}

/// Returns the natural logarithm of a number, in fixed point, from a piecewise linear binary logarithm.
fn log(n: u32) -> u64 {
    /// The natural logarithm of 2, in fixed point.
    const LN_2: u64 = 45_426;
    let whole = u64::from(n.ilog2());
    let rest = ((u64::from(n) << 16) >> whole) - (1 << 16);
    (((whole << 16) + rest) * LN_2) >> 16
}

impl Tree {
    /// Checks whether there is a node of this name.
    pub(super) fn has(&self, node: u64) -> bool {
        self.nodes.contains_key(&node)
    }

    /// Chooses a pick below `n` at a node, which is made if it is not there. `wanted` returns the picks to try first.
    pub(super) fn choose(
        &mut self,
        node: u64,
        n: usize,
        chance: &mut RandomBot,
        wanted: impl FnOnce() -> Vec<usize>,
    ) -> usize {
        let node = self
            .nodes
            .entry(node)
            .or_insert_with(|| Node::new(n, &wanted(), chance));
        node.choose()
    }

    /// Returns the first pick of the next playout at the root, and how often it was tried; `None` before the first.
    pub(super) fn next(&mut self) -> Option<(usize, u32)> {
        let root = self.nodes.get_mut(&self.root?)?;
        let next = root.choose();
        let (_, arm) = root.arms.iter().find(|(arm, _)| *arm == next)?;
        Some((next, arm.visits))
    }

    /// Adds a playout to all nodes that it passed.
    pub(super) fn learn(&mut self, play: &Play, scale: &Scale) {
        for step in &play.steps {
            let Some(node) = self.nodes.get_mut(&step.node) else {
                continue;
            };
            node.visits += 1;
            let arm = node.arms.iter_mut().find(|(arm, _)| *arm == step.arm);
            if let Some((_, arm)) = arm {
                arm.visits += 1;
                arm.rewards += scale.reward(play, &step.seat);
                arm.worths += play.worth.get(&step.seat).copied().unwrap_or(0);
            }
        }
    }

    /// Returns the answers to the question at the root, the one that was tried most often first. `answer` makes an
    /// answer from picks.
    pub(super) fn tried(&self, answer: &mut dyn FnMut(&[usize]) -> Option<Value>) -> Vec<Tried> {
        let mut found = vec![];
        if let Some(root) = self.root {
            self.below(root, &mut vec![], answer, &mut found);
        }
        found.sort_by_key(|tried| std::cmp::Reverse(tried.playouts));
        found
    }

    fn below(
        &self,
        at: u64,
        picks: &mut Vec<usize>,
        answer: &mut dyn FnMut(&[usize]) -> Option<Value>,
        found: &mut Vec<Tried>,
    ) {
        let Some(node) = self.nodes.get(&at) else {
            return;
        };
        for (index, arm) in &node.arms {
            if arm.visits == 0 {
                continue;
            }
            picks.push(*index);
            if let Some(answer) = answer(picks) {
                found.push(Tried {
                    answer,
                    playouts: arm.visits,
                    worth: arm.worths / i64::from(arm.visits),
                });
            } else {
                self.below(part(at, *index), picks, answer, found);
            }
            picks.pop();
        }
    }
}

/// Returns the name of the node that follows a pick within one answer.
pub(super) fn part(node: u64, pick: usize) -> u64 {
    let mut print = Fingerprint(node);
    print.number(pick.wrapping_add(1));
    print.0
}

#[cfg(test)]
mod tests {
    use super::{super::played::Step, *};
    use crate::engine::SeatId;

    #[test]
    fn a_logarithm_is_near_the_natural_one() {
        // The natural logarithms, in thousandths.
        for (n, ln) in [
            (1, 0),
            (2, 693),
            (3, 1099),
            (10, 2303),
            (400, 5991),
            (4000, 8294),
        ] {
            let log = log(n) * 1000 / 65536;
            assert!(log.abs_diff(ln) < 70, "{n}: {log} {ln}");
        }
    }

    #[test]
    fn the_better_pick_is_tried_more_often() {
        let seat = SeatId::new("red").expect("a name");
        let (mut tree, mut chance) = (Tree::default(), RandomBot::new(1));
        let mut scale = Scale::default();
        let mut counts = [0; 3];
        for n in 0..300 {
            let arm = tree.choose(7, 3, &mut chance, || vec![1]);
            assert!(n > 0 || arm == 1, "the wanted pick comes first");
            counts[arm] += 1;
            let play = Play {
                steps: vec![Step {
                    seat: seat.clone(),
                    node: 7,
                    arm,
                }],
                worth: BTreeMap::from([(seat.clone(), [0, 5, 10][arm])]),
                won: None,
            };
            if !scale.is_set() {
                let of = |worth| {
                    let worth = BTreeMap::from([(seat.clone(), worth)]);
                    Play {
                        worth,
                        ..play.clone()
                    }
                };
                scale.set(&[of(0), of(5), of(10)]);
            }
            tree.learn(&play, &scale);
        }
        assert!(counts[2] > 200 && counts[1] > counts[0], "{counts:?}");
    }
}
