//! The names of the game: colors, counters, markers, Epochs and players.

use crate::rulesets::words::{BadId, names, nearest_of, word};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

names! {
    /// Components: a type of Artifact, each with a color of its own; the white ones are the World's.
    Color {
        Europe = "europe",
        Africa = "africa",
        America = "america",
        Asia = "asia",
        Australia = "australia",
        World = "world",
    }
}

impl Color {
    /// The five types of Artifacts that Scoring compares; the World is not one of them.
    pub const FIVE: [Self; 5] = [
        Self::Europe,
        Self::Africa,
        Self::America,
        Self::Asia,
        Self::Australia,
    ];
}

names! {
    /// The players, by their Time Travelers, in the order of their seats around the table (ruling B22).
    Player {
        Black = "black",
        Orange = "orange",
        Pink = "pink",
        Silver = "silver",
        Teal = "teal",
        Yellow = "yellow",
    }
}

/// The symbol on an Artifact Counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// No symbol.
    Plain,
    /// An Atomic Symbol.
    Atomic,
    /// Arrows.
    Arrows,
}

/// A path between Epochs by which the Time Police move: 1 or 2.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "u8", into = "u8")]
pub enum Path {
    /// 1.
    One,
    /// 2.
    Two,
}

impl Path {
    /// Both paths.
    pub(crate) const BOTH: [Self; 2] = [Self::One, Self::Two];
}

impl TryFrom<u8> for Path {
    type Error = BadId;
    fn try_from(number: u8) -> Result<Self, BadId> {
        Self::BOTH
            .into_iter()
            .find(|path| u8::from(*path) == number)
            .ok_or_else(|| BadId::new("path (there are 1 and 2)", &number.to_string()))
    }
}

impl From<Path> for u8 {
    fn from(path: Path) -> Self {
        match path {
            Path::One => 1,
            Path::Two => 2,
        }
    }
}

/// An Artifact Counter, such as `asia`, `asia-atomic`, `asia-arrows` or `world`; equal ones are not
/// told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Artifact {
    /// Its type.
    pub color: Color,
    /// The symbol on it, if any.
    pub symbol: Symbol,
}
word!(
    Artifact,
    "An Artifact Counter, such as `asia`, `asia-atomic`, `asia-arrows` or `world`.",
    "^(world|(europe|africa|america|asia|australia)(-atomic|-arrows)?)$",
    |text| nearest_of(text, Self::all())
);

impl Artifact {
    /// Returns every kind of Artifact Counter.
    fn all() -> impl Iterator<Item = Self> {
        let symbols = [Symbol::Plain, Symbol::Atomic, Symbol::Arrows];
        let colored = move |color| symbols.map(|symbol| Self { color, symbol });
        Color::FIVE
            .into_iter()
            .flat_map(colored)
            .chain([Self::WORLD])
    }

    /// The World counter, a joker.
    pub(crate) const WORLD: Self = Self::plain(Color::World);

    /// Returns the counter of a color without a symbol.
    pub const fn plain(color: Color) -> Self {
        Self {
            color,
            symbol: Symbol::Plain,
        }
    }
}

impl fmt::Display for Artifact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.color.name())?;
        f.write_str(match self.symbol {
            Symbol::Plain => "",
            Symbol::Atomic => "-atomic",
            Symbol::Arrows => "-arrows",
        })
    }
}

impl FromStr for Artifact {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let (color, symbol) = match text.split_once('-') {
            None => (text, Some(Symbol::Plain)),
            Some((color, "atomic")) => (color, Some(Symbol::Atomic)),
            Some((color, "arrows")) => (color, Some(Symbol::Arrows)),
            Some((color, _)) => (color, None),
        };
        color
            .parse()
            .ok()
            .zip(symbol)
            .map(|(color, symbol)| Self { color, symbol })
            .filter(|a| a.color != Color::World || a.symbol == Symbol::Plain)
            .ok_or_else(|| {
                let what = "Artifact Counter (they are named like asia, asia-atomic or world)";
                BadId::new(what, text)
            })
    }
}

/// Anything that is drawn from the bag: an Artifact Counter, or a Time Police Counter such as
/// `police-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counter {
    /// An Artifact Counter.
    Artifact(Artifact),
    /// A Time Police Counter, with the path it shows.
    Police(Path),
}
word!(
    Counter,
    "A counter, such as `asia`, `world` or `police-1`.",
    "^(police-[12]|world|(europe|africa|america|asia|australia)(-atomic|-arrows)?)$",
    |text| {
        let artifacts = Artifact::all().map(Self::Artifact);
        nearest_of(text, artifacts.chain(Path::BOTH.map(Self::Police)))
    }
);

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Artifact(artifact) => artifact.fmt(f),
            Self::Police(path) => write!(f, "police-{}", u8::from(*path)),
        }
    }
}

