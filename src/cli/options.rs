//! The options of the rules (`--option name=value`): parsed, checked one by one, and listed from their schema.

use super::CliError;
use crate::{
    engine::{DynError, DynRuleset, Illegal, Seat},
    rulesets::{self, Known},
    yaml::{keep, nearest},
};
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// Width of the list of options, in columns.
const WIDTH: usize = 98;
/// The column at which the description of an option begins.
const INSET: usize = 28;

/// Parses options given as `name=value` and merges them into the default options of a game. A value is YAML, so
/// `players=3` is a number.
///
/// # Errors
/// Returns a [`CliError`] that names the option if the rules do not have it or do not accept its value.
pub(super) fn read(
    known: &Known,
    rules: &dyn DynRuleset,
    given: &[String],
) -> Result<Map<String, Value>, CliError> {
    let usual = usual(known);
    let mut options = usual.clone();
    let mut own = vec![];
    for option in given {
        let Some((name, value)) = option.split_once('=') else {
            return Err(
                CliError::user(format!("`{option}` is not `name=value`.")).hint(format!(
                    "`chronojudge new --help {}` lists the options.",
                    known.id
                )),
            );
        };
        let value: Value = keep::from_str(value).unwrap_or_else(|_| value.into());
        is_known(known, rules, name)?;
        own.push((name.to_owned(), value.clone(), option));
        options.insert(name.to_owned(), value);
    }
    let Err(error) = seats(rules, &options) else {
        return Ok(options);
    };
    let words = reason(&error);
    // An invalid option is invalid alone too, unless only the combination is invalid.
    let fault = own.iter().find_map(|(name, value, option)| {
        let mut alone = usual.clone();
        alone.insert(name.clone(), value.clone());
        let words = reason(&seats(rules, &alone).err()?);
        Some((option.as_str(), words, values(&schema(rules), name)))
    });
    let all = given.join("`, `");
    let (option, words, values) = fault.unwrap_or_else(|| (&all, words, String::new()));
    let error = CliError::user(format!("`{option}`: {words}"));
    let help = format!("`chronojudge new --help {}` lists the options.", known.id);
    Err(if values.is_empty() {
        error.hint(help)
    } else {
        error.hint(format!("Possible: {values}. {help}"))
    })
}

/// Returns the seats of a game with these options.
pub(super) fn seats(
    rules: &dyn DynRuleset,
    options: &Map<String, Value>,
) -> Result<Vec<Seat>, DynError<Illegal>> {
    rules.seats(&Value::Object(options.clone()))
}

/// Returns the reason why options are invalid, as a sentence.
pub(super) fn reason(error: &DynError<Illegal>) -> String {
    match error {
        DynError::Decode(garbled) => format!("{}.", garbled.error),
        other => other.to_string(),
    }
}

/// Returns the options of a game that is founded without any.
fn usual(known: &Known) -> Map<String, Value> {
    let usual = known.usual_options.iter();
    usual
        .filter_map(|option| {
            let (name, value) = option.split_once('=')?;
            let value = keep::from_str(value).unwrap_or_else(|_| value.into());
            Some((name.to_owned(), value))
        })
        .collect()
}

fn schema(rules: &dyn DynRuleset) -> Value {
    schemars::Schema::to_value(rules.options_schema())
}

/// Checks that the rules have an option.
fn is_known(known: &Known, rules: &dyn DynRuleset, name: &str) -> Result<(), CliError> {
    let schema = schema(rules);
    let has = schema["properties"].as_object();
    let has: Vec<&str> = has
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
        .collect();
    if has.contains(&name) {
        return Ok(());
    }
    let meant = nearest(name, has.iter().copied());
    let meant = meant.map_or_else(String::new, |meant| format!("Did you mean `{meant}`? "));
    Err(
        CliError::user(format!("{} has no option `{name}`.", known.title))
            .hint(format!("{meant}It has {}.", has.join(", "))),
    )
}

/// Resolves a schema's reference to another one.
fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let part = schema["allOf"].get(0).unwrap_or(schema);
    let Some(path) = part["$ref"].as_str() else {
        return schema;
    };
    root.pointer(path.trim_start_matches('#')).unwrap_or(schema)
}

