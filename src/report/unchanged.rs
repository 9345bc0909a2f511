//! Tables of the state that are the same as in the reader's last mailed report: a mail names them and leaves them out.
//!
//! The templates put a mark before the first of these tables and behind the last one. Sections are compared as they are
//! shown, so that a game's own templates need no rule of their own; a template without marks leaves out nothing.

use super::{
    Format, WIDTH,
    lines::{self, width},
};
use std::fmt::Write as _;

/// The mark before and behind the tables of the state, on a line of its own. No name can contain it.
pub(super) const MARK: char = '\u{1c}';

/// The title of the list of the sections that are left out.
const TITLE: &str = "Unchanged since your last mail";

/// The number of lines below its heading, or of characters on a page, up to which a section is not left out: to name
/// it would take as much space.
const SHORT_LINES: usize = 2;
const SHORT_PAGE: usize = 250;

/// Returns a text without the lines that are marks.
pub(super) fn without_marks(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !is_mark(line)).collect()
}

fn is_mark(line: &str) -> bool {
    let mut chars = line.trim().chars();
    chars.next() == Some(MARK) && chars.next().is_none()
}

/// Returns a marked report for a mail: without the marks, and with the names of those tables of the state that are the
/// same in `last`, the reader's last mailed report in full, in place of the tables. `site` is the address of the game's
/// public files.
#[must_use]
pub(crate) fn abridged(format: Format, marked: &str, last: &str, site: Option<&str>) -> String {
    let (mut before, mut tables, mut behind) = (String::new(), String::new(), String::new());
    let mut marks = 0;
    for line in marked.split_inclusive('\n') {
        match marks {
            _ if is_mark(line) => marks += 1,
            0 => before.push_str(line),
            1 => tables.push_str(line),
            _ => behind.push_str(line),
        }
    }
    if marks != 2 {
        return finished(format, &without_marks(marked));
    }
    let (kept, left_out) = match format {
        Format::Text => without_unchanged(sections(&tables), &sections(last)),
        Format::Html => without_unchanged(elements(&tables), &elements(last)),
    };
    let list = match format {
        _ if left_out.is_empty() => String::new(),
        Format::Text => text_list(&left_out, site),
        Format::Html => page_list(&left_out, site),
    };
    finished(format, &[before, kept, list, behind].concat())
}

fn finished(format: Format, report: &str) -> String {
    match format {
        Format::Text => lines::trim_lines(report),
        Format::Html => report.to_owned(),
    }
}

/// One part of a report: a section with its title, or what is between two sections.
struct Part<'a> {
    title: Option<&'a str>,
    text: &'a str,
    /// True if the section is too short to be left out.
    short: bool,
}

/// Returns the text of the parts that are kept, and the titles of the sections that are left out.
fn without_unchanged<'a>(now: Vec<Part<'a>>, last: &[Part<'_>]) -> (String, Vec<&'a str>) {
    let (mut kept, mut left_out) = (String::new(), vec![]);
    for part in now {
        let same =
            |old: &Part<'_>| old.title == part.title && old.text.trim_end() == part.text.trim_end();
        match part.title {
            Some(title) if !part.short && last.iter().any(same) => left_out.push(title),
            _ => kept.push_str(part.text),
        }
    }
    (kept, left_out)
}

/// Returns the sections of a text report: each begins with a line in capitals above a line of dashes.
fn sections(text: &str) -> Vec<Part<'_>> {
    let mut starts = vec![0];
    let mut lines = text.split_inclusive('\n').peekable();
    let mut at = 0;
    while let Some(line) = lines.next() {
        let below = lines.peek().map_or("", |below| below.trim_end());
        if at > 0 && is_heading(line.trim_end(), below) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|(start, end)| {
        let text = &text[*start..end];
        let mut lines = text.trim().lines();
        let (title, below) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
        Part {
            title: is_heading(title, below).then_some(title),
            text,
            short: lines.filter(|line| !line.is_empty()).count() <= SHORT_LINES,
        }
    });
    parts.collect()
}

fn is_heading(line: &str, below: &str) -> bool {
    let dashes = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte == b'-');
    !line.starts_with([' ', '-'])
        && line.to_uppercase() == line
        && dashes(below)
        && width(line) == below.len()
}

/// Returns the sections of a page, and what is between them.
fn elements(page: &str) -> Vec<Part<'_>> {
    const END: &str = "</section>";
    let mut parts = vec![];
    let mut rest = page;
    let between = |text| Part {
        title: None,
        text,
        short: true,
    };
    while let Some(start) = rest.find("<section>") {
        let Some(end) = rest[start..].find(END) else {
            break;
        };
        parts.push(between(&rest[..start]));
        let text = &rest[start..start + end + END.len()];
        parts.push(Part {
            title: heading(text),
            text,
            short: text.len() <= SHORT_PAGE,
        });
        rest = &rest[start + end + END.len()..];
    }
    parts.push(between(rest));
    parts
}

