//! Files that only the holder of their key can read: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), with a key that is
//! short enough for a link.
//!
//! A file is the nonce, 24 bytes, and then the encrypted bytes with their tag. What is used inside is derived from the key
//! by HMAC-SHA256: the name of the file, the key of the cipher, and from the text too the nonce. So equal texts give equal
//! files, and no nonce serves two texts.
//!
//! ```
//! use chronojudge::cipher::Key;
//!
//! let key: Key = "AAECAwQFBgcICQoLDA0ODw".parse().expect("a key");
//! let file = key.encrypt(b"my hand");
//! assert_eq!(key.decrypt(&file).as_deref(), Ok(&b"my hand"[..]));
//! assert_eq!(key.to_string(), "AAECAwQFBgcICQoLDA0ODw");
//! ```

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce, aead::Aead as _};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use std::{fmt, str::FromStr};

/// The length of a key, in bytes.
const KEY: usize = 16;
/// The length of a nonce, in bytes.
const NONCE: usize = 24;
/// The length of the derived part of a file's name, in bytes.
const NAME: usize = 16;

/// The key of one file. It is secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; KEY]);

/// A text that is not a key: 16 bytes as base64 for web addresses, without `=` (RFC 4648, 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the key of an encrypted file: 22 letters, digits, `-` and `_`")]
pub struct BadKey;

/// A file that was not encrypted with the key, or was changed or cut short since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file cannot be decrypted: it has another key, or it is damaged")]
pub struct Unreadable;

impl Key {
    /// Makes a key of the first 16 of these secret bytes.
    pub fn of(secret: &[u8; 32]) -> Self {
        let mut key = [0; KEY];
        key.copy_from_slice(&secret[..KEY]);
        Self(key)
    }

    /// Returns the name of the file: it tells nothing of the key or the text.
    pub fn name(&self) -> String {
        let name = self.derive("name", b"");
        URL_SAFE_NO_PAD.encode(&name[..NAME])
    }

    /// Encrypts a text. The length of the file is that of the text and 40 bytes.
    pub fn encrypt(&self, text: &[u8]) -> Vec<u8> {
        let derived = self.derive("nonce", text);
        let mut nonce = [0; NONCE];
        nonce.copy_from_slice(&derived[..NONCE]);
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), text);
        let sealed = sealed.expect("a text of less than 256 GB");
        [&nonce[..], &sealed].concat()
    }

    /// Decrypts a file.
    ///
    /// # Errors
    /// [`Unreadable`] if the file has another key, or is damaged.
    pub fn decrypt(&self, file: &[u8]) -> Result<Vec<u8>, Unreadable> {
        let (nonce, sealed) = file.split_first_chunk::<NONCE>().ok_or(Unreadable)?;
        let text = self.cipher().decrypt(&XNonce::from(*nonce), sealed);
        text.map_err(|_| Unreadable)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.derive("cipher", b"").into())
    }

    fn derive(&self, what: &str, text: &[u8]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any key will do");
        mac.update(what.as_bytes());
        mac.update(&[0]);
        mac.update(text);
        mac.finalize().into_bytes().into()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

impl FromStr for Key {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok();
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or(BadKey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(first: u8) -> Key {
        Key::of(&[first; 32])
    }

    #[test]
    fn only_the_key_of_a_whole_file_reads_it() {
        let text = b"view: the hand of red".as_slice();
        let file = key(1).encrypt(text);
        assert_eq!(file.len(), text.len() + 40);
        assert_eq!(key(1).decrypt(&file).as_deref(), Ok(text));
        assert_eq!(key(2).decrypt(&file), Err(Unreadable));
        for cut in [0, NONCE - 1, NONCE, file.len() - 1] {
            assert_eq!(key(1).decrypt(&file[..cut]), Err(Unreadable), "{cut}");
        }
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert_eq!(key(1).decrypt(&changed), Err(Unreadable), "{at}");
        }
    }

    #[test]
    fn no_nonce_serves_two_texts_and_no_name_two_keys() {
        let nonce = |text: &[u8]| key(1).encrypt(text)[..NONCE].to_vec();
        assert_eq!(nonce(b"one"), nonce(b"one"));
        assert_ne!(nonce(b"one"), nonce(b"two"));
        assert_ne!(key(1).name(), key(2).name());
    }

    #[test]
    fn a_key_is_22_characters() {
        let text = key(255).to_string();
        assert_eq!(text.len(), 22);
        assert_eq!(text.parse(), Ok(key(255)));
        for bad in ["", "AAAA", "AAECAwQFBgcICQoLDA0OD!", &format!("{text}A")] {
            assert_eq!(bad.parse::<Key>(), Err(BadKey), "{bad}");
        }
        assert!(!format!("{:?}", key(7)).contains('7'));
    }

    /// The cipher is the one that the draft describes (its appendix A.3.1, with the text and the key of RFC 8439, 2.8.2).
    #[test]
    fn the_cipher_is_that_of_the_draft() {
        use chacha20poly1305::aead::Payload;
        let hex = |text: &str| -> Vec<u8> {
            let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("hex");
            (0..text.len()).step_by(2).map(digit).collect()
        };
        let key: [u8; 32] = hex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f")
            .try_into()
            .expect("32 bytes");
        let nonce: [u8; NONCE] = hex("404142434445464748494a4b4c4d4e4f5051525354555657")
            .try_into()
            .expect("24 bytes");
        let payload = Payload {
            msg: b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen \
                  would be it.",
            aad: &hex("50515253c0c1c2c3c4c5c6c7"),
        };
        let cipher = XChaCha20Poly1305::new(&key.into());
        let sealed = cipher
            .encrypt(&XNonce::from(nonce), payload)
            .expect("sealed");
        assert_eq!(
            sealed[sealed.len() - 16..],
            hex("c0875924c1c7987947deafd8780acf49")
        );
    }
}
