//! A public key record from DNS, and the verification of signatures with it.

use super::{
    signature::{Algorithm, Signature},
    tags::{Tags, between_colons, decoded},
};

/// The algorithm identifier of an RSA key (RFC 8017, A.1): `rsaEncryption`, without parameters.
const RSA: &[u8] = &[
    0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];

/// A key record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    algorithm: Option<Algorithm>,
    /// True if it may be used for mail and with SHA-256, is not revoked, and is not a test key.
    is_usable: bool,
    /// True if the domain of `i=` must be exactly that of `d=`.
    is_strict: bool,
    key: Vec<u8>,
}

impl Record {
    /// Reads a key record (RFC 6376, 3.6.1); `None` for any other text.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let tags = Tags::read(std::str::from_utf8(text).ok()?)?;
        let key = tags.get("p")?;
        let is_first = tags.first() == Some("v") && tags.get("v") == Some("DKIM1");
        let says = |name, word: &str| {
            let value: Option<&str> = tags.get(name);
            value.is_some_and(|value| between_colons(value).any(|part| part == word))
        };
        let is_version = tags.get("v").is_none() || is_first;
        let is_sha256 = tags.get("h").is_none() || says("h", "sha256");
        let is_for_mail = tags.get("s").is_none() || says("s", "email") || says("s", "*");
        Some(Self {
            algorithm: match tags.get("k").unwrap_or("rsa") {
                "rsa" => Some(Algorithm::Rsa),
                "ed25519" => Some(Algorithm::Ed25519),
                _ => None,
            },
            // An empty key is a revoked one; signatures of a domain in test mode count as missing.
            is_usable: is_version && is_sha256 && is_for_mail && !key.is_empty() && !says("t", "y"),
            is_strict: says("t", "s"),
            key: decoded(key)?,
        })
    }

    /// Returns true if the key may be used for a signature (RFC 6376, 6.1.2).
    pub(super) fn fits(&self, signature: &Signature) -> bool {
        let is_own = signature.identity.1 == signature.domain;
        self.is_usable && self.algorithm == Some(signature.algorithm) && (is_own || !self.is_strict)
    }

    /// Returns true if the key verifies a signature of this header (RFC 6376, 6.1.3).
    ///
    /// RSA keys must have at least 1024 bits (RFC 8301, 3.2). With Ed25519 the SHA-256 of the header is signed (RFC
    /// 8463, 3).
    #[cfg(feature = "dkim")]
    pub(super) fn verifies(&self, signature: &Signature, header: &[u8]) -> bool {
        use ring::signature::{
            ED25519, RSA_PKCS1_1024_8192_SHA256_FOR_LEGACY_USE_ONLY, UnparsedPublicKey,
        };
        use sha2::{Digest as _, Sha256};
        let verified = match signature.algorithm {
            Algorithm::Rsa => {
                let key = rsa(&self.key).unwrap_or(&self.key);
                // The library accepts keys that are some bits shorter.
                if modulus_bits(key).is_none_or(|bits| bits < 1024) {
                    return false;
                }
                UnparsedPublicKey::new(&RSA_PKCS1_1024_8192_SHA256_FOR_LEGACY_USE_ONLY, key)
                    .verify(header, &signature.bytes)
            }
            Algorithm::Ed25519 => UnparsedPublicKey::new(&ED25519, &self.key)
                .verify(&Sha256::digest(header), &signature.bytes),
        };
        verified.is_ok()
    }

    /// Returns false: this program was built without the feature `dkim`.
    #[cfg(not(feature = "dkim"))]
    pub(super) fn verifies(&self, _: &Signature, _: &[u8]) -> bool {
        false
    }
}

/// Returns the bare RSA key inside a `SubjectPublicKeyInfo` (RFC 5280, 4.1). The RFC asks for the bare key (RFC 6376,
/// 3.6.1: `p=`), but most domains publish the other form.
#[cfg_attr(not(feature = "dkim"), allow(dead_code))]
fn rsa(key: &[u8]) -> Option<&[u8]> {
    let (inside, rest) = element(key, 0x30)?;
    let (name, bits) = element(inside, 0x30)?;
    let (bits, end) = element(bits, 0x03)?;
    let is_rsa = name == RSA && rest.is_empty() && end.is_empty();
    bits.strip_prefix(&[0]).filter(|_| is_rsa)
}

/// Returns the length of the modulus of a bare RSA key in bits (RFC 8017, A.1.1).
#[cfg_attr(not(feature = "dkim"), allow(dead_code))]
fn modulus_bits(key: &[u8]) -> Option<usize> {
    let (inside, _) = element(key, 0x30)?;
    let (modulus, _) = element(inside, 0x02)?;
    let zeros = modulus.iter().take_while(|byte| **byte == 0).count();
    let first = modulus.get(zeros)?;
    Some((modulus.len() - zeros) * 8 - first.leading_zeros() as usize)
}

/// Returns the contents of the first DER element if it has this tag, and the bytes after the element (X.690, 8.1).
fn element(bytes: &[u8], kind: u8) -> Option<(&[u8], &[u8])> {
    let (first, rest) = bytes.split_first()?;
    let (length, rest) = rest.split_first()?;
    let (length, rest) = match length {
        0..=0x7f => (usize::from(*length), rest),
        0x81 | 0x82 => {
            let (digits, rest) = rest.split_at_checked(usize::from(length & 0x7f))?;
            let digits = digits.iter();
            let length = digits.fold(0, |number, digit| number << 8 | usize::from(*digit));
            (length, rest)
        }
        _ => return None,
    };
    let found = rest.split_at_checked(length)?;
    (*first == kind).then_some(found)
}
