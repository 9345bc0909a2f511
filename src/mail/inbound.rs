//! Parsing of incoming mail within limits.
//!
//! A mail is untrusted. It is read once, up to a maximum size; its tree of parts is walked by our own code, up to a
//! maximum depth; each leaf is decoded alone, and kept only if it can be text that a person wrote. Archives are not
//! unpacked, links are not followed, nothing is executed, and forwarded mails are not parsed.

mod authentication;
mod automatic;
mod bounce;
mod candidates;
mod fields;
mod parts;
mod quoting;
mod signed;
mod tag;
mod text;
mod written;

pub use authentication::Sender;
pub use bounce::Bounce;
pub use candidates::{Candidate, Found};
pub use parts::{Part, PartKind};
pub use quoting::QuotedLine;
pub use tag::Tag;

use super::key::MessageId;
use crate::dkim::Claim;
use chrono::{DateTime, Utc};
use fields::{Fields, date, from, ids, recipients, subject};
use mail_parser::{Header, MessageParser};
use sha2::{Digest as _, Sha256};
use std::io::{self, Read};

/// Maximum length of one mail, in bytes.
pub(crate) const MOST_BYTES: usize = 8 << 20;

/// Maximum length of one header, in bytes.
const MOST_HEADER: usize = 128 << 10;

/// The length of the beginning of a mail that is kept if the mail is too big, in bytes.
const HEAD_OF_GIANT: usize = 64 << 10;

/// Maximum number of addresses that are read of one header.
const MOST_ADDRESSES: usize = 100;

/// A mail that arrived, as far as it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// A hash that identifies the mail: a mail keeps its name, no matter how often and on which way it
    /// arrives.
    pub name: String,
    /// Its Message-ID, if it is valid.
    pub message_id: Option<MessageId>,
    /// The Message-IDs of the mails that it answers.
    pub references: Vec<MessageId>,
    /// The bare address of its sender, in lower case; `None` if there is no address, or several.
    pub from: Option<String>,
    /// The addresses that it was sent to, from its header and the fields that servers added.
    pub to: Vec<String>,
    /// The `Authentication-Results` of servers (RFC 8601), the last one first.
    pub authentication: Vec<String>,
    /// The signatures with which the domain of its sender confirms it (RFC 6376), not yet verified with their keys.
    pub claims: Vec<Claim>,
    /// Its subject in one line.
    pub subject: String,
    /// The date in its header.
    pub date: Option<DateTime<Utc>>,
    /// The reason why it must not be answered automatically, if it must not (RFC 3834).
    pub automatic: Option<&'static str>,
    /// Its parts that can be read.
    pub parts: Vec<Part>,
    /// The parts that were skipped, each with the reason.
    pub skipped: Vec<String>,
    /// The reason why none of its parts was read, if so.
    pub trouble: Option<Trouble>,
    /// The parts that may be order files.
    found: Found,
}

/// The reason why none of a mail's parts was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The mail is too big.
    TooBig,
    /// Its header is too long.
    Header,
    /// It has no header, so it is not a mail.
    NotMail,
}

impl Trouble {
    /// Returns the reason in words, as the end of a sentence about the mail.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::TooBig => "it is bigger than 8 MiB",
            Self::Header => "its header is longer than 128 KiB",
            Self::NotMail => "it has no header",
        }
    }
}

/// Reads a mail from a pipe or a file, up to one byte more than [`MOST_BYTES`].
///
/// # Errors
/// Returns the error of the reader if reading fails.
pub(crate) fn read_bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    reader.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the bytes of a mail that are kept: all of it, or only the beginning if it is too big.
pub(crate) fn kept(bytes: &[u8]) -> &[u8] {
    if bytes.len() > MOST_BYTES {
        &bytes[..HEAD_OF_GIANT]
    } else {
        bytes
    }
}

/// Creates the parser of all headers that are used; other headers stay raw.
fn parser() -> MessageParser {
    MessageParser::new()
        .with_mime_headers()
        .with_date_headers()
        .with_message_ids()
        .header_text(mail_parser::HeaderName::Subject)
        .header_address(mail_parser::HeaderName::From)
}

