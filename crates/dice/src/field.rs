//! Fields, hashes and keys (fair1, section 2): `L`, `H` and `M`.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The error for a text that is not a valid field (fair1, section 2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no field: only printable ASCII may stand in one")]
pub struct BadField(pub String);

/// A SHA-256 value, shown as 64 lower-case hex digits (fair1, section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash([u8; 32]);

/// A key of 32 secret bytes (fair1, section 3): a key of the chain, `S`, `T_t` or `X_t`.
///
/// `Debug` shows nothing of it, and there is no `Display`: only an explicit [`Key::to_hex`] publishes a key.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

/// The error for a text that is not 64 lower-case hex digits (fair1, section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not 64 lower-case hex digits")]
pub struct BadHex;

/// Returns `L(f1, …)` of fair1, section 2: each field followed by a line feed.
///
/// # Errors
/// [`BadField`] if a field is not printable ASCII.
pub fn lines(fields: &[&str]) -> Result<Vec<u8>, BadField> {
    let mut bytes = Vec::with_capacity(fields.iter().map(|f| f.len() + 1).sum());
    for field in fields {
        if !is_field(field) {
            return Err(BadField((*field).to_owned()));
        }
        bytes.extend_from_slice(field.as_bytes());
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// Checks whether a text is a field of fair1, section 2: printable ASCII.
pub fn is_field(text: &str) -> bool {
    // The fold reads every byte even after a bad one: that is faster than a test for an early exit after each byte.
    let printable = |b: u8| (0x20..=0x7e).contains(&b);
    text.bytes().fold(true, |all, b| all & printable(b))
}

/// Returns `H(f…)` of fair1, section 2: the SHA-256 of the fields.
///
/// # Errors
/// [`BadField`] if a field is not printable ASCII.
pub fn hash(fields: &[&str]) -> Result<Hash, BadField> {
    lines(fields).map(|bytes| sha256(&bytes))
}

/// Returns `M(key; f…)` of fair1, section 2: the HMAC-SHA-256 of the fields.
///
/// # Errors
/// [`BadField`] if a field is not printable ASCII.
pub fn mac(key: &Key, fields: &[&str]) -> Result<Key, BadField> {
    lines(fields).map(|bytes| hmac(key, &bytes))
}

fn hmac(key: &Key, bytes: &[u8]) -> Key {
    let mut mac = begun(key);
    mac.update(bytes);
    Key(mac.finalize().into_bytes().into())
}

fn begun(key: &Key) -> Hmac<Sha256> {
    Hmac::new_from_slice(&key.0).expect("HMAC takes a key of any length")
}

/// A key that is used many times with the same first field. The part of `M` that depends only on these two is
/// computed once.
#[derive(Clone)]
pub(super) struct Keyed(Hmac<Sha256>);

impl Keyed {
    /// Prepares a key and the first field of everything it is used for.
    pub(super) fn new(key: &Key, first: &str) -> Self {
        let mut keyed = Self(begun(key));
        keyed.field(first);
        keyed
    }

    /// Returns `M` of the first field and another one (fair1, section 2). The caller guarantees that both are
    /// valid.
    pub(super) fn mac_checked(&self, field: &str) -> Key {
        let mut keyed = self.clone();
        keyed.field(field);
        Key(keyed.0.finalize().into_bytes().into())
    }

    fn field(&mut self, field: &str) {
        assert!(
            is_field(field),
            "names, labels, numbers and hex are printable ASCII"
        );
        self.0.update(field.as_bytes());
        self.0.update(b"\n");
    }
}

impl fmt::Debug for Keyed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keyed(secret)")
    }
}

/// Returns the SHA-256 of the bytes of a file (fair1, section 6).
pub fn sha256(bytes: &[u8]) -> Hash {
    Hash(Sha256::digest(bytes).into())
}

/// Returns `H` of fields that the caller guarantees to be valid: names, labels, decimal numbers and hex.
pub(super) fn hash_checked(fields: &[&str]) -> Hash {
    let mut hash = Sha256::new();
    for field in fields {
        assert!(
            is_field(field),
            "names, labels, numbers and hex are printable ASCII"
        );
        hash.update(field.as_bytes());
        hash.update(b"\n");
    }
    Hash(hash.finalize().into())
}

