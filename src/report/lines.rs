//! Wraps and tidies the lines of a report to its width and to the line length of mails.

use std::iter::repeat_n;

/// Returns the width of a text, in columns.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Wraps a text: the first line is indented by `first` columns, the others by `rest`.
pub(super) fn wrap(text: &str, columns: usize, first: usize, rest: usize) -> String {
    // Nearly all texts are ASCII, where one byte is one column.
    if text.is_ascii() {
        let words = text.split_ascii_whitespace().map(|word| (word, word.len()));
        return filled(text.len(), words, columns, first, rest);
    }
    let words = text.split_whitespace().map(|word| (word, width(word)));
    filled(text.len(), words, columns, first, rest)
}

/// Fills lines with words, given with their widths; `long` is the approximate length of all words, in bytes.
fn filled<'a>(
    long: usize,
    words: impl Iterator<Item = (&'a str, usize)>,
    columns: usize,
    first: usize,
    rest: usize,
) -> String {
    let lines = long / columns.max(1) + 1;
    let mut lines = String::with_capacity(first + long + lines * (rest + 1));
    let mut used = first;
    lines.extend(repeat_n(' ', first));
    let mut empty = true;
    for (word, wide) in words {
        if !empty && used + 1 + wide > columns {
            lines.push('\n');
            lines.extend(repeat_n(' ', rest));
            used = rest;
            empty = true;
        }
        if !empty {
            lines.push(' ');
            used += 1;
        }
        lines.push_str(word);
        used += wide;
        empty = false;
    }
    lines
}

/// Removes trailing spaces and runs of empty lines, and ends the text with one line break.
pub(super) fn trim_lines(text: &str) -> String {
    tidy(text, usize::MAX)
}

/// Removes trailing spaces and the empty lines at both ends. Empty lines in between belong to their writer and stay.
pub(super) fn trim_ends(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned() + "\n"
}

/// Does the same as [`trim_lines`], and also breaks lines wider than `columns` at spaces: the last resort for long
/// names and for a game's own templates.
pub(super) fn tidy(text: &str, columns: usize) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let mut gap = false;
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() {
            gap = !out.is_empty();
            continue;
        }
        if std::mem::take(&mut gap) {
            out.push('\n');
        }
        // A text has at least as many bytes as columns.
        if line.len() <= columns || width(line) <= columns {
            out.push_str(line);
        } else {
            let indent = width(line) - width(line.trim_start());
            let indent = indent.min(columns / 2);
            out.push_str(&wrap(line, columns, indent, (indent + 2).min(columns / 2)));
        }
        out.push('\n');
    }
    if out.is_empty() {
        out.push('\n');
    }
    out
}

/// Breaks lines of HTML at spaces so that they are not longer than a mail allows (RFC 5322, 2.1.1); a browser treats a
/// line end as a space.
pub(super) fn folded(html: &str) -> String {
    const LONGEST: usize = 998;
    let mut out = String::with_capacity(html.len() + 64);
    for mut line in html.lines() {
        while line.len() > LONGEST
            && let Some(space) = line.as_bytes()[..LONGEST].iter().rposition(|b| *b == b' ')
            && space > 0
        {
            let (start, rest) = line.split_at(space);
            out.push_str(start);
            out.push('\n');
            line = &rest[1..];
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_at_spaces() {
        let long = format!("  {}", "word ".repeat(30));
        for line in tidy(&long, 40).lines() {
            assert!(line.chars().count() <= 40, "{line}");
        }
    }

    #[test]
    fn runs_of_empty_lines_become_one() {
        assert_eq!(trim_lines("\n \n a  \n\n\t\n\nb\n \n"), " a\n\nb\n");
        assert_eq!(trim_lines("a"), "a\n");
        assert_eq!(trim_lines(" \n\n"), "\n");
    }

    #[test]
    fn long_lines_are_folded_at_spaces() {
        let link = format!("<a href=\"{}\">", "y".repeat(2000));
        let html = format!(
            "<p>{}</p>\n{link}\n\nä {}\n",
            "a b ".repeat(800),
            "z".repeat(990)
        );
        let folded = folded(&html);
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&folded), words(&html));
        let long: Vec<&str> = folded.lines().filter(|line| line.len() > 998).collect();
        assert_eq!(long, [&link[3..]], "there is no space to break at");
        assert!(folded.contains("\n\nä zzz"), "what is short stays");
    }
}
