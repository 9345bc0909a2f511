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
    fn a_quoted_or_empty_text_is_not_written_text() {
        for none in ["", "\n\n", "> Orders are due.\n", "\n-- \nAda\n"] {
            assert_eq!(of(&format!("Subject: x\n\n{none}")), None, "{none:?}");
        }
    }
}
