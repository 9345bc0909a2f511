//! An order file with some of its sections changed; the rest of its text stays as its player wrote it.

use crate::yaml::{Budget, Document, flow};
use serde_json::{Map, Value};
use std::ops::Range;

/// Returns the text of an order file that says `new` where it said `old`. Comments stay where they are, outside the
/// sections that change. A file that cannot be continued, such as one in braces, is written anew.
pub fn rewritten(text: &str, old: &Map<String, Value>, new: &Map<String, Value>) -> String {
    let mut text = text.replace("\r\n", "\n");
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        if let Some(section) = section(&text, key) {
            text.replace_range(section, "");
        }
    }
    for (key, value) in new
        .iter()
        .filter(|(key, value)| old.get(*key) != Some(value))
    {
        let entry = flow::entry(key, value, 0);
        let at = section(&text, key).unwrap_or(text.len()..text.len());
        text.replace_range(at, &entry);
    }
    let said = Document::read("orders", text.as_bytes(), Budget::Orders);
    if said.is_ok_and(|said| said.to_json() == Value::Object(new.clone())) {
        return text;
    }
    let entries = new.iter().map(|(key, value)| flow::entry(key, value, 0));
    entries.collect()
}

/// Returns the place of a section: from its key to its last line that is not empty and not a comment of the next one.
fn section(text: &str, key: &str) -> Option<Range<usize>> {
    let mut at = 0;
    let mut found: Option<Range<usize>> = None;
    for line in text.split_inclusive('\n') {
        let begins = line
            .strip_prefix(key)
            .is_some_and(|rest| rest.starts_with(':'));
        let inside = line.starts_with([' ', '\t', '-']) && !line.trim().is_empty();
        match &mut found {
            None if begins => found = Some(at..at + line.len()),
            Some(section) if inside => section.end = at + line.len(),
            Some(_) if !line.trim().is_empty() && !line.starts_with('#') => break,
            None | Some(_) => {}
        }
        at += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn said(text: &str) -> Map<String, Value> {
        let document = Document::read("orders", text.as_bytes(), Budget::Orders).expect("YAML");
        document.to_json().as_object().expect("entries").clone()
    }

    fn with(text: &str, change: impl FnOnce(&mut Map<String, Value>)) -> String {
        let (old, mut new) = (said(text), said(text));
        change(&mut new);
        let text = rewritten(text, &old, &new);
        assert_eq!(Value::Object(said(&text)), Value::Object(new));
        text
    }

    #[test]
    fn comments_stay_outside_the_sections_that_change() {
        let text = "# My plan\nturn: 4\n\n# To the past\nmoves:\n  # by machine\n  - {unit: squad-1, to: 4b-2}\n\n\
                    # Then\nactions: []\n";
        let moved = with(text, |new| {
            new["moves"] = json!([{"unit": "agent-1", "to": "5a-1"}]);
        });
        let wanted = "# My plan\nturn: 4\n\n# To the past\nmoves:\n  - {unit: agent-1, to: 5a-1}\n\n# Then\nactions: []\n";
        assert_eq!(moved, wanted);
        let gone = with(text, |new| {
            new.shift_remove("moves");
            new.insert("card".to_owned(), json!(3));
        });
        assert_eq!(
            gone,
            "# My plan\nturn: 4\n\n# To the past\n\n# Then\nactions: []\ncard: 3\n"
        );
    }

    #[test]
    fn a_file_that_cannot_be_continued_is_written_anew() {
        let text = with("{turn: 4, moves: []}", |new| {
            new["moves"] = json!([{"unit": "agent-1", "to": "5a-1"}]);
        });
        assert_eq!(text, "turn: 4\nmoves:\n  - {unit: agent-1, to: 5a-1}\n");
    }
}
