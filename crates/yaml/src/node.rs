//! The content of a file: a tree of values with their positions.

use std::ops::Range;

/// One value of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The kind and content of the value.
    pub kind: Kind,
    /// Its position, in bytes of the source text.
    pub span: Range<usize>,
    /// The text of a scalar: as written, or without its quotes. Empty for lists and maps.
    pub text: String,
}

/// The kinds of value, as the core schema of YAML 1.2 distinguishes them.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Nothing: `~`, `null` or no text at all.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i128),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A text; its content is the node's `text`.
    Str,
    /// A list.
    List(Vec<Node>),
    /// A map, in the order of the file.
    Map(Vec<Entry>),
}

/// One `key: value` of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key: always a text, even if it looks like another type.
    pub key: String,
    /// The position of the key.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Node,
}

impl Node {
    /// Creates a scalar that was written without quotes.
    pub(super) fn plain(text: String, span: Range<usize>) -> Self {
        let kind = resolve(&text);
        Self { kind, span, text }
    }

    /// Creates a scalar that was written with quotes, or as a block of text.
    pub(super) fn quoted(text: String, span: Range<usize>) -> Self {
        let kind = Kind::Str;
        Self { kind, span, text }
    }

    /// Returns the value of a key, if this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Returns the entry of a key, if this is a map that has it.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.kind {
            Kind::Map(entries) => entries.iter().find(|entry| entry.key == key),
            _ => None,
        }
    }

    /// Returns the value one step down a path: a key of a map or an index of a list.
    pub fn child(&self, step: &str) -> Option<&Node> {
        match &self.kind {
            Kind::List(items) => items.get(step.parse::<usize>().ok()?),
            _ => self.get(step),
        }
    }

    /// Returns the type that the value was read as, in words.
    pub fn reads_as(&self) -> &'static str {
        match &self.kind {
            Kind::Null if self.text.is_empty() => "nothing",
            Kind::Null => "the empty value",
            Kind::Bool(_) => "a true/false value",
            Kind::Int(_) | Kind::Float(_) => "a number",
            Kind::Str => "a text",
            Kind::List(_) => "a list",
            Kind::Map(_) => "`key: value` pairs",
        }
    }

    /// Returns the value as JSON; words stay strings.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::{Number, Value};
        match &self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(*value),
            // A number that JSON cannot hold stays the text that was written.
            Kind::Int(value) => i64::try_from(*value)
                .map(Number::from)
                .or_else(|_| u64::try_from(*value).map(Number::from))
                .map_or_else(|_| Value::String(self.text.clone()), Value::Number),
            Kind::Float(value) => Number::from_f64(*value)
                .map_or_else(|| Value::String(self.text.clone()), Value::Number),
            Kind::Str => Value::String(self.text.clone()),
            Kind::List(items) => Value::Array(items.iter().map(Node::to_json).collect()),
            Kind::Map(entries) => Value::Object(
                entries
                    .iter()
                    .map(|entry| (entry.key.clone(), entry.value.to_json()))
                    .collect(),
            ),
        }
    }
}

/// Determines the type of a plain scalar by YAML 1.2, core schema (10.3.2): `yes`, `no`, `on`, `off`, dates and times
/// are words.
fn resolve(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Kind::Null,
        "true" | "True" | "TRUE" => return Kind::Bool(true),
        "false" | "False" | "FALSE" => return Kind::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Kind::Float(f64::NAN),
        _ => {}
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    match unsigned {
        ".inf" | ".Inf" | ".INF" if text.starts_with('-') => {
            return Kind::Float(f64::NEG_INFINITY);
        }
        ".inf" | ".Inf" | ".INF" => return Kind::Float(f64::INFINITY),
        _ => {}
    }
    if let Some(value) = integer(text, unsigned) {
        return Kind::Int(value);
    }
    // Rust also reads `inf`, `nan` and `infinity`, which are words here.
    let numeric = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned
            .bytes()
            .all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
    match text.parse::<f64>() {
        Ok(value) if numeric => Kind::Float(value),
        _ => Kind::Str,
    }
}

fn integer(text: &str, unsigned: &str) -> Option<i128> {
    let radix = |digits: &str, radix| {
        // `from_str_radix` would also take a sign.
        let plain = digits.starts_with(|c: char| c.is_digit(radix));
        plain.then(|| i128::from_str_radix(digits, radix).ok())?
    };
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    let digits = !unsigned.is_empty() && unsigned.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}
