//! Cleans names and texts from outside, so that no character in them can disturb the text around them.

use crate::{collect::Collect, yaml::is_hidden};
use minijinja::Value;
use minijinja::value::{Enumerator, Object, ObjectExt as _};
use serde_json::{Map, Value as Json};
use std::{
    any::Any,
    sync::{Arc, OnceLock},
};
use std::{borrow::Cow, collections::BTreeMap};

/// The variables of a template, by name.
pub(super) type Context = BTreeMap<String, Value>;

/// Returns a text as one line of visible characters: controls and line breaks become spaces; marks that reorder or hide
/// text are removed. YAML and mail readers treat more characters as line breaks than LF and CR.
pub(super) fn line(text: &str) -> String {
    text.chars()
        .filter(|c| !hidden(*c))
        .map(|c| if breaks(c) { ' ' } else { c })
        .collect()
}

fn breaks(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn hidden(c: char) -> bool {
    is_hidden(c) && !breaks(c)
}

fn is_clean(text: &str) -> bool {
    let printable = |byte: u8| (b' '..=b'~').contains(&byte);
    text.bytes().all(printable) || !text.chars().any(|c| hidden(c) || breaks(c))
}

/// Converts a value for the templates; every text in it is cleaned by [`line`], keys included.
pub(super) fn value(value: &Json) -> Value {
    match value {
        Json::Null => Value::from(()),
        Json::Bool(bool) => Value::from(*bool),
        Json::Number(number) => number
            .as_i64()
            .map(Value::from)
            .or_else(|| number.as_u64().map(Value::from))
            .or_else(|| number.as_f64().map(Value::from))
            .unwrap_or_default(),
        Json::String(text) => Value::from(&*harmless(text)),
        Json::Array(items) => items.iter().map(self::value).collect(),
        Json::Object(entries) => Shown::value(cleaned(entries)),
    }
}

/// A view as templates read it, converted once for all sentences about it.
#[derive(Clone, Debug)]
pub struct TemplateView(Value);

impl TemplateView {
    /// Converts a view; every text in it is cleaned.
    pub fn of(view: &Json) -> Self {
        Self(value(view))
    }

    /// Adds the view to the variables of a template.
    pub(super) fn with(&self, variables: &Json) -> Value {
        let mut context = context(variables);
        context.insert("view".to_owned(), self.0.clone());
        Shown::context(context)
    }
}

/// Converts the entries of a map into variables; a value that is not a map has no entries.
pub(super) fn context(value: &Json) -> Context {
    let entries = value.as_object();
    entries.map(cleaned).into_iter().flatten().collect_map()
}

fn cleaned(entries: &Map<String, Json>) -> Vec<(String, Value)> {
    let entries = entries.iter();
    entries
        .map(|(key, entry)| (harmless(key).into_owned(), value(entry)))
        .collect()
}

/// Returns true if cleaning would change no text in a value.
pub(super) fn is_harmless(value: &Json) -> bool {
    match value {
        Json::String(text) => is_clean(text),
        Json::Array(items) => items.iter().all(is_harmless),
        Json::Object(entries) => entries
            .iter()
            .all(|(key, entry)| is_clean(key) && is_harmless(entry)),
        Json::Null | Json::Bool(_) | Json::Number(_) => true,
    }
}

fn harmless(text: &str) -> Cow<'_, str> {
    if is_clean(text) {
        text.into()
    } else {
        line(text).into()
    }
}

/// A map for templates. Drawings decode it into their own type once, at the first use.
///
/// A turn of a game for six with pictures takes 27 ms, and 31 ms if each picture decodes the view again from the values
/// of the templates.
#[derive(Debug)]
pub(crate) struct Shown {
    /// The entries, sorted by their keys.
    entries: Vec<(String, Value)>,
    /// The source of the map, if cleaning changed nothing in it.
    pub(super) source: OnceLock<Arc<Json>>,
    pub(super) decoded: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl Shown {
    /// Creates a map of entries; of entries with equal keys, the last one is kept.
    pub(crate) fn value(mut entries: Vec<(String, Value)>) -> Value {
        entries.sort_by(|one, other| one.0.cmp(&other.0));
        entries.dedup_by(|next, one| {
            let same = next.0 == one.0;
            if same {
                std::mem::swap(&mut next.1, &mut one.1);
            }
            same
        });
        Self::sorted(entries)
    }

    /// Creates the map of a template's variables.
    pub(crate) fn context(context: Context) -> Value {
        Self::sorted(context.into_iter().collect())
    }

    fn sorted(entries: Vec<(String, Value)>) -> Value {
        Value::from_object(Self {
            entries,
            source: OnceLock::new(),
            decoded: OnceLock::new(),
        })
    }
}

impl Object for Shown {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        // Most keys differ in length, so that a linear search is faster than a binary search.
        let found = self.entries.iter().find(|(own, _)| own == key);
        found.map(|(_, value)| value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        self.mapped_rev_key_value_enumerator(|this| {
            let entries = this.entries.iter();
            Box::new(entries.map(|(key, value)| (Value::from(&**key), value.clone())))
        })
    }

    fn enumerator_len(self: &Arc<Self>) -> Option<usize> {
        Some(self.entries.len())
    }
}
