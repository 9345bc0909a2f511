//! Mail in: what arrived, taken apart within bounds.
//!
//! A mail is bytes from anybody. It is read once, up to a limit; its tree of parts is walked by hand,
//! never deeper than anybody writes; each leaf is decoded by itself and kept only if it can be text that
//! somebody wrote. Nothing is unpacked, followed or executed, and no forwarded mail is opened.

mod authentication;
mod automatic;
mod bounce;
mod candidates;
mod parts;
mod tag;
mod text;
mod written;

pub use authentication::Sender;
pub use bounce::Bounce;
pub use candidates::{Candidate, Found};
pub use parts::{Part, PartKind};
pub use tag::Tag;

use super::{address, clean, envelope, key::MessageId};
use chrono::{DateTime, Utc};
use mail_parser::{Header, HeaderValue, MessageParser};
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
        let mut mail = Self {
            name: name(&headers, head, body, automatic),
            message_id: ids(&headers, "Message-ID").into_iter().next(),
            references: ["References", "In-Reply-To"]
                .into_iter()
                .flat_map(|field| ids(&headers, field))
                .collect(),
            from: from(&headers),
            to: recipients(&headers, head),
            authentication: authentication::fields(&headers, head),
            subject: subject(&headers),
            date: date(&headers),
            automatic,
            parts: vec![],
            skipped: vec![],
            trouble: trouble.or(headers.is_empty().then_some(Trouble::NotMail)),
        };
        if mail.trouble.is_none() {
            let mut walk = parts::Walk::default();
            walk.part(bytes, 0);
            mail.parts = walk.found;
            mail.skipped = walk.skipped;
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

    /// Whether it says that a mail of ours did not arrive.
    pub fn bounce(&self) -> Option<Bounce> {
        bounce::of(self)
    }

    /// What in it may be an order file.
    pub fn candidates(&self) -> Found {
        candidates::find(self)
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

/// The fields of a header, by name.
struct Fields<'a> {
    headers: &'a [Header<'a>],
    head: &'a [u8],
}

impl Fields<'_> {
    /// The raw values of a field, unfolded, in the mail's order.
    fn raw(&self, name: &str) -> Vec<String> {
        self.headers
            .iter()
            .filter(|header| header.name().eq_ignore_ascii_case(name))
            .map(|header| {
                let range = header.offset_start as usize..header.offset_end as usize;
                let raw = self.head.get(range).unwrap_or_default();
                clean::one_line(&String::from_utf8_lossy(raw), 10_000)
            })
            .collect()
    }

    fn has(&self, name: &str) -> bool {
        self.headers
            .iter()
            .any(|header| header.name().eq_ignore_ascii_case(name))
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
    let digest = hash.finalize();
    let number = digest.iter().take(10);
    let number = number.fold(0, |number, byte| number << 8 | u128::from(*byte));
    format!("{number:020x}")
}

fn ids(headers: &[Header<'_>], field: &str) -> Vec<MessageId> {
    let value = headers
        .iter()
        .rev()
        .find(|header| header.name().eq_ignore_ascii_case(field))
        .map(Header::value);
    let parse = |id: &str| MessageId::parse(id).ok();
    match value {
        Some(HeaderValue::Text(id)) => parse(id).into_iter().collect(),
        Some(HeaderValue::TextList(ids)) => {
            ids.iter().take(50).filter_map(|id| parse(id)).collect()
        }
        _ => vec![],
    }
}

/// The one address of the one From field; whoever writes two is nobody.
fn from(headers: &[Header<'_>]) -> Option<String> {
    let mut fields = headers
        .iter()
        .filter(|h| h.name().eq_ignore_ascii_case("From"));
    let (Some(field), None) = (fields.next(), fields.next()) else {
        return None;
    };
    let HeaderValue::Address(list) = field.value() else {
        return None;
    };
    let mut all = list.iter();
    let (Some(one), None) = (all.next(), all.next()) else {
        return None;
    };
    let bare = one.address()?;
    address::check(bare).ok()?;
    Some(bare.to_ascii_lowercase())
}

/// Everybody it was sent to; in small letters, for servers may change them.
fn recipients(headers: &[Header<'_>], head: &[u8]) -> Vec<String> {
    let fields = Fields { headers, head };
    let names = [
        "Delivered-To",
        "X-Original-To",
        "Envelope-To",
        "X-Envelope-To",
        "To",
        "Cc",
    ];
    let lists = names.iter().flat_map(|name| fields.raw(name));
    let mut found: Vec<String> = vec![];
    for list in lists {
        for (_, email) in envelope::mailboxes(&list).unwrap_or_default() {
            let email = email.to_ascii_lowercase();
            if address::check(&email).is_ok() && !found.contains(&email) {
                found.push(email);
            }
            if found.len() == MOST_ADDRESSES {
                return found;
            }
        }
    }
    found
}

fn subject(headers: &[Header<'_>]) -> String {
    let text = headers.iter().find_map(|header| match header.value() {
        HeaderValue::Text(text) if header.name().eq_ignore_ascii_case("Subject") => {
            Some(text.as_ref())
        }
        _ => None,
    });
    clean::one_line(text.unwrap_or_default(), 200)
}

fn date(headers: &[Header<'_>]) -> Option<DateTime<Utc>> {
    headers.iter().find_map(|header| match header.value() {
        HeaderValue::DateTime(date)
            if header.name().eq_ignore_ascii_case("Date") && date.is_valid() =>
        {
            DateTime::from_timestamp(date.to_timestamp(), 0)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests;
