//! The body of an order file, in the rulebook's words.

use super::{
    artifacts::Artifact,
    names::{Dimension, Era, Pick, Take},
};
use crate::rulesets::{
    kit::{Wanted, is_default},
    words::{BadId, nearest_of, word},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, IntoDeserializer, value::MapAccessDeserializer},
};
use std::{borrow::Cow, fmt, str::FromStr};

/// Orders for one turn of The LOOP: yours, or what others may ask you in theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Orders {
    /// Action Phase: your actions in order; `hold` stops there and shows you the results so far. After the last one your
    /// Action Phase ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<Line>>,
    /// Acquire Artifact: the card you take where your actions end, or `none`; of several the first that is available.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acquire: Option<Wanted<Take>>,
    /// Complete Mission: `false` leaves a Mission of your Era that could be completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// Attendance Reward: the cards you want, the most wanted first; the others follow in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reward: Vec<Artifact>,
    /// Canceling a Rift (Time Prowler): the cube of your Faux Phase that you cancel: `overflow`, the first without a slot, or
    /// the first in one of some Eras. If no such cube drops, the last one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cancel: Vec<Cancel>,
    /// Destroying multiple Clones (Robofinisher 404): what each further destroyed Clone brings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Gain>,
    /// Allowing another Agent to resolve an ability: `false` declines what other players propose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agree: Option<bool>,
}

/// One line of an Action Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// Free Move: move to an adjacent Era without spending Energy, once a turn.
    Free(Era),
    /// Move: spend an Energy of your Era and move to an adjacent one.
    Move(Era),
    /// Use an Artifact of your hand.
    Use(Use),
    /// Do a LOOP: spend Energy and ready the cards of a Dimension.
    Loop(Dimension),
    /// Use your special ability, with its choices in order.
    Ability(Vec<Wanted<Pick>>),
    /// Answer a choice of an ability that you were asked for.
    Choose(Wanted<Pick>),
    /// Stop here and let me see what happened.
    Hold,
}

impl Line {
    /// Returns the word that the line begins with.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Free(_) => "free",
            Self::Move(_) => "move",
            Self::Use(_) => "use",
            Self::Loop(_) => "loop",
            Self::Ability(_) => "ability",
            Self::Choose(_) => "choose",
            Self::Hold => "hold",
        }
    }

    /// Returns the choices that the line makes within an ability, in order.
    pub(super) fn choices(&self) -> &[Wanted<Pick>] {
        match self {
            Self::Use(line) => &line.with,
            Self::Ability(choices) => choices,
            Self::Free(_) | Self::Move(_) | Self::Loop(_) | Self::Choose(_) | Self::Hold => &[],
        }
    }
}

/// Use an Artifact: its name alone, or with its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The Artifact; of several the first that is ready in your hand.
    pub artifact: Wanted<Artifact>,
    /// The choices of its ability, in the order in which the ability comes to them.
    pub with: Vec<Wanted<Pick>>,
    /// True if the line is passed over when no such Artifact is ready.
    pub if_drawn: bool,
}

/// An Artifact, and what its ability asks for.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    /// The Artifact; of several the first that is ready in your hand.
    artifact: Wanted<Artifact>,
    /// The choices of its ability, in the order in which the ability comes to them; of several the first that is possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    with: Vec<Wanted<Pick>>,
    /// `true` passes the line over when no such Artifact is ready in your hand.
    #[serde(default, skip_serializing_if = "is_default")]
    if_drawn: bool,
}

impl Serialize for Use {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.with.is_empty() && !self.if_drawn {
            return self.artifact.serialize(serializer);
        }
        let written = Written {
            artifact: self.artifact.clone(),
            with: self.with.clone(),
            if_drawn: self.if_drawn,
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Use {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShortOrLong)
    }
}

/// Reads a word, a list of words or the long form without buffering, so that errors keep their position.
struct ShortOrLong;

impl<'de> de::Visitor<'de> for ShortOrLong {
    type Value = Use;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an Artifact, or `artifact:` with its choices under `with:`")
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Use, E> {
        Wanted::deserialize(text.into_deserializer()).map(short)
    }
    fn visit_seq<A: de::SeqAccess<'de>>(self, items: A) -> Result<Use, A::Error> {
        Wanted::deserialize(de::value::SeqAccessDeserializer::new(items)).map(short)
    }
    fn visit_map<A: de::MapAccess<'de>>(self, entries: A) -> Result<Use, A::Error> {
        let written = Written::deserialize(MapAccessDeserializer::new(entries))?;
        Ok(Use {
            artifact: written.artifact,
            with: written.with,
            if_drawn: written.if_drawn,
        })
    }
}

fn short(artifact: Wanted<Artifact>) -> Use {
    Use {
        artifact,
        with: vec![],
        if_drawn: false,
    }
}

impl JsonSchema for Use {
    fn schema_name() -> Cow<'static, str> {
        "Use".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let short = generator.subschema_for::<Wanted<Artifact>>();
        let long = generator.subschema_for::<Written>();
        json_schema!({"anyOf": [short, long]})
    }
}

/// Destroying multiple Clones: what a destroyed Clone brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gain {
    /// An Energy is added.
    Energy,
    /// A Rift is removed, if there is one.
    Rift,
}

/// Canceling a Rift: a cube that is canceled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cancel {
    /// `overflow`: a cube for which there is no slot.
    Overflow,
    /// A cube in this Era.
    Era(Era),
}
word!(
    Cancel,
    "`overflow`, or an Era.",
    "^(overflow|[a-z]+)$",
    |text| nearest_of(
        text,
        Era::ALL
            .iter()
            .copied()
            .map(Cancel::Era)
            .chain([Cancel::Overflow])
    )
);

impl fmt::Display for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow => f.pad("overflow"),
            Self::Era(era) => era.fmt(f),
        }
    }
}

impl FromStr for Cancel {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        match text {
            "overflow" => Ok(Self::Overflow),
            _ => text.parse().map(Self::Era),
        }
    }
}
