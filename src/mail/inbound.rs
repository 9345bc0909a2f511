//! Mail in: what arrived, taken apart within bounds.
//!
//! A mail is bytes from anybody. It is read once, up to a limit; its tree of parts is walked by hand,
//! never deeper than anybody writes; each leaf is decoded by itself and kept only if it can be text that
//! somebody wrote. Nothing is unpacked, followed or executed, and no forwarded mail is opened.

mod authentication;
mod automatic;
mod bounce;
mod candidates;
mod fields;
mod parts;
mod signed;
mod tag;
mod text;
mod written;

pub use authentication::Sender;
pub use bounce::Bounce;
pub use candidates::{Candidate, Found};
pub use parts::{Part, PartKind};
pub use tag::Tag;

use super::key::MessageId;
use crate::dkim::Claim;
use chrono::{DateTime, Utc};
use fields::{Fields, date, from, ids, recipients, subject};
use mail_parser::{Header, MessageParser};
use sha2::{Digest as _, Sha256};
use std::io::{self, Read};

/// More bytes of one mail than this are not read.
pub const MOST_BYTES: usize = 8 << 20;

/// A header longer than this is nobody's.
const MOST_HEADER: usize = 128 << 10;

/// How much of a mail that is too big is kept.
const HEAD_OF_GIANT: usize = 64 << 10;

/// More addresses of a header than this are not looked at.
const MOST_ADDRESSES: usize = 100;

/// A mail that arrived, as far as it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// What tells it from every other mail: the same mail has the same name, however often and by
    /// whichever way it comes.
    pub name: String,
    /// Its Message-ID, if it is one that can be answered.
    pub message_id: Option<MessageId>,
    /// The mails it answers, as far as they can be told.
    pub references: Vec<MessageId>,
    /// The bare address it says it is from, in small letters; nothing if there is none, or several.
    pub from: Option<String>,
    /// The addresses it was sent to, by its header and by what servers wrote into it.
    pub to: Vec<String>,
    /// What servers say of its sender (RFC 8601), the last one first.
    pub authentication: Vec<String>,
    /// The signatures in which the domain of its sender answers for it (RFC 6376), if their keys verify them.
    pub claims: Vec<Claim>,
    /// Its subject in one line.
    pub subject: String,
    /// Its own date.
    pub date: Option<DateTime<Utc>>,
    /// Why nobody may answer it, if nobody may (RFC 3834).
    pub automatic: Option<&'static str>,
    /// Its parts that can be looked at.
    pub parts: Vec<Part>,
    /// What was not looked at, and why.
    pub skipped: Vec<String>,
    /// Why nothing of it was looked at.
    pub trouble: Option<Trouble>,
    /// What may be orders.
    found: Found,
}

/// Why nothing of a mail was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is too big.
    TooBig,
    /// Its header is.
    Header,
    /// It is no mail.
    NotMail,
}

impl Trouble {
    /// In words, as the end of a sentence about the mail.
    pub const fn words(self) -> &'static str {
        match self {
            Self::TooBig => "it is bigger than 8 MiB",
            Self::Header => "its header is longer than 128 KiB",
            Self::NotMail => "it has no header",
        }
    }
}

/// Reads a mail from a pipe or a file, and no more of it than is ever looked at.
///
/// # Errors
/// Whatever the reader says.
pub fn read_bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    reader.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What is worth keeping of a mail: all of it, or the beginning of one that is too big.
pub fn kept(bytes: &[u8]) -> &[u8] {
    if bytes.len() > MOST_BYTES {
        &bytes[..HEAD_OF_GIANT]
    } else {
        bytes
    }
}

/// One reader for all headers that matter; the rest stays raw.
fn parser() -> MessageParser {
    MessageParser::new()
        .with_mime_headers()
        .with_date_headers()
        .with_message_ids()
        .header_text(mail_parser::HeaderName::Subject)
        .header_address(mail_parser::HeaderName::From)
}

impl Incoming {
    /// Takes a mail apart; any bytes will do.
    pub fn read(bytes: &[u8]) -> Self {
        // What mbox files and some delivery programs put in front of the header.
        let bytes = match bytes.strip_prefix(b"From ") {
            Some(rest) => after_line(rest),
            None => bytes,
        };
        let (head, body) = parts::split(bytes);
        let trouble = if bytes.len() > MOST_BYTES {
            Some(Trouble::TooBig)
        } else if head.len() > MOST_HEADER {
            Some(Trouble::Header)
        } else {
            None
        };
        let head = whole_lines(head, MOST_HEADER);
        let parsed = parser().parse_headers(head);
        let headers: Vec<Header<'_>> = parsed
            .and_then(|message| message.parts.into_iter().next())
            .map(|part| part.headers)
            .unwrap_or_default();
        let automatic = automatic::why(&Fields {
            headers: &headers,
            head,
        });
        let trouble = trouble.or(headers.is_empty().then_some(Trouble::NotMail));
        let from = from(&headers);
        let claims = match trouble {
            None => signed::claims(head, body, from.as_deref()),
            Some(_) => vec![],
        };
        let mut mail = Self {
            name: name(&headers, head, body, automatic, &claims),
            message_id: ids(&headers, "Message-ID").into_iter().next(),
            references: ["References", "In-Reply-To"]
                .into_iter()
                .flat_map(|field| ids(&headers, field))
                .collect(),
            from,
            to: recipients(&headers, head),
            authentication: authentication::fields(&headers, head),
            claims,
            subject: subject(&headers),
            date: date(&headers),
            automatic,
            parts: vec![],
            skipped: vec![],
            trouble,
            found: Found::default(),
        };
        if mail.trouble.is_none() {
            let mut walk = parts::Walk::default();
            walk.part(bytes, 0);
            mail.parts = walk.found;
            mail.skipped = walk.skipped;
            mail.found = candidates::find(&mail);
        }
        mail
    }

