//! YAML that people read and edit: one line, quoted only where necessary.

use serde_json::Value;

/// Returns a value as YAML on one line.
pub fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => word(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", word(key), flow(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns a text as YAML, quoted if a parser of any YAML version would read it as another value.
pub fn word(text: &str) -> String {
    if is_plain(text) {
        text.to_owned()
    } else {
        Value::from(text).to_string()
    }
}

/// The length of a line up to which an entry is written on one line, in characters.
const WIDTH: usize = 78;

/// Returns an entry of a file: on one line if it is short, else with its parts on lines of their own.
pub fn entry(key: &str, value: &Value, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let key = word(key);
    let line = format!("{margin}{key}: {}\n", flow(value));
    let has_parts = |value: &Value| value.as_object().is_some_and(|parts| !parts.is_empty());
    match value {
        Value::Object(parts)
            if has_parts(value) && (line.len() > WIDTH || parts.values().any(has_parts)) =>
        {
            let parts = parts
                .iter()
                .map(|(key, value)| entry(key, value, indent + 2));
            format!("{margin}{key}:\n{}", parts.collect::<String>())
        }
        Value::Array(items) if line.len() > WIDTH || items.iter().any(has_parts) => {
            let items = items
                .iter()
                .map(|item| format!("{margin}  - {}\n", flow(item)));
            format!("{margin}{key}:\n{}", items.collect::<String>())
        }
        _ => line,
    }
}

fn is_plain(text: &str) -> bool {
    const TAKEN: [&str; 10] = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan",
    ];
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let first = text.chars().next();
    if !first.is_some_and(|c| c.is_ascii_alphanumeric()) || !text.chars().all(allowed) {
        return false;
    }
    if first.is_some_and(|c| c.is_ascii_digit()) {
        // Numbers of all kinds, dates, and YAML 1.1's 0x and 0b.
        let number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | '.' | 'e' | 'E');
        let prefixed = ["0x", "0o", "0b"].iter().any(|p| text.starts_with(p));
        return !prefixed && !text.chars().all(number);
    }
    !TAKEN.contains(&text.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn writes_entries_that_read_back_as_they_were() {
        let file = json!({
            "turn-order": {"prefer": [6, 5]},
            "headquarters": {"maintain": ["agent-1"], "buy": {"agents": 1}, "research": []},
            "moves": [{"unit": "squad-1", "to": "4b-2"}],
            "actions": ["hold", {"reverse": {"tile": "4b-7"}}],
            "if-illegal": "skip",
        });
        let entries = file.as_object().expect("a map");
        let text: String = { entries.iter() }
            .map(|(key, value)| entry(key, value, 0))
            .collect();
        assert_eq!(
            text,
            "turn-order: {prefer: [6, 5]}\nheadquarters:\n  maintain: [agent-1]\n  buy: {agents: 1}\n  research: []\n\
             moves:\n  - {unit: squad-1, to: 4b-2}\nactions:\n  - hold\n  - {reverse: {tile: 4b-7}}\nif-illegal: skip\n"
        );
        let read = crate::Document::read("x", text.as_bytes(), crate::Budget::Orders);
        assert_eq!(read.expect("valid").to_json(), file);
    }

    #[test]
    fn quotes_only_ambiguous_words() {
        assert_eq!(
            flow(&json!({"tile": "4b-3", "to": 2, "with": ["squad-1"]})),
            "{tile: 4b-3, to: 2, with: [squad-1]}"
        );
        for text in [
            "no",
            "On",
            "1e-3",
            "2026-11-21",
            "0x1f",
            "12:30",
            "",
            "a b",
            "-",
            "~",
        ] {
            assert!(word(text).starts_with('"'), "{text}");
        }
        for text in ["4a-3", "oppose", "original-time-travel", "one/two"] {
            assert_eq!(word(text), text);
        }
    }
}
