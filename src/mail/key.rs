//! The key of a mail, from which its file name, its Message-ID and its thread are derived.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::error::MailError;

/// The secret of a game that its Message-IDs are derived from, so that a Message-ID cannot be guessed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct IdKey([u8; 32]);

impl IdKey {
    /// Creates the secret from its bytes.
    pub(crate) fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns 128 bits of the HMAC of a mail's name, as hex digits; the same mail always has the same digits.
    fn digits(&self, key: &Key) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any key will do");
        mac.update(key.stem().as_bytes());
        crate::dice::field::to_hex(&mac.finalize().into_bytes()[..16])
    }

    /// Returns the key of the mail with this Message-ID; `None` if the id was not made with this secret.
    pub(crate) fn mail(&self, id: &str) -> Option<Key> {
        let (key, digits) = read(id)?;
        // A sender who guesses gets no answer to measure, so the comparison need not run in constant time.
        (digits == Some(&*self.digits(&key))).then_some(key)
    }
}

impl fmt::Debug for IdKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdKey(…)")
    }
}

/// Parses a Message-ID in the format of this program, without checking that it is genuine: the key of the mail, and the
/// digits that only the game can compute.
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
    // Only the canonical spelling: servers must not change the case of its letters, and do not.
    (key.spelled() == parts.join(".")).then_some((key, digits))
}

/// The identity of a mail: its game, sitting, reader, kind and revision. Two mails with the same key are the same mail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    game: String,
    sitting: u32,
    reader: String,
    kind: String,
    revision: u32,
}

impl Key {
    /// Creates a key; each word is 1 to 64 ASCII letters, digits, `-` or `_`.
    ///
    /// Dots are refused because they separate the parts of the name, all other characters because the
    /// name is also a file name and an unquoted part of a Message-ID (RFC 5322, 3.2.3).
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

    /// Parses the stem of a file name.
    pub fn from_stem(stem: &str) -> Option<Self> {
        let parts: Vec<&str> = stem.split('.').collect();
        let [game, sitting, reader, kind, revision] = parts[..] else {
            return None;
        };
        let sitting = sitting.strip_prefix('s')?.parse().ok()?;
        let key = Self::new(game, sitting, reader, kind, revision.parse().ok()?).ok()?;
        // Only the canonical spelling: otherwise `s7` and `s0007` would be two files with one Message-ID.
        (key.stem() == stem).then_some(key)
    }

    /// Parses a Message-ID in the format of this program, as another mail quotes it. Such an id can be forged:
    /// [`IdKey::mail`] checks whether it is genuine.
    pub(crate) fn from_message_id(id: &str) -> Option<Self> {
        read(id).map(|(key, _)| key)
    }

    /// Returns the beginning of its Message-ID, as in `gem.s7.zytal.report.1`.
    fn spelled(&self) -> String {
        format!(
            "{}.s{}.{}.{}.{}",
            self.game, self.sitting, self.reader, self.kind, self.revision
        )
    }

    /// Returns the file name without its extension, as in `gem.s0007.zytal.report.1`.
    pub(crate) fn stem(&self) -> String {
        format!(
            "{}.s{:04}.{}.{}.{}",
            self.game, self.sitting, self.reader, self.kind, self.revision
        )
    }

    /// Returns the Message-ID (RFC 5322, 3.6.4), as in
    /// `<gem.s7.zytal.report.1.30ba6ef1a4d4c1f7f1e9a9cbb3a8f0de@example.org>`.
    pub fn message_id(&self, ids: &IdKey, domain: &str) -> Result<MessageId, MailError> {
        MessageId::parse(&format!(
            "<{}.{}@{domain}>",
            self.spelled(),
            ids.digits(self)
        ))
    }

    /// Returns the Message-ID that all mails of one turn to this reader refer to, so that they form
    /// one thread.
    ///
    /// No mail has this Message-ID itself. Mail programs that thread by References create an empty root for it, so the
    /// thread stays together, no matter which mail of the turn arrives first, gets lost or is deleted.
    pub(crate) fn thread(&self, turn: u32, domain: &str) -> Result<MessageId, MailError> {
        MessageId::parse(&format!("<{}.t{turn}.{}@{domain}>", self.game, self.reader))
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    /// Returns the sitting that caused the mail.
    pub(crate) fn sitting(&self) -> u32 {
        self.sitting
    }

    /// Returns the reader of the mail: a seat, or `gm`.
    pub fn reader(&self) -> &str {
        &self.reader
    }

    /// Returns the kind of the mail: `report`, `receipt`, `reminder` …
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Returns the number of the mail among those of its kind: 1 for the first.
    pub(crate) fn revision(&self) -> u32 {
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
    /// Parses an id, with or without angle brackets.
    ///
    /// Ids of mails from other programs are accepted too, so the only requirement is that an id cannot
    /// break a header.
    pub fn parse(id: &str) -> Result<Self, MailError> {
        let trimmed = id.trim();
        let inner = trimmed
            .strip_prefix('<')
            .and_then(|rest| rest.strip_suffix('>'))
            .unwrap_or(trimmed);
        let fits = |c: char| c.is_ascii_graphic() && c != '<' && c != '>';
        // A line has at most 998 octets (RFC 5322, 2.1.1), including the header's name and the
        // brackets.
        if inner.is_empty() || inner.len() > 900 || !inner.chars().all(fits) {
            return Err(MailError::BadMessageId {
                value: super::clean::one_line(id, 80),
            });
        }
        Ok(Self(format!("<{inner}>")))
    }

    /// Returns the id with its angle brackets.
    pub(crate) fn as_str(&self) -> &str {
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
    fn derives_file_name_thread_and_message_id_from_the_key() {
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
    fn a_message_id_depends_on_the_secret_of_the_game() {
        let key = Key::new("gem-1992", 7, "zytal", "report", 1).unwrap();
        let ids = IdKey::new([7; 32]);
        let id = key.message_id(&ids, "example.org").unwrap();
        assert_eq!(id, key.message_id(&ids, "example.org").unwrap());
        let (start, rest) = id.as_str().split_at("<gem-1992.s7.zytal.report.1.".len());
        assert_eq!(start, "<gem-1992.s7.zytal.report.1.");
        assert_eq!(rest.len(), 32 + "@example.org>".len());
        assert_eq!(ids.mail(id.as_str()), Some(key.clone()));
        assert_eq!(Key::from_message_id(id.as_str()), Some(key.clone()));
        // Another game's secret, another mail's digits, and no digits.
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
    fn refuses_keys_that_could_break_a_name() {
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
    fn parses_message_ids_of_other_programs() {
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
