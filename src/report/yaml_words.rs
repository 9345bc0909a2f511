//! YAML that people read and edit: one line, quoted only where necessary.

use serde_json::Value;

/// Returns a value as YAML on one line.
pub(super) fn flow(value: &Value) -> String {
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
pub(super) fn word(text: &str) -> String {
    if is_plain(text) {
        text.to_owned()
    } else {
        Value::from(text).to_string()
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
