//! Letters and their bytes (RFC 5322, RFC 2045): the same letter always yields the same bytes.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Utc};
use lettre::message::{
    Body, Message, MultiPart, SinglePart,
    header::{
        ContentDisposition, ContentId, ContentTransferEncoding, ContentType, HeaderName,
        HeaderValue,
    },
};
use sha2::{Digest, Sha256};

use super::{
    address::Address,
    clean,
    error::MailError,
    key::{IdKey, Key, MessageId},
};

/// Maximum length of a subject, in characters.
const SUBJECT_LIMIT: usize = 300;
/// Maximum length of the value of an extra header, in bytes.
const EXTRA_LIMIT: usize = 900;

/// A mail before it is composed into bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The mail's key, from which Message-ID and file name are derived.
    pub key: Key,
    /// The turn that it belongs to; all mails of a turn to one reader are one thread.
    pub turn: u32,
    /// The sender: the GM's address.
    pub from: Address,
    /// The only reader.
    pub to: Address,
    /// The address for answers, if it is not the sender's.
    pub reply_to: Option<Address>,
    /// The secret that the Message-ID is derived from.
    pub ids: IdKey,
    /// The domain of the Message-ID; by default the sender's.
    pub domain: Option<String>,
    /// The subject line, as people read it.
    pub subject: String,
    /// The text, as plain text.
    pub text: String,
    /// The text as HTML, for mail programs that show it.
    pub html: Option<String>,
    /// A picture that the page shows, with the name under which the page refers to it (RFC 2392).
    pub picture: Option<(String, Attachment)>,
    /// The attached files.
    pub attachments: Vec<Attachment>,
    /// The Date header: the time at which the letter was written, not sent.
    pub date: DateTime<Utc>,
    /// The mail that this one answers.
    pub in_reply_to: Option<MessageId>,
    /// Further mails of the same thread, oldest first.
    pub references: Vec<MessageId>,
    /// The reason for writing it: on the program's own initiative, or as an answer.
    pub auto_submitted: AutoSubmitted,
    /// Additional `X-` headers.
    pub extra: BTreeMap<String, String>,
}

/// A file that is attached to a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The file name that the reader sees.
    pub name: String,
    /// Its MIME type, as in `application/yaml`.
    pub content_type: String,
    /// Its contents, which arrive byte for byte.
    pub bytes: Vec<u8>,
}

/// The reason why a program wrote a letter (RFC 3834, 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoSubmitted {
    /// Its own initiative: a report, a reminder.
    Generated,
    /// The answer to a mail: a receipt.
    Replied,
}

impl Letter {
    /// Creates a letter with a text and no other contents.
    pub fn new(
        key: Key,
        turn: u32,
        from: Address,
        to: Address,
        subject: &str,
        text: &str,
        date: DateTime<Utc>,
    ) -> Self {
        Self {
            key,
            turn,
            from,
            to,
            reply_to: None,
            ids: IdKey::default(),
            domain: None,
            subject: subject.to_owned(),
            text: text.to_owned(),
            html: None,
            picture: None,
            attachments: Vec::new(),
            date,
            in_reply_to: None,
            references: Vec::new(),
            auto_submitted: AutoSubmitted::Generated,
            extra: BTreeMap::new(),
        }
    }

    /// Returns the Message-ID of the letter.
    pub(crate) fn message_id(&self) -> Result<MessageId, MailError> {
        self.key.message_id(&self.ids, self.domain())
    }

    fn domain(&self) -> &str {
        self.domain.as_deref().unwrap_or_else(|| self.from.domain())
    }

    /// Returns the value of References (RFC 5322, 3.6.4): the thread's root, the older mails and the answered one, each
    /// once and in this order.
    fn thread(&self) -> Result<String, MailError> {
        let mut ids = vec![self.key.thread(self.turn, self.domain())?];
        for id in self.references.iter().chain(&self.in_reply_to) {
            if !ids.contains(id) {
                ids.push(id.clone());
            }
        }
        Ok(ids
            .iter()
            .map(MessageId::as_str)
            .collect::<Vec<_>>()
            .join(" "))
    }
}

