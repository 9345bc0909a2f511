//! The lines of a report: no wider than its columns, and no longer than a mail may have.

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// The words of a text in lines: the first indented by `first`, the others by `rest`.
pub(super) fn wrap(text: &str, columns: usize, first: usize, rest: usize) -> String {
    let mut lines = String::new();
    let mut used = first;
    lines.push_str(&" ".repeat(first));
    let mut empty = true;
    for word in text.split_whitespace() {
        let wide = width(word);
        if !empty && used + 1 + wide > columns {
            lines.push('\n');
            lines.push_str(&" ".repeat(rest));
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

/// No trailing spaces, no runs of empty lines, one line break at the end.
pub(super) fn trim_lines(text: &str) -> String {
    let mut lines: Vec<&str> = vec![];
    for line in text.lines().map(str::trim_end) {
        let empty = line.is_empty() && lines.last().is_none_or(|last| last.is_empty());
        if !empty {
            lines.push(line);
        }
    }
    let mut text = lines.join("\n").trim_end().to_owned();
    text.push('\n');
    text
}

/// No spaces at the ends of lines and no empty lines at the end; those in between are somebody's own.
pub(super) fn trim_ends(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned() + "\n"
}

/// The same as [`trim_lines`], and no line wider than `columns` where a space allows it: the last resort for long
/// names and for a game's own templates.
pub(super) fn tidy(text: &str, columns: usize) -> String {
    let lines: Vec<String> = trim_lines(text)
        .lines()
        .map(|line| {
            if width(line) <= columns {
                return line.to_owned();
            }
            let indent = width(line) - width(line.trim_start());
            let indent = indent.min(columns / 2);
            wrap(line, columns, indent, (indent + 2).min(columns / 2))
        })
        .collect();
    lines.join("\n") + "\n"
}

/// HTML whose lines are no longer than a mail may have (RFC 5322, 2.1.1), where spaces allow it: a browser takes
/// a line end for another space.
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
