//! Decoding of nodes into the types of the program, through serde.
//!
//! serde-saphyr has a deserializer of its own, which was tried on the 42 files of the corpus that this module refuses.
//! With its strictest options it points at another place in 7 of them and accepts one, its errors name neither the path
//! nor the value that was found, and it stops at the first error. The others are found by decoding the same tree again
//! without the value that was wrong; serde-saphyr decodes a text, and not a tree.

use super::{
    codes,
    node::{Entry, Kind, Node},
    problem::Problem,
    suggest::{listed, ticked},
    wrong::{Step, Wrong},
};
use serde::de::{DeserializeOwned, Deserializer, Expected, Visitor};
use serde::de::{
    DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess,
};
use serde::forward_to_deserialize_any;
use std::ops::Range;

macro_rules! by_node {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            De(&self.node()).$method(visitor)
        }
    )*};
}

/// Makes a value of a tree. `also_known` are top keys that another reader takes.
pub(super) fn decode<T: DeserializeOwned>(root: &Node, also_known: &[&str]) -> Result<T, Problem> {
    T::deserialize(De(root)).map_err(|wrong| wrong.at(&root.span).problem(also_known))
}

/// A node that is about to become a value.
#[derive(Clone, Copy)]
pub(super) struct De<'a>(pub &'a Node);

/// The names that serde's derive knows.
pub(super) type Fields = &'static [&'static str];

impl<'a> De<'a> {
    /// Returns the error that a different kind of value is wanted than this node is.
    fn wanted(self, code: &'static str, what: &str) -> Wrong {
        let node = self.0;
        let wrong = match &node.kind {
            Kind::Null if node.text.is_empty() => Wrong::said(
                codes::NOTHING,
                format!("nothing is written here; {what} is wanted"),
            ),
            Kind::List(_) | Kind::Map(_) => Wrong::said(
                code,
                format!("{what} is wanted, but this is {}", node.reads_as()),
            ),
            Kind::Str => Wrong::said(
                code,
                format!(
                    "{what} is wanted, but this is the text {}",
                    ticked(&node.text)
                ),
            ),
            _ => Wrong::said(
                code,
                format!(
                    "{what} is wanted, but {} is read as {}",
                    ticked(&node.text),
                    node.reads_as()
                ),
            ),
        };
        wrong.at(&node.span)
    }

