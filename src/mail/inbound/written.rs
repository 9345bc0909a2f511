//! The text that a person wrote in a mail, for another person to read.

use super::{Incoming, PartKind, text};
use mail_parser::decoders::html::html_to_text;

pub(super) fn find(mail: &Incoming) -> Option<String> {
    let page = || {
        let mut parts = mail.parts.iter();
        let html = parts.find(|part| matches!(part.kind, PartKind::Html))?;
        Some(html_to_text(&String::from_utf8_lossy(&html.bytes)))
    };
    // Some programs send an empty text beside the web page.
    let plain = mail.text().filter(|text| says_something(text));
    plain.or_else(page).filter(|text| says_something(text))
}

/// Returns the lines of the mail's web pages; each tag begins a new line, so a page of order lines yields those lines.
pub(super) fn page_lines(mail: &Incoming) -> Vec<String> {
    let pages = mail
        .parts
        .iter()
        .filter(|part| matches!(part.kind, PartKind::Html));
    pages
        .flat_map(|page| {
            let text = String::from_utf8_lossy(&page.bytes);
            let mut lines = String::new();
            let mut in_tag = false;
            for c in text.chars() {
                match c {
                    '<' => in_tag = true,
                    '>' if in_tag => {
                        in_tag = false;
                        lines.push('\n');
                    }
                    c if !in_tag => lines.push(c),
                    _ => {}
                }
            }
            lines.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect()
}

/// Returns true if the writer wrote any word that is not quoted and not in the signature.
fn says_something(text: &str) -> bool {
    text.lines()
        .take_while(|line| line.trim_end() != "--")
        .filter(|line| text::depth(line) == 0)
        .any(|line| line.contains(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mail: &str) -> Option<String> {
        find(&Incoming::read(mail.as_bytes()))
    }

    #[test]
    fn finds_the_written_text_in_plain_text_and_in_a_web_page() {
        let text = "Subject: x\n\nCan I have one day more?\n> orders are due\n";
        assert!(of(text).is_some_and(|text| text.starts_with("Can I have one day more?")));
        let html = "Content-Type: text/html\n\n<p>Can I have <b>one day</b> more?</p>\n";
        assert!(of(html).is_some_and(|text| text.contains("Can I have one day more?")));
    }

    #[test]
    fn reads_a_web_page_line_by_line() {
        let html = "Content-Type: text/html\n\n<pre>game: gem\nturn: 1</pre><div>moves: []</div>\n";
        let lines = page_lines(&Incoming::read(html.as_bytes()));
        for line in ["game: gem", "turn: 1", "moves: []"] {
            assert!(lines.iter().any(|l| l == line), "{lines:?}");
        }
    }

    #[test]
    fn a_quoted_or_empty_text_is_not_written_text() {
        for none in ["", "\n\n", "> Orders are due.\n", "\n-- \nAda\n"] {
            assert_eq!(of(&format!("Subject: x\n\n{none}")), None, "{none:?}");
        }
    }
}