/// Returns the words that a schema allows, each with its description.
fn words_of(schema: &Value) -> Vec<(&str, &str)> {
    let one_of = schema["oneOf"].as_array().into_iter().flatten();
    let mut words = vec![];
    for part in one_of.chain([schema]) {
        let about = part["description"].as_str().unwrap_or_default();
        if let Some(word) = part["const"].as_str() {
            words.push((word, about));
        }
        let listed = part["enum"].as_array().into_iter().flatten();
        words.extend(listed.filter_map(|word| Some((word.as_str()?, ""))));
    }
    words
}

/// Describes the values of an option in a few words; empty if its schema does not list them.
fn values(root: &Value, name: &str) -> String {
    let schema = &root["properties"][name];
    let own = resolved(root, schema);
    let list = |words: Vec<(&str, &str)>| {
        let words: Vec<&str> = words.into_iter().map(|(word, _)| word).collect();
        words.join(", ")
    };
    if own["type"] == "array" {
        let items = list(words_of(resolved(root, &own["items"])));
        return format!("a list, as in `[one, two]`, of {items}");
    }
    if own["type"] == "boolean" {
        return "true, false".to_owned();
    }
    match (&own["minimum"], &own["maximum"]) {
        (Value::Null, _) | (_, Value::Null) => list(words_of(own)),
        (from, to) => format!("{from} to {to}"),
    }
}

/// Describes an option in a few words: its possible values or, if there is no list of them, its meaning.
pub(super) fn possible(rules: &dyn DynRuleset, name: &str) -> String {
    let root = schema(rules);
    let values = values(&root, name);
    if values.is_empty() {
        let about = meaning(&root, &root["properties"][name]);
        return about.trim_end_matches('.').to_owned();
    }
    values
}

/// Returns the description of an option, or that of its type.
fn meaning(root: &Value, schema: &Value) -> String {
    let about = [schema, resolved(root, schema)].map(|s| s["description"].as_str());
    let about = about.into_iter().flatten().next().unwrap_or_default();
    about.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lists the options of one ruleset, or of all rulesets, from their schemas.
pub(super) fn help(only: Option<&Known>) -> String {
    let mut text = String::new();
    let one = only.into_iter();
    let all = rulesets::ALL.iter().filter(|_| only.is_none());
    for known in one.chain(all) {
        let Ok(rules) = (known.load)(&(known.library)()) else {
            continue;
        };
        let _ = writeln!(text, "Options of {} (--ruleset {}):", known.title, known.id);
        let (root, usual) = (schema(&*rules), usual(known));
        for (name, schema) in root["properties"].as_object().into_iter().flatten() {
            let own = resolved(&root, schema);
            let usual = usual.get(name).or_else(|| schema.get("default"));
            let mut about = meaning(&root, schema);
            let described = words_of(own).iter().any(|(_, about)| !about.is_empty());
            let values = values(&root, name);
            if !values.is_empty() && !described {
                let _ = write!(about, " [possible: {values}]");
            }
            match usual {
                Some(Value::String(word)) => {
                    let _ = write!(about, " [default: {word}]");
                }
                Some(value) if value != &Value::Array(vec![]) && !value.is_null() => {
                    let _ = write!(about, " [default: {value}]");
                }
                _ => {}
            }
            entry(&mut text, &format!("  --option {name}="), &about);
            for (word, about) in words_of(own).iter().filter(|_| described) {
                entry(&mut text, &format!("      {word}"), about);
            }
        }
        text.push('\n');
    }
    text
}

/// Appends one entry of a list, wrapped at [`WIDTH`].
fn entry(text: &mut String, head: &str, about: &str) {
    let mut line = format!("{head:INSET$}");
    if !line.ends_with(' ') {
        line.push(' ');
    }
    for word in about.split_whitespace() {
        if line.len() + word.len() > WIDTH && line.len() > INSET {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(INSET);
        }
        line += word;
        line.push(' ');
    }
    let _ = writeln!(text, "{}", line.trim_end());
}