    fn text(self) -> Result<&'a str, Wrong> {
        let node = self.0;
        match &node.kind {
            Kind::Str => Ok(&node.text),
            Kind::Null if node.text.is_empty() => Err(self.wanted(codes::NOTHING, "a word")),
            Kind::List(_) | Kind::Map(_) => Err(self.wanted(codes::WRONG_TYPE, "a word")),
            _ => {
                let quoted = ticked(&format!("\"{}\"", node.text));
                let help = format!("put quotes around it: {quoted}");
                Err(self.wanted(codes::WORD_WANTED, "a word").help(Some(help)))
            }
        }
    }

    fn integer(self) -> Result<i128, Wrong> {
        const WHAT: &str = "a whole number";
        let node = self.0;
        let digits = node.text.trim_start_matches(['-', '+']);
        match &node.kind {
            // YAML 1.1 reads 010 as eight, YAML 1.2 as ten. It is refused, so that no reader has to guess.
            Kind::Int(_)
                if digits.len() > 1
                    && digits.bytes().all(|b| b.is_ascii_digit())
                    && digits.starts_with('0') =>
            {
                let message = format!("the number {} begins with 0", ticked(&node.text));
                let help = "leave out the zeros in front".to_owned();
                Err(Wrong::said(codes::NUMBER_WANTED, message).help(Some(help)))
            }
            Kind::Int(value) => Ok(*value),
            Kind::Str if node.text.parse::<i128>().is_ok() => Err(self
                .wanted(codes::NUMBER_WANTED, WHAT)
                .help(Some("leave out the quotes".to_owned()))),
            Kind::Float(_) => {
                let message = format!("{WHAT} is wanted, not {}", ticked(&node.text));
                Err(Wrong::said(codes::NUMBER_WANTED, message))
            }
            _ => Err(self.wanted(codes::NUMBER_WANTED, WHAT)),
        }
        .map_err(|wrong| wrong.at(&node.span))
    }

    fn list(self) -> Result<&'a [Node], Wrong> {
        let node = self.0;
        let help = match &node.kind {
            Kind::List(items) => return Ok(items),
            Kind::Null => Some("an empty list is written `[]`".to_owned()),
            Kind::Map(_) => Some("begin each item with `- `".to_owned()),
            _ => list_help(&node.text),
        };
        Err(self.wanted(codes::LIST_WANTED, "a list").help(help))
    }

    fn map(self, fields: Fields) -> Result<&'a [Entry], Wrong> {
        const WHAT: &str = "`key: value`";
        let node = self.0;
        let help = match &node.kind {
            Kind::Map(entries) => return Ok(entries),
            Kind::Null => {
                Some("an empty map is written `{}`".to_owned()).filter(|_| fields.is_empty())
            }
            Kind::List(items) if pairs(items, fields) => {
                Some("leave out the `- ` in front of the keys".to_owned())
            }
            Kind::Str => node
                .text
                .split_once(':')
                .filter(|(key, _)| fields.contains(key))
                .map(|(key, rest)| {
                    // If there are several lines, only the key is certain.
                    let one = !rest.contains(char::is_whitespace);
                    let right = format!("{key}: {}", if one { rest } else { "…" });
                    format!("put a space after the colon: {}", ticked(&right))
                }),
            _ => None,
        };
        Err(self.wanted(codes::MAP_WANTED, WHAT).help(help))
    }
}

/// Returns the help for a scalar where a list is wanted.
fn list_help(text: &str) -> Option<String> {
    if text.starts_with('-') && !text.starts_with("- ") && text.parse::<f64>().is_err() {
        return Some("put a space after each `-`".to_owned());
    }
    let written = ticked(&format!("[{text}]"));
    if text.contains(',') {
        Some(format!("put brackets around it: {written}"))
    } else {
        let one = !text.contains(char::is_whitespace) && !text.is_empty();
        one.then(|| format!("a list of one is written {written}"))
    }
}

/// Checks whether a list is surely a map whose lines were given dashes.
fn pairs(items: &[Node], fields: Fields) -> bool {
    !items.is_empty()
        && items.iter().all(|item| match &item.kind {
            Kind::Map(entries) => entries
                .iter()
                .all(|entry| fields.contains(&entry.key.as_str())),
            _ => false,
        })
}

macro_rules! integers {
    ($($method:ident $visit:ident $type:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            let value = self.integer()?;
            let Ok(value) = <$type>::try_from(value) else {
                let message = format!(
                    "{value} is out of range: from {} to {}", <$type>::MIN, <$type>::MAX
                );
                return Err(Wrong::said(codes::RANGE, message).at(&self.0.span));
            };
            visitor.$visit(value)
        }
    )*};
}

