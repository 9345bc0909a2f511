//! The parts of a mail (RFC 2046), parsed within limits.

use super::parser;
use crate::{mail::clean, yaml::Budget};
use mail_parser::{Encoding, Message, MimeHeaders as _, PartType};

/// Maximum nesting depth of parts; mails use mixed, related, alternative, and the layers that a mailing list adds.
const MOST_DEEP: usize = 8;
/// Maximum number of parts of one mail.
const MOST_PARTS: usize = 200;
/// Maximum length of the header of a part, in bytes.
const MOST_PART_HEADER: usize = 16 << 10;
/// Maximum length of an encoded part, in bytes: the least compact encoding, quoted-printable, takes three characters
/// for one byte of an order file.
const MOST_LEAF: usize = 4 * Budget::Orders.bytes();
/// Maximum number of notes about skipped parts.
const MOST_SKIPPED: usize = 20;

/// One part of a mail, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the part, from 1.
    pub number: usize,
    /// The file name in one line, without a path.
    pub name: Option<String>,
    /// The kind of the part.
    pub kind: PartKind,
    /// The decoded contents.
    pub bytes: Vec<u8>,
}

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// The text of the mail.
    Text {
        /// True if long lines were folded (RFC 3676).
        flowed: bool,
        /// True if the space before a fold was inserted by the folding.
        delsp: bool,
    },
    /// The text as a web page; it is not a candidate for an order file.
    Html,
    /// An attached file.
    Attachment {
        /// True if its type or its name says that it is YAML.
        yaml: bool,
    },
    /// The report of a mail server about another mail, not parsed (RFC 3464).
    Report,
}

/// Splits a mail or a part into its header, with the empty line that ends it, and its body.
pub(super) fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut start = 0;
    while let Some(length) = bytes[start..].iter().position(|b| *b == b'\n') {
        let line = &bytes[start..start + length];
        start += length + 1;
        if line.is_empty() || line == b"\r" {
            return bytes.split_at(start);
        }
    }
    (bytes, &[])
}

/// The state of a walk through the parts of a mail.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub found: Vec<Part>,
    pub skipped: Vec<String>,
    seen: usize,
}

impl Walk {
    fn skip(&mut self, why: impl Into<String>) {
        let why = clean::one_line(&why.into(), 200);
        if self.skipped.len() < MOST_SKIPPED && !self.skipped.contains(&why) {
            self.skipped.push(why);
        }
    }

    /// Reads a part, and the parts inside it.
    pub(crate) fn part(&mut self, bytes: &[u8], depth: usize) {
        if self.seen == MOST_PARTS {
            self.skip(format!(
                "it has more than {MOST_PARTS} parts; the others were not looked at"
            ));
            return;
        }
        self.seen += 1;
        let (head, body) = split(bytes);
        if depth > 0 && head.len() > MOST_PART_HEADER {
            self.skip("a part with an enormous header");
            return;
        }
        let Some(message) = parser().parse_headers(head) else {
            // A part without a header is plain text (RFC 2046, 5.1).
            self.text(if head.trim_ascii().is_empty() {
                body
            } else {
                bytes
            });
            return;
        };
        let about = About::of(&message);
        match about.kind.as_str() {
            "multipart" if depth == MOST_DEEP => {
                self.skip("parts that are nested too deeply");
            }
            "multipart" => match &about.boundary {
                Some(boundary) => {
                    for part in Pieces::new(body, boundary) {
                        if self.seen == MOST_PARTS {
                            self.part(part, depth + 1);
                            break;
                        }
                        self.part(part, depth + 1);
                    }
                }
                None => self.skip("a multipart part without a boundary"),
            },
            "message" => {
                // A mail inside a mail is never parsed; a server's report is only searched for a Message-ID.
                if self
                    .found
                    .iter()
                    .filter(|p| p.kind == PartKind::Report)
                    .count()
                    < 8
                {
                    let bytes = body[..body.len().min(64 << 10)].to_vec();
                    self.push(None, PartKind::Report, bytes);
                }
                if about.subtype == "rfc822" {
                    self.skip("a forwarded mail");
                }
            }
            "image" | "audio" | "video" | "font" | "model" => {
                self.skip(format!(
                    "a part of the type {}/{}",
                    about.kind, about.subtype
                ));
            }
            _ if bytes.len() > MOST_LEAF => self.skip(match &about.name {
                Some(name) => format!("`{name}`, which is too big for an order file"),
                None => "a part that is too big for an order file".to_owned(),
            }),
            _ => self.leaf(bytes, &about),
        }
    }

