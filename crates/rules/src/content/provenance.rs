//! The provenance of content: its source and its certainty.

use super::{InvalidContent, below, own_keys::OWN_KEYS};
use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The certainty of a piece of content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The content is the publisher's own.
    Official,
    /// The content follows from what the publisher says.
    Inferred,
    /// The content was made for this program so that the game can be played; it is never the publisher's.
    Reconstructed,
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Official => "official",
            Self::Inferred => "inferred",
            Self::Reconstructed => "reconstructed",
        })
    }
}

/// The origin of a file, or of one entry of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The name of the file.
    pub file: String,
    /// The path of the entry in the file; empty for the file itself.
    pub entry: String,
    /// The certainty of the content.
    pub status: Status,
    /// The source as the file states it, in one line.
    pub source: Option<String>,
    /// True if the file is the game's own.
    pub overlaid: bool,
}

/// Collects the provenance of a file and of each of its entries that has a `status`.
pub(super) fn collect(
    file: &str,
    overlaid: bool,
    path: &str,
    value: &Value,
    all: &mut Vec<Provenance>,
) -> Result<(), InvalidContent> {
    match value {
        Value::Object(map) => {
            if let Some(status) = map.get("status") {
                let status = Status::deserialize(status).map_err(|e| {
                    InvalidContent::new(file, format!("{}: {e}", below(path, "status")))
                })?;
                all.push(Provenance {
                    file: file.to_owned(),
                    entry: path.to_owned(),
                    status,
                    source: map.get("source").map(in_words),
                    overlaid,
                });
            }
            for (key, value) in map {
                if !OWN_KEYS.contains(&key.as_str()) {
                    collect(file, overlaid, &below(path, key), value, all)?;
                }
            }
            Ok(())
        }
        Value::Array(items) => items.iter().enumerate().try_for_each(|(i, item)| {
            let name = item
                .get("id")
                .and_then(Value::as_str)
                .map_or_else(|| i.to_string(), str::to_owned);
            collect(file, overlaid, &below(path, &name), item, all)
        }),
        _ => Ok(()),
    }
}

/// Writes a source in one line, the last key first: `{title: T, part: P}` becomes `P: T`.
fn in_words(source: &Value) -> String {
    match source {
        Value::String(text) => text.clone(),
        Value::Object(map) => map
            .values()
            .filter_map(Value::as_str)
            .rev()
            .collect::<Vec<_>>()
            .join(": "),
        other => other.to_string(),
    }
}

/// Returns the JSON Schema of a content file of this shape (draft 7), with the keys that state provenance.
pub fn schema<T: JsonSchema>() -> Value {
    // The play page asks for no schema, and is to stay small.
    if cfg!(target_os = "wasi") {
        return Value::Null;
    }
    let mut schema = Schema::to_value(
        SchemaSettings::draft07()
            .into_generator()
            .into_root_schema_for::<T>(),
    );
    allow_provenance(&mut schema);
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.extend(OWN_KEYS.map(Value::from));
    }
    schema
}

/// Allows the keys that state provenance in every object whose schema permits no further keys.
fn allow_provenance(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(allow_provenance);
            if map.get("additionalProperties") == Some(&Value::Bool(false))
                && let Some(Value::Object(properties)) = map.get_mut("properties")
            {
                let status = ["official", "inferred", "reconstructed"];
                properties.insert("status".into(), serde_json::json!({"enum": status}));
                properties.insert(
                    "source".into(),
                    serde_json::json!({"type": ["string", "object"]}),
                );
            }
        }
        Value::Array(items) => items.iter_mut().for_each(allow_provenance),
        _ => {}
    }
}
