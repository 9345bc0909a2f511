//! The spelling of phones and mail programs, undone: typographic quotation marks and dashes, no-break spaces, capitals.
//!
//! Order files have ASCII letters in one case, so each of these has one meaning. Comments stay as they are.

use std::collections::BTreeSet;

/// A line in the spelling of an order file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plain {
    pub text: String,
    pub changes: BTreeSet<Change>,
}

/// A kind of spelling that was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    Quotes,
    Dashes,
    Spaces,
    Capitals,
    Braces,
}

impl Change {
    /// Returns the note for the reply.
    pub(super) fn note(self) -> &'static str {
        match self {
            Self::Quotes => "its curly quotation marks were read as straight ones",
            Self::Dashes => "its long dashes and bullets were read as hyphens",
            Self::Spaces => "its no-break spaces were read as spaces",
            Self::Capitals => "its capital letters were read as small ones",
            Self::Braces => "entries without braces were read as if they had them",
        }
    }
}

/// Returns a line in the spelling of an order file.
pub(super) fn plain(line: &str) -> Plain {
    let mut changes = BTreeSet::new();
    let spaced: String = line
        .trim_end()
        .chars()
        .filter(|c| !matches!(c, '\u{200b}' | '\u{feff}' | '\u{2060}'))
        .map(|c| match c {
            '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{2009}' | '\t' => {
                if c != '\t' {
                    changes.insert(Change::Spaces);
                }
                ' '
            }
            c => c,
        })
        .collect();
    let (code, comment) = split_comment(&spaced);
    let code: String = code
        .chars()
        .map(|c| match c {
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}' => {
                changes.insert(Change::Quotes);
                '"'
            }
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' => {
                changes.insert(Change::Quotes);
                '\''
            }
            '\u{2010}'..='\u{2015}' | '\u{2212}' => {
                changes.insert(Change::Dashes);
                '-'
            }
            c => c,
        })
        .collect();
    let code = bullet(&code, &mut changes);
    let small = code.to_ascii_lowercase();
    if small != code {
        changes.insert(Change::Capitals);
    }
    let code = braced(&small, &mut changes);
    Plain {
        text: format!("{code}{comment}"),
        changes,
    }
}

/// Splits a line before its comment.
fn split_comment(line: &str) -> (&str, &str) {
    if line.trim_start().starts_with('#') {
        return ("", line);
    }
    line.find(" #").map_or((line, ""), |at| line.split_at(at))
}

/// Replaces the bullet of a list by a hyphen, and separates the hyphen from its entry.
fn bullet(code: &str, changes: &mut BTreeSet<Change>) -> String {
    let indent = code.len() - code.trim_start().len();
    let (indent, rest) = code.split_at(indent);
    let mut letters = rest.chars();
    match letters.next() {
        Some('\u{2022}' | '\u{b7}' | '\u{25cf}' | '\u{25e6}' | '*')
            if letters.as_str().starts_with(' ') =>
        {
            changes.insert(Change::Dashes);
            format!("{indent}-{}", letters.as_str())
        }
        _ => code.to_owned(),
    }
}

/// Puts braces around the entry of a list that lacks them: `- unit: agent-1, to: 4b-2`.
fn braced(code: &str, changes: &mut BTreeSet<Change>) -> String {
    let Some((before, entry)) = code.split_once("- ") else {
        return code.to_owned();
    };
    let entry = entry.trim();
    let is_plain = !entry.contains(['{', '}', '[', ']', '"', '\'']);
    let parts: Vec<&str> = entry.split(',').map(str::trim).collect();
    let is_pair = |part: &&str| {
        part.split_once(": ").is_some_and(|(key, value)| {
            let of_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
            !key.is_empty() && key.chars().all(of_word) && value.trim().chars().all(of_word)
        })
    };
    if before.trim().is_empty() && is_plain && parts.len() > 1 && parts.iter().all(is_pair) {
        changes.insert(Change::Braces);
        return format!("{before}- {{{entry}}}");
    }
    code.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undoes_what_phones_do() {
        for (written, meant) in [
            ("Moves: []", "moves: []"),
            (
                "\u{2013} {unit: Agent\u{2011}1, to: 4B-2}",
                "- {unit: agent-1, to: 4b-2}",
            ),
            ("\u{2022} hold", "- hold"),
            ("* hold", "- hold"),
            ("\u{a0}\u{a0}research:\u{a0}[4b-2]", "  research: [4b-2]"),
            (
                "wake: [\u{201c}contribute\u{201d}]",
                "wake: [\"contribute\"]",
            ),
            ("- unit: agent-1, to: 4b-2", "- {unit: agent-1, to: 4b-2}"),
            ("- unit: agent-1", "- unit: agent-1"),
            (
                "moves: [] # Mine, not \u{201c}yours\u{201d}",
                "moves: [] # Mine, not \u{201c}yours\u{201d}",
            ),
            (
                "# From the Present \u{2013} by fleet",
                "# From the Present \u{2013} by fleet",
            ),
        ] {
            assert_eq!(plain(written).text, meant, "{written}");
        }
        assert!(plain("moves: []").changes.is_empty());
        assert_eq!(
            plain("Moves: [\u{a0}]")
                .changes
                .into_iter()
                .collect::<Vec<_>>(),
            [Change::Spaces, Change::Capitals]
        );
    }
}