/// Composes a letter into bytes with CRLF line ends, ready for `outbox/` and for any transport.
pub fn compose(letter: &Letter) -> Result<Vec<u8>, MailError> {
    let refuse = |why: String| MailError::Compose {
        stem: letter.key.stem(),
        why,
    };
    // The years that a Date header can have (RFC 5322, 3.3) and that the composer writes without panic.
    if !(1970..=9999).contains(&letter.date.year()) {
        return Err(refuse(format!("its date is {}", letter.date)));
    }
    let mut message = Message::builder()
        .date(letter.date.into())
        .from(letter.from.mailbox())
        .to(letter.to.mailbox())
        .subject(clean::one_line(&letter.subject, SUBJECT_LIMIT))
        .message_id(Some(letter.message_id()?.to_string()))
        .references(letter.thread()?);
    if let Some(id) = &letter.in_reply_to {
        message = message.in_reply_to(id.to_string());
    }
    if let Some(address) = &letter.reply_to {
        message = message.reply_to(address.mailbox());
    }
    for (name, value) in own_headers(letter) {
        message = message.raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str(name),
            value,
        ));
    }
    for (name, value) in &letter.extra {
        message = message.raw_header(extra_header(name, value)?);
    }
    let message = match body(letter)? {
        Part::Single(part) => message.singlepart(part),
        Part::Multi(part) => message.multipart(part),
    };
    Ok(message
        .map_err(|error| refuse(error.to_string()))?
        .formatted())
}

/// Returns the headers that prevent automatic answers, and those with the game, turn and sitting of the
/// mail.
fn own_headers(letter: &Letter) -> [(&'static str, String); 6] {
    let auto = match letter.auto_submitted {
        AutoSubmitted::Generated => "auto-generated",
        AutoSubmitted::Replied => "auto-replied",
    };
    [
        // RFC 3834: conforming programs do not answer this.
        ("Auto-Submitted", auto.to_owned()),
        // RFC 2076 discourages it, but vacation programs older than RFC 3834 respect no other header, and
        // their answers would come back as orders. They respect List-Id, too, but it would be wrong:
        // each mail has one reader.
        ("Precedence", "bulk".to_owned()),
        // Exchange respects only its own header. Bounces (DR, NDR) are not suppressed: the GM must see
        // them.
        ("X-Auto-Response-Suppress", "OOF, AutoReply".to_owned()),
        ("X-Chronojudge-Game", letter.key.game().to_owned()),
        ("X-Chronojudge-Turn", letter.turn.to_string()),
        ("X-Chronojudge-Sitting", letter.key.sitting().to_string()),
    ]
}

fn extra_header(name: &str, value: &str) -> Result<HeaderValue, MailError> {
    let bad = |why| MailError::BadHeader {
        name: clean::one_line(name, 80),
        why,
    };
    let lower = name.to_ascii_lowercase();
    if !lower.starts_with("x-")
        || name.len() > 76
        || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    {
        return Err(bad("its name is not `X-` and letters, digits or hyphens"));
    }
    if lower == "x-auto-response-suppress"
        || ["game", "turn", "sitting"]
            .iter()
            .any(|word| lower == format!("x-chronojudge-{word}"))
    {
        return Err(bad("every mail has it already"));
    }
    if value.len() > EXTRA_LIMIT {
        return Err(bad("its value is too long"));
    }
    let name =
        HeaderName::new_from_ascii(name.to_owned()).map_err(|_| bad("its name is malformed"))?;
    Ok(HeaderValue::new(name, clean::one_line(value, EXTRA_LIMIT)))
}

enum Part {
    Single(SinglePart),
    Multi(MultiPart),
}

/// Builds mixed(alternative(text, related(html, picture)), attachments), without layers that would have only one part.
fn body(letter: &Letter) -> Result<Part, MailError> {
    let plain = text_part(ContentType::TEXT_PLAIN, &letter.text);
    let boundary = Boundary::of(letter);
    let words = match &letter.html {
        None => Part::Single(plain),
        Some(html) => {
            let both = MultiPart::alternative()
                .boundary(boundary.named("a"))
                .singlepart(plain);
            let page = text_part(ContentType::TEXT_HTML, html);
            Part::Multi(match &letter.picture {
                None => both.singlepart(page),
                Some((id, picture)) => both.multipart(
                    MultiPart::related()
                        .boundary(boundary.named("r"))
                        .singlepart(page)
                        .singlepart(picture_part(id, picture)?),
                ),
            })
        }
    };
    if letter.attachments.is_empty() {
        return Ok(words);
    }
    let mixed = MultiPart::mixed().boundary(boundary.named("m"));
    let mut mixed = match words {
        Part::Single(part) => mixed.singlepart(part),
        Part::Multi(part) => mixed.multipart(part),
    };
    for attachment in &letter.attachments {
        mixed = mixed.singlepart(file_part(attachment)?);
    }
    Ok(Part::Multi(mixed))
}

/// Maximum length of a line without its line end, in bytes (RFC 5322, 2.1.1).
const LONGEST: usize = 998;

/// Builds a text part in 7bit if the text allows it (RFC 2045, 2.7), so that the file is readable as it is; otherwise
/// in quoted-printable (RFC 2045, 6.7).
///
/// Base64, which the composer would choose for much non-ASCII text, is not used: quoted-printable keeps
/// the lines.
fn text_part(content_type: ContentType, text: &str) -> SinglePart {
    // The composer appends a line end to every part.
    let text = clean::lines(text);
    let text = text.strip_suffix("\r\n").unwrap_or(&text).to_owned();
    let fits = text.is_ascii() && text.split("\r\n").all(|line| line.len() <= LONGEST);
    let body = if fits {
        Body::dangerous_pre_encoded(text.into_bytes(), ContentTransferEncoding::SevenBit)
    } else {
        Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable)
            .unwrap_or_else(base64)
    };
    SinglePart::builder().content_type(content_type).body(body)
}

