//! The names of the game: colors, Time Zones, Agents, places on the boards, the values of tokens and Fate cards.

use crate::rulesets::words::{BadId, names, nearest_of, word, write_parts};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{borrow::Cow, fmt, str::FromStr};

names! {
    /// The players' colors. Each is a seat of the table, and has a Timeline Board.
    Color {
        Green = "green",
        Purple = "purple",
        Orange = "orange",
        Blue = "blue",
    }
}

names! {
    /// Timeline Boards: the seven Time Zones, from the present down into the past.
    Zone {
        Today = "today",
        Yesterday = "yesterday",
        RecentPast = "recent-past",
        Yesteryear = "yesteryear",
        DistantPast = "distant-past",
        AncientTimes = "ancient-times",
        PreHistory = "pre-history",
    }
}

impl Zone {
    /// Returns the Time Zone that lies so many Zones farther in the past; `None` below Pre-History.
    #[must_use]
    pub fn down(self, zones: u8) -> Option<Self> {
        Self::ALL.get(self as usize + usize::from(zones)).copied()
    }

    /// Returns the next Time Zone on the way to the present; `None` for Today.
    #[must_use]
    pub fn up(self) -> Option<Self> {
        Self::ALL.get((self as usize).checked_sub(1)?).copied()
    }

    /// Returns the Zones of the past: all but Today.
    #[must_use]
    pub fn past() -> &'static [Self] {
        &Self::ALL[1..]
    }
}

names! {
    /// About Agents: the twelve Agents of a color.
    Role {
        Agent1 = "agent-1",
        Agent2 = "agent-2",
        Scientist1 = "scientist-1",
        Scientist2 = "scientist-2",
        Brawler1 = "brawler-1",
        Brawler2 = "brawler-2",
        HistorianYesterday = "historian-yesterday",
        HistorianRecentPast = "historian-recent-past",
        HistorianYesteryear = "historian-yesteryear",
        HistorianDistantPast = "historian-distant-past",
        HistorianAncientTimes = "historian-ancient-times",
        HistorianPreHistory = "historian-pre-history",
    }
}

names! {
    /// Components: the sides of a Time Wave token.
    Side {
        Create = "create",
        Solve = "solve",
    }
}

names! {
    /// Agent Types: the specialties.
    Specialty {
        Brawler = "brawler",
        Historian = "historian",
        Scientist = "scientist",
    }
}

impl Role {
    /// Agent Types: returns the specialty; `None` for the two generic Agents.
    #[must_use]
    pub fn specialty(self) -> Option<Specialty> {
        match self {
            Self::Agent1 | Self::Agent2 => None,
            Self::Scientist1 | Self::Scientist2 => Some(Specialty::Scientist),
            Self::Brawler1 | Self::Brawler2 => Some(Specialty::Brawler),
            _ => Some(Specialty::Historian),
        }
    }

    /// Historian: returns the Zone of their history; `None` for other Agents.
    #[must_use]
    pub fn history(self) -> Option<Zone> {
        match self {
            Self::HistorianYesterday => Some(Zone::Yesterday),
            Self::HistorianRecentPast => Some(Zone::RecentPast),
            Self::HistorianYesteryear => Some(Zone::Yesteryear),
            Self::HistorianDistantPast => Some(Zone::DistantPast),
            Self::HistorianAncientTimes => Some(Zone::AncientTimes),
            Self::HistorianPreHistory => Some(Zone::PreHistory),
            _ => None,
        }
    }
}

/// An Agent, such as `orange-brawler-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Agent {
    /// The player's color.
    pub color: Color,
    /// Its role, one of the twelve that each color has.
    pub role: Role,
}
word!(
    Agent,
    "An Agent: its color and its name, such as `orange-brawler-1` or `green-historian-distant-past`.",
    "^[a-z]+-[a-z0-9-]+$",
    |text| nearest_of(text, Agent::all(Color::ALL))
);

impl Agent {
    /// Returns the Agents of some colors.
    pub fn all(colors: &[Color]) -> impl Iterator<Item = Self> {
        let each = |color: &Color| {
            let color = *color;
            Role::ALL
                .iter()
                .map(move |role| Self { color, role: *role })
        };
        colors.iter().flat_map(each)
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_parts(f, [self.color.name(), "-", self.role.name()])
    }
}

impl FromStr for Agent {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        if text.parse::<Role>().is_ok() {
            return Err(BadId::new(
                "Agent: its color is missing (such as `orange-brawler-1`)",
                text,
            ));
        }
        let bad = || BadId::new("Agent (such as `orange-brawler-1`)", text);
        let (color, role) = text.split_once('-').ok_or_else(bad)?;
        Ok(Self {
            color: color.parse().map_err(|_| bad())?,
            role: role.parse().map_err(|_| bad())?,
        })
    }
}