    /// The tags of the addresses it was sent to, such as `orders+gem-1992.zytal@example.org`.
    pub fn tags(&self) -> impl Iterator<Item = Tag> {
        self.to.iter().filter_map(|to| Tag::of(to))
    }

    /// What the server of this name says of the sender.
    pub fn sender_by(&self, server: &str) -> Sender {
        authentication::of(self, server)
    }

    /// Returns true if the server of this name has looked at the sender, whatever it says.
    pub fn is_judged_by(&self, server: &str) -> bool {
        authentication::is_judged(self, server)
    }

    /// Whether it says that a mail of ours did not arrive.
    pub fn bounce(&self) -> Option<Bounce> {
        bounce::of(self)
    }

    /// Makes what the own server says of the sender a part of the name: a copy of which it says something else is another
    /// mail.
    pub fn heed(&mut self, said: Sender) {
        let word = match said {
            Sender::Unknown => return,
            Sender::Confirmed => "confirmed",
            Sender::Forged => "forged",
        };
        let mut hash = Sha256::new();
        hash.update(&self.name);
        hash.update(word);
        self.name = short(&hash.finalize());
    }

    /// Returns what may be an order file in it.
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// The SSH signatures in it.
    pub fn signatures(&self) -> Vec<&[u8]> {
        candidates::signatures(self)
    }

    /// Returns what a person wrote in it, as text; `None` if every line is empty or quoted.
    pub fn written(&self) -> Option<String> {
        written::find(self)
    }

    /// Returns the lines of its web pages, a new one at each tag.
    pub fn page_lines(&self) -> Vec<String> {
        written::page_lines(self)
    }

    /// The text that its writer typed, if there is one.
    pub fn text(&self) -> Option<String> {
        self.parts.iter().find_map(|part| match part.kind {
            PartKind::Text { flowed, delsp } => {
                let text = String::from_utf8_lossy(&part.bytes);
                Some(if flowed {
                    text::unflow(&text, delsp)
                } else {
                    text.into_owned()
                })
            }
            _ => None,
        })
    }
}

fn after_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|b| *b == b'\n');
    end.map_or(&[][..], |end| &bytes[end + 1..])
}

/// No more than so many bytes, and no line by half.
fn whole_lines(bytes: &[u8], most: usize) -> &[u8] {
    if bytes.len() <= most {
        return bytes;
    }
    let end = bytes[..most].iter().rposition(|b| *b == b'\n');
    &bytes[..end.map_or(most, |end| end + 1)]
}

/// The fields that the writer's program sets and that decide how a mail is read. A copy that differs in one of
/// them is another mail: it must not pass for the genuine one.
const WRITTEN: [&str; 11] = [
    "Message-ID",
    "From",
    "Date",
    "Subject",
    "To",
    "Cc",
    "In-Reply-To",
    "References",
    "Content-Type",
    "Content-Transfer-Encoding",
    "Content-Disposition",
];

/// What a mail is known by: what its writer wrote of its header, and its body. What servers add on the
/// way, and how they end lines, makes no other mail of it; and nobody can send a mail that is taken for
/// another's by copying its Message-ID.
fn name(
    headers: &[Header<'_>],
    head: &[u8],
    body: &[u8],
    automatic: Option<&'static str>,
    claims: &[Claim],
) -> String {
    let fields = Fields { headers, head };
    let mut hash = Sha256::new();
    for field in WRITTEN {
        for value in fields.raw(field) {
            hash.update(field);
            hash.update(value.as_bytes());
            hash.update([0]);
        }
    }
    // A copy marked as sent by a program is never answered, so it is another mail too.
    hash.update(automatic.unwrap_or_default());
    hash.update([1]);
    // Nor may a copy without the signature of the sender's domain pass for the mail that has it.
    for claim in claims {
        hash.update(claim.digest());
        hash.update([2]);
    }
    let lines = body.split(|b| *b == b'\n');
    let trimmed = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let mut empty = 0_u32;
    for line in trimmed {
        // Empty lines at the end come and go.
        if line.is_empty() {
            empty = empty.saturating_add(1);
            continue;
        }
        for _ in 0..std::mem::take(&mut empty) {
            hash.update(b"\n");
        }
        hash.update(line);
        hash.update(b"\n");
    }
    short(&hash.finalize())
}

/// The first 20 digits of a hash.
fn short(digest: &[u8]) -> String {
    let number = digest.iter().take(10);
    let number = number.fold(0, |number, byte| number << 8 | u128::from(*byte));
    format!("{number:020x}")
}

#[cfg(test)]
mod tests;
