//! People's names and words come from outside: nothing in them may move the text around them.

use serde_json::Value;

/// One line of visible text: controls and line breaks become spaces; marks that reorder or hide text
/// go. YAML and mail readers take more characters for line breaks than one would think.
pub(super) fn line(text: &str) -> String {
    text.chars()
        .filter(|c| !hidden(*c))
        .map(|c| if breaks(c) { ' ' } else { c })
        .collect()
}

fn breaks(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn hidden(c: char) -> bool {
    matches!(
        c,
        '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
    )
}

fn is_clean(text: &str) -> bool {
    !text.chars().any(|c| hidden(c) || breaks(c))
}

/// The same for every text in a value, keys included.
pub(super) fn value(value: &mut Value) {
    match value {
        Value::String(text) if !is_clean(text) => *text = line(text),
        Value::Array(items) => items.iter_mut().for_each(self::value),
        Value::Object(entries) => {
            entries.values_mut().for_each(self::value);
            if !entries.keys().all(|key| is_clean(key)) {
                *entries = std::mem::take(entries)
                    .into_iter()
                    .map(|(key, entry)| (line(&key), entry))
                    .collect();
            }
        }
        _ => {}
    }
}
