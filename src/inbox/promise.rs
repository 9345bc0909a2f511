//! The signed statement of a receipt: a small text that the GM signs, so that a player can prove later which orders
//! were accepted.

use crate::{
    dice::Hash,
    mail::{Incoming, MessageId},
};
use chrono::{DateTime, NaiveDateTime, Utc};

/// The first line of the text.
const FIRST: &str = "receipt: chronojudge/1";
/// The format of its time, as in the log.
const TIME: &str = "%Y-%m-%dT%H:%M:%SZ";

/// The statement of the GM's program about a player's orders at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promise {
    pub game: String,
    pub seat: String,
    pub turn: u32,
    /// The sitting of the next lock.
    pub sitting: u32,
    /// The SHA-256 of the order file that was on file.
    pub order: Option<Hash>,
    /// The hash that the next lock has if it locks this file.
    pub bound: Option<Hash>,
    /// The head of the log at that moment.
    pub head: Option<Hash>,
    /// `ACCEPTED`, `ACCEPTED WITH WARNINGS` or `REJECTED`.
    pub verdict: String,
    /// The Message-ID of the mail that was answered.
    pub answers: Option<String>,
    /// The Message-ID of the receipt.
    pub id: String,
    pub at: DateTime<Utc>,
}

impl Promise {
    /// Returns the text that is signed: one `key: value` per line, in this order.
    pub(crate) fn text(&self) -> String {
        let hash = |hash: &Option<Hash>| hash.map_or_else(|| "none".to_owned(), |h| h.to_string());
        format!(
            "{FIRST}\ngame: {}\nseat: {}\nturn: {}\nsitting: {}\norder: {}\nbound: {}\nhead: {}\nverdict: {}\n\
             answers: {}\nmessage-id: {}\nat: {}\n",
            self.game,
            self.seat,
            self.turn,
            self.sitting,
            hash(&self.order),
            hash(&self.bound),
            hash(&self.head),
            self.verdict,
            self.answers.as_deref().unwrap_or("none"),
            self.id,
            self.at.format(TIME),
        )
    }

    /// Parses the text; `None` if it is spelled in any other way.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut lines = text.strip_prefix(FIRST)?.strip_prefix('\n')?.lines();
        let mut value = |key: &str| lines.next()?.strip_prefix(key)?.strip_prefix(": ");
        let hash = |text: &str| match text {
            "none" => Some(None),
            hex => hex.parse().ok().map(Some),
        };
        let read = Self {
            game: value("game")?.to_owned(),
            seat: value("seat")?.to_owned(),
            turn: value("turn")?.parse().ok()?,
            sitting: value("sitting")?.parse().ok()?,
            order: hash(value("order")?)?,
            bound: hash(value("bound")?)?,
            head: hash(value("head")?)?,
            verdict: value("verdict")?.to_owned(),
            answers: Some(value("answers")?.to_owned()).filter(|id| id != "none"),
            id: value("message-id")?.to_owned(),
            at: NaiveDateTime::parse_from_str(value("at")?, TIME)
                .ok()?
                .and_utc(),
        };
        (read.text() == text).then_some(read)
    }

    /// Returns the first text in a mail that looks like a promise, with the line ends that were signed.
    pub(crate) fn in_mail(mail: &Incoming) -> Option<String> {
        let mut texts = mail.parts.iter().filter_map(|part| {
            let text = String::from_utf8(part.bytes.clone()).ok()?;
            text.starts_with("receipt: ")
                .then(|| text.replace("\r\n", "\n"))
        });
        texts.next()
    }

    /// Returns a Message-ID for the line `answers`; `None` if it has characters that the line cannot hold.
    pub(crate) fn answering(id: Option<&MessageId>) -> Option<String> {
        let id = id?.as_str();
        let plain = id.bytes().all(|b| (0x21..=0x7e).contains(&b));
        plain.then(|| id.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_a_promise_in_another_spelling() {
        let promise = Promise {
            game: "gem".to_owned(),
            seat: "zytal".to_owned(),
            turn: 7,
            sitting: 12,
            order: Some(Hash::from_bytes([1; 32])),
            bound: None,
            head: Some(Hash::from_bytes([2; 32])),
            verdict: "ACCEPTED WITH WARNINGS".to_owned(),
            answers: None,
            id: "<gem.s11.zytal.receipt.3@example.org>".to_owned(),
            at: "2026-11-24T12:00:00Z".parse().expect("a time"),
        };
        let text = promise.text();
        assert_eq!(Promise::read(&text), Some(promise));
        for (from, to) in [
            ("turn: 7", "turn: 07"),
            ("turn: 7", "turn: +7"),
            ("order: 01", "order: 0A"),
            ("\nseat", "\n\nseat"),
            ("chronojudge/1", "chronojudge/2"),
            ("12:00:00Z\n", "12:00:00Z"),
            ("12:00:00Z\n", "12:00:00Z\nmore: 1\n"),
            ("game: gem\n", ""),
        ] {
            assert!(text.contains(from), "{from}");
            assert_eq!(Promise::read(&text.replacen(from, to, 1)), None, "{to}");
        }
    }
}
