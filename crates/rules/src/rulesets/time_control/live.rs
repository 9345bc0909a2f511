//! Live play: the questions that a player wants to be asked by mail instead of having them answered by a default of the card.

use crate::{collect::Collect, rulesets::words::names};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{borrow::Cow, collections::BTreeSet, fmt};

names! {
    /// The parts of a turn that can be played live.
    Part {
        Action = "action",
        React = "react",
        Object = "object",
        Duel = "duel",
        Help = "help",
        Resolve = "resolve",
        Defend = "defend",
        CashOut = "cash-out",
        Contribute = "contribute",
    }
}

/// The parts of a turn that a player plays live: `true` for all of them, or a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Live(BTreeSet<Part>);

impl Live {
    /// Returns all parts.
    fn all() -> Self {
        Self(Part::ALL.iter().copied().collect_set())
    }

    /// Checks whether a player wants to be asked in this part of the turn; questions that are always asked belong to no part.
    pub(super) fn has(&self, part: Option<Part>) -> bool {
        part.is_some_and(|part| self.0.contains(&part))
    }
}

impl Serialize for Live {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.len() {
            0 => serializer.serialize_bool(false),
            n if n == Part::ALL.len() => serializer.serialize_bool(true),
            _ => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Live {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;
        impl<'de> de::Visitor<'de> for Reads {
            type Value = Live;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`true`, `false`, or a list such as `[react, duel]`")
            }
            fn visit_bool<E: de::Error>(self, all: bool) -> Result<Live, E> {
                Ok(if all { Live::all() } else { Live::default() })
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> Result<Live, A::Error> {
                let mut parts = BTreeSet::new();
                while let Some(part) = items.next_element()? {
                    parts.insert(part);
                }
                Ok(Live(parts))
            }
        }
        deserializer.deserialize_any(Reads)
    }
}

impl JsonSchema for Live {
    fn schema_name() -> Cow<'static, str> {
        "Live".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let part = generator.subschema_for::<Part>();
        json_schema!({"anyOf": [{"type": "boolean"}, {"type": "array", "items": part}]})
    }
}
