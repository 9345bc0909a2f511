//! The field `DKIM-Signature`.

use super::{
    canonical::Canon,
    tags::{Tags, between_colons, decoded},
};

/// Maximum length of a name in DNS, in characters (RFC 1035, 2.3.4).
const MOST_NAME: usize = 253;

/// The algorithm of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    /// `rsa-sha256` (RFC 6376, 3.3.2).
    Rsa,
    /// `ed25519-sha256` (RFC 8463, 3).
    Ed25519,
}

/// The parsed values of a signature field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub algorithm: Algorithm,
    /// The canonicalization of the header.
    pub header: Canon,
    /// The canonicalization of the body.
    pub body: Canon,
    /// The domain that signed, `d=`.
    pub domain: String,
    pub selector: String,
    /// The local part of `i=`, and its domain.
    pub identity: (String, String),
    /// The names of the signed fields, in lower case.
    pub fields: Vec<String>,
    pub body_hash: [u8; 32],
    pub bytes: Vec<u8>,
    /// The time when it was made, in seconds since 1970.
    pub made: Option<i64>,
    /// The time when it expires, in seconds since 1970.
    pub expires: Option<i64>,
}

impl Signature {
    /// Parses the value of a field (RFC 6376, 3.5); `None` if it is malformed or not supported, or if it signs only a
    /// part of the body (`l=`).
    pub(super) fn read(value: &str) -> Option<Self> {
        let tags = Tags::read(value)?;
        if tags.get("v")? != "1" || tags.get("l").is_some() {
            return None;
        }
        // SHA-1 must not be used any more (RFC 8301, 3.1).
        let algorithm = match tags.get("a")?.to_ascii_lowercase().as_str() {
            "rsa-sha256" => Algorithm::Rsa,
            "ed25519-sha256" => Algorithm::Ed25519,
            _ => return None,
        };
        let canon = tags.get("c").unwrap_or("simple");
        let (header, body) = canon.split_once('/').unwrap_or((canon, "simple"));
        if let Some(ways) = tags.get("q")
            && !between_colons(ways).any(|way| way.eq_ignore_ascii_case("dns/txt"))
        {
            return None;
        }
        let domain = tags.get("d")?.to_ascii_lowercase();
        let selector = tags.get("s")?.to_owned();
        let length = selector.len() + "._domainkey.".len() + domain.len();
        if !is_domain(&domain)
            || !domain.contains('.')
            || !is_domain(&selector)
            || length > MOST_NAME
        {
            return None;
        }
        let identity = match tags.get("i") {
            None => (String::new(), domain.clone()),
            Some(identity) => {
                let (local, at) = identity.rsplit_once('@')?;
                (local.to_ascii_lowercase(), at.to_ascii_lowercase())
            }
        };
        let (made, expires) = (time(tags.get("t"))?, time(tags.get("x"))?);
        if made.is_some() && expires.is_some() && made >= expires {
            return None;
        }
        let fields = between_colons(tags.get("h")?).map(str::to_ascii_lowercase);
        Some(Self {
            algorithm,
            header: Canon::read(header)?,
            body: Canon::read(body)?,
            selector,
            identity,
            fields: fields.collect(),
            body_hash: decoded(tags.get("bh")?)?.try_into().ok()?,
            bytes: decoded(tags.get("b")?)?,
            made,
            expires,
            domain,
        })
        .filter(|signature| is_within(&signature.identity.1, &signature.domain))
    }

    /// Returns true if the signature covers the field with this name.
    pub(super) fn covers(&self, name: &str) -> bool {
        self.fields
            .iter()
            .any(|field| field.eq_ignore_ascii_case(name))
    }

    /// Returns true if the signature applies to a sender: its domain is the sender's or one above it. If `i=` has a
    /// local part (RFC 6376, 3.11), it must be the sender's address.
    pub(super) fn is_for(&self, sender: &str) -> bool {
        let sender = sender.to_ascii_lowercase();
        let Some((local, domain)) = sender.rsplit_once('@') else {
            return false;
        };
        let (named, at) = &self.identity;
        let is_named = named.is_empty() || (named == local && at == domain);
        is_within(domain, &self.domain) && is_named
    }
}

/// Returns true if a domain equals another one or lies below it.
fn is_within(domain: &str, other: &str) -> bool {
    let rest = domain.strip_suffix(other);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Returns true for labels of letters, digits, `-` and `_`, with points between them.
fn is_domain(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let is_label = |label: &str| (1..=63).contains(&label.len()) && label.bytes().all(is_letter);
    name.split('.').all(is_label)
}

/// Parses a time in seconds since 1970 (RFC 6376, 3.5: at most 12 digits); `Some(None)` if the tag is missing, `None`
/// if its value is wrong.
#[allow(clippy::option_option)] // a wrong time, and no time
fn time(value: Option<&str>) -> Option<Option<i64>> {
    match value {
        None => Some(None),
        Some(digits) if digits.len() <= 12 && digits.bytes().all(|b| b.is_ascii_digit()) => {
            digits.parse().ok().map(Some)
        }
        Some(_) => None,
    }
}
