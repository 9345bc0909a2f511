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