    /// Decodes a part without inner parts; it is parsed alone, so it cannot refer to other parts.
    fn leaf(&mut self, bytes: &[u8], about: &About) {
        let Some(message) = parser().parse(bytes) else {
            return;
        };
        let Some(part) = message.parts.first() else {
            return;
        };
        let bytes = match &part.body {
            PartType::Text(text) | PartType::Html(text) => {
                let unread = text.contains(char::REPLACEMENT_CHARACTER);
                let raw = bytes
                    .get(part.offset_body as usize..part.offset_end as usize)
                    .unwrap_or_default();
                if unread && part.encoding == Encoding::None && std::str::from_utf8(raw).is_err() {
                    latin1(raw)
                } else {
                    text.as_bytes().to_vec()
                }
            }
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => bytes.to_vec(),
            PartType::Message(_) | PartType::Multipart(_) => return,
        };
        let is_file = about.attached || about.name.is_some();
        let kind = match (about.kind.as_str(), about.subtype.as_str()) {
            ("text" | "", "plain" | "") if !is_file => PartKind::Text {
                flowed: about.flowed,
                delsp: about.delsp,
            },
            ("text", "html") => PartKind::Html,
            (_, subtype) => {
                let ending = about.name.as_deref().and_then(|name| name.rsplit_once('.'));
                let yaml = ending.is_some_and(|(_, end)| {
                    ["yaml", "yml"]
                        .iter()
                        .any(|known| end.eq_ignore_ascii_case(known))
                });
                PartKind::Attachment {
                    yaml: yaml || subtype.contains("yaml"),
                }
            }
        };
        self.push(about.name.clone(), kind, bytes);
    }

    fn text(&mut self, bytes: &[u8]) {
        if bytes.len() <= MOST_LEAF && !bytes.trim_ascii().is_empty() {
            let (flowed, delsp) = (false, false);
            self.push(None, PartKind::Text { flowed, delsp }, bytes.to_vec());
        }
    }

    fn push(&mut self, name: Option<String>, kind: PartKind, bytes: Vec<u8>) {
        self.found.push(Part {
            number: self.seen,
            name,
            kind,
            bytes,
        });
    }
}

/// The properties of a part that are in its header.
#[derive(Debug, Default)]
struct About {
    kind: String,
    subtype: String,
    boundary: Option<String>,
    name: Option<String>,
    attached: bool,
    flowed: bool,
    delsp: bool,
}

impl About {
    fn of(message: &Message<'_>) -> Self {
        let Some(part) = message.parts.first() else {
            return Self::default();
        };
        let name = part.attachment_name().map(file_name);
        let disposition = part.content_disposition();
        let mut about = Self {
            name: name.filter(|name| !name.is_empty()),
            attached: disposition.is_some_and(mail_parser::ContentType::is_attachment),
            ..Self::default()
        };
        if let Some(kind) = part.content_type() {
            let is = |name: &str, value: &str| {
                kind.attribute(name)
                    .is_some_and(|v| v.eq_ignore_ascii_case(value))
            };
            about.kind = kind.ctype().to_ascii_lowercase();
            about.subtype = kind.subtype().unwrap_or_default().to_ascii_lowercase();
            let boundary = kind.attribute("boundary");
            // RFC 2046, 5.1.1 allows 70 characters; longer boundaries are tolerated.
            about.boundary = boundary
                .filter(|b| !b.is_empty() && b.len() <= 200)
                .map(str::to_owned);
            (about.flowed, about.delsp) = (is("format", "flowed"), is("delsp", "yes"));
        }
        about
    }
}

/// Returns the last part of a file name as one line; it is only shown, and never used as a path.
fn file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    clean::one_line(last, 80)
}

/// Decodes bytes as Latin-1: text without a declared encoding that is not UTF-8.
fn latin1(bytes: &[u8]) -> Vec<u8> {
    bytes
        .iter()
        .map(|b| char::from(*b))
        .collect::<String>()
        .into_bytes()
}

/// An iterator over the parts between the boundaries of a multipart.
struct Pieces<'a> {
    rest: Option<&'a [u8]>,
    mark: Vec<u8>,
}

impl<'a> Pieces<'a> {
    fn new(body: &'a [u8], boundary: &str) -> Self {
        let mark = format!("--{boundary}").into_bytes();
        let mut pieces = Self {
            rest: Some(body),
            mark,
        };
        // The preamble, the text before the first boundary, is not a part.
        pieces.cut();
        pieces
    }

    /// Returns the bytes before the next boundary; the rest begins after it.
    fn cut(&mut self) -> Option<&'a [u8]> {
        let all = self.rest.take()?;
        let mut start = 0;
        while start < all.len() {
            let end = all[start..].iter().position(|b| *b == b'\n');
            let next = end.map_or(all.len(), |end| start + end + 1);
            let line = all[start..next].trim_ascii_end();
            if let Some(after) = line.strip_prefix(self.mark.as_slice())
                && (after.is_empty() || after == b"--")
            {
                if after.is_empty() {
                    self.rest = Some(&all[next..]);
                }
                // The line end before a boundary is part of the boundary.
                let piece = &all[..start];
                let piece = piece.strip_suffix(b"\n").unwrap_or(piece);
                return Some(piece.strip_suffix(b"\r").unwrap_or(piece));
            }
            start = next;
        }
        // Without the closing boundary the part may be incomplete, so it is not returned.
        None
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        self.cut()
    }
}
