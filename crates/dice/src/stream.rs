//! The stream of random words of one label, and the values that are read from it (fair1, section 4).

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::field::{Key, Keyed, mac_checked};
use super::label::Label;

/// The words of the `ChaCha20` key stream that belong to one label (fair1, section 4).
///
/// `Debug` shows the number of words taken and nothing of the key.
#[derive(Clone)]
pub struct Stream {
    words: ChaCha20Rng,
    taken: u64,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream")
            .field("taken", &self.taken)
            .finish_non_exhaustive()
    }
}

impl Stream {
    /// Makes `stream(key, label)` (fair1, section 4).
    pub fn new(key: &Key, label: &Label) -> Self {
        Self::of(&Self::keyed(key), label)
    }

    /// Prepares a key that is used for many streams.
    pub(super) fn keyed(key: &Key) -> Keyed {
        Keyed::new(key, ROLL)
    }

    /// Makes the stream of a label from a prepared key.
    pub(super) fn of(key: &Keyed, label: &Label) -> Self {
        let seed = key.mac_checked(label.as_str());
        Self {
            words: ChaCha20Rng::from_seed(*seed.as_bytes()),
            taken: 0,
        }
    }

    /// Takes the next word (fair1, section 4), with `next_u32` only.
    pub fn word(&mut self) -> u32 {
        self.taken += 1;
        self.words.next_u32()
    }

    /// Returns the number of words taken, the rejected ones included (fair1, section 4).
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Draws a number below `n`, each equally likely (fair1, section 4).
    ///
    /// `n` = 1 draws nothing. The result is `None` if `n` is 0 or greater than 2^32.
    pub fn below(&mut self, n: u64) -> Option<u32> {
        below(n, || self.word())
    }

    /// Rolls one die; faces count from 1 (fair1, section 4). Returns `None` for a die without sides.
    pub fn die(&mut self, sides: u32) -> Option<u32> {
        self.below(u64::from(sides)).map(|v| v + 1)
    }

    /// Rolls `count` dice; faces count from 1 (fair1, section 4). Returns `None` for dice without sides.
    pub fn dice(&mut self, count: u32, sides: u32) -> Option<Vec<u32>> {
        let mut face = |_| self.die(sides).expect("a die with sides");
        (sides > 0).then(|| (0..count).map(&mut face).collect())
    }

    /// Shuffles `n` things, and returns the start indices in their new order (fair1, section 4).
    pub fn shuffle(&mut self, n: u32) -> Vec<u32> {
        shuffle(n, |bound| self.below_bound(bound))
    }

    fn below_bound(&mut self, bound: u64) -> u32 {
        self.below(bound).expect("a shuffle asks below 2 to n")
    }
}

/// The tag in the hash of a roll's key (fair1, section 4).
const ROLL: &str = "fair1/roll";

/// Returns the key of a roll, from `T_t` or `X_t` (fair1, section 4).
pub fn roll_key(key: &Key, label: &Label) -> Key {
    mac_checked(key, &[ROLL, label.as_str()])
}

/// Reduces one of `words` equally likely words to a number below `n`. Returns `None` if the word must be rejected.
fn accept(word: u64, n: u64, words: u64) -> Option<u64> {
    (word < words - words % n).then(|| word % n)
}

/// Draws a number below `n` from a source of words.
pub(super) fn below(n: u64, mut word: impl FnMut() -> u32) -> Option<u32> {
    const WORDS: u64 = 1 << 32;
    match n {
        1 => Some(0),
        2..=WORDS => loop {
            if let Some(v) = accept(u64::from(word()), n, WORDS) {
                return Some(u32::try_from(v).expect("below n, and n is at most 2^32"));
            }
        },
        _ => None,
    }
}

/// Shuffles by Fisher and Yates from the top down; `below(n)` supplies a number below `n`.
pub(super) fn shuffle(n: u32, mut below: impl FnMut(u64) -> u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..n).collect();
    for i in (1..n).rev() {
        let j = below(u64::from(i) + 1);
        order.swap(i as usize, j as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// fair1, section 9: for every n up to 256 each residue is hit by equally many accepted words.
    #[test]
    fn below_is_unbiased_for_every_n_up_to_256() {
        for words in [256, 1 << 10, 1 << 12] {
            for n in 2..=256 {
                let mut hits = vec![0_u64; usize::try_from(n).expect("small")];
                for word in 0..words {
                    if let Some(v) = accept(word, n, words) {
                        hits[usize::try_from(v).expect("small")] += 1;
                    }
                }
                assert!(
                    hits.iter().all(|&h| h == words / n),
                    "n = {n}, {words} words: {hits:?}"
                );
            }
        }
    }

    /// fair1, section 9: the 7! index sequences give the 7! permutations, each once.
    #[test]
    fn fisher_yates_is_one_to_one_for_seven() {
        let mut seen = BTreeSet::new();
        for sequence in 0..5040_u64 {
            let mut rest = sequence;
            let order = shuffle(7, |n| {
                let j = rest % n;
                rest /= n;
                u32::try_from(j).expect("below 7")
            });
            assert!(seen.insert(order));
        }
        assert_eq!(seen.len(), 5040);
    }

    #[test]
    fn the_edges_of_below() {
        let mut stream = Stream::new(
            &Key::from_bytes([1; 32]),
            &Label::new("edge").expect("a label"),
        );
        assert_eq!(stream.below(0), None);
        assert_eq!(stream.below((1 << 32) + 1), None);
        assert_eq!(stream.below(1), Some(0));
        assert_eq!(
            (
                stream.die(0),
                stream.die(1),
                stream.shuffle(0),
                stream.shuffle(1)
            ),
            (None, Some(1), vec![], vec![0])
        );
        assert_eq!(stream.taken(), 0, "none of these draws a word");
        assert!(stream.below(1 << 32).is_some());
        assert_eq!(stream.taken(), 1);
    }

    proptest! {
        #[test]
        fn faces_and_orders_are_in_range(key in any::<[u8; 32]>(), n in 1_u32..200, count in 0_u32..50) {
            let label = Label::new("p").expect("a label");
            let mut stream = Stream::new(&Key::from_bytes(key), &label);
            let faces = stream.dice(count, n).expect("a die with sides");
            prop_assert_eq!(faces.len(), count as usize);
            prop_assert!(faces.iter().all(|f| (1..=n).contains(f)));
            let mut order = stream.shuffle(n);
            order.sort_unstable();
            prop_assert_eq!(order, (0..n).collect::<Vec<_>>());
        }
    }
}
