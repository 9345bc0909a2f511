//! What is known about a game's components, held against the components that are in use.

use serde::Serialize;
use serde_json::Value;

/// How it is found out whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// It is counted or worked out.
    Exact,
    /// By the rules' own code: no content could break it.
    Rules,
    /// Tiles, dice or cards fall at random, many times, from fixed seeds.
    Chance,
    /// Bots play whole games, from fixed seeds.
    Play,
}

impl Proof {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Rules => "rules",
            Self::Chance => "chance",
            Self::Play => "play",
        }
    }
}

/// One thing that is known about a game's components.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Its number in the list of what is known.
    pub number: u32,
    /// What is claimed, with the bounds that count as its holding.
    pub claim: &'static str,
    /// How it is found out.
    pub proof: Proof,
    /// What these components come to.
    pub measured: String,
    /// Whether it holds.
    pub holds: bool,
    /// Why it does not, and what stands against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
}

impl Claim {
    /// A claim and what came of it.
    pub fn new(
        number: u32,
        proof: Proof,
        claim: &'static str,
        holds: bool,
        measured: impl Into<String>,
    ) -> Self {
        Self {
            number,
            claim,
            proof,
            measured: measured.into(),
            holds,
            why: None,
        }
    }

    /// Says why it does not hold, if it does not.
    #[must_use]
    pub fn or_because(mut self, why: &'static str) -> Self {
        self.why = (!self.holds).then_some(why);
        self
    }
}

/// Does so many jobs that do not depend on each other, and gives what each came to, in their order. The
/// rules know no threads: whoever measures decides how many there are.
pub type SideBySide<'a> = &'a (dyn Fn(u32, &(dyn Fn(u32) -> Value + Sync)) -> Vec<Value> + Sync);

/// One job after another, for [`SideBySide`].
pub fn one_by_one(jobs: u32, job: &(dyn Fn(u32) -> Value + Sync)) -> Vec<Value> {
    (0..jobs).map(job).collect()
}

/// How much is to be tried where chance or play has to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// So many times everything falls at random.
    pub samples: u32,
    /// So many whole games of bots; none leaves out what only play can tell.
    pub games: u32,
}

impl Effort {
    /// What one does not have to wait for.
    pub const QUICK: Self = Self {
        samples: 400,
        games: 0,
    };

    /// Enough for narrow bounds.
    pub const FULL: Self = Self {
        samples: 10_000,
        games: 100,
    };

    /// How far a share of so many tries may be off by chance alone, in thousandths: three times the
    /// standard deviation of a share near one half.
    pub fn allowance(self) -> u32 {
        1500 / self.samples.max(1).isqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_hold_says_why() {
        let claim = |holds| {
            let claim = Claim::new(1, Proof::Exact, "all are even", holds, "three");
            claim.or_because("one is odd").why
        };
        assert_eq!((claim(true), claim(false)), (None, Some("one is odd")));
    }

    #[test]
    fn a_proof_is_called_what_it_is_kept_as() {
        for proof in [Proof::Exact, Proof::Rules, Proof::Chance, Proof::Play] {
            assert_eq!(serde_json::to_value(proof).unwrap(), proof.name());
        }
    }

    #[test]
    fn jobs_one_by_one_come_in_their_order() {
        assert_eq!(one_by_one(3, &|job| Value::from(job * 2)), [0, 2, 4]);
    }

    /// Three times the square root of a quarter by the number of tries.
    #[test]
    fn more_tries_allow_for_less() {
        let allowance = |samples| Effort { samples, games: 0 }.allowance();
        assert_eq!([0, 1, 9, 400].map(allowance), [1500, 1500, 500, 75]);
        assert_eq!(Effort::FULL.allowance(), 15);
    }
}
