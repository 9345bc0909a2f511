//! The names of the game: Eras, Dimensions, Agents, Clones and Missions. Those of the Artifacts are in `artifacts.rs`.

use super::artifacts::Artifact;
use crate::rulesets::words::{BadId, names, nearest_of, word, write_parts};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{fmt, str::FromStr};

names! {
    /// Spacetime board: the seven Great Eras, clockwise.
    Era {
        Dawn = "dawn",
        Medieval = "medieval",
        Renaissance = "renaissance",
        Industrial = "industrial",
        Global = "global",
        Robots = "robots",
        End = "end",
    }
}

impl Era {
    /// Navigating Spacetime: returns the Era that is so many steps clockwise.
    #[must_use]
    pub fn clockwise(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) % Self::ALL.len()]
    }

    /// Navigating Spacetime: returns the next Era, clockwise.
    #[must_use]
    pub fn next(self) -> Self {
        self.clockwise(1)
    }

    /// Navigating Spacetime: returns the previous Era, counterclockwise.
    #[must_use]
    pub fn previous(self) -> Self {
        self.clockwise(Self::ALL.len() - 1)
    }

    /// Adjacent Eras: returns the two Eras on either side.
    #[must_use]
    pub fn adjacent(self) -> [Self; 2] {
        [self.previous(), self.next()]
    }

    /// Returns the seven Eras clockwise from this one.
    pub fn around(self) -> impl Iterator<Item = Self> {
        (0..Self::ALL.len()).map(move |steps| self.clockwise(steps))
    }

    /// Returns the number of steps on the shorter way to another Era.
    #[must_use]
    pub fn distance(self, other: Self) -> usize {
        let clockwise = (other as usize + Self::ALL.len() - self as usize) % Self::ALL.len();
        clockwise.min(Self::ALL.len() - clockwise)
    }
}

names! {
    /// Artifact Dimensions: the three Elementary ones, and the fourth.
    Dimension {
        Spiral = "spiral",
        Star = "star",
        Stripe = "stripe",
        BlackHole = "black-hole",
    }
}

impl Dimension {
    /// Artifact Dimensions: the Dimensions whose Artifacts a LOOP can ready.
    pub const ELEMENTARY: [Self; 3] = [Self::Spiral, Self::Star, Self::Stripe];
}

names! {
    /// The Agents. Each is a seat of the table.
    Agent {
        MrTime = "mr-time",
        TimeProwler = "time-prowler",
        VGirl = "v-girl",
        Robofinisher404 = "robofinisher-404",
        Cztwyzzek = "cztwyzzek",
    }
}

/// Special ability: what an Agent alone can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Special {
    /// Once a turn, in the Action Phase, they move another Agent to an adjacent Era.
    MovesAnAlly,
    /// Once in their Faux Phase they cancel a Rift that has just dropped.
    CancelsARift,
    /// Once a turn, in the Action Phase, they resolve the ability of an Artifact that is available in their Era.
    ResolvesAnArtifact,
    /// Each Clone after the first that is destroyed in their turn adds an Energy or removes a Rift in its Era.
    GainsFromClones,
    /// Their free move may lead to any Era.
    JumpsFreely,
}

names! {
    /// Mission Tiles: the ten Missions.
    Mission {
        RiftsWithFaux = "rifts-with-faux",
        LoopsWithFaux = "loops-with-faux",
        ClonesWithFaux = "clones-with-faux",
        RiftsInEras = "rifts-in-eras",
        LoopsInEras = "loops-in-eras",
        ClonesInEras = "clones-in-eras",
        EnergyEverywhere = "energy-everywhere",
        FlankFaux = "flank-faux",
        CleanEras = "clean-eras",
        EnergyHere = "energy-here",
    }
}

/// A Clone token, such as `medieval/robots`: the Era on its back, where it arrives, and the Paradox Era on its front,
/// where it is destroyed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clone {
    /// The Era where it arrives.
    pub start: Era,
    /// Destroying Clones: its Paradox Era.
    pub paradox: Era,
}
word!(
    Clone,
    "A Clone: the Era where it arrived, a slash, and its Paradox Era, such as `medieval/robots`.",
    "^[a-z]+/[a-z]+$",
    |text| {
        let (start, paradox) = text.split_once('/')?;
        let start = nearest_of(start, Era::ALL.iter().copied())?;
        let paradox = nearest_of(paradox, Era::ALL.iter().copied())?;
        Some(Self { start, paradox })
    }
);

impl fmt::Display for Clone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_parts(f, [self.start.name(), "/", self.paradox.name()])
    }
}

impl FromStr for Clone {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let bad = || BadId::new("Clone (such as `medieval/robots`)", text);
        let (start, paradox) = text.split_once('/').ok_or_else(bad)?;
        let era = |text: &str| text.parse::<Era>().map_err(|_| bad());
        Ok(Self {
            start: era(start)?,
            paradox: era(paradox)?,
        })
    }
}

/// One choice within an ability: an Era, a Clone, an Artifact, an Agent, one of several ways, or whether something is done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pick {
    /// An Era.
    Era(Era),
    /// A Clone.
    Clone(Clone),
    /// An Artifact.
    Artifact(Artifact),
    /// An Agent.
    Agent(Agent),
    /// One of several ways, from 1: `way-1`.
    Way(u8),
    /// `yes`: do it, or go on.
    Yes,
    /// `no`: leave it.
    No,
}
word!(
    Pick,
    "One choice of an ability: an Era, a Clone, an Artifact, an Agent, `way-1` and so on, `yes` or `no`.",
    "^[a-z0-9/-]+$",
    |text| {
        let eras = Era::ALL.iter().copied().map(Pick::Era);
        let agents = Agent::ALL.iter().copied().map(Pick::Agent);
        let artifacts = Artifact::ALL.iter().copied().map(Pick::Artifact);
        nearest_of(text, eras.chain(agents).chain(artifacts))
    }
);

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Era(era) => era.fmt(f),
            Self::Clone(clone) => clone.fmt(f),
            Self::Artifact(artifact) => artifact.fmt(f),
            Self::Agent(agent) => agent.fmt(f),
            Self::Way(number) => f.pad(&format!("way-{number}")),
            Self::Yes => f.pad("yes"),
            Self::No => f.pad("no"),
        }
    }
}

impl FromStr for Pick {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let way = || text.strip_prefix("way-")?.parse().ok().filter(|n| *n > 0);
        match text {
            "yes" => Ok(Self::Yes),
            "no" => Ok(Self::No),
            _ if text.contains('/') => text.parse().map(Self::Clone),
            _ => (text.parse().map(Self::Era).ok())
                .or_else(|| text.parse().map(Self::Agent).ok())
                .or_else(|| text.parse().map(Self::Artifact).ok())
                .or_else(|| way().map(Self::Way))
                .ok_or_else(|| BadId::new("choice of an ability", text)),
        }
    }
}

/// Acquire Artifact: the card that is taken, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Take {
    /// `none`: no card.
    None,
    /// This card.
    Artifact(Artifact),
}
word!(
    Take,
    "An Artifact that is available in your Era, or `none`.",
    "^[a-z0-9-]+$",
    |text| nearest_of(text, Artifact::ALL.iter().copied().map(Take::Artifact))
);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.pad("none"),
            Self::Artifact(artifact) => artifact.fmt(f),
        }
    }
}

impl FromStr for Take {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        match text {
            "none" => Ok(Self::None),
            _ => text.parse().map(Self::Artifact),
        }
    }
}
