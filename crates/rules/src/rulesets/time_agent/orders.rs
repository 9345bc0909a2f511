//! The body of an order file, in the rulebook's words.

use super::names::{Alters, OwnUnit, Race, Technology, UnitId};
use super::places::{HexId, Spot};
use crate::{engine::HOLD, rulesets::kit::is_default, yaml::nearest};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, IntoDeserializer},
};
use std::{borrow::Cow, fmt, marker::PhantomData};

/// Orders for one round of Time Agent. You are asked about anything left out when it comes up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Orders {
    /// 7: when to go in the player order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_order: Option<TurnOrder>,
    /// 8: the headquarters phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headquarters: Option<Headquarters>,
    /// 9.1: moves in the order they are made; an empty list stays put.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<OrHold<Move>>>,
    /// 9.2 to 9.5: what to do where your operatives are, in the order of the steps: ask, search,
    /// attack, then reverse and rotate; an empty list does nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<Action>>,
    /// 9.2: answers in advance to players who ask whether you oppose them; the first line that fits
    /// is your answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opposition: Vec<Opposition>,
    /// 9.52: what you are ready to pay for alterations by others; a line is good for one request that it fits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contribute: Vec<Contribution>,
}

/// 7: when to go in the player order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnOrder {
    /// Places in the player order, the most wanted first; 1 goes first.
    pub prefer: Vec<u8>,
}

/// 8: the headquarters phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Headquarters {
    /// 8: decide only when the decisions of all players earlier in the player order are published. The rest
    /// of the section then waits for a file that leaves this out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub after_earlier: bool,
    /// 8.1: the operatives that stay in the past; the others come home. Left out: as many as there
    /// are machines for, those farthest from the present first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maintain: Option<Vec<OwnUnit>>,
    /// 8.2: what to buy.
    pub buy: Purchases,
    /// 8.3: facedown tiles to look at, one after another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub research: Vec<OrHold<HexId>>,
}

/// 8.2: what to buy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Purchases {
    /// Time machines.
    #[serde(skip_serializing_if = "is_default")]
    pub time_machines: u32,
    /// Squads.
    #[serde(skip_serializing_if = "is_default")]
    pub squads: u32,
    /// Agents.
    #[serde(skip_serializing_if = "is_default")]
    pub agents: u32,
}

/// 9.1: one move: from the present by time machine, or inside the past along a timestream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    expecting = "a move such as `{unit: agent-1, to: 4b-2}`, or the word `hold`,"
)]
pub struct Move {
    /// The operative.
    pub unit: OwnUnit,
    /// The timestream it moves along; left out when it comes from the present.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub along: Option<Technology>,
    /// The destination.
    pub to: Spot,
}

/// 9.2 to 9.5: one action in a place where operatives of yours are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// 9.2: ask a player whether they oppose you there. The players in a tile that you want to alter are
    /// asked anyway.
    Ask(Question),
    /// 9.3: search with every operative of yours until found.
    Search(Hunt),
    /// 9.4: attack operatives that were found.
    Attack(Hunt),
    /// 9.5: reverse the event or invention there, or unreverse it.
    Reverse(Reverse),
    /// 9.5: rotate the tile.
    Rotate(Rotate),
    /// Stop here and let me see what happened.
    Hold,
}

/// 9.2: a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The place.
    pub tile: Spot,
    /// The race to ask.
    pub race: Race,
}

/// 9.3, 9.4: the targets of a search or an attack, and the operatives that carry it out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hunt {
    /// The place.
    pub tile: Spot,
    /// Only this operative.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub target: Option<UnitId>,
    /// Only operatives of this race.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub race: Option<Race>,
    /// Only with these operatives of yours.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub with: Option<Vec<OwnUnit>>,
    /// The operatives that come first; `opposing` is the default.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first: Option<Which>,
    /// Only these operatives; all others are left alone.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub only: Option<Which>,
}

/// Some of the operatives in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// Those of players who declared that they oppose you there (9.2).
    Opposing,
}

