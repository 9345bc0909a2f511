//! The third depth of an audit: what people hold in their hands. Whose signature the log has, and whether the
//! mails that somebody kept speak of this log.

use super::{
    about::About,
    receipts::{self, Receipt},
    timing::timing,
    to_player::MailKind,
    witness::Claims,
};
use crate::{
    audit::{Check, Entry, Log, Published, Verdict, check_orders, check_signatures, lies_in},
    dice::Hash,
    mail::{Head, Incoming, Key, inbound::PartKind},
    ssh,
};
use chrono::DateTime;
use std::path::Path;

/// What a mail tells of a log.
pub(super) struct Told {
    pub name: String,
    /// The game that it was written in, if it says so.
    game: Option<String>,
    /// What the GM promises in it, if it is a receipt.
    receipt: Option<Receipt>,
    /// Which mail of the game it is, by its Message-ID.
    key: Option<Key>,
    /// The heads in it, and in what comes with it.
    pub heads: Vec<Hash>,
    /// The heads at its foot: the last one of its text, and of its page.
    feet: Vec<Hash>,
    /// The sealed slots that it opened to its reader, and what lay there.
    looks: Vec<(String, String)>,
    /// What else it says of the log.
    claims: Claims,
    /// When the server of its reader took it, in seconds since 1970, if it says so.
    pub received: Option<i64>,
}

