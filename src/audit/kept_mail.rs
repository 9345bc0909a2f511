//! A mail that a reader has kept, as far as it speaks of a log.

use super::{about::About, receipts::Receipt, witness::Claims};
use crate::{
    compose::MailKind,
    dice::Hash,
    log::{Log, heads},
    mail::{Head, Incoming, Key, inbound::PartKind},
};
use chrono::DateTime;

/// What a mail tells of a log.
pub(crate) struct Told {
    pub name: String,
    /// The game that it was written in, if it says so.
    pub(super) game: Option<String>,
    /// What the GM promises in it, if it is a receipt.
    pub(super) receipt: Option<Receipt>,
    /// Which mail of the game it is, by its Message-ID.
    pub(super) key: Option<Key>,
    /// The heads in it, and in what comes with it.
    pub heads: Vec<Hash>,
    /// The heads at its foot: the last one of its text, and of its page.
    pub(super) feet: Vec<Hash>,
    /// The sealed slots that it opened to its reader, and what lay there.
    pub(super) looks: Vec<(String, String)>,
    /// What else it says of the log.
    pub(super) claims: Claims,
    /// When the server of its reader took it, in seconds since 1970, if it says so.
    pub received: Option<i64>,
}

impl Told {
    pub(super) fn read(name: &str, bytes: &[u8]) -> Self {
        let mail = Incoming::read(bytes);
        let mut heads: Vec<Hash> = mail
            .parts
            .iter()
            .flat_map(|part| heads(&String::from_utf8_lossy(&part.bytes)))
            .collect();
        heads.sort();
        heads.dedup();
        // A report that comes along as a file has the head of its own time.
        let is_body = |kind| matches!(kind, PartKind::Text { .. } | PartKind::Html);
        let bodies = (mail.parts.iter()).filter(|part| is_body(part.kind) && part.name.is_none());
        let feet = bodies.filter_map(|part| own_head(&String::from_utf8_lossy(&part.bytes)));
        let feet = feet.collect();
        let texts = mail
            .parts
            .iter()
            .map(|part| String::from_utf8_lossy(&part.bytes));
        let mut claims = Claims::default();
        for part in &mail.parts {
            claims.read(&String::from_utf8_lossy(&part.bytes));
        }
        let id = mail.message_id.as_ref();
        let key = id.and_then(|id| Key::from_message_id(id.as_str()));
        let game = key.as_ref().map(|key| key.game().to_owned());
        Self {
            name: name.to_owned(),
            game: game.or_else(|| header(bytes, "X-Chronojudge-Game")),
            looks: texts.flat_map(|text| looks(&text)).collect(),
            receipt: Receipt::of(name, &mail),
            key,
            heads,
            feet,
            claims,
            received: received(bytes),
        }
    }

    /// Returns what the mail is about: its Message-ID says so, or, where it has none of ours, its words.
    pub(super) fn about(&self, log: &Log) -> About {
        match (&self.key, self.lock()) {
            (Some(key), _) => About::of(log, key),
            (None, Some(sitting)) => About::lock(log, sitting),
            (None, None) => About::Any,
        }
    }

    /// Returns the sitting whose lock the mail is about.
    pub fn lock(&self) -> Option<u32> {
        match &self.key {
            Some(key) => (key.kind() == MailKind::Lock.name()).then(|| key.sitting()),
            None => self.claims.lock(),
        }
    }

    /// Returns whether the mail is the one about the salts.
    pub fn is_round(&self) -> bool {
        match &self.key {
            Some(key) => key.kind() == MailKind::Round.name(),
            None => self.claims.is_round(),
        }
    }
}

/// Returns the value of the first header of a name, on one line.
pub(crate) fn header(bytes: &[u8], name: &str) -> Option<String> {
    let head = Head::parse(bytes).ok()?;
    let value = head.all(name).next()?.trim().to_owned();
    Some(value)
}

/// The slots that a text report opened to its reader, and what lay there; also where it is quoted.
pub(crate) fn looks(text: &str) -> Vec<(String, String)> {
    let mut lines = text
        .lines()
        .map(|line| line.trim_start_matches(['>', ' ']).trim_end());
    if !lines.any(|line| line == "Sealed tiles opened to you:") {
        return vec![];
    }
    let look = |line: &str| {
        let (slot, item) = line.split_once(": ")?;
        let (_, number) = slot.rsplit_once('/')?;
        number.parse::<u32>().ok()?;
        Some((slot.to_owned(), item.to_owned()))
    };
    lines.map_while(look).collect()
}

/// Returns the head at the foot of a text, which is the last one in it.
pub(crate) fn own_head(text: &str) -> Option<Hash> {
    heads(text).pop()
}

/// When the last server on the way took a mail: it writes its line above all others.
pub(crate) fn received(bytes: &[u8]) -> Option<i64> {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)]);
    let mut lines = text.lines().skip_while(|line| {
        let name = line.get(.."received:".len()).unwrap_or_default();
        !line.is_empty() && !name.eq_ignore_ascii_case("received:")
    });
    let mut field = lines.next().filter(|line| !line.is_empty())?.to_owned();
    field.extend(
        lines
            .take_while(|line| line.starts_with([' ', '\t']))
            .map(str::to_owned),
    );
    let (_, date) = field.rsplit_once(';')?;
    // A remark in brackets may follow.
    let date = date.split('(').next().unwrap_or_default().trim();
    Some(DateTime::parse_from_rfc2822(date).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_of_the_reader_says_when_a_mail_came() {
        let mail = b"Return-Path: <x>\r\nReceived: from a by b\r\n\tid 1; Wed, 23 Aug 2023 15:10:40 +0000 (UTC)\r\n\
            Received: from c by a; Wed, 23 Aug 2023 15:00:00 +0000\r\nSubject: x\r\n\r\nReceived: x; 1 Jan 2020 00:00:00 +0000\r\n";
        let at = |text: &str| {
            Some(
                DateTime::parse_from_rfc3339(text)
                    .expect("a time")
                    .timestamp(),
            )
        };
        assert_eq!(received(mail), at("2023-08-23T15:10:40Z"));
        for none in [
            &b""[..],
            b"Subject: x\r\n\r\nReceived: x; Wed, 23 Aug 2023 15:10:40 +0000\r\n",
            b"Received: by b\r\n\r\n",
            b"Received: by b; tomorrow\r\n\r\n",
        ] {
            assert_eq!(received(none), None);
        }
    }
}
