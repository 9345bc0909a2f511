//! Differences between data, as readable text.

use chronojudge::yaml::keep;
use serde_json::{Map, Value, json};
use similar::{DiffTag, TextDiff, capture_diff_slices};
use std::collections::BTreeMap;

/// Returns the same data with its keys in order, `rule` first.
pub fn canonical(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(canonical).collect(),
        Value::Object(fields) => {
            let mut fields: Vec<(String, Value)> = fields.into_iter().collect();
            fields.sort_by_key(|(key, _)| (key != "rule", key.clone()));
            let fields = fields
                .into_iter()
                .map(|(key, value)| (key, canonical(value)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        plain => plain,
    }
}

/// Returns the difference of two documents: `-` is what was expected, `+` what happened.
pub fn difference(expected: &Value, actual: &Value) -> String {
    let [expected, actual] = [expected, actual].map(lines);
    let diff = TextDiff::from_lines(&expected, &actual);
    let lines = diff
        .iter_all_changes()
        .map(|change| format!("{} {change}", change.tag()));
    lines.collect()
}

/// Returns YAML with a line for each fact and each change.
fn lines(value: &Value) -> String {
    let mut text = String::new();
    for (section, content) in value.as_object().into_iter().flatten() {
        text += section;
        match content {
            Value::Array(items) => {
                text += ":\n";
                for item in items {
                    text += &format!("  - {}\n", flow(item));
                }
            }
            Value::Object(fields) => {
                text += ":\n";
                for (key, value) in fields {
                    text += &format!("  {key}: {}\n", flow(value));
                }
            }
            plain => text += &format!(": {}\n", flow(plain)),
        }
    }
    text
}

/// Returns a value on one line, as a person would write it.
pub fn flow(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(k, v)| format!("{k}: {}", flow(v)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        plain => keep::to_string(plain)
            .expect("a plain value")
            .trim_end()
            .to_owned(),
    }
}

/// Returns the items that only `after` has, and those that only `before` has; if the turn is not done, the items with
/// which the quiet turn goes on do not count.
pub fn inserted(before: &[Value], after: &[Value], done: bool) -> (Vec<Value>, Vec<Value>) {
    let [old, new] =
        [before, after].map(|facts| facts.iter().map(Value::to_string).collect::<Vec<_>>());
    let (mut added, mut gone) = (vec![], vec![]);
    let operations = capture_diff_slices(similar::Algorithm::Myers, &old, &new);
    let last_common = operations
        .iter()
        .filter(|op| op.tag() == DiffTag::Equal)
        .map(|op| op.old_range().end)
        .max()
        .unwrap_or(0);
    for operation in operations {
        if operation.tag() == DiffTag::Equal {
            continue;
        }
        added.extend(after[operation.new_range()].iter().cloned());
        let old = operation.old_range();
        if done || old.start < last_common {
            gone.extend(before[old].iter().cloned());
        }
    }
    (added, gone)
}

/// Returns the paths at which two states differ, with the new values.
pub fn changes(before: &Value, after: &Value) -> BTreeMap<String, Value> {
    fn compare(path: &str, before: &Value, after: &Value, found: &mut BTreeMap<String, Value>) {
        let (Value::Object(old), Value::Object(new)) = (before, after) else {
            if before != after {
                found.insert(path.to_owned(), canonical(after.clone()));
            }
            return;
        };
        let below = |key: &str| {
            if path.is_empty() {
                key.to_owned()
            } else {
                format!("{path}/{key}")
            }
        };
        for key in old.keys().filter(|key| !new.contains_key(*key)) {
            found.insert(below(key), json!("gone"));
        }
        for (key, value) in new {
            match old.get(key) {
                Some(old) => compare(&below(key), old, value, found),
                None => drop(found.insert(below(key), canonical(value.clone()))),
            }
        }
    }
    let mut found = BTreeMap::new();
    compare("", before, after, &mut found);
    found
}
