//! The parts of a node that serde walks through: items, entries, keys and variants.

use super::codes;
use super::decode::{De, Fields};
use super::node::{Entry, Kind, Node};
use super::suggest::ticked;
use super::wrong::{Step, Wrong};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess};
use serde::de::{SeqAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;
use std::ops::Range;

/// The items of a list.
pub(super) struct Items<'a> {
    items: std::iter::Enumerate<std::slice::Iter<'a, Node>>,
}

impl<'a> Items<'a> {
    pub(super) fn new(items: &'a [Node]) -> Self {
        let items = items.iter().enumerate();
        Self { items }
    }
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Wrong> {
        let Some((n, node)) = self.items.next() else {
            return Ok(None);
        };
        seed.deserialize(De(node))
            .map(Some)
            .map_err(|wrong| wrong.at(&node.span).under(Step::Item(n)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The entries of a map.
pub(super) struct Entries<'a> {
    entries: std::slice::Iter<'a, Entry>,
    current: Option<&'a Entry>,
}

impl<'a> Entries<'a> {
    pub(super) fn new(entries: &'a [Entry]) -> Self {
        let entries = entries.iter();
        let current = None;
        Self { entries, current }
    }
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Wrong> {
        self.current = self.entries.next();
        let Some(entry) = self.current else {
            return Ok(None);
        };
        seed.deserialize(Key(entry))
            .map(Some)
            .map_err(|wrong| wrong.at(&entry.key_span))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let Some(entry) = self.current.take() else {
            let message = "a value without a key".to_owned();
            return Err(Wrong::said(codes::WRONG_TYPE, message));
        };
        let step = || Step::Key(entry.key.clone());
        seed.deserialize(De(&entry.value))
            .map_err(|wrong| wrong.at(&entry.value.span).under(step()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A key of a map that is about to become a value.
#[derive(Clone, Copy)]
struct Key<'a>(&'a Entry);

impl Key<'_> {
    /// Returns the key as a value of its own, for maps whose keys are numbers.
    fn node(self) -> Node {
        Node::plain(self.0.key.clone(), self.0.key_span.clone())
    }
}

macro_rules! by_node {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            De(&self.node()).$method(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_str(&self.0.key)
    }

    by_node! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_u128 deserialize_f32 deserialize_f64
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: Fields,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_enum(Choice {
            name: &self.0.key,
            span: &self.0.key_span,
            body: None,
        })
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// A variant of an enum: a bare word, or a word with a body.
pub(super) struct Choice<'a> {
    pub name: &'a str,
    pub span: &'a Range<usize>,
    pub body: Option<&'a Node>,
}

impl<'a> Choice<'a> {
    /// Returns the body of a variant that has one.
    fn body(&self, fields: Fields) -> Result<De<'a>, Wrong> {
        if let Some(node) = self.body {
            return Ok(De(node));
        }
        let message = format!("{} needs its details", ticked(self.name));
        let help = match fields {
            [] => format!("write `{}: `…", self.name),
            _ => format!("write `{}: {{{}: …}}`", self.name, fields.join(": …, ")),
        };
        Err(Wrong::said(codes::DETAILS, message)
            .help(Some(help))
            .at(self.span))
    }

    fn inside<T>(&self, result: Result<T, Wrong>) -> Result<T, Wrong> {
        let span = self.body.map_or(self.span, |node| &node.span);
        result.map_err(|wrong| wrong.at(span).under(Step::Key(self.name.to_owned())))
    }
}

impl<'de> EnumAccess<'de> for Choice<'_> {
    type Error = Wrong;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Wrong> {
        let name = IntoDeserializer::<Wrong>::into_deserializer(self.name);
        let value = seed
            .deserialize(name)
            .map_err(|wrong| wrong.at(self.span))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Choice<'_> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        match self.body {
            Some(node) if node.kind != Kind::Null => {
                let name = ticked(self.name);
                let message = format!("{name} takes no details");
                let help = Some(format!("write {name} alone, without the colon"));
                Err(Wrong::said(codes::DETAILS, message)
                    .help(help)
                    .at(&node.span))
            }
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Wrong> {
        let body = self.body(&[])?;
        self.inside(seed.deserialize(body))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Wrong> {
        let body = self.body(&[])?;
        self.inside(body.deserialize_tuple(len, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: Fields,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let body = self.body(fields)?;
        self.inside(body.deserialize_struct("", fields, visitor))
    }
}
