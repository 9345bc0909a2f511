//! The header fields that identify the sender of a mail and the mails that it answers.

use super::MOST_ADDRESSES;
use crate::mail::{address, address_list, clean, key::MessageId};
use chrono::{DateTime, Utc};
use mail_parser::{Header, HeaderValue, parsers::MessageStream};

/// The fields of a header, by name.
pub(super) struct Fields<'a> {
    pub headers: &'a [Header<'a>],
    pub head: &'a [u8],
}

impl Fields<'_> {
    /// Returns the raw values of a field, unfolded, in the mail's order.
    pub(crate) fn raw(&self, name: &str) -> Vec<String> {
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

    pub(crate) fn has(&self, name: &str) -> bool {
        self.headers
            .iter()
            .any(|header| header.name().eq_ignore_ascii_case(name))
    }
}

/// Returns the Message-IDs in a field.
pub(super) fn ids(fields: &Fields<'_>, field: &str) -> Vec<MessageId> {
    let plain = plain_ids(fields.headers, field);
    if plain.is_empty() {
        encoded_ids(fields, field)
    } else {
        plain
    }
}

/// Returns the Message-IDs in a field whose value is in encoded words (RFC 2047). They have no place there, but some
/// programs write them when an id is longer than a line.
fn encoded_ids(fields: &Fields<'_>, field: &str) -> Vec<MessageId> {
    let raw = fields.raw(field).pop().filter(|raw| raw.contains("=?"));
    let Some(raw) = raw.map(|raw| raw + "\n") else {
        return vec![];
    };
    let value = MessageStream::new(raw.as_bytes()).parse_unstructured();
    let text = value.as_text().unwrap_or_default();
    let ids = text.split_inclusive('>').take(50);
    let ids = ids.filter_map(|id| id.trim().strip_prefix('<')?.strip_suffix('>'));
    ids.filter_map(|id| MessageId::parse(id).ok()).collect()
}

fn plain_ids(headers: &[Header<'_>], field: &str) -> Vec<MessageId> {
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

/// Returns the sender's address, or `None` unless there is exactly one `From` field with exactly one address.
pub(super) fn from(headers: &[Header<'_>]) -> Option<String> {
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

/// Returns the addresses that a mail was sent to, in lower case, because servers may change the case.
pub(super) fn recipients(headers: &[Header<'_>], head: &[u8]) -> Vec<String> {
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
        for (_, email) in address_list::mailboxes(&list).unwrap_or_default() {
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

/// Returns the subject as one line.
pub(super) fn subject(headers: &[Header<'_>]) -> String {
    let text = headers.iter().find_map(|header| match header.value() {
        HeaderValue::Text(text) if header.name().eq_ignore_ascii_case("Subject") => {
            Some(text.as_ref())
        }
        _ => None,
    });
    clean::one_line(text.unwrap_or_default(), 200)
}

/// Returns the date that the sender's program set.
pub(super) fn date(headers: &[Header<'_>]) -> Option<DateTime<Utc>> {
    headers.iter().find_map(|header| match header.value() {
        HeaderValue::DateTime(date)
            if header.name().eq_ignore_ascii_case("Date") && date.is_valid() =>
        {
            DateTime::from_timestamp(date.to_timestamp(), 0)
        }
        _ => None,
    })
}
