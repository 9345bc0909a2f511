//! The text of a mail as its writer typed it: unfolded, and without the marks of quoting.

/// Puts together the lines that a mail program has folded (RFC 3676).
pub(super) fn unflow(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // The depth of the line that goes on.
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let (depth, rest) = stuffed(line);
        let is_signature = rest == "-- ";
        match open {
            Some(before) if before == depth && !is_signature => {}
            Some(_) => {
                out.push('\n');
                quote(&mut out, depth);
            }
            None => quote(&mut out, depth),
        }
        if rest.ends_with(' ') && !is_signature {
            out.push_str(if delsp { &rest[..rest.len() - 1] } else { rest });
            open = Some(depth);
        } else {
            out.push_str(rest);
            out.push('\n');
            open = None;
        }
    }
    if open.is_some() {
        out.push('\n');
    }
    out
}

fn quote(out: &mut String, depth: usize) {
    if depth > 0 {
        out.push_str(&">".repeat(depth));
        out.push(' ');
    }
}

/// The depth of quoting, and the line without it and without the space that was stuffed in.
fn stuffed(line: &str) -> (usize, &str) {
    let rest = line.trim_start_matches('>');
    (
        line.len() - rest.len(),
        rest.strip_prefix(' ').unwrap_or(rest),
    )
}

/// How deep a line is quoted, and what it says without. A space after each `>` is the quoting's.
pub(super) fn unquote(line: &str, most: usize) -> (usize, &str) {
    let (mut depth, mut rest) = (0, line);
    while depth < most
        && let Some(after) = rest.strip_prefix('>')
    {
        depth += 1;
        // `> > text` and `>> text` are both two deep; a space that indents is kept.
        rest = match after.strip_prefix(' ') {
            Some(next) if next.starts_with('>') || depth == most => next,
            Some(_) | None => after,
        };
        if !rest.starts_with('>') {
            break;
        }
    }
    (depth, rest)
}

/// The depth at which a line is quoted.
pub(super) fn depth(line: &str) -> usize {
    unquote(line, usize::MAX).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_lines_are_put_together() {
        let text = "one \ntwo\n  - stuffed\n> quoted \n> more\n>deep\n-- \nme \n";
        assert_eq!(
            unflow(text, false),
            "one two\n - stuffed\n> quoted more\n> deep\n-- \nme \n"
        );
        assert_eq!(unflow("a \nb\n", true), "ab\n");
        assert_eq!(unflow("a \n> b\n", false), "a \n> b\n");
        assert_eq!(unflow("", false), "");
    }

    #[test]
    fn quoting_is_taken_off_as_deep_as_it_goes() {
        assert_eq!(unquote("> a: b", 1), (1, "a: b"));
        assert_eq!(unquote(">   - x", 1), (1, "  - x"));
        assert_eq!(unquote("> > a", 2), (2, "a"));
        assert_eq!(unquote(">> a", 2), (2, "a"));
        assert_eq!(unquote("> > a", 1), (1, "> a"));
        assert_eq!(unquote(">", 1), (1, ""));
        assert_eq!(depth("> >> a"), 3);
        assert_eq!(depth("a > b"), 0);
    }
}