/// 9.5: reverse the event or invention in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reverse {
    /// The place.
    pub tile: Spot,
    /// 9.52: what you pay at most; the rest is asked of the others there. Left out: all of it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pay_up_to: Option<u32>,
    /// 9.52: what to do if the others do not pay the rest. Left out: `skip`.
    #[serde(rename = "else", skip_serializing_if = "Option::is_none", default)]
    pub otherwise: Option<Otherwise>,
}

/// 9.52: what to do when the price of an alteration is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    /// Pay all of it yourself.
    PayAll,
    /// Go on with the next line.
    Skip,
    /// Stop there and let me see what happened.
    Hold,
}

/// 9.5: rotate a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rotate {
    /// The tile.
    pub tile: HexId,
    /// The board edge its marked edge shall point to, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub to: u8,
    /// 9.52: what you pay at most; the rest is asked of the others there. Left out: all of it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pay_up_to: Option<u32>,
    /// 9.52: what to do if the others do not pay the rest. Left out: `skip`.
    #[serde(rename = "else", skip_serializing_if = "Option::is_none", default)]
    pub otherwise: Option<Otherwise>,
}

/// 9.2: an answer in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opposition {
    /// The place, or `any`.
    pub tile: OrAny<Spot>,
    /// The race that asks; left out: any race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<OrAny<Race>>,
    /// The answer.
    pub declare: Declaration,
}

/// 9.2: whether your operatives in a place oppose the active player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Declaration {
    /// They oppose.
    Oppose,
    /// They do not oppose.
    StandAside,
    /// Ask me when it comes up.
    Ask,
}

/// 9.52: the amount that you are ready to pay for the alteration of another race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Contribution {
    /// The place, or `any`.
    pub tile: OrAny<Spot>,
    /// The race whose alteration it is.
    #[serde(rename = "for")]
    pub race: Race,
    /// The alteration to pay for: `reverse`, `unreverse`, `rotate`, or `any` of them.
    pub to: OrAny<Alters>,
    /// Only a rotation that turns the tile's marked edge to this board edge, 1 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 6))]
    pub edge: Option<u8>,
    /// Credits, at most.
    pub up_to: u32,
}

/// A line of a queue: an order, or the word `hold`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrHold<T> {
    /// Stop here and let me see what happened.
    Hold,
    /// An order.
    Do(T),
}

/// A name, or the word `any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrAny<T> {
    /// Any value.
    Any,
    /// This one.
    The(T),
}

impl<T: PartialEq> OrAny<T> {
    /// Checks whether it covers one value.
    pub(crate) fn fits(&self, one: &T) -> bool {
        match self {
            Self::Any => true,
            Self::The(the) => the == one,
        }
    }
}

const ANY: &str = "any";

/// Reads one special word, or the type itself, without buffering, so that errors keep their position.
struct WordOr<T> {
    /// The one special word; serde wants a list.
    word: &'static [&'static str],
    value: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> de::Visitor<'de> for WordOr<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an order or the word `{}`", self.word.concat())
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Option<T>, E> {
        if self.word.contains(&text) {
            return Ok(None);
        }
        T::deserialize(text.into_deserializer())
            .map(Some)
            .map_err(|wrong| match nearest(text, self.word.iter().copied()) {
                Some(_) => E::unknown_variant(text, self.word),
                None => wrong,
            })
    }
    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Option<T>, A::Error> {
        T::deserialize(de::value::MapAccessDeserializer::new(map)).map(Some)
    }
}

macro_rules! word_or {
    ($type:ident, $word:expr, $none:ident, $some:ident) => {
        impl<T: Serialize> Serialize for $type<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::$none => serializer.serialize_str($word),
                    Self::$some(value) => value.serialize(serializer),
                }
            }
        }

        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $type<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let visitor = WordOr {
                    word: &[$word],
                    value: PhantomData,
                };
                Ok(deserializer
                    .deserialize_any(visitor)?
                    .map_or(Self::$none, Self::$some))
            }
        }

        impl<T: JsonSchema> JsonSchema for $type<T> {
            fn schema_name() -> Cow<'static, str> {
                format!("{}{}", stringify!($type), T::schema_name()).into()
            }
            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "anyOf": [{"const": $word}, generator.subschema_for::<T>()]
                })
            }
        }
    };
}

word_or!(OrHold, HOLD, Hold, Do);
word_or!(OrAny, ANY, Any, The);
