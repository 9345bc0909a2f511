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
    /// Returns the short form of a seat that came with the report of a sitting, with its token, and the link to the view
    /// that has the key of the sitting `keyed`.
    ///
    /// # Errors
    /// [`GameError`] if the game's secret or its players cannot be read.
    pub(crate) fn of(
        game: &Game,
        player: &Player,
        seat: &SeatId,
        (sitting, keyed): (u32, u32),
        form: &str,
    ) -> Result<Self, GameError> {
        let token = form_token(game, player, seat, sitting)?;
        Ok(Self {
            seat: seat.clone(),
            play: play_link::link(game, player, seat, keyed)?,
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
    let text = forms.iter().map(|form| section(form, forms.len() > 1));
    let blocks = forms
        .iter()
        .map(|form| block(form, form.link(letter).as_deref()));
    let (text, blocks) = (text.collect(), blocks.collect::<String>());
    put(letter, text, &blocks);
}

/// Puts the link to the play page into a letter that asks nothing, if the game publishes the view of the seat.
///
/// # Errors
/// [`GameError`] if the game's secret or its players cannot be read.
pub(crate) fn put_link(
    game: &Game,
    player: &Player,
    seat: &SeatId,
    sitting: u32,
    letter: &mut Letter,
) -> Result<(), GameError> {
    if let Some(link) = play_link::link(game, player, seat, sitting)? {
        let text = format!(
            "YOUR VIEW\n---------\n\nSee the game in your browser, on a page that knows the rules. This link is for\nyou \
             alone:\n\n  {link}\n\n"
        );
        let block = format!(
            "\n<section class=\"answer\">\n<h2>Your view</h2>\n{}</section>\n",
            button(&link, "See the game as you see it")
        );
        put(letter, text, &block);
    }
    Ok(())
}

/// Returns the button that opens the play page.
fn button(link: &str, words: &str) -> String {
    format!(
        "<p><a style=\"{BUTTON}\" href=\"{}\">{words}</a></p>\n<p class=\"note\">This link opens your view on a page that \
         knows the rules. It is for you alone.</p>\n",
        Text(link)
    )
}

/// Puts a part before the first section of a letter's text and of its page.
fn put(letter: &mut Letter, mut text: String, block: &str) {
    if text.is_empty() {
        return;
    }
    let at = place(&letter.text);
    if at == letter.text.len() {
        text.pop();
    }
    if at > 0 && !letter.text[..at].ends_with("\n\n") {
        text.insert(0, '\n');
    }
    letter.text.insert_str(at, &text);
    if let Some(page) = &mut letter.html {
        let at = page.find("<main>").map_or_else(
            || page.rfind("</body>").unwrap_or(page.len()),
            |at| at + "<main>".len(),
        );
        page.insert_str(at, block);
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
    let answer = link.map_or_else(String::new, |link| {
        format!(
            "<p><a style=\"{BUTTON}\" href=\"{}\">Answer with this form</a></p>\n",
            Text(link)
        )
    });
    let play = form.play.as_ref();
    let play = play.map_or_else(String::new, |link| button(link, "Point at your orders"));
    format!(
        "\n<section class=\"answer\">\n<h2>Your orders</h2>\n{play}{answer}<p class=\"note\">Or change the lines in your reply: in the \
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
