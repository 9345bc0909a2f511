//! Cleaning of untrusted text, for one line of a header, a listing or a status file.

use crate::yaml::is_hidden;
use std::borrow::Cow;

/// Returns true for a character that can break a line, hide text or change its direction.
///
/// The files that the program keeps refuse the same characters: a text that passes here can be written to them.
pub(super) fn is_unfit(c: char) -> bool {
    c.is_control() || is_hidden(c)
}

/// Returns a text as one line of at most `limit` characters: unfit characters become spaces, and runs of spaces one
/// space.
pub(crate) fn one_line(words: &str, limit: usize) -> String {
    let spaced: String = words
        .chars()
        .map(|c| if is_unfit(c) { ' ' } else { c })
        .collect();
    let line = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= limit {
        return line;
    }
    let mut short: String = line.chars().take(limit.saturating_sub(1)).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// Returns a text of several lines with CRLF line ends, without unfit characters other than the tab.
pub(super) fn lines(text: &str) -> String {
    let unix: Cow<'_, str> = if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text.into()
    };
    let mut out = String::with_capacity(unix.len() + unix.len() / 32 + 2);
    for line in unix.strip_suffix('\n').unwrap_or(&unix).split('\n') {
        if line.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            out.push_str(line);
        } else {
            out.extend(line.chars().filter(|c| *c == '\t' || !is_unfit(*c)));
        }
        out.push_str("\r\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    #[test]
    fn makes_one_line_without_unfit_characters() {
        assert_eq!(one_line("a\r\nBcc: x\u{0}\u{202e}\t b", 99), "a Bcc: x b");
        assert_eq!(one_line("abcdef", 4), "abc…");
        assert_eq!(one_line(" \u{2028} ", 4), "");
        assert_eq!(
            one_line("soft\u{ad}hyphen \u{200e}left", 99),
            "soft hyphen left"
        );
    }

    #[test]
    fn a_cleaned_line_can_always_be_written_to_a_file() {
        for c in '\0'..=char::MAX {
            let line = one_line(&format!("a{c}b"), 99);
            assert!(
                yaml::keep::to_string(&line).is_ok(),
                "U+{:04X}",
                u32::from(c)
            );
        }
    }

    #[test]
    fn keeps_lines_and_removes_control_characters() {
        assert_eq!(
            lines("a\n\n  b\t|\r\nc\rd"),
            "a\r\n\r\n  b\t|\r\nc\r\nd\r\n"
        );
        assert_eq!(lines("bell\u{7}\n"), "bell\r\n");
        assert_eq!(lines(""), "\r\n");
    }
}