/// Builds an attachment, always in base64: in other encodings line ends may change on the way, and the hashes with
/// them.
fn file_part(attachment: &Attachment) -> Result<SinglePart, MailError> {
    let bad = || MailError::BadContentType {
        name: clean::one_line(&attachment.name, 80),
        value: clean::one_line(&attachment.content_type, 80),
    };
    if attachment.content_type.chars().any(clean::is_unfit) {
        return Err(bad());
    }
    let content_type = ContentType::parse(&attachment.content_type).map_err(|_| bad())?;
    // A reader's program saves the file under this name: path separators and the characters that could end the
    // quoted string are replaced.
    let name: String = clean::one_line(&attachment.name, 120)
        .chars()
        .map(|c| if "/\\\":".contains(c) { '_' } else { c })
        .collect();
    let name = if name.is_empty() || name.starts_with('.') {
        format!("file{name}")
    } else {
        name
    };
    Ok(SinglePart::builder()
        .content_type(content_type)
        .header(ContentDisposition::attachment(&name))
        .body(base64(attachment.bytes.clone())))
}

/// Builds the part of a picture that the page shows (RFC 2387).
fn picture_part(id: &str, picture: &Attachment) -> Result<SinglePart, MailError> {
    let content_type =
        ContentType::parse(&picture.content_type).map_err(|_| MailError::BadContentType {
            name: clean::one_line(&picture.name, 80),
            value: clean::one_line(&picture.content_type, 80),
        })?;
    Ok(SinglePart::builder()
        .content_type(content_type)
        .header(ContentId::from(format!("<{id}>")))
        .header(ContentDisposition::inline_with_name(&picture.name))
        .body(base64(picture.bytes.clone())))
}

/// Encodes bytes as base64 in lines of 76 characters (RFC 2045, 6.8).
pub(super) fn base64(bytes: Vec<u8>) -> Body {
    Body::new_with_encoding(bytes, ContentTransferEncoding::Base64)
        .expect("base64 can carry any bytes")
}

/// The source of the boundaries of one letter (RFC 2046, 5.1.1).
struct Boundary(String);

impl Boundary {
    /// Derives the boundaries from the key *and* the contents: a key can be guessed, and press in a report must not be
    /// able to contain the line that would end its part.
    fn of(letter: &Letter) -> Self {
        let mut hash = Sha256::new();
        let mut add = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        };
        add(letter.key.stem().as_bytes());
        add(letter.text.as_bytes());
        add(letter.html.as_deref().unwrap_or_default().as_bytes());
        let pictures = letter.picture.iter().map(|(_, picture)| picture);
        for attachment in letter.attachments.iter().chain(pictures) {
            add(&attachment.bytes);
        }
        let number = hash
            .finalize()
            .iter()
            .take(12)
            .fold(0, |number, byte| number << 8 | u128::from(*byte));
        Self(format!("{number:024x}"))
    }

    /// Returns a boundary; its `=_` cannot occur in quoted-printable or base64 (RFC 2045, 6.7).
    fn named(&self, which: &str) -> String {
        format!("=_{}_{which}", self.0)
    }
}

#[cfg(test)]
mod tests;
