//! Component checks: what is known about a game's components, compared with the components in use.

use serde::Serialize;
use serde_json::Value;

/// The method by which a claim is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// The value is counted or computed.
    Exact,
    /// The rules' own code guarantees it: no content could break it.
    Rules,
    /// Tiles, dice or cards fall at random, many times, from fixed seeds.
    Chance,
    /// Bots play whole games, from fixed seeds.
    Play,
}

impl Proof {
    /// Returns its name, as it is serialized.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Rules => "rules",
            Self::Chance => "chance",
            Self::Play => "play",
        }
    }
}

/// One fact that is known about a game's components, and the result of checking it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Its number in the list of known facts.
    pub number: u32,
    /// The claim as text, with the bounds within which it holds.
    pub claim: &'static str,
    /// The method by which it is checked.
    pub proof: Proof,
    /// The value measured for the components in use.
    pub measured: String,
    /// True if the claim holds.
    pub holds: bool,
    /// The reason why it does not hold, and what contradicts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
}

impl Claim {
    /// Makes a claim with its result.
    pub(crate) fn new(
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

    /// Sets the reason why the claim does not hold; a claim that holds gets none.
    #[must_use]
    pub(crate) fn or_because(mut self, why: &'static str) -> Self {
        self.why = (!self.holds).then_some(why);
        self
    }
}

/// Runs a number of independent jobs and returns their results in order. The rules use no threads: the caller that
/// measures decides how many there are.
pub type SideBySide<'a> = &'a (dyn Fn(u32, &(dyn Fn(u32) -> Value + Sync)) -> Vec<Value> + Sync);

/// Runs one job after another; an implementation of [`SideBySide`].
pub fn one_by_one(jobs: u32, job: &(dyn Fn(u32) -> Value + Sync)) -> Vec<Value> {
    (0..jobs).map(job).collect()
}

/// The number of tries for claims that are checked by chance or by play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of random samples.
    pub samples: u32,
    /// The number of whole games played by bots; 0 leaves out the claims that only play can check.
    pub games: u32,
}

impl Effort {
    /// A quick check, for interactive use.
    pub const QUICK: Self = Self {
        samples: 400,
        games: 0,
    };

    /// A thorough check, for narrow bounds.
    pub const FULL: Self = Self {
        samples: 10_000,
        games: 100,
    };

    /// Returns how far a share of so many samples may be off by chance alone, in thousandths: three times the
    /// standard deviation of a share near one half.
    pub(crate) fn allowance(self) -> u32 {
        1500 / self.samples.max(1).isqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_claim_that_does_not_hold_has_a_reason() {
        let claim = |holds| {
            let claim = Claim::new(1, Proof::Exact, "all are even", holds, "three");
            claim.or_because("one is odd").why
        };
        assert_eq!((claim(true), claim(false)), (None, Some("one is odd")));
    }

    #[test]
    fn the_name_of_a_proof_is_its_serialized_form() {
        for proof in [Proof::Exact, Proof::Rules, Proof::Chance, Proof::Play] {
            assert_eq!(serde_json::to_value(proof).unwrap(), proof.name());
        }
    }

    #[test]
    fn jobs_one_by_one_come_in_their_order() {
        assert_eq!(one_by_one(3, &|job| Value::from(job * 2)), [0, 2, 4]);
    }

    /// The expected values are three times the square root of one quarter divided by the number of samples.
    #[test]
    fn more_tries_allow_for_less() {
        let allowance = |samples| Effort { samples, games: 0 }.allowance();
        assert_eq!([0, 1, 9, 400].map(allowance), [1500, 1500, 500, 75]);
        assert_eq!(Effort::FULL.allowance(), 15);
    }
}