/// Returns `M` of fields that the caller guarantees to be valid: names, labels, decimal numbers and hex.
pub(super) fn mac_checked(key: &Key, fields: &[&str]) -> Key {
    mac(key, fields).expect("names, labels, numbers and hex are printable ASCII")
}

/// Returns bytes as lower-case hex (fair1, section 2).
pub fn to_hex(bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(bytes.len() * 2);
    push_hex(&mut text, bytes);
    String::from_utf8(text).expect("hex digits are ASCII")
}

/// Appends bytes to a text as lower-case hex.
pub(super) fn push_hex(text: &mut Vec<u8>, bytes: &[u8]) {
    // The digits are computed and not looked up in a table, so that the compiler can vectorize the loop.
    let digit = |nibble: u8| nibble + if nibble < 10 { b'0' } else { b'a' - 10 };
    let start = text.len();
    text.resize(start + bytes.len() * 2, 0);
    let (pairs, _) = text[start..].as_chunks_mut::<2>();
    for (pair, byte) in pairs.iter_mut().zip(bytes) {
        *pair = [digit(byte >> 4), digit(byte & 15)];
    }
}

/// Decodes lower-case hex (fair1, section 2); `None` for any other digit or an odd length.
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'a'..=b'f' => Some(b - b'a' + 10),
        _ => None,
    };
    if !text.len().is_multiple_of(2) {
        return None;
    }
    text.as_bytes()
        .chunks(2)
        .map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?))
        .collect()
}

fn from_hex_32(text: &str) -> Result<[u8; 32], BadHex> {
    from_hex(text)
        .and_then(|bytes| bytes.try_into().ok())
        .ok_or(BadHex)
}

impl Hash {
    /// Makes a hash from its 32 bytes (fair1, section 2).
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the 32 bytes (fair1, section 2).
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl FromStr for Hash {
    type Err = BadHex;
    fn from_str(text: &str) -> Result<Self, BadHex> {
        from_hex_32(text).map(Self)
    }
}

impl TryFrom<String> for Hash {
    type Error = BadHex;
    fn try_from(text: String) -> Result<Self, BadHex> {
        text.parse()
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> Self {
        hash.to_string()
    }
}

impl Key {
    /// Makes a key from its 32 bytes (fair1, section 3).
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the 32 bytes (fair1, section 3).
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Parses a key from 64 lower-case hex digits, as in the log (fair1, section 6).
    ///
    /// # Errors
    /// [`BadHex`] if the text is anything else.
    pub fn from_hex(text: &str) -> Result<Self, BadHex> {
        from_hex_32(text).map(Self)
    }

    /// Returns the key as 64 lower-case hex digits, to be published (fair1, section 6).
    pub fn to_hex(&self) -> String {
        to_hex(&self.0)
    }
}

impl From<Hash> for Key {
    fn from(hash: Hash) -> Self {
        Self(hash.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_field_is_printable_ascii() {
        assert_eq!(lines(&["a", "", "b c~"]), Ok(b"a\n\nb c~\n".to_vec()));
        for bad in ["a\n", "\u{7f}", "\t", "ü", "\0"] {
            assert_eq!(hash(&["a", bad]), Err(BadField(bad.to_owned())));
        }
    }

    #[test]
    fn hex_is_lower_case_and_whole() {
        assert_eq!(from_hex("00ff"), Some(vec![0, 255]));
        for bad in ["0", "0F", "zz", "é"] {
            assert_eq!(from_hex(bad), None);
        }
        assert_eq!("00".parse::<Hash>(), Err(BadHex));
    }

    #[test]
    fn a_hash_is_kept_as_its_hex() {
        let (hash, hex) = (Hash::from_bytes([0xab; 32]), "ab".repeat(32));
        assert_eq!(String::from(hash), hex);
        assert_eq!(Hash::try_from(hex), Ok(hash));
    }

    #[test]
    fn debug_does_not_show_a_key() {
        assert_eq!(format!("{:?}", Key::from_bytes([0xab; 32])), "Key(secret)");
    }

    proptest! {
        #[test]
        fn hex_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            prop_assert_eq!(from_hex(&to_hex(&bytes)), Some(bytes));
        }

        #[test]
        fn no_text_makes_hex_panic(text in ".{0,70}") {
            let _ = (from_hex(&text), text.parse::<Hash>(), Key::from_hex(&text));
        }
    }
}
