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

/// Whether unfolding an order file would make one entry of two. A program folds a line inside an entry, so the spaces at
/// the ends of such lines are slips of the writer.
pub(super) fn glues_entries(file: &str) -> bool {
    // Inside brackets an entry goes on in the next line, and each key may begin one.
    let mut open = 0_i64;
    let mut before = "";
    file.lines().any(|line| {
        let last = std::mem::replace(&mut before, line);
        let glued = open <= 0 && last.ends_with(' ') && !last.trim().is_empty() && is_entry(line);
        let code = line.split(" #").next().unwrap_or_default();
        let code = if code.starts_with('#') { "" } else { code };
        for c in code.chars() {
            match c {
                '[' | '{' => open += 1,
                ']' | '}' => open -= 1,
                _ => {}
            }
        }
        glued
    })
}

/// Whether a line begins with the dash of an item, or with a key.
fn is_entry(line: &str) -> bool {
    let line = line.trim_start();
    let is_key = |key: &str| {
        let of_a_key = |c: char| c.is_alphanumeric() || "-_".contains(c);
        !key.is_empty() && key.chars().all(of_a_key)
    };
    line.trim_end() == "-"
        || line.starts_with("- ")
        || line
            .split_once(':')
            .is_some_and(|(key, value)| is_key(key) && (value.is_empty() || value.starts_with(' ')))
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
    fn a_fold_is_told_from_a_slip() {
        for slip in [
            "game: gem \nturn: 1\n",
            "moves: \n- a\n",
            "- search: x \n- hold\n",
            "a: [b] \nc: d\n",
            "# a remark \nmoves: []\n",
            "# not this [ \nmoves: []\n",
        ] {
            assert!(glues_entries(slip), "{slip}");
        }
        for fold in [
            "",
            "moves: [{unit: agent-1, \nto: 1b-4}]\n",
            "prefer: [6, \n5]\n",
            "# a long remark \nthat goes on\n",
            "game: gem\nturn: 1 \n\nseat: x\n",
            "moves: [ # all of them \nto: x]\n",
        ] {
            assert!(!glues_entries(fold), "{fold}");
        }
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
