//! The published `game.yaml`, line by line (fair1, section 6).
//!
//! It is YAML of one form, which the program writes and which any program can read without a YAML library: both
//! auditors read these lines, and refuse every other form.

use super::public_file::BadFile;
use crate::dice::label::BadName;

/// The fault of a published `game.yaml`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadPublished {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] BadFile),
    /// The file is bigger than this number of bytes.
    #[error("game.yaml is bigger than {0} bytes")]
    TooBig(usize),
    /// The last line does not end.
    #[error("game.yaml: the last line has no line feed")]
    NoLineFeed,
    /// The line with this number has another form.
    #[error("game.yaml, line {0}: not of the published form")]
    Line(usize),
    /// The key is missing, or its value has another form.
    #[error("game.yaml: `{0}` is missing, or has another form")]
    Key(String),
    /// A seat has a name that the protocol keeps for itself.
    #[error("game.yaml: no seat may be called `{0}`")]
    Reserved(String),
    /// A seat has a name that the dice protocol does not allow.
    #[error("game.yaml: {0}")]
    Name(#[from] BadName),
    /// Two seats have one name, or there is no seat.
    #[error("game.yaml: a seat stands twice, or there is none")]
    Seats,
}

/// The top-level keys that have one value, and those that have further lines below them (fair1, section 6).
const SIMPLE: [&str; 12] = [
    "caretaker",
    "days-away",
    "dice",
    "draw-seats",
    "edition",
    "game",
    "keys",
    "lead-minutes",
    "log-key",
    "ruleset",
    "sittings",
    "title",
];
const COMPOUND: [&str; 8] = [
    "fork", "guards", "nmr", "options", "pauses", "press", "schedule", "seats",
];

/// The keys whose values an audit reads: the value is plain, or in quotes that hold no quotes and no `\`.
const COUNTED: [&str; 8] = [
    "dice",
    "draw-seats",
    "edition",
    "game",
    "keys",
    "lead-minutes",
    "log-key",
    "ruleset",
];

/// Maximum size of `game.yaml`, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// The contents of the lines.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    /// The top-level keys, with the values of those in [`COUNTED`].
    top: Vec<(String, String)>,
    /// The seats in their order.
    pub(crate) seats: Vec<String>,
}

impl Lines {
    /// Reads the text.
    ///
    /// # Errors
    /// Returns [`BadPublished`] with the number of the first line that is not of the published form.
    pub(crate) fn read(text: &str) -> Result<Self, BadPublished> {
        if text.len() > MOST_BYTES {
            return Err(BadPublished::TooBig(MOST_BYTES));
        }
        let body = text.strip_suffix('\n').ok_or(BadPublished::NoLineFeed)?;
        let mut read = Self::default();
        let mut block = String::new();
        for (n, line) in body.split('\n').enumerate() {
            if !read.line(line, &mut block) {
                return Err(BadPublished::Line(n + 1));
            }
        }
        Ok(read)
    }

    /// Returns the value of a top-level key; it is empty if the key is not in [`COUNTED`].
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        let of = self.top.iter().find(|(k, _)| k == key);
        of.map(|(_, value)| value.as_str())
    }

    /// Reads one line and returns true if it is of the published form; `block` is the top-level key above the line.
    fn line(&mut self, line: &str, block: &mut String) -> bool {
        if line.chars().any(is_unfit) {
            return false;
        }
        let seat = line.strip_prefix("- seat: ");
        if let Some((key, value)) = top(line) {
            let empty = value.is_none_or(|value| ["{}", "[]"].contains(&value));
            let known = if empty { &COMPOUND[..] } else { &SIMPLE[..] };
            if !known.contains(&key) || self.get(key).is_some() {
                return false;
            }
            let value = value.filter(|_| COUNTED.contains(&key)).unwrap_or_default();
            let Some(value) = unquoted(value) else {
                return false;
            };
            self.top.push((key.to_owned(), value.to_owned()));
            let below = if line.ends_with(':') { key } else { "" };
            below.clone_into(block);
            true
        } else if block == "seats" {
            let seat = seat.filter(|seat| is_scalar(seat)).and_then(unquoted);
            self.seats.extend(seat.map(str::to_owned));
            seat.is_some()
        } else {
            !block.is_empty() && is_below(line)
        }
    }
}

