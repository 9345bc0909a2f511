//! A wish in an order file: one thing, or several in the order of preference.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, IntoDeserializer},
};
use std::{borrow::Cow, fmt, marker::PhantomData};

/// A wish: one thing, or several with the most wanted first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted<T>(pub Vec<T>);

impl<T: Serialize> Serialize for Wanted<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [one] => one.serialize(serializer),
            several => several.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Wanted<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrSeveral(PhantomData))
    }
}

/// Reads a word or a list of words without buffering, so that errors keep their position.
struct OneOrSeveral<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> de::Visitor<'de> for OneOrSeveral<T> {
    type Value = Wanted<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name, or a list of names with the most wanted first")
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Wanted<T>, E> {
        T::deserialize(text.into_deserializer()).map(|one| Wanted(vec![one]))
    }
    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Wanted<T>, E> {
        T::deserialize(number.into_deserializer()).map(|one| Wanted(vec![one]))
    }
    fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> Result<Wanted<T>, A::Error> {
        let mut several = vec![];
        while let Some(item) = items.next_element()? {
            several.push(item);
        }
        if several.is_empty() {
            return Err(de::Error::invalid_length(0, &self));
        }
        Ok(Wanted(several))
    }
}

impl<T: JsonSchema> JsonSchema for Wanted<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Wanted{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        json_schema!({"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]})
    }
}