impl Told {
    fn read(name: &str, bytes: &[u8]) -> Self {
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
    fn about(&self, log: &Log) -> About {
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

/// Returns the head at the foot of a text, which is the last one in it.
fn own_head(text: &str) -> Option<Hash> {
    heads(text).pop()
}

/// The hashes that a text calls the head of the log, also where it is quoted.
pub(super) fn heads(text: &str) -> Vec<Hash> {
    let lines: Vec<&str> = text.lines().collect();
    let after = |(n, line): (usize, &&str)| line.contains("Head of the log").then_some(n);
    lines
        .iter()
        .enumerate()
        .filter_map(after)
        .flat_map(|n| &lines[n..lines.len().min(n + 3)])
        .flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()))
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// Returns the value of the first header of a name, on one line.
fn header(bytes: &[u8], name: &str) -> Option<String> {
    let head = Head::parse(bytes).ok()?;
    let value = head.all(name).next()?.trim().to_owned();
    Some(value)
}

/// The slots that a text report opened to its reader, and what lay there; also where it is quoted.
fn looks(text: &str) -> Vec<(String, String)> {
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

/// Whether the tiles that a mail showed to its reader in private lay where it says.
fn looked(public: &Path, told: &Told) -> Vec<Check> {
    let one = |(slot, item): &(String, String)| {
        let verdict = match lies_in(public, slot) {
            Ok(Some(lay)) if lay == *item => Verdict::Ok,
            Ok(Some(lay)) => Verdict::Failed(format!("the mail shows {item}, and {lay} lay there")),
            Ok(None) => Verdict::NotShown(
                "its seal is opened when the tile is turned up or the game is over".to_owned(),
            ),
            Err(why) => Verdict::Failed(why.to_string()),
        };
        check(format!("tile {slot} in {}", told.name), verdict)
    };
    told.looks.iter().map(one).collect()
}

/// When the last server on the way took a mail: it writes its line above all others.
fn received(bytes: &[u8]) -> Option<i64> {
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

/// Checks what people hold: the signatures on the log, and the mails that somebody has kept.
/// A `log_key` is the fingerprint that somebody has kept of the key that signs the log.
pub fn people(public: &Path, mails: &[(String, Vec<u8>)], log_key: Option<&str>) -> Vec<Check> {
    let (log, _) = Log::examine(public);
    let mut checks = check_signatures(public, &log);
    if let Some(kept) = log_key {
        let ours = Published::read(public).unwrap_or_default().log_key;
        let verdict = match ours.as_deref().and_then(ssh::fingerprint) {
            _ if !cfg!(feature = "ssh") => {
                Verdict::Unchecked("this program was built without signatures".to_owned())
            }
            Some(ours) if ours == kept.trim() => Verdict::Ok,
            Some(ours) => Verdict::Failed(format!("the key of this log is {ours}, not {kept}")),
            None => Verdict::Failed(format!("this log is not signed, and {kept} was to sign it")),
        };
        checks.push(check("the key that signs the log", verdict));
    }
    checks.extend(check_orders(public, &log));
    let mut told: Vec<Told> = mails
        .iter()
        .map(|(name, bytes)| Told::read(name, bytes))
        .collect();
    // A mail of another game says nothing of this one: whoever gives a whole mailbox is told which were left out.
    let this = Published::read(public).unwrap_or_default().game;
    let of_another = |told: &Told| {
        let game = told
            .game
            .as_ref()
            .filter(|game| !this.is_empty() && **game != this)?;
        let why = format!("left out: this mail is of the game {game}, and this log of {this}");
        Some(check(&*told.name, Verdict::NotShown(why)))
    };
    checks.extend(told.iter().filter_map(of_another));
    let given = !told.is_empty();
    told.retain(|told| of_another(told).is_none());
    let receipts: Vec<Receipt> = told.iter_mut().filter_map(|t| t.receipt.take()).collect();
    if !given {
        let why = "give the mails that you have kept: `--compare MAIL…`";
        checks.push(check("heads in mails", Verdict::NotShown(why.to_owned())));
    }
    for told in &told {
        checks.extend(compared(&log, told));
        checks.extend(looked(public, told));
        let mail = (&*told.name, &*told.heads, told.lock());
        checks.extend(told.claims.check(public, &log, mail));
    }
    checks.extend(receipts::check(public, &log, &receipts));
    checks.extend(timing(&log, &told));
    checks
}

pub(super) fn check(what: impl Into<String>, verdict: Verdict) -> Check {
    Check {
        what: what.into(),
        verdict,
    }
}

/// A record in words.
pub(super) fn words(entry: &Entry) -> String {
    let number = entry.file.split('-').next().unwrap_or_default();
    let number = number.trim_start_matches('0');
    let sitting = entry.record.get("sitting");
    let sitting = sitting.map_or_else(String::new, |t| format!(" of sitting {t}"));
    format!("record {number}, the {}{sitting}", entry.record.kind)
}

/// Whether a mail was written about this log, and has the head that a mail of its kind must have.
fn compared(log: &Log, told: &Told) -> Vec<Check> {
    let what = format!("head in {}", told.name);
    let about = told.about(log);
    let mut checks = vec![];
    if let About::Missing(record) = &about {
        let why = format!("the mail is about {record}, and this log has none");
        checks.push(check(&*what, Verdict::Failed(why)));
    }
    if told.heads.is_empty() {
        let why = "this mail tells no head of a log";
        checks.push(check(what, Verdict::NotShown(why.to_owned())));
        return checks;
    }
    let of = |head: &Hash| {
        let at = log.entries.iter().position(|entry| entry.hash == *head);
        let Some(at) = at else {
            let why = format!(
                "{head} is the hash of no record here: the mail was written about another log than this one"
            );
            return check(&*what, Verdict::Failed(why));
        };
        let is_own = told.feet.contains(head);
        match about.objection(log, at).filter(|_| is_own) {
            Some(why) => check(&*what, Verdict::Failed(why)),
            None => check(format!("{what}: {}", words(&log.entries[at])), Verdict::Ok),
        }
    };
    // A letter says what its writer likes; its foot is the GM's.
    let is_press = |key: &Key| key.kind() == MailKind::Press.name();
    let heads = match told.key.as_ref().filter(|key| is_press(key)) {
        Some(_) => &told.feet,
        None => &told.heads,
    };
    checks.extend(heads.iter().map(of));
    checks
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

    #[test]
    fn a_head_is_found_also_where_it_is_quoted() {
        let hash = "5".repeat(64);
        let one: Vec<Hash> = vec![hash.parse().expect("a hash")];
        assert_eq!(heads(&format!("x\nHead of the log:\n  {hash}\n")), one);
        assert_eq!(heads(&format!("> Head of the log:\n>   {hash}\n")), one);
        assert_eq!(
            heads(&format!("<dt>Head of the log</dt><dd>{hash}</dd>")),
            one
        );
        assert_eq!(heads(&format!("The key:\n  {hash}\n")), []);
    }
}