/// A Time Zone of a Timeline Board, such as `orange/ancient-times`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The color of the Timeline Board.
    pub board: Color,
    /// The Time Zone.
    pub zone: Zone,
}
word!(
    Place,
    "A Time Zone of a Timeline Board: the color, a slash and the Zone, such as `orange/ancient-times`.",
    "^[a-z]+/[a-z-]+$",
    |text| nearest_of(text, Place::all(Color::ALL))
);

impl Place {
    /// Returns a place.
    #[must_use]
    pub fn new(board: Color, zone: Zone) -> Self {
        Self { board, zone }
    }

    /// Returns all places of some boards, from Today down.
    pub fn all(boards: &[Color]) -> impl Iterator<Item = Self> {
        let each = |board: &Color| {
            let board = *board;
            Zone::ALL.iter().map(move |zone| Self::new(board, *zone))
        };
        boards.iter().flat_map(each)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_parts(f, [self.board.name(), "/", self.zone.name()])
    }
}

impl FromStr for Place {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let bad = || BadId::new("place (such as `orange/ancient-times`)", text);
        let (board, zone) = text.split_once('/').ok_or_else(bad)?;
        Ok(Self {
            board: board.parse().map_err(|_| bad())?,
            zone: zone.parse().map_err(|_| bad())?,
        })
    }
}

/// Makes a type that is written as a number or as the word `fate`.
macro_rules! number_or_fate {
    ($type:ident, $variant:ident($number:ty), $least:literal, $most:literal, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::$variant(number) => number.serialize(serializer),
                    Self::Fate => serializer.serialize_str("fate"),
                }
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Reads;
                impl de::Visitor<'_> for Reads {
                    type Value = $type;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($what)
                    }
                    fn visit_i64<E: de::Error>(self, number: i64) -> Result<$type, E> {
                        let within = ($least..=$most).contains(&number) && number != 0;
                        (<$number>::try_from(number).ok())
                            .filter(|_| within)
                            .map($type::$variant)
                            .ok_or_else(|| E::invalid_value(de::Unexpected::Signed(number), &self))
                    }
                    fn visit_u64<E: de::Error>(self, number: u64) -> Result<$type, E> {
                        let number = i64::try_from(number).unwrap_or(i64::MAX);
                        self.visit_i64(number)
                    }
                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$type, E> {
                        match text {
                            "fate" => Ok($type::Fate),
                            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                        }
                    }
                }
                deserializer.deserialize_any(Reads)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::$variant(number) => f.pad(&number.to_string()),
                    Self::Fate => f.pad("fate"),
                }
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "description": $what,
                    "anyOf": [
                        {"type": "integer", "minimum": $least, "maximum": $most},
                        {"const": "fate"},
                    ],
                })
            }
        }
    };
}

/// Duel Value: what a player puts into a duel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bid {
    /// A Time Control token with this value, from 1 to 21.
    Token(u8),
    /// A card of the Fate deck.
    Fate,
}
number_or_fate!(
    Bid,
    Token(u8),
    1,
    21,
    "a Time Control token from 1 to 21, or `fate`"
);

/// A Fate card, named by its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FateCard {
    /// A card with this value, from -15 to 15; there is no 0.
    Value(i8),
    /// The FATE card.
    Fate,
}
number_or_fate!(
    FateCard,
    Value(i8),
    -15,
    15,
    "the value of a Fate card from -15 to 15 without 0, or `fate`"
);

impl FateCard {
    /// Components: returns the 31 cards.
    pub fn all() -> impl Iterator<Item = Self> {
        let values = (-15..=15).filter(|value| *value != 0).map(Self::Value);
        values.chain([Self::Fate])
    }
}

/// Duels: the values that are revealed, in half points, because halves are kept (ruling D9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    /// Returns whole points as half points.
    #[must_use]
    pub const fn of(points: i32) -> Self {
        Self(points * 2)
    }

    /// Agent Status: positive values doubled and negative ones halved.
    #[must_use]
    pub const fn strong(self) -> Self {
        Self(if self.0 > 0 { self.0 * 2 } else { self.0 / 2 })
    }

    /// Agent Status: positive values halved and negative ones doubled.
    #[must_use]
    pub const fn weak(self) -> Self {
        Self(if self.0 > 0 { self.0 / 2 } else { self.0 * 2 })
    }
}

/// The Time Control tokens of a color (Components): 1 to 21, besides the FATE token.
pub const TOKENS: std::ops::RangeInclusive<u8> = 1..=21;

/// Returns the error for a text that is no Agent where other words may stand, too. An Agent without its color keeps its own error.
pub(super) fn other_than_an_agent(text: &str, what: &'static str, bad: BadId) -> BadId {
    match text.parse::<Role>() {
        Ok(_) => bad,
        Err(_) => BadId::new(what, text),
    }
}