/// Returns the heading of a section, as it stands in the page.
fn heading(section: &str) -> Option<&str> {
    let (_, rest) = section.split_once("<h2>")?;
    Some(rest.split_once("</h2>")?.0)
}

/// Says how to read the tables that are left out.
const HOW: &str = "Answer with `report` in the first line to read them";

fn text_list(titles: &[&str], site: Option<&str>) -> String {
    let heading = TITLE.to_uppercase();
    let mut list = format!("\n{heading}\n{}\n", "-".repeat(width(&heading)));
    for title in titles {
        let _ = writeln!(list, "  {title}");
    }
    let how = match site {
        None => format!("{HOW}."),
        Some(_) => format!("{HOW}; what is public is also at"),
    };
    let _ = writeln!(list, "{}", lines::wrap(&how, WIDTH, 2, 2));
    if let Some(site) = site {
        let _ = writeln!(list, "  {site}");
    }
    list + "\n"
}

fn page_list(titles: &[&str], site: Option<&str>) -> String {
    let how = HOW.replacen('`', "<code>", 1).replacen('`', "</code>", 1);
    let also = site
        .map(crate::drawing::Text)
        .map_or_else(String::new, |site| {
            format!("; what is public is also at <a href=\"{site}\">{site}</a>")
        });
    format!(
        "<section>\n<h2>{TITLE}</h2>\n<p>{}.</p>\n<p class=\"note\">{how}{also}.</p>\n</section>\n",
        titles.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAST: &str = "a\n\nTHE RACES\n---------\n  1\n  2\n  3\n\nFARES\n-----\n  1\n  2\n  3\n\n  A note.\n\n\
        EVENTS\n------\n  None.\n\nDICE\n----\n  None.\n";

    fn text(fares: &str) -> String {
        format!(
            "b\n\n\u{1c}\n\nTHE RACES\n---------\n  1\n  2\n  3\n\nFARES\n-----\n{fares}\n\
             EVENTS\n------\n  None.\n\n\u{1c}\n\nDICE\n----\n  None.\n"
        )
    }

    #[test]
    fn a_table_that_is_the_same_is_named_and_a_short_one_stays() {
        let now = text("  1\n  2\n  3\n\n  A note.\n");
        assert_eq!(
            abridged(Format::Text, &now, LAST, Some("https://a.example/")),
            "b\n\nEVENTS\n------\n  None.\n\nUNCHANGED SINCE YOUR LAST MAIL\n------------------------------\n  \
             THE RACES\n  FARES\n  Answer with `report` in the first line to read them; what is public is also\n  \
             at\n  https://a.example/\n\nDICE\n----\n  None.\n"
        );
    }

    #[test]
    fn a_table_with_another_line_stays() {
        for changed in ["  1\n  2\n  4\n\n  A note.\n", "  1\n  2\n  3\n"] {
            let mailed = abridged(Format::Text, &text(changed), LAST, None);
            assert!(
                mailed.contains(&format!("FARES\n-----\n{changed}\nEVENTS")),
                "{mailed}"
            );
            assert!(mailed.contains("\n  THE RACES\n  Answer"), "{mailed}");
        }
    }

    #[test]
    fn a_text_without_marks_is_left_as_it_is() {
        assert_eq!(abridged(Format::Text, LAST, LAST, None), LAST);
        assert!(!without_marks(&text("")).contains(MARK));
    }

    #[test]
    fn a_section_of_a_page_that_is_the_same_is_named() {
        let table = |n: u32| {
            format!(
                "<section>\n<h2>A &amp; B</h2>\n{}</section>",
                n.to_string().repeat(300)
            )
        };
        let page = |n| format!("<main>\n\u{1c}\n{}\n\u{1c}\n<p>x</p></main>\n", table(n));
        let last = without_marks(&page(1));
        let mailed = abridged(
            Format::Html,
            &page(1),
            &last,
            Some("https://a.example/?a&b"),
        );
        assert!(
            mailed.contains("<p>A &amp; B.</p>") && !mailed.contains("111"),
            "{mailed}"
        );
        assert!(
            mailed.contains("href=\"https://a.example/?a&amp;b\""),
            "{mailed}"
        );
        assert_eq!(
            abridged(Format::Html, &page(2), &last, None),
            without_marks(&page(2))
        );
    }
}