impl FromStr for Counter {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        match text.strip_prefix("police-") {
            Some("1") => Ok(Self::Police(Path::One)),
            Some("2") => Ok(Self::Police(Path::Two)),
            Some(_) => Err(BadId::new("Time Police Counter", text)),
            None => text.parse().map(Self::Artifact),
        }
    }
}

/// A Scoring Marker by its type and the size of the set it is sold for: `asia-5` is Asia's 5/6, and
/// `world-3` the World's 3/2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marker {
    /// Its type.
    pub color: Color,
    /// The number of counters in the set.
    pub set: u8,
}
word!(
    Marker,
    "A Scoring Marker by its type and the size of its set: `asia-5` is Asia's 5/6, `world-3` the World's 3/2.",
    "^(europe|africa|america|asia|australia|world)-[1-9]$",
    |text| {
        // The marker itself has `asia-5/6` printed on it.
        let (color, set) = text.split('/').next()?.split_once('-')?;
        let color = color.parse().ok();
        let color =
            color.or_else(|| nearest_of(text.split('-').next()?, Color::ALL.iter().copied()));
        format!("{}-{set}", color?).parse().ok()
    }
);

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.color, self.set)
    }
}

impl FromStr for Marker {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        text.split_once('-')
            .and_then(|(color, set)| {
                let color = color.parse().ok()?;
                let set = set.parse().ok()?;
                ((1..=9).contains(&set) && !text.contains('+')).then_some(Self { color, set })
            })
            .ok_or_else(|| BadId::new("Scoring Marker (they are named like asia-5)", text))
    }
}

/// An Epoch by its years, such as `1200-1299`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(u16);
word!(
    Epoch,
    "An Epoch by its years, such as `1200-1299`.",
    "^[0-9]{2}00-[0-9]{2}99$",
    Self::like
);

impl Epoch {
    /// Returns the Epoch that is meant by its first year alone, or by its years in short: `1200`, `1200s`, `1200-99`.
    fn like(text: &str) -> Option<Self> {
        let (first, rest) = (text.get(..4)?, text.get(4..)?);
        let first: u16 = first.parse().ok().filter(|first| first % 100 == 0)?;
        matches!(rest, "" | "s" | "-99").then_some(Self(first))
    }
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:04}", self.0, self.0 + 99)
    }
}

impl FromStr for Epoch {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        text.get(..4)
            .and_then(|first| first.parse().ok())
            .filter(|first| first % 100 == 0)
            .map(Self)
            .filter(|epoch| epoch.to_string() == text)
            .ok_or_else(|| BadId::new("Epoch (they are named like 1200-1299)", text))
    }
}

/// Playing 1: the Epoch to restock, or `none`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Restock {
    /// Nothing is restocked.
    None,
    /// This one.
    Epoch(Epoch),
}
word!(
    Restock,
    "The Epoch to restock, or `none`.",
    "^(none|[0-9]{2}00-[0-9]{2}99)$",
    |text| {
        let epoch = Epoch::like(text).map(Self::Epoch);
        epoch.or_else(|| nearest_of(text, [Self::None]))
    }
);

const NONE: &str = "none";

impl fmt::Display for Restock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.pad(NONE),
            Self::Epoch(epoch) => epoch.fmt(f),
        }
    }
}

impl FromStr for Restock {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        if text == NONE {
            return Ok(Self::None);
        }
        text.parse().map(Self::Epoch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    fn reads_back<T: FromStr<Err = BadId> + ToString + Debug>(good: &[&str], bad: &[&str]) {
        for text in good {
            let again = text.parse::<T>().map(|name| name.to_string());
            assert_eq!(again.as_deref(), Ok(*text));
        }
        for text in bad {
            assert!(text.parse::<T>().is_err(), "{text}");
        }
    }

    #[test]
    fn names_read_back() {
        let odd = ["", "asia-", "asia-big", "world-atomic", "Asia", "atomic"];
        reads_back::<Artifact>(&["asia", "asia-atomic", "europe-arrows", "world"], &odd);
        reads_back::<Counter>(&["world", "police-1"], &["police-3", "police-", "police"]);
        reads_back::<Marker>(
            &["asia-5", "world-3"],
            &["asia", "asia-0", "asia-+5", "x-2"],
        );
        let odd = [
            "1200",
            "1250-1349",
            "1200-1300",
            "1200-1299 ",
            "none",
            "+200-0299",
        ];
        reads_back::<Epoch>(&["1200-1299", "2200-2299"], &odd);
        reads_back::<Restock>(&["none", "1400-1499"], &["some"]);
    }
}
