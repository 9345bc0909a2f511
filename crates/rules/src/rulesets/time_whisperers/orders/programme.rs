//! Phase 1: the entries of a programme, as they are written.

use crate::{engine::HOLD, rulesets::time_whisperers::names::Card};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, SeqAccess, Visitor},
};
use std::{borrow::Cow, fmt};

/// Phase 1: what one play of the programme is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A card.
    Card(Card),
    /// Multiverse: two cards to choose between, the more wanted first.
    Two([Card; 2]),
    /// Psychic: wait for the others' cards, and ask me.
    Psychic,
    /// Stop here and let me see what happened.
    Hold,
}

const PSYCHIC: &str = "psychic";

/// The words of a programme, for suggestions when one is misspelt: the cards, and two more.
const WORDS: &[&str] = &{
    let mut words = [HOLD; Card::WORDS.len() + 2];
    let mut n = 0;
    while n < Card::WORDS.len() {
        words[n] = Card::WORDS[n];
        n += 1;
    }
    words[n] = PSYCHIC;
    words
};

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Card(card) => card.serialize(serializer),
            Self::Two(cards) => cards.serialize(serializer),
            Self::Psychic => serializer.serialize_str(PSYCHIC),
            Self::Hold => serializer.serialize_str(HOLD),
        }
    }
}

/// Reads an entry without buffering, so that errors keep their position.
struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card such as `2` or `progression`, two of them, `psychic` or `hold`")
    }
    fn visit_u64<E: de::Error>(self, n: u64) -> Result<Entry, E> {
        let card = Card::from_integer(n);
        card.map(Entry::Card)
            .ok_or_else(|| E::custom(format!("there is no card {n}")))
    }
    fn visit_i64<E: de::Error>(self, n: i64) -> Result<Entry, E> {
        self.visit_u64(u64::try_from(n).unwrap_or(0))
    }
    fn visit_str<E: de::Error>(self, word: &str) -> Result<Entry, E> {
        match word {
            PSYCHIC => Ok(Entry::Psychic),
            HOLD => Ok(Entry::Hold),
            _ => Card::from_word(word)
                .map(Entry::Card)
                .ok_or_else(|| E::unknown_variant(word, WORDS)),
        }
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Entry, A::Error> {
        <[Card; 2]>::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(Entry::Two)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EntryVisitor)
    }
}

impl JsonSchema for Entry {
    fn schema_name() -> Cow<'static, str> {
        "Entry".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let card = generator.subschema_for::<Card>();
        json_schema!({
            "anyOf": [
                card,
                {"type": "array", "items": card, "minItems": 2, "maxItems": 2},
                {"enum": [PSYCHIC, HOLD]},
            ]
        })
    }
}
