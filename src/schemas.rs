//! JSON Schemas of all files that people write, generated from the types that read them.

use crate::{
    collect::Collect,
    engine::DynRuleset,
    game_dir::{Envelope, GameFile, Players, Standings, Terms},
    mail::Settings,
    relay::Relays,
    rulesets,
};
use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the schema of a type in draft 7, which editors understand.
fn of<T: JsonSchema>() -> Value {
    Schema::to_value(
        SchemaSettings::draft07()
            .into_generator()
            .into_root_schema_for::<T>(),
    )
}

fn text(schema: &Value) -> String {
    let mut text = serde_json::to_string_pretty(schema).expect("a schema is plain data");
    text.push('\n');
    text
}

/// Returns the schema of the order files of one game: the envelope together with the sections of its ruleset.
pub fn orders(title: &str, rules: &dyn DynRuleset) -> String {
    text(&joined(title, rules))
}

fn joined(title: &str, rules: &dyn DynRuleset) -> Value {
    let mut schema = of::<Envelope>();
    let body = Schema::to_value(rules.orders_schema());
    schema["title"] = json!(format!("Orders for {title}"));
    for part in ["properties", "definitions"] {
        let Some(Value::Object(more)) = body.get(part) else {
            continue;
        };
        if schema.get(part).is_none() {
            schema[part] = json!({});
        }
        for (key, value) in more {
            schema[part][key] = value.clone();
        }
    }
    // Only an offer is passed over, so only an offer needs to be waited for.
    let offers = rules.asks().iter().filter(|ask| ask.offered);
    let offers: Vec<Value> = offers
        .map(|ask| json!({"const": ask.name, "description": ask.what}))
        .collect();
    if !offers.is_empty() {
        schema["properties"]["wake"]["items"] = json!({"oneOf": offers});
    }
    if let Some(description) = body.get("description") {
        schema["description"] = description.clone();
    }
    schema
}

/// Returns all schemas, by file name.
pub fn all() -> BTreeMap<String, String> {
    let mut all = [
        ("game.schema.json".to_owned(), text(&of::<GameFile>())),
        ("terms.schema.json".to_owned(), text(&of::<Terms>())),
        ("players.schema.json".to_owned(), text(&of::<Players>())),
        ("mail.schema.json".to_owned(), text(&of::<Settings>())),
        ("beacon.schema.json".to_owned(), text(&of::<Relays>())),
        ("standing.schema.json".to_owned(), text(&of::<Standings>())),
    ]
    .into_iter()
    .collect_map();
    for known in rulesets::ALL {
        let rules = (known.load)(&(known.library)()).expect("embedded content fits");
        let schema = orders(known.title, &*rules);
        all.insert(format!("orders-{}.schema.json", known.id), schema);
        for file in known.files {
            let name = file.embedded.name.trim_end_matches(".yaml");
            all.insert(
                format!("content-{}-{name}.schema.json", known.id),
                text(&(file.schema)()),
            );
        }
    }
    all
}
