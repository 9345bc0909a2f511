//! Signatures of mail servers, DKIM (RFC 6376, RFC 8301, RFC 8463), and the lookup of their public keys.
//!
//! [`claims`] reads the signatures of a mail and compares everything in them that needs no key; a [`Keyring`] looks the
//! keys up and verifies the rest. A signature counts only if it shows the writer of the whole mail:
//!
//! * it is by the domain of `From`, or by a domain above that;
//! * it covers `From`, the `Subject` if there is one, and the body to its end (`l=` is refused);
//! * no field that may stand once (RFC 5322, 3.6) stands twice: a mail program may show one and a verifier check the
//!   other.
//!
//! A signature that does not verify proves nothing, and does not indicate a forgery: mailing lists and servers change
//! mails on the way (RFC 6376, 6.1).

mod canonical;
mod dns;
mod key;
mod keyring;
mod resolver;
mod signature;
mod tags;

pub use keyring::{Keyring, Keys};
pub use resolver::{Resolver, server};

use canonical::Canon;
use sha2::{Digest as _, Sha256};
use signature::Signature;

/// Maximum number of signatures of a mail that are read.
const MOST_SIGNATURES: usize = 20;

/// Maximum number of signatures of a mail for which a key is looked up.
const MOST_CLAIMS: usize = 4;

/// The time that the clock of a signer may be ahead, in seconds.
const AHEAD: i64 = 3600;

/// Fields that decide how a mail is read, and that may stand once (RFC 5322, 3.6; RFC 2045, 3).
const ONCE: [&str; 13] = [
    "From",
    "Sender",
    "Reply-To",
    "To",
    "Cc",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
];

/// A signature of a mail that has passed every check that needs no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    signature: Signature,
    /// The header as it was signed (RFC 6376, 3.7).
    signed: Vec<u8>,
}

impl Claim {
    /// Returns the name in DNS of the public key (RFC 6376, 3.6.2.1).
    pub fn place(&self) -> String {
        let Signature {
            selector, domain, ..
        } = &self.signature;
        format!("{selector}._domainkey.{domain}").to_ascii_lowercase()
    }

    /// Returns a hash that identifies the signature and the signed header: copies of the same mail have the same hash.
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(&self.signature.bytes);
        hash.update(Sha256::digest(&self.signed));
        hash.finalize().into()
    }

    /// Returns true if the signature is in force at a time, in seconds since 1970 (RFC 6376, 3.5: `t=` and `x=`).
    pub fn is_in_force(&self, now: i64) -> bool {
        let Signature { made, expires, .. } = self.signature;
        made.is_none_or(|made| made <= now.saturating_add(AHEAD))
            && expires.is_none_or(|expires| now <= expires)
    }

    /// Returns true if a key among the texts at [`place`](Self::place) verifies the signature (RFC 6376, 6.1.3).
    ///
    /// With more than one key record the result is undefined (RFC 6376, 3.6.2.2), so the result is false.
    pub fn holds(&self, texts: &[Vec<u8>]) -> bool {
        let mut records = texts.iter().filter_map(|text| key::Record::read(text));
        let (Some(record), None) = (records.next(), records.next()) else {
            return false;
        };
        record.fits(&self.signature) && record.verifies(&self.signature, &self.signed)
    }
}

/// Returns the only field with this name, including the end of its last line; `None` if there is not exactly one, or if
/// the header cannot be split into fields with certainty.
pub fn field<'a>(head: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let fields = canonical::fields(head)?;
    let mut found = fields.into_iter().filter(|field| field.is(name));
    match (found.next(), found.next()) {
        (Some(field), None) => Some(field.raw),
        _ => None,
    }
}

/// Returns the signatures that show the writer of a mail if their keys verify them (RFC 6376, 6.1).
///
/// `head` is the header of the mail with the empty line that ends it, `body` the rest, and `from` the address in its
/// one `From` field.
pub fn claims(head: &[u8], body: &[u8], from: &str) -> Vec<Claim> {
    let Some(fields) = canonical::fields(head) else {
        return vec![];
    };
    let stands_twice = |name: &&str| fields.iter().filter(|field| field.is(name)).count() > 1;
    if ONCE.iter().any(stands_twice) {
        return vec![];
    }
    let mut hashes = [None, None];
    let mut hash = |canon: Canon| -> [u8; 32] {
        *hashes[canon as usize].get_or_insert_with(|| {
            let mut hash = Sha256::new();
            canonical::body(canon, body, |bytes| hash.update(bytes));
            hash.finalize().into()
        })
    };
    let has_subject = fields.iter().any(|field| field.is("Subject"));
    let signatures = fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.is("DKIM-Signature"))
        .take(MOST_SIGNATURES);
    let claim = |(at, field): (usize, &canonical::Field<'_>)| {
        let signature = Signature::read(field.value())?;
        let covers = signature.covers("From") && (!has_subject || signature.covers("Subject"));
        let is_whole = covers && signature.is_for(from);
        if !is_whole || hash(signature.body) != signature.body_hash {
            return None;
        }
        let signed = canonical::header(signature.header, &fields, at, &signature.fields);
        Some(Claim { signature, signed })
    };
    signatures.filter_map(claim).take(MOST_CLAIMS).collect()
}

#[cfg(test)]
mod tests;