impl Incoming {
    /// Parses a mail; this never fails, even for bytes that are not a mail.
    ///
    /// ```
    /// use chronojudge::mail::Incoming;
    ///
    /// let mail = Incoming::read(
    ///     b"From: Ada <Ada@example.org>\r\n\
    ///     Subject: my orders\r\n\
    ///     \r\n\
    ///     game: gem\r\n\
    ///     turn: 1\r\n\
    ///     seat: zytal\r\n",
    /// );
    /// assert_eq!(mail.from.as_deref(), Some("ada@example.org"));
    /// assert_eq!(mail.found().candidates.len(), 1);
    /// ```
    pub fn read(bytes: &[u8]) -> Self {
        // Mbox files and some delivery programs put a `From ` line before the header.
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
        let fields = Fields {
            headers: &headers,
            head,
        };
        let automatic = automatic::why(&fields);
        let trouble = trouble.or(headers.is_empty().then_some(Trouble::NotMail));
        let from = from(&headers);
        let claims = match trouble {
            None => signed::claims(head, body, from.as_deref()),
            Some(_) => vec![],
        };
        let mut mail = Self {
            name: name(&headers, head, body, automatic, &claims),
            message_id: ids(&fields, "Message-ID").into_iter().next(),
            references: ["References", "In-Reply-To"]
                .into_iter()
                .flat_map(|field| ids(&fields, field))
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

    /// Returns the tags of the addresses that it was sent to, such as `orders+gem-1992.zytal@example.org`.
    pub fn tags(&self) -> impl Iterator<Item = Tag> {
        self.to.iter().filter_map(|to| Tag::of(to))
    }

    /// Returns the verdict of the server with this name on the sender.
    pub(crate) fn sender_by(&self, server: &str) -> Sender {
        authentication::of(self, server)
    }

    /// Returns true if the server with this name has checked the sender, with any result.
    pub(crate) fn is_judged_by(&self, server: &str) -> bool {
        authentication::is_judged(self, server)
    }

    /// Returns the bounce that it reports, if it says that a mail of this program did not arrive.
    pub fn bounce(&self) -> Option<Bounce> {
        bounce::of(self)
    }

    /// Makes the verdict of the own server on the sender a part of the name: a copy with another verdict is another
    /// mail.
    pub(crate) fn heed(&mut self, said: Sender) {
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

    /// Returns its parts that may be order files.
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// Returns the SSH signatures in it.
    pub fn signatures(&self) -> Vec<&[u8]> {
        candidates::signatures(self)
    }

    /// Returns the text that a person wrote in it; `None` if every line is empty, quoted or in the signature.
    pub(crate) fn written(&self) -> Option<String> {
        written::find(self)
    }

    /// Returns its lines with their quoting depth: of its text or, without one, of its page.
    pub fn lines(&self) -> Vec<QuotedLine> {
        quoting::lines(self)
    }

    /// Returns its first text part, unfolded, if there is one.
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

/// Returns the beginning of a text, at most `most` bytes, up to the end of a line.
fn whole_lines(bytes: &[u8], most: usize) -> &[u8] {
    if bytes.len() <= most {
        return bytes;
    }
    let end = bytes[..most].iter().rposition(|b| *b == b'\n');
    &bytes[..end.map_or(most, |end| end + 1)]
}

/// The fields that the sender's program sets and that determine how a mail is read. A copy that differs in one of
/// them is another mail: it must not be mistaken for the genuine one.
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

/// Returns the name of a mail, a hash of the header fields that its writer set and of its body. Fields that servers
/// add and changed line ends do not change the name, and a forged mail with a copied Message-ID has another
/// name.
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
    // A copy that is marked as automated mail is never answered, so it must be another mail.
    hash.update(automatic.unwrap_or_default());
    hash.update([1]);
    // A copy without the signature of the sender's domain must not be mistaken for the mail that has it.
    for claim in claims {
        hash.update(claim.digest());
        hash.update([2]);
    }
    let lines = body.split(|b| *b == b'\n');
    let trimmed = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let mut empty = 0_u32;
    for line in trimmed {
        // Servers may add or remove empty lines at the end, so these do not count.
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

/// Returns the first 20 hex digits of a hash.
fn short(digest: &[u8]) -> String {
    let number = digest.iter().take(10);
    let number = number.fold(0, |number, byte| number << 8 | u128::from(*byte));
    format!("{number:020x}")
}

#[cfg(test)]
mod tests;
