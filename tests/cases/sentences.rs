//! The sentences of the facts that cases show: a wrong word, name or number in one fails.

use super::{Position, cases};
use chronojudge::{
    engine::Viewer,
    report::{TemplateView, Words},
    rulesets,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
};

/// The most sentences of a kind of fact, one for each of its forms: which fields it has, and how many entries.
const FORMS: usize = 8;

/// Returns the form of a fact: its fields, and whether a list in it has none, one or several entries.
fn form(fact: &Value) -> String {
    match fact {
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| format!("{key}{}", form(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => match &items[..] {
            [] => "[]".to_owned(),
            [one] => format!("[{}]", form(one)),
            [one, ..] => format!("[{}..]", form(one)),
        },
        Value::Bool(is) => format!("={is}"),
        Value::Number(number) => format!("={}", number.as_i64().is_some_and(|number| number == 1)),
        Value::Null | Value::String(_) => String::new(),
    }
}

/// Returns the kinds of fact that a game's templates have words for.
fn kinds(ruleset: &str) -> BTreeSet<String> {
    let file = format!(
        "{}/templates/{ruleset}/facts.j2",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = fs::read_to_string(file).expect("the sentences");
    let (_, purposes) = text
        .split_once("{%- set purposes = {")
        .expect("the purposes");
    let (purposes, _) = purposes.split_once('}').expect("their end");
    let lines = purposes
        .lines()
        .filter_map(|line| line.trim().split_once("\": \""));
    lines
        .map(|(kind, _)| kind.trim_start_matches('"').to_owned())
        .collect()
}

/// Returns the sentences of a game, a line each, by the kind of fact.
fn sentences(ruleset: &str) -> BTreeMap<String, Vec<String>> {
    let known = rulesets::find(ruleset).expect("a ruleset");
    let library = (known.library)();
    let rules = (known.load)(&library).expect("the content fits");
    let words = Words::builtin(&*rules, &library).expect("templates");
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (_, name, case) in cases().iter().filter(|(of, ..)| of == ruleset) {
        let facts = case.expect.facts.iter().chain(&case.expect.without);
        let facts: Vec<(String, Value)> = facts.filter_map(|shown| told(name, shown)).collect();
        if facts.is_empty() {
            continue;
        }
        let position = Position::of(ruleset, &case.given);
        let view = position.rules.view(&position.state, &Viewer::Public);
        let view = TemplateView::of(&view.expect("a view"));
        for (kind, fact) in facts {
            let shown = found.entry(kind.clone()).or_default();
            if shown.len() < FORMS && seen.insert((kind, form(&fact))) {
                let sentence = words.sentence(&fact, &view);
                shown.push(sentence.unwrap_or_else(|error| panic!("{name}: {error}")));
            }
        }
    }
    found
}

/// Returns the kind of a fact that a case shows, and the fact.
fn told(name: &str, shown: &Value) -> Option<(String, Value)> {
    let fields = shown
        .as_object()
        .unwrap_or_else(|| panic!("{name}: a fact"));
    if let Some(word) = fields.get("fact") {
        return Some((word.as_str()?.to_owned(), word.clone()));
    }
    let (kind, data) = fields
        .iter()
        .find(|(key, _)| !["rule", "to"].contains(&key.as_str()))?;
    Some((kind.clone(), json!({ kind: data })))
}

#[test]
fn every_kind_of_fact_has_its_sentence() {
    for known in rulesets::ALL {
        let found = sentences(known.id);
        let shown: BTreeSet<String> = found.keys().cloned().collect();
        let all = kinds(known.id);
        let mut text = String::new();
        for (kind, sentences) in &found {
            for sentence in sentences {
                writeln!(text, "{kind}: {sentence}").expect("a String takes everything");
            }
        }
        for kind in all.difference(&shown) {
            writeln!(text, "{kind}: no case shows it").expect("a String takes everything");
        }
        insta::with_settings!({snapshot_path => "../sentences", prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(known.id, text);
        });
    }
}
