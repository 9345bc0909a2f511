//! Leduc poker: solved here by counterfactual regret minimisation (CFR+, Tammelin 2014), and compared with the value
//! that is known for it.

use super::{
    rules::Poker,
    tree::{Hand, hands, views},
};
use std::collections::BTreeMap;

/// The value for the first seat in chips; the linear program of `OpenSpiel` gives -0.085606424.
const VALUE: f64 = -0.0856;

/// A place in the tree: the end of a hand with the chips that the first seat wins, or a decision.
enum Node {
    End(f64),
    Decision { info: usize, next: Vec<usize> },
}

/// A situation as the seat that decides knows it.
struct Info {
    seat: usize,
    regrets: Vec<f64>,
    /// The sum of the strategies so far, each weighted with its round and with the seat's own reach.
    sum: Vec<f64>,
}

struct Tree {
    nodes: Vec<Node>,
    /// The first node of each deal, with the probability of the deal.
    roots: Vec<(f64, usize)>,
    infos: Vec<Info>,
}

impl Tree {
    fn new(hands: &[Hand]) -> Self {
        let views = views(hands);
        let numbers: BTreeMap<&str, usize> = views.keys().copied().zip(0..).collect();
        let infos = views.values().map(|(seat, may)| Info {
            seat: *seat,
            regrets: vec![0.0; may.len()],
            sum: vec![0.0; may.len()],
        });
        let mut tree = Self {
            infos: infos.collect(),
            nodes: vec![],
            roots: vec![],
        };
        let deals: u32 = hands
            .iter()
            .filter(|hand| all_first(hand))
            .map(|hand| hand.weight)
            .sum();
        // The nodes on the way to the last hand, and the next hand of the same deal shares the start of it.
        let mut way: Vec<usize> = vec![];
        for hand in hands {
            if all_first(hand) {
                way.clear();
                tree.roots
                    .push((f64::from(hand.weight) / f64::from(deals), tree.nodes.len()));
            } else {
                let shared = hand
                    .decisions
                    .iter()
                    .rposition(|decision| decision.does > 0);
                way.truncate(shared.expect("a decision that differs") + 1);
                let (last, new) = (way[way.len() - 1], tree.nodes.len());
                tree.link(last, new);
            }
            for (n, decision) in hand.decisions.iter().enumerate().skip(way.len()) {
                let info = numbers[&*decision.view];
                let next = vec![tree.nodes.len() + 1];
                way.push(tree.nodes.len());
                assert_eq!(
                    (decision.does, n + 1),
                    (0, way.len()),
                    "hands come in order"
                );
                tree.nodes.push(Node::Decision { info, next });
            }
            let won = i32::try_from(hand.won).expect("few chips");
            tree.nodes.push(Node::End(f64::from(won)));
        }
        tree
    }

    fn link(&mut self, from: usize, to: usize) {
        match &mut self.nodes[from] {
            Node::Decision { next, .. } => next.push(to),
            Node::End(_) => unreachable!("the hand is over there"),
        }
    }

    /// Returns each situation's strategy in proportion to what `of` returns for it.
    fn strategies(&self, of: impl Fn(&Info) -> &[f64]) -> Vec<Vec<f64>> {
        let each = self.infos.iter().map(|info| {
            let (weights, n) = (of(info), info.sum.len());
            let sum: f64 = weights.iter().sum();
            if sum > 0.0 {
                weights.iter().map(|weight| weight / sum).collect()
            } else {
                vec![1.0 / f64::from(u32::try_from(n).expect("few choices")); n]
            }
        });
        each.collect()
    }

    /// Adds to a seat's regrets and to the sum of its strategies below one node. Returns the node's value for that
    /// seat. `own` and `others` are the probabilities with which the seat, and chance and the other, come here.
    fn learn(
        &mut self,
        node: usize,
        seat: usize,
        reach: (f64, f64),
        round: f64,
        now: &[Vec<f64>],
    ) -> f64 {
        let (own, others) = reach;
        let (info, next) = match &mut self.nodes[node] {
            Node::End(won) => return if seat == 0 { *won } else { -*won },
            Node::Decision { info, next } => (*info, std::mem::take(next)),
        };
        let mine = self.infos[info].seat == seat;
        let values: Vec<f64> = next
            .iter()
            .zip(&now[info])
            .map(|(next, part)| {
                let reach = if mine {
                    (own * part, others)
                } else {
                    (own, others * part)
                };
                self.learn(*next, seat, reach, round, now)
            })
            .collect();
        let value = values
            .iter()
            .zip(&now[info])
            .map(|(value, part)| value * part)
            .sum();
        if mine {
            let at = &mut self.infos[info];
            for (n, part) in now[info].iter().enumerate() {
                at.regrets[n] += others * (values[n] - value);
                at.sum[n] += round * own * part;
            }
        }
        if let Node::Decision { next: place, .. } = &mut self.nodes[node] {
            *place = next;
        }
        value
    }

    /// Plays rounds of CFR+, and returns the mean strategies.
    fn solve(&mut self, rounds: u32) -> Vec<Vec<f64>> {
        let roots = self.roots.clone();
        for round in 1..=rounds {
            for seat in 0..2 {
                let now = self.strategies(|info| &info.regrets);
                for (chance, root) in &roots {
                    self.learn(*root, seat, (1.0, *chance), round.into(), &now);
                }
                for regret in self.infos.iter_mut().flat_map(|info| &mut info.regrets) {
                    *regret = regret.max(0.0);
                }
            }
        }
        self.strategies(|info| &info.sum)
    }