impl<'de> Deserializer<'de> for De<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        // A type that takes none of these wants a word, so the error shows what was written.
        let what = (&visitor as &dyn Expected).to_string();
        let read = match &self.0.kind {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Int(value) => match (u64::try_from(*value), i64::try_from(*value)) {
                (Ok(value), _) => visitor.visit_u64(value),
                (_, Ok(value)) => visitor.visit_i64(value),
                _ => visitor.visit_i128(*value),
            },
            Kind::Float(value) => visitor.visit_f64(*value),
            Kind::Str => return visitor.visit_str(&self.0.text),
            Kind::List(_) => return self.deserialize_seq(visitor),
            Kind::Map(_) => return self.deserialize_map(visitor),
        };
        read.map_err(|wrong: Wrong| {
            if wrong.is(codes::WRONG_TYPE) {
                self.wanted(codes::WORD_WANTED, &what)
            } else {
                wrong
            }
        })
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let help = match (&self.0.kind, self.0.text.to_ascii_lowercase().as_str()) {
            (Kind::Bool(value), _) => return visitor.visit_bool(*value),
            (Kind::Str, "yes" | "on" | "y" | "true") => Some("write `true`".to_owned()),
            (Kind::Str, "no" | "off" | "n" | "false") => Some("write `false`".to_owned()),
            _ => None,
        };
        let wrong = self.wanted(codes::BOOL_WANTED, "`true` or `false`");
        Err(wrong.help(help))
    }

    integers! {
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_u128 visit_u128 u128
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_i128(self.integer()?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match &self.0.kind {
            Kind::Float(value) => visitor.visit_f64(*value),
            Kind::Int(_) => {
                let value = self.0.text.parse().unwrap_or(f64::NAN);
                visitor.visit_f64(value)
            }
            _ => Err(self.wanted(codes::NUMBER_WANTED, "a number")),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0.kind {
            // A key without a value is treated as a slip and not as leaving it out; `~` states that it is empty.
            Kind::Null if self.0.text.is_empty() => {
                let help = "write the value, or leave the key out".to_owned();
                Err(self.wanted(codes::NOTHING, "a value").help(Some(help)))
            }
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0.kind {
            Kind::Null => visitor.visit_unit(),
            _ => Err(self.wanted(codes::WRONG_TYPE, "nothing")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_seq(Items::new(self.list()?))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Wrong> {
        let items = self.list()?;
        if items.len() != len {
            let found = items.len();
            let message = format!("a list of {len} is wanted, but this has {found}");
            return Err(Wrong::said(codes::LENGTH, message).at(&self.0.span));
        }
        visitor.visit_seq(Items::new(items))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_map(Entries::new(self.map(&[])?))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: Fields,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_map(Entries::new(self.map(fields)?))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: Fields,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let node = self.0;
        match &node.kind {
            Kind::Map(entries) => match entries.as_slice() {
                [entry] => visitor.visit_enum(Choice {
                    name: &entry.key,
                    span: &entry.key_span,
                    body: Some(&entry.value),
                }),
                [] => Err(self.wanted(codes::ONE_KEY, &one_of(variants))),
                _ => Err(many_keys(entries, variants)),
            },
            Kind::List(_) => Err(self.wanted(codes::WRONG_TYPE, &one_of(variants))),
            Kind::Null => Err(self.wanted(codes::NOTHING, &one_of(variants))),
            _ => visitor.visit_enum(Choice {
                name: &node.text,
                span: &node.span,
                body: None,
            }),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bytes byte_buf }
}

fn one_of(variants: Fields) -> String {
    format!("one of {}", listed(variants))
}

/// Returns the error for `- search: …` with more keys beside it.
fn many_keys(entries: &[Entry], variants: Fields) -> Wrong {
    let keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    let known = |key: &str| variants.contains(&key);
    let message = format!(
        "one of {} is wanted, but this has {} keys",
        listed(variants),
        keys.len()
    );
    let (first, rest) = keys.split_first().unwrap_or((&"", &[]));
    let empty = entries
        .first()
        .is_some_and(|entry| entry.value.kind == Kind::Null);
    let help = if keys.iter().all(|key| known(key)) {
        Some("begin each of them with its own `- `".to_owned())
    } else if known(first) && empty && !rest.iter().any(|key| known(key)) {
        let (inner, outer) = (ticked(rest.first().unwrap_or(&"")), ticked(first));
        Some(format!("indent {inner} deeper than {outer}"))
    } else {
        None
    };
    let span = entries.get(1).map_or(0..0, |entry| entry.key_span.clone());
    Wrong::said(codes::ONE_KEY, message).help(help).at(&span)
}

/// A key of a map that is about to become a value.
#[derive(Clone, Copy)]
pub(super) struct Key<'a>(&'a Entry);

impl Key<'_> {
    /// Returns the key as a value of its own, for maps whose keys are numbers.
    fn node(self) -> Node {
        Node::plain(self.0.key.clone(), self.0.key_span.clone())
    }
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
