//! The statements about a log in a mail that a reader has kept.

use super::{about::About, receipts::Receipt, witness::Claims};
use crate::{
    compose::MailKind,
    dice::Hash,
    log::{Log, heads},
    mail::{Head, Incoming, Key, inbound::PartKind},
};
use chrono::DateTime;

/// The statements of a mail about a log.
pub(crate) struct Told {
    pub name: String,
    /// The game that it was written in, if it names one.
    pub(super) game: Option<String>,
    /// The receipt, if the mail is one.
    pub(super) receipt: Option<Receipt>,
    /// The key of the mail, from its Message-ID.
    pub(super) key: Option<Key>,
    /// The heads in it and in its attachments.
    pub heads: Vec<Hash>,
    /// The heads at its foot: the last one of its text part, and of its HTML part.
    pub(super) feet: Vec<Hash>,
    /// The sealed slots that it opened to its reader, and their items.
    pub(super) looks: Vec<(String, String)>,
    /// Its other statements about the log.
    pub(super) claims: Claims,
    /// The time when the reader's mail server accepted it, in seconds since 1970, if a header states it.
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
        heads.sort_unstable();
        heads.dedup();
        // An attached report has the head of its own time.
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

    /// Returns the record that the mail is about, from its Message-ID, or from its text if the Message-ID is not ours.
    pub(super) fn about(&self, log: &Log) -> About {
        match (&self.key, self.lock()) {
            (Some(key), _) => About::of(log, key),
            (None, Some(sitting)) => About::lock(log, sitting),
            (None, None) => About::Any,
        }
    }

    /// Returns the sitting whose lock the mail is about.
    pub(super) fn lock(&self) -> Option<u32> {
        match &self.key {
            Some(key) => (key.kind() == MailKind::Lock.name()).then(|| key.sitting()),
            None => self.claims.lock(),
        }
    }

    /// Returns true if the mail is the one about the salts.
    pub(super) fn is_round(&self) -> bool {
        match &self.key {
            Some(key) => key.kind() == MailKind::Round.name(),
            None => self.claims.is_round(),
        }
    }
}

/// Returns the value of the first header with this name, on one line.
pub(crate) fn header(bytes: &[u8], name: &str) -> Option<String> {
    let head = Head::parse(bytes).ok()?;
    let value = head.all(name).next()?.trim().to_owned();
    Some(value)
}

/// Returns the slots that a text report opened to its reader, and their items, also from quoted text.
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

/// Returns the head at the foot of a text, which is the last head in it.
pub(crate) fn own_head(text: &str) -> Option<Hash> {
    heads(text).pop()
}

/// Returns the time when the last server on the way accepted a mail: its `Received` field is above all others.
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
    // A comment in parentheses may follow.
    let date = date.split('(').next().unwrap_or_default().trim();
    Some(DateTime::parse_from_rfc2822(date).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_time_of_the_topmost_received_field() {
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