    /// Returns the value for the first seat if both play these strategies.
    fn value(&self, node: usize, play: &[Vec<f64>]) -> f64 {
        match &self.nodes[node] {
            Node::End(won) => *won,
            Node::Decision { info, next } => next
                .iter()
                .zip(&play[*info])
                .map(|(next, part)| part * self.value(*next, play))
                .sum(),
        }
    }

    /// Returns the places of each situation, with the probability that chance and the other seat bring the game
    /// there.
    fn places(&self, seat: usize, play: &[Vec<f64>]) -> Vec<Vec<(usize, f64)>> {
        let mut places = vec![vec![]; self.infos.len()];
        let mut todo: Vec<(usize, f64)> = self
            .roots
            .iter()
            .map(|(chance, root)| (*root, *chance))
            .collect();
        while let Some((node, reach)) = todo.pop() {
            let Node::Decision { info, next } = &self.nodes[node] else {
                continue;
            };
            places[*info].push((node, reach));
            let mine = self.infos[*info].seat == seat;
            let parts = next.iter().zip(&play[*info]);
            todo.extend(parts.map(|(next, part)| (*next, if mine { reach } else { reach * part })));
        }
        places
    }

    /// Returns the value for the first seat if one seat plays its best against the other's strategy.
    fn best_response(&self, seat: usize, play: &[Vec<f64>], depths: &[usize]) -> f64 {
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        let (mut best, places) = (play.to_vec(), self.places(seat, play));
        let mut own: Vec<usize> = (0..self.infos.len()).collect();
        own.retain(|info| self.infos[*info].seat == seat);
        // The last decisions first: the best of an earlier one depends on them.
        own.sort_by_key(|info| std::cmp::Reverse(depths[*info]));
        for info in own {
            let value = |choice: usize| -> f64 {
                let each = places[info]
                    .iter()
                    .map(|(node, reach)| match &self.nodes[*node] {
                        Node::Decision { next, .. } => {
                            reach * sign * self.value(next[choice], &best)
                        }
                        Node::End(_) => unreachable!("a decision"),
                    });
                each.sum()
            };
            let values: Vec<f64> = (0..play[info].len()).map(value).collect();
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let choice = values
                .iter()
                .position(|value| *value >= most)
                .expect("a choice");
            best[info] = (0..values.len())
                .map(|n| f64::from(u8::from(n == choice)))
                .collect();
        }
        self.mean(&best)
    }

    fn mean(&self, play: &[Vec<f64>]) -> f64 {
        let deals = self.roots.iter();
        deals
            .map(|(chance, root)| chance * self.value(*root, play))
            .sum()
    }
}

/// Checks whether every seat did the first thing that it might: so the first hand of each deal is played.
fn all_first(hand: &Hand) -> bool {
    hand.decisions.iter().all(|decision| decision.does == 0)
}

/// There are 49 ways to bet, in two rounds of nine with five that go on, and 288 situations if suits do not count:
/// six for each card before the public card, and thirty for each card and public card after it.
#[test]
fn the_tree_is_that_of_leduc_poker() {
    let hands = hands(&Poker::leduc());
    assert_eq!(hands.len(), 24 * 49);
    let firsts = hands.iter().filter(|hand| all_first(hand));
    assert_eq!(firsts.map(|hand| hand.weight).sum::<u32>(), 6 * 5 * 4);
    let views = views(&hands);
    assert_eq!(views.len(), 3 * 6 + 9 * 30);
    for (seat, count) in [(0, 144), (1, 144)] {
        assert_eq!(
            views.values().filter(|(whose, _)| *whose == seat).count(),
            count
        );
    }
    let won = hands.iter().map(|hand| hand.won);
    assert_eq!((won.clone().min(), won.max()), (Some(-13), Some(13)));
}

/// The value of the game lies between what each seat can get at best against the other's strategy; both are close to
/// the known value.
#[test]
fn the_value_is_the_known_one() {
    let hands = hands(&Poker::leduc());
    let mut depths = vec![0; views(&hands).len()];
    let numbers: BTreeMap<&str, usize> = views(&hands).into_keys().zip(0..).collect();
    for hand in &hands {
        for (depth, decision) in hand.decisions.iter().enumerate() {
            depths[numbers[&*decision.view]] = depth;
        }
    }
    let mut tree = Tree::new(&hands);
    let at_first = tree.strategies(|info| &info.sum);
    let play = tree.solve(300);
    let bounds = |play: &[Vec<f64>]| [1, 0].map(|seat| tree.best_response(seat, play, &depths));
    let [least, most] = bounds(&play);
    let value = tree.mean(&play);
    eprintln!("{least} <= {value} <= {most}");
    assert!(least <= value && value <= most, "{least} {value} {most}");
    assert!(most - least < 0.005, "{least} to {most}");
    assert!((value - VALUE).abs() < 0.0005, "{value}");
    assert!(least - 0.0001 < VALUE && VALUE < most + 0.0001);
    // Random play can be exploited for more than two chips a hand.
    let [least, most] = bounds(&at_first);
    assert!(most - least > 2.0, "{least} to {most}");
}
