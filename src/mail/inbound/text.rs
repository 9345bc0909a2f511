//! The text of a mail as its writer typed it: unfolded, and without quotation marks.

/// Joins the lines that a mail program has folded (RFC 3676).
pub(super) fn unflow(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // The quoting depth of the unfinished line, if there is one.
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

/// Returns true if unfolding an order file would join two entries into one. A program folds a line only inside an
/// entry, so the spaces at the ends of such lines were typed by accident.
pub(super) fn glues_entries(file: &str) -> bool {
    // Inside brackets an entry continues in the next line, and each key may begin a line.
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

/// Returns true if a line begins with the dash of an item, or with a key.
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

/// Returns the quoting depth of a line, and the line without the quotation marks and the stuffed space.
fn stuffed(line: &str) -> (usize, &str) {
    let rest = line.trim_start_matches('>');
    (
        line.len() - rest.len(),
        rest.strip_prefix(' ').unwrap_or(rest),
    )
}

/// Returns the quoting depth of a line, at most `most`, and the line without these quotation marks. A space after
/// each `>` is part of the mark.
pub(super) fn unquote(line: &str, most: usize) -> (usize, &str) {
    let (mut depth, mut rest) = (0, line);
    while depth < most
        && let Some(after) = rest.strip_prefix('>')
    {
        depth += 1;
        // `> > text` and `>> text` both have depth two; a space that indents is kept.
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

/// Returns the quoting depth of a line.
pub(super) fn depth(line: &str) -> usize {
    unquote(line, usize::MAX).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_folded_lines() {
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
    fn distinguishes_folds_from_accidental_spaces() {
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
    fn removes_quotation_marks_up_to_a_depth() {
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
