//! The sections of an order file, and the lines that begin one.

use super::lenient::plain;
use crate::{collect::Collect, engine::DynRuleset, rulesets::ENVELOPE};
use schemars::Schema;
use std::collections::BTreeSet;

/// The keys that may begin a section of an order file of one ruleset.
#[derive(Clone, Debug)]
pub(in crate::inbox) struct Sections(BTreeSet<String>);

impl Sections {
    /// Returns the keys of a ruleset, with those of the envelope.
    pub(crate) fn of(rules: &dyn DynRuleset) -> Self {
        let schema = Schema::to_value(rules.orders_schema());
        let own = schema["properties"].as_object().into_iter().flatten();
        let own = own.map(|(key, _)| key.clone());
        let all = own.chain(ENVELOPE.iter().map(|key| (*key).to_owned()));
        Self(all.collect_set())
    }

    /// Returns true if a word, in small letters, is one of the keys.
    pub(super) fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    /// Returns the key that a misspelt word was probably meant as.
    pub(super) fn near(&self, word: &str) -> Option<&str> {
        crate::yaml::nearest(word, self.0.iter().map(String::as_str))
    }

    /// Returns true if a line, as it was written and at any place, begins a section.
    pub(crate) fn begin(&self, line: &str) -> bool {
        self.begin_plain(plain(line).text.trim_start())
    }

    /// Returns true if a line in the spelling of a file begins a section.
    pub(super) fn begin_plain(&self, line: &str) -> bool {
        key_of(line).is_some_and(|(key, value)| self.has(key) && is_value(value))
    }
}

/// Returns the key and the value of a line that is not indented.
pub(super) fn key_of(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim_end();
    let of_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_key = key.starts_with(|c: char| c.is_ascii_lowercase()) && key.chars().all(of_key);
    is_key.then(|| (key, value.trim()))
}

/// Returns true if a text can be the value of a section: nothing, a list, braces, or one word.
pub(super) fn is_value(value: &str) -> bool {
    let value = value.split(" #").next().unwrap_or_default().trim();
    value.is_empty()
        || value.starts_with(['[', '{', '"', '\'', '#'])
        || !value.contains(char::is_whitespace)
}