/// Returns true for a character that no line may hold: a control character, or a line end of another kind.
fn is_unfit(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Splits a top-level line into its key and its value; the value is `None` if further lines follow below the key.
fn top(line: &str) -> Option<(&str, Option<&str>)> {
    let is_key =
        |key: &str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    let (key, value) = match line.split_once(": ") {
        Some((key, value)) => (key, Some(value)),
        None => (line.strip_suffix(':')?, None),
    };
    let fits = is_key(key) && value.is_none_or(is_value);
    fits.then_some((key, value))
}

/// Returns true for a line below a top-level key: pairs of spaces, hyphens, and then a value, a key with a value, or a
/// key.
fn is_below(line: &str) -> bool {
    let mut rest = line;
    while let Some(less) = rest.strip_prefix("  ") {
        rest = less;
    }
    while let Some(less) = rest.strip_prefix("- ") {
        rest = less;
    }
    let is_key = |key: &str| {
        let fits = |b: u8| b.is_ascii_alphanumeric() || b"_.-".contains(&b);
        !key.is_empty() && key.bytes().all(fits)
    };
    let with_value = rest.split_once(": ");
    is_scalar(rest)
        || with_value.is_some_and(|(key, value)| is_key(key) && is_value(value))
        || rest.strip_suffix(':').is_some_and(is_key)
}

/// Returns true if a text is a value after a key.
fn is_value(text: &str) -> bool {
    is_scalar(text) || ["{}", "[]"].contains(&text)
}

/// Returns true if a text is one value on one line: plain, or in quotes that end where the text ends.
fn is_scalar(text: &str) -> bool {
    let Some(first) = text.chars().next() else {
        return false;
    };
    match first {
        '"' => ends_quote(text, '\\'),
        '\'' => ends_quote(text, '\''),
        _ => {
            !"[]{},#&*!|>%@`?:".contains(first)
                && !first.is_whitespace()
                && !text.starts_with("- ")
                && !text.contains(": ")
                && !text.contains(" #")
                && !text.ends_with([' ', ':'])
        }
    }
}

/// Returns true if the only unescaped quote after the first one is the last character; a quote is escaped by a `\`
/// before it, or by a second quote.
fn ends_quote(text: &str, escape: char) -> bool {
    let quote = text.chars().next();
    let mut chars = text.chars().skip(1).peekable();
    while let Some(c) = chars.next() {
        if c == escape && (escape == '\\' || chars.peek() == Some(&escape)) {
            if chars.next().is_none() {
                return false;
            }
        } else if Some(c) == quote {
            return chars.next().is_none();
        }
    }
    false
}

/// Returns a value without its quotes; `None` if it holds quotes or escapes.
fn unquoted(value: &str) -> Option<&str> {
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let inner = value.strip_prefix(quote)?.strip_suffix(quote)?;
            let plain = !inner.contains('\\') && !inner.contains("''");
            plain.then_some(inner)
        }
        _ => Some(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "game: gem\ntitle: \"a \\\"gem\\\": # 1\"\nruleset: time-agent\nedition: \"1992\"\noptions:\n  scenario: six\n\
        seats:\n- seat: roo\n- seat: \"zytal\"\nsittings: when-complete\nschedule:\n  days:\n  - friday\n  blackout:\n  - from: \
        \"2026-12-24\"\n    to: \"2026-12-26\"\nnmr:\n- wait\nguards: {}\ndice: plain\nkeys: 64\n";

    #[test]
    fn the_form_that_is_published_is_read() {
        let lines = Lines::read(GOOD).expect("the published form");
        assert_eq!(lines.seats, ["roo", "zytal"]);
        assert_eq!(lines.get("edition"), Some("1992"));
        assert_eq!(lines.get("keys"), Some("64"));
        assert_eq!(lines.get("fork"), None);
        assert!(lines.get("guards").is_some());
    }

    #[test]
    fn every_other_form_is_refused() {
        for (from, to) in [
            ("\n", "\r\n"),
            ("keys: 64\n", "keys: 64"),
            ("keys: 64", "keys: 64 # and no more"),
            ("keys: 64", "keys:  64"),
            ("keys: 64", "keys: 64\nkeys: 65"),
            ("keys: 64", "keys: &a 64"),
            ("keys: 64", "keys: !!int 64"),
            ("keys: 64", "keys: 64\n"),
            ("keys: 64", "keys: 64\n---"),
            ("keys: 64", "keys: 64\nmore: 1"),
            ("keys: 64", "\"keys\": 64"),
            ("game: gem", "game: \"g\\x65m\""),
            ("game: gem", "game: 'g''em'"),
            ("game: gem", "game: gem\n  stone"),
            ("game: gem", "? game\n: gem"),
            (
                "seats:\n- seat: roo\n- seat: \"zytal\"",
                "seats: [{seat: roo}, {seat: zytal}]",
            ),
            ("- seat: roo", "- {seat: roo}"),
            ("- seat: roo", "  - seat: roo"),
            ("  scenario: six", "  scenario: [six]"),
            ("  scenario: six", "\tscenario: six"),
            ("  scenario: six", "   scenario: six"),
            ("  scenario: six", "  scenario: |\n    six"),
            ("\\\"gem\\\"", "gem\""),
            ("title: ", "title: \u{2028}"),
        ] {
            assert!(GOOD.contains(from), "{from:?}");
            let text = GOOD.replacen(from, to, if from == "\n" { 99 } else { 1 });
            assert!(Lines::read(&text).is_err(), "{to:?}\n{text}");
        }
        assert!(Lines::read(&format!("game: {}\n", "a".repeat(MOST_BYTES))).is_err());
    }
}
