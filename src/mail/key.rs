//! The name of a mail: one key, from which its file name, its Message-ID and its thread follow.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::error::MailError;

/// The secret of a game that its Message-IDs are made with, so that only who has seen a mail knows its Message-ID.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct IdKey([u8; 32]);

impl IdKey {
    /// The key of these bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// 128 bits of a mail's name, in hex: the same for the same mail.
    fn digits(&self, key: &Key) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any key will do");
        mac.update(key.stem().as_bytes());
        crate::dice::field::to_hex(&mac.finalize().into_bytes()[..16])
    }

    /// The mail that a Message-ID is of, if this key has made it.
    pub fn mail(&self, id: &str) -> Option<Key> {
        let (key, digits) = read(id)?;
        // Whoever guesses is told nothing of how near the guess is, so that the comparison may be a plain one.
        (digits == Some(&*self.digits(&key))).then_some(key)
    }
}

impl fmt::Debug for IdKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdKey(…)")
    }
}

/// What a Message-ID of ours says, whether or not it is genuine: the mail, and the digits that only the game can make.
fn read(id: &str) -> Option<(Key, Option<&str>)> {
    let id = id.trim().trim_start_matches('<');
    let (local, _) = id.split_once('@')?;
    let parts: Vec<&str> = local.split('.').collect();
    let (parts, digits) = match parts[..] {
        [game, sitting, reader, kind, revision] => ([game, sitting, reader, kind, revision], None),
        [game, sitting, reader, kind, revision, digits] => {
            let fits = digits.len() == 32
                && digits
                    .bytes()
                    .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
            fits.then_some(())?;
            ([game, sitting, reader, kind, revision], Some(digits))
        }
        _ => return None,
    };
    let [game, sitting, reader, kind, revision] = parts;
    let number = sitting.strip_prefix('s')?.parse().ok()?;
    let key = Key::new(game, number, reader, kind, revision.parse().ok()?).ok()?;
    // Only the one spelling: servers may change the case of no letter of it, nor do they.
    (key.spelled() == parts.join(".")).then_some((key, digits))
}

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

    /// Reads a key back from what looks like a Message-ID of ours, as another mail quotes it. Anybody can write such a
    /// one: [`IdKey::mail`] says whether it is genuine.
    pub fn from_message_id(id: &str) -> Option<Self> {
        read(id).map(|(key, _)| key)
    }

    /// How it begins in a Message-ID.
    fn spelled(&self) -> String {
        format!(
            "{}.s{}.{}.{}.{}",
            self.game, self.sitting, self.reader, self.kind, self.revision
        )
    }

    /// The file name without its ending, as in `gem.s0007.zytal.report.1`.
    pub fn stem(&self) -> String {
        format!(
            "{}.s{:04}.{}.{}.{}",
            self.game, self.sitting, self.reader, self.kind, self.revision
        )
    }

    /// The Message-ID (RFC 5322, 3.6.4), as in
    /// `<gem.s7.zytal.report.1.30ba6ef1a4d4c1f7f1e9a9cbb3a8f0de@example.org>`.
    pub fn message_id(&self, ids: &IdKey, domain: &str) -> Result<MessageId, MailError> {
        MessageId::parse(&format!(
            "<{}.{}@{domain}>",
            self.spelled(),
            ids.digits(self)
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
    fn a_message_id_cannot_be_foreseen() {
        let key = Key::new("gem-1992", 7, "zytal", "report", 1).unwrap();
        let ids = IdKey::new([7; 32]);
        let id = key.message_id(&ids, "example.org").unwrap();
        assert_eq!(id, key.message_id(&ids, "example.org").unwrap());
        let (start, rest) = id.as_str().split_at("<gem-1992.s7.zytal.report.1.".len());
        assert_eq!(start, "<gem-1992.s7.zytal.report.1.");
        assert_eq!(rest.len(), 32 + "@example.org>".len());
        assert_eq!(ids.mail(id.as_str()), Some(key.clone()));
        assert_eq!(Key::from_message_id(id.as_str()), Some(key.clone()));
        // Another game's secret, another mail's digits, and none.
        let other = IdKey::new([8; 32]);
        assert_eq!(other.mail(id.as_str()), None);
        assert_eq!(ids.mail(&id.as_str().replace("report.1", "report.2")), None);
        assert_eq!(ids.mail("<gem-1992.s7.zytal.report.1@example.org>"), None);
        for bad in ["0", "x", "F"] {
            let id = format!("<gem-1992.s7.zytal.report.1.{}@x>", bad.repeat(32));
            assert_eq!(ids.mail(&id), None, "{id}");
        }
        assert_eq!(format!("{ids:?}"), "IdKey(…)");
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
