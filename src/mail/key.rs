//! The name of a mail: one key, from which its file name, its Message-ID and its thread follow.

use std::fmt;

use super::error::MailError;

/// What a mail is about and for whom; two mails with the same key are the same mail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    game: String,
    sitting: u32,
    reader: String,
    kind: String,
    revision: u32,
}

impl Key {
    /// A key; each word is 1 to 64 ASCII letters, digits, `-` or `_`.
    ///
    /// Dots are refused because they separate the parts of the name, everything else because the
    /// name is also a file name and stands in a Message-ID unquoted (RFC 5322, 3.2.3).
    pub fn new(
        game: &str,
        sitting: u32,
        reader: &str,
        kind: &str,
        revision: u32,
    ) -> Result<Self, MailError> {
        Ok(Self {
            game: word("game", game)?,
            sitting,
            reader: word("reader", reader)?,
            kind: word("kind", kind)?,
            revision,
        })
    }

    /// Reads a key back from a file name's stem.
    pub fn from_stem(stem: &str) -> Option<Self> {
        let parts: Vec<&str> = stem.split('.').collect();
        let [game, sitting, reader, kind, revision] = parts[..] else {
            return None;
        };
        let sitting = sitting.strip_prefix('s')?.parse().ok()?;
        let key = Self::new(game, sitting, reader, kind, revision.parse().ok()?).ok()?;
        // Only the one spelling: otherwise `s7` and `s0007` would be two files with one Message-ID.
        (key.stem() == stem).then_some(key)
    }

    /// Reads a key back from a Message-ID of ours, as another mail quotes it.
    pub fn from_message_id(id: &str) -> Option<Self> {
        let id = id.trim().trim_start_matches('<');
        let (local, _) = id.split_once('@')?;
        let parts: Vec<&str> = local.split('.').collect();
        let [game, sitting, reader, kind, revision] = parts[..] else {
            return None;
        };
        let sitting = sitting.strip_prefix('s')?.parse().ok()?;
        let key = Self::new(game, sitting, reader, kind, revision.parse().ok()?).ok()?;
        // Servers may change the case of no letter of it, nor do they.
        let own = key.message_id("example.org").ok()?;
        (own.as_str() == format!("<{local}@example.org>")).then_some(key)
    }

    /// The file name without its ending, as in `gem.s0007.zytal.report.1`.
    pub fn stem(&self) -> String {
        format!(
            "{}.s{:04}.{}.{}.{}",
            self.game, self.sitting, self.reader, self.kind, self.revision
        )
    }

    /// The Message-ID (RFC 5322, 3.6.4), as in `<gem.s7.zytal.report.1@example.org>`.
    pub fn message_id(&self, domain: &str) -> Result<MessageId, MailError> {
        MessageId::parse(&format!(
            "<{}.s{}.{}.{}.{}@{domain}>",
            self.game, self.sitting, self.reader, self.kind, self.revision
        ))
    }

    /// The Message-ID that all mails of one turn to this reader refer to, so that they fold into
    /// one thread.
    ///
    /// No mail carries it. Programs that thread by References make an empty root of it, and so the
    /// thread holds together whichever mail of the turn comes first, gets lost or is deleted.
    pub fn thread(&self, turn: u32, domain: &str) -> Result<MessageId, MailError> {
        MessageId::parse(&format!("<{}.t{turn}.{}@{domain}>", self.game, self.reader))
    }

    /// The game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The sitting that gave rise to the mail.
    pub fn sitting(&self) -> u32 {
        self.sitting
    }

    /// For whom the mail is: a seat, or `gm`.
    pub fn reader(&self) -> &str {
        &self.reader
    }

    /// What the mail is: `report`, `receipt`, `reminder` …
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Which mail of this kind: 1 for the first.
    pub fn revision(&self) -> u32 {
        self.revision
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.stem())
    }
}

fn word(part: &'static str, value: &str) -> Result<String, MailError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if value.is_empty() || value.len() > 64 || !value.chars().all(fits) {
        return Err(MailError::BadKey {
            part,
            value: super::clean::one_line(value, 80),
        });
    }
    Ok(value.to_owned())
}

/// The identity of a mail, with its angle brackets (RFC 5322, 3.6.4).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(String);

impl MessageId {
    /// Reads an id, with or without angle brackets.
    ///
    /// Taken are ids of mails that other programs made, so no more is asked of them than that they
    /// cannot break a header.
    pub fn parse(id: &str) -> Result<Self, MailError> {
        let trimmed = id.trim();
        let inner = trimmed
            .strip_prefix('<')
            .and_then(|rest| rest.strip_suffix('>'))
            .unwrap_or(trimmed);
        let fits = |c: char| c.is_ascii_graphic() && c != '<' && c != '>';
        // 998 octets is the longest line (RFC 5322, 2.1.1); the header's name and the brackets
        // stand on it too.
        if inner.is_empty() || inner.len() > 900 || !inner.chars().all(fits) {
            return Err(MailError::BadMessageId {
                value: super::clean::one_line(id, 80),
            });
        }
        Ok(Self(format!("<{inner}>")))
    }

    /// The id with its angle brackets.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_from_the_key() {
        let key = Key::new("gem-1992", 7, "zytal", "report", 1).unwrap();
        assert_eq!(key.stem(), "gem-1992.s0007.zytal.report.1");
        assert_eq!(
            key.message_id("example.org").unwrap().as_str(),
            "<gem-1992.s7.zytal.report.1@example.org>"
        );
        assert_eq!(
            key.thread(3, "example.org").unwrap().as_str(),
            "<gem-1992.t3.zytal@example.org>"
        );
        assert_eq!(Key::from_stem(&key.stem()), Some(key.clone()));
        let id = "<gem-1992.s7.zytal.report.1@example.org>";
        assert_eq!(Key::from_message_id(id), Some(key));
        for other in [
            "<gem.s07.zytal.report.1@x>",
            "<a@b>",
            "<gem.t7.zytal@x>",
            "",
        ] {
            assert_eq!(Key::from_message_id(other), None, "{other}");
        }
    }

    #[test]
    fn keys_that_could_break_a_name_are_refused() {
        for bad in [
            "",
            "a.b",
            "../x",
            "a b",
            "a\r\nBcc: x",
            "é",
            "a@b",
            &"x".repeat(65),
        ] {
            assert!(Key::new(bad, 1, "zytal", "report", 1).is_err(), "{bad:?}");
            assert!(Key::new("gem", 1, bad, "report", 1).is_err(), "{bad:?}");
        }
        for bad in [
            "gem.s7.zytal.report.1",
            "gem.s0007.zytal.report",
            "gem.0007.zytal.report.1",
            "",
        ] {
            assert_eq!(Key::from_stem(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn ids_from_outside() {
        assert_eq!(MessageId::parse(" a@b ").unwrap().as_str(), "<a@b>");
        assert_eq!(
            MessageId::parse("<CAF=x+y@mail.example>").unwrap().as_str(),
            "<CAF=x+y@mail.example>"
        );
        for bad in [
            "",
            "<>",
            "<a@b>\r\nBcc: x",
            "<a b@c>",
            "<a@b><c@d>",
            "<é@b>",
        ] {
            assert!(MessageId::parse(bad).is_err(), "{bad:?}");
        }
    }
}
