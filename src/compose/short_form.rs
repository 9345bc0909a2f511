//! The short form in a mail that asks for orders: in its text, to be changed and sent back, and behind a button of its
//! page that opens an answer (RFC 6068).

use super::{play_link, token::form_token};
use crate::{
    drawing::Text,
    engine::SeatId,
    error::GameError,
    game_dir::{FOOT, Game, Player},
    mail::Letter,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The key under which the token of the form stands.
const TOKEN: &str = "token";

/// Maximum length of the text behind the button, in characters as they stand in the link: Outlook and others cut longer
/// links off.
const MOST_LINK: usize = 1800;

/// The look of the button: mail programs know no classes of other pages.
const BUTTON: &str = "display:inline-block;padding:12px 20px;background:#8a3f10;color:#ffffff;border-radius:6px;\
    font-weight:600;text-decoration:none";

/// The characters of a link that stay as they are (RFC 3986, 2.3).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A short form as it is mailed, with its token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MailedForm {
    seat: SeatId,
    text: String,
    /// The link to the play page, if the game publishes the view of the seat.
    play: Option<String>,
}

impl MailedForm {
    /// Returns the short form of a seat that came with the report of a sitting, with its token.
    ///
    /// # Errors
    /// [`GameError`] if the game's secret or its players cannot be read.
    pub fn of(
        game: &Game,
        player: &Player,
        seat: &SeatId,
        sitting: u32,
        form: &str,
    ) -> Result<Self, GameError> {
        let token = form_token(game, player, seat, sitting)?;
        Ok(Self {
            seat: seat.clone(),
            play: play_link::link(game, player, seat, sitting)?,
            text: format!("{TOKEN}: {token}\n{form}"),
        })
    }

    /// Returns the text behind the button: without comments if it is too long with them; `None` if it still is.
    fn link(&self, letter: &Letter) -> Option<String> {
        let to = letter.reply_to.as_ref().unwrap_or(&letter.from);
        let subject = format!("Re: {}", letter.subject);
        let link = |text: &str| {
            let body = encoded(&text.replace('\n', "\r\n"));
            let head = format!(
                "mailto:{}?subject={}",
                address(to.email()),
                encoded(&subject)
            );
            (body.len() <= MOST_LINK).then(|| format!("{head}&body={body}"))
        };
        link(&self.text).or_else(|| {
            let lines = self
                .text
                .lines()
                .filter(|line| !line.trim_start().starts_with('#'));
            link(&(lines.collect::<Vec<_>>().join("\n") + "\n"))
        })
    }
}

/// Puts short forms into a letter: before the first section of its text and its page.
pub(crate) fn put_forms(letter: &mut Letter, forms: &[MailedForm]) {
    if forms.is_empty() {
        return;
    }
    let text = forms.iter().map(|form| section(form, forms.len() > 1));
    let (at, mut text) = (place(&letter.text), text.collect::<String>());
    if at == letter.text.len() {
        text.pop();
    }
    if at > 0 && !letter.text[..at].ends_with("\n\n") {
        text.insert(0, '\n');
    }
    letter.text.insert_str(at, &text);
    if let Some(page) = &letter.html {
        let blocks = forms
            .iter()
            .map(|form| block(form, form.link(letter).as_deref()));
        let blocks: String = blocks.collect();
        let at = page.find("<main>").map_or_else(
            || page.rfind("</body>").unwrap_or(page.len()),
            |at| at + "<main>".len(),
        );
        let mut page = page.clone();
        page.insert_str(at, &blocks);
        letter.html = Some(page);
    }
}

/// Returns the section of a text that holds a form.
fn section(form: &MailedForm, named: bool) -> String {
    let of = if named {
        format!(" FOR {}", form.seat.as_str().to_uppercase())
    } else {
        String::new()
    };
    let heading = format!("YOUR ORDERS{of}");
    let (play, change) = match &form.play {
        Some(link) => (
            format!(
                "Point at them in your browser, on a page that knows the rules. This link is\nfor you alone:\n\n  {link}\n\n"
            ),
            "Or change",
        ),
        None => (String::new(), "Change"),
    };
    format!(
        "{heading}\n{}\n\n{play}{change} the lines that you like and send them back in a reply: change\nthem in the quotation, or \
         type those that you want above it. Lines that you\nleave out stay as they are on file.\n\n{}\n",
        "-".repeat(heading.len()),
        form.text
    )
}

/// Returns the section of a page that holds a form.
fn block(form: &MailedForm, link: Option<&str>) -> String {
    let button = link.map_or_else(String::new, |link| {
        format!(
            "<p><a style=\"{BUTTON}\" href=\"{}\">Answer with this form</a></p>\n",
            Text(link)
        )
    });
    let play = form.play.as_ref().map_or_else(String::new, |link| {
        format!(
            "<p><a style=\"{BUTTON}\" href=\"{}\">Point at your orders</a></p>\n<p class=\"note\">This link opens your view on a \
             page that knows the rules. It is for you alone.</p>\n",
            Text(link)
        )
    });
    format!(
        "\n<section class=\"answer\">\n<h2>Your orders</h2>\n{play}{button}<p class=\"note\">Or change the lines in your reply: in the \
         quotation, or above it. Lines that you leave out stay as they are on file.</p>\n<pre>{}</pre>\n</section>\n",
        Text(&form.text)
    )
}

/// Returns the place for forms in a text: before its first section, which is the line above the first line of hyphens;
/// in a text without sections, before its foot.
fn place(text: &str) -> usize {
    let (mut at, mut before, mut foot) = (0, 0, text.len());
    for line in text.split_inclusive('\n') {
        let rule = line.trim_end();
        if rule.len() >= 3 && rule.bytes().all(|b| b == b'-') {
            return before;
        }
        if rule == FOOT {
            foot = at;
        }
        before = at;
        at += line.len();
    }
    foot
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// Returns an address as the path of a link (RFC 6068, 2): `@` and `+` stay.
fn address(email: &str) -> String {
    const PATH: &AsciiSet = &ENCODED.remove(b'@').remove(b'+');
    utf8_percent_encode(email, PATH).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_stands_before_the_first_section_or_the_foot() {
        let notice = "The game was held.\n\nHead of the log:\n  1adf\n";
        assert!(notice[place(notice)..].starts_with("Head of the log:"));
        let text =
            "Zytal: orders are due.\n\nFor  Zytal\n\nWHAT HAPPENED\n-------------\n\n  Nothing.\n";
        let at = place(text);
        assert!(text[at..].starts_with("WHAT HAPPENED"), "{}", &text[at..]);
        assert_eq!(place("no section"), 10);
    }

    #[test]
    fn a_link_has_only_characters_that_a_link_may_have() {
        assert_eq!(
            encoded("moves: [a]\r\n# ü&?"),
            "moves%3A%20%5Ba%5D%0D%0A%23%20%C3%BC%26%3F"
        );
        assert_eq!(
            address("gm+gem.zytal@example.org"),
            "gm+gem.zytal@example.org"
        );
    }
}
