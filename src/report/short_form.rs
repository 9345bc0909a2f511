//! The two lengths of an order form, made of one text: the file, and the short form in the text of a mail.
//!
//! A comment that begins with `#:` is part of both; every other comment, and the entries that a mail tells by itself,
//! are part of the file only.

/// The mark of a comment that the short form has too.
const MARK: &str = "#:";
/// The entries of a file that a mail tells by itself.
const TOLD: [&str; 5] = ["game:", "turn:", "seat:", "sitting:", "head:"];
/// Entries that say the same as none.
const USUAL: [&str; 2] = ["if-illegal: ask", "wake: []"];
/// The last line of the short form.
pub(super) const END: &str = "# End of your orders";

/// Returns the form as a file.
pub(super) fn full(marked: &str) -> String {
    let unmarked = |line: &str| match line.trim_start().strip_prefix(MARK) {
        Some(rest) => format!("{}#{rest}", &line[..line.len() - line.trim_start().len()]),
        None => line.to_owned(),
    };
    let lines: Vec<String> = marked.lines().map(unmarked).collect();
    super::lines::trim_lines(&lines.join("\n"))
}

/// Returns the form for the text of a mail.
pub(super) fn short(marked: &str) -> String {
    let mut lines = vec![];
    for line in marked.lines().map(str::trim_end) {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        if let Some(rest) = code.strip_prefix(MARK) {
            lines.push(format!("{indent}#{rest}"));
        } else if !code.is_empty()
            && !code.starts_with('#')
            && !TOLD.iter().any(|key| line.starts_with(key))
            && !USUAL.contains(&line)
        {
            lines.push(line.to_owned());
        }
    }
    lines.push(END.to_owned());
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKED: &str = "# $schema: x\n\n# A file of Zytal\ngame: gem\nturn: 5\nseat: zytal\nsitting: 7\nif-illegal: ask\n\
                          wake: []\n\n# 8  Headquarters\nheadquarters:\n  # Why\n  #: Who stays in the past\n  maintain: []\n\n\
                          #: From the present: {unit: squad-1, to: 4b-2}\nmoves: []\n";

    #[test]
    fn the_short_form_has_only_what_is_asked() {
        assert_eq!(
            short(MARKED),
            "headquarters:\n  # Who stays in the past\n  maintain: []\n# From the present: {unit: squad-1, to: 4b-2}\n\
             moves: []\n# End of your orders\n"
        );
    }

    #[test]
    fn the_file_has_all_comments_without_their_marks() {
        let file = full(MARKED);
        assert!(
            !file.contains("#:") && file.contains("\n# From the present"),
            "{file}"
        );
        assert_eq!(
            file.lines()
                .filter(|line| line.trim_start().starts_with('#'))
                .count(),
            6
        );
    }
}
