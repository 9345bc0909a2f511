//! Live play: the questions that a player wants to be asked by mail instead of having them answered by a default of the card.

use super::asks::Question;
use crate::rulesets::words::names;
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
        Self(Part::ALL.iter().copied().collect())
    }

    /// Checks whether a player wants to be asked questions of this kind. Questions that are always asked belong to no part.
    pub(super) fn has(&self, question: Question) -> bool {
        let part = match question {
            Question::Act | Question::Force => Part::Action,
            Question::React => Part::React,
            Question::Object => Part::Object,
            Question::Bid | Question::ReDuel => Part::Duel,
            Question::Help => Part::Help,
            Question::Resolve => Part::Resolve,
            Question::Defend => Part::Defend,
            Question::CashOut => Part::CashOut,
            Question::Contribute => Part::Contribute,
            Question::Launch
            | Question::Control
            | Question::Forced
            | Question::Solve
            | Question::Rescue
            | Question::Spend
            | Question::Retrieve => return false,
        };
        self.0.contains(&part)
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
