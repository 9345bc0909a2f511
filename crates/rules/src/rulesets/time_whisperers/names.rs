//! The names of the game: colors, ages, sides, cards and gold powers.

use crate::rulesets::words::names;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error as _, Visitor},
};
use std::{borrow::Cow, fmt};

names! {
    /// Components: the color of a player's cards and Time Whisperers.
    Color {
        Red = "red",
        Blue = "blue",
        Green = "green",
        Purple = "purple",
    }
}

names! {
    /// Components: one of the four ages, in clockwise order.
    Age {
        Night = "night",
        Dawn = "dawn",
        Day = "day",
        Dusk = "dusk",
    }
}

impl Age {
    /// The order in which set-up fills the ages (Setup 5).
    pub const PLACING: [Self; 4] = [Self::Dawn, Self::Day, Self::Dusk, Self::Night];

    /// Returns the next age clockwise.
    #[must_use]
    pub(crate) const fn clockwise(self) -> Self {
        match self {
            Self::Night => Self::Dawn,
            Self::Dawn => Self::Day,
            Self::Day => Self::Dusk,
            Self::Dusk => Self::Night,
        }
    }

    /// Returns the next age counterclockwise.
    #[must_use]
    pub(crate) const fn counterclockwise(self) -> Self {
        self.clockwise().clockwise().clockwise()
    }

    /// Returns the pairs of adjacent ages; the second of each is clockwise of the first.
    pub(crate) fn pairs() -> impl Iterator<Item = [Self; 2]> {
        Self::ALL.iter().map(|age| [*age, age.clockwise()])
    }
}

names! {
    /// Components: which side of a Time Whisperer is up.
    Side {
        Dark = "dark",
        Gold = "gold",
    }
}

names! {
    /// Phase 2, Zodiac: which scoring of the round it is.
    WhichScoring {
        Phase = "phase",
        Zodiac = "zodiac",
    }
}

impl Side {
    /// Returns the other side.
    #[must_use]
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Dark => Self::Gold,
            Self::Gold => Self::Dark,
        }
    }
}

names! {
    /// Phase 1: what is printed on an action card.
    Action {
        Progression = "progression",
        Retrogression = "retrogression",
        Inversion = "inversion",
        Augmentation = "augmentation",
        Termination = "termination",
    }
}

names! {
    /// Gold power descriptions: the 24 gold powers. They stand by level and then by the alphabet, so
    /// that their order is the order in which they are decided on (Rules for using gold powers 4).
    Power {
        Agent = "agent",
        Axis = "axis",
        Judge = "judge",
        Knight = "knight",
        Mimic = "mimic",
        Noble = "noble",
        Psychic = "psychic",
        Wormhole = "wormhole",
        Hybrid = "hybrid",
        Multiverse = "multiverse",
        Mutants = "mutants",
        Phoenix = "phoenix",
        Swarm = "swarm",
        Thief = "thief",
        Tornado = "tornado",
        Witch = "witch",
        Alliance = "alliance",
        Assassin = "assassin",
        Deity = "deity",
        Medusa = "medusa",
        Titan = "titan",
        Tyrant = "tyrant",
        Uniter = "uniter",
        Zodiac = "zodiac",
    }
}

impl Power {
    /// Returns the level, 1 to 3: there are eight powers of each.
    pub(crate) const fn level(self) -> u8 {
        1 + (self as u8) / 8
    }

    /// Returns the powers of a level.
    pub(crate) fn of_level(level: u8) -> &'static [Self] {
        let start = 8 * usize::from(level - 1);
        &Self::ALL[start..start + 8]
    }
}

/// Components: the number of a Time Whisperer and of its card, 1 to 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Number(u8);

impl Number {
    /// Creates a number from 1 to 4; `None` for any other.
    pub(crate) const fn new(n: u8) -> Option<Self> {
        if n >= 1 && n <= 4 {
            Some(Self(n))
        } else {
            None
        }
    }

    /// Returns the numbers from 1 to the highest one in play.
    pub fn up_to(highest: Self) -> impl DoubleEndedIterator<Item = Self> {
        (1..=highest.0).map(Self)
    }

    /// Number 1, which several gold powers refer to.
    pub(crate) const ONE: Self = Self(1);
    /// Number 2, which the Hybrid refers to.
    pub(crate) const TWO: Self = Self(2);
    /// The highest number with four players.
    pub const THREE: Self = Self(3);
    /// The highest number with two or three players.
    pub const FOUR: Self = Self(4);

    /// Returns the strength of its Time Whisperer.
    pub(crate) const fn strength(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let n = u8::deserialize(deserializer)?;
        Self::new(n).ok_or_else(|| D::Error::custom(format!("{n} is not a number from 1 to 4")))
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 1, "maximum": 4})
    }
}

/// Components: one of a player's nine cards: a number or an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// A number card.
    Number(Number),
    /// An action card.
    Action(Action),
}

impl Card {
    /// The card that ends a player's card play.
    pub(crate) const TERMINATION: Self = Self::Action(Action::Termination);

    /// Returns the number on a number card.
    pub(crate) const fn number(self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(number),
            Self::Action(_) => None,
        }
    }

    /// Returns the action on an action card.
    pub(crate) const fn action(self) -> Option<Action> {
        match self {
            Self::Number(_) => None,
            Self::Action(action) => Some(action),
        }
    }

    /// The cards as they are written, for suggestions when one is misspelt.
    pub(super) const WORDS: &'static [&'static str] = &[
        "1",
        "2",
        "3",
        "4",
        Action::Progression.name(),
        Action::Retrogression.name(),
        Action::Inversion.name(),
        Action::Augmentation.name(),
        Action::Termination.name(),
    ];

    pub(super) fn from_word(word: &str) -> Option<Self> {
        if let Ok(n) = word.parse() {
            return Number::new(n).map(Self::Number);
        }
        word.parse().ok().map(Self::Action)
    }

    pub(super) fn from_integer(n: u64) -> Option<Self> {
        Number::new(u8::try_from(n).ok()?).map(Self::Number)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => fmt::Display::fmt(number, f),
            Self::Action(action) => fmt::Display::fmt(action, f),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Action(action) => action.serialize(serializer),
        }
    }
}

struct CardVisitor;

impl Visitor<'_> for CardVisitor {
    type Value = Card;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card: a number from 1 to 4, or an action such as `progression`")
    }
    fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Card, E> {
        Card::from_integer(n).ok_or_else(|| E::custom(format!("there is no card {n}")))
    }
    fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Card, E> {
        self.visit_u64(u64::try_from(n).unwrap_or(0))
    }
    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Card, E> {
        Card::from_word(word).ok_or_else(|| E::unknown_variant(word, Card::WORDS))
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CardVisitor)
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [generator.subschema_for::<Number>(), generator.subschema_for::<Action>()]
        })
    }
}
