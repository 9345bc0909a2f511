//! SSH signatures over texts, as `ssh-keygen -Y sign` makes them and `ssh-keygen -Y verify` checks them.
//!
//! The crate `ssh_key` reads and writes the format, the crate `ring` computes the signatures; the program `ssh-keygen`
//! is not needed.

/// The namespace of signatures on records of the log, as in `ssh-keygen -Y verify -n chronojudge-log`.
pub const LOG: &str = "chronojudge-log";
/// The namespace of signatures on order files: a signature on anything else is not accepted for orders.
pub const ORDERS: &str = "chronojudge-orders";
/// The namespace of signatures on receipts.
pub const RECEIPT: &str = "chronojudge-receipt";

/// The reason why a signature is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsigned {
    /// The key cannot be used.
    Key,
    /// The signature cannot be read.
    Signature,
    /// The signature was made for another purpose.
    Purpose,
    /// The signature was made with another key.
    OtherKey,
    /// The signature does not match the text.
    Text,
    /// This program was built without signatures.
    NotBuilt,
}

/// Returns true if a text is a public key that signatures can be checked with.
#[cfg(feature = "ssh")]
pub fn is_key(key: &str) -> bool {
    use ssh_key::public::KeyData;
    ssh_key::PublicKey::from_openssh(key.trim())
        .is_ok_and(|key| matches!(key.key_data(), KeyData::Ed25519(_) | KeyData::Rsa(_)))
}

/// Returns true if a text is a public key that signatures can be checked with.
#[cfg(not(feature = "ssh"))]
pub fn is_key(_key: &str) -> bool {
    false
}

/// Returns a public key without the comment after it, which often is a mail address.
pub fn bare_key(key: &str) -> String {
    let words: Vec<&str> = key.split_whitespace().take(2).collect();
    words.join(" ")
}

/// Returns the fingerprint of a public key, as `ssh-keygen -l` shows it; `None` if the key cannot be read.
#[cfg(feature = "ssh")]
pub fn fingerprint(key: &str) -> Option<String> {
    let key = ssh_key::PublicKey::from_openssh(key.trim()).ok()?;
    Some(key.fingerprint(ssh_key::HashAlg::Sha256).to_string())
}

/// Returns `None`: this program was built without signatures.
#[cfg(not(feature = "ssh"))]
pub fn fingerprint(_key: &str) -> Option<String> {
    None
}

/// Returns a signature in its canonical form, without white space around it and with LF line ends; `None` if it cannot
/// be read.
#[cfg(feature = "ssh")]
pub fn armour(signature: &[u8]) -> Option<String> {
    read(signature).ok()?.to_pem(ssh_key::LineEnding::LF).ok()
}

/// Returns `None`: this program was built without signatures.
#[cfg(not(feature = "ssh"))]
pub fn armour(_signature: &[u8]) -> Option<String> {
    None
}

#[cfg(feature = "ssh")]
fn read(signature: &[u8]) -> Result<ssh_key::SshSig, Unsigned> {
    // The parser expects the same line end on every line.
    let lines: Vec<u8> = signature.iter().copied().filter(|b| *b != b'\r').collect();
    let armour = [lines.trim_ascii(), b"\n"].concat();
    ssh_key::SshSig::from_pem(armour).map_err(|_| Unsigned::Signature)
}

/// Returns the first of these texts that was signed with a key, for a purpose.
///
/// ```
/// use chronojudge::ssh::{self, ORDERS, Signer, Unsigned};
///
/// let signer = Signer::from_seed(&[7; 32]);
/// let (key, orders) = (signer.public(), "game: gem\nturn: 4\nseat: zytal\n");
/// let signature = signer.sign(ORDERS, orders.as_bytes());
/// assert_eq!(ssh::verify(ORDERS, &key, signature.as_bytes(), [orders]), Ok(orders));
/// // A signature for one purpose is not valid for another one.
/// let as_record = ssh::verify(ssh::LOG, &key, signature.as_bytes(), [orders]);
/// assert_eq!(as_record, Err(Unsigned::Purpose));
/// ```
///
/// # Errors
/// Returns [`Unsigned`] if the key or the signature cannot be used, or if the signature matches none of the texts.
#[cfg(feature = "ssh")]
pub fn verify<T: AsRef<[u8]>>(
    purpose: &str,
    key: &str,
    signature: &[u8],
    texts: impl IntoIterator<Item = T>,
) -> Result<T, Unsigned> {
    use ring::signature::{ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA512};
    use ring::signature::{RsaPublicKeyComponents, UnparsedPublicKey};
    use ssh_key::{Algorithm, HashAlg, SshSig, public::KeyData};
    let key = ssh_key::PublicKey::from_openssh(key.trim()).map_err(|_| Unsigned::Key)?;
    let signature = read(signature)?;
    if signature.namespace() != purpose {
        return Err(Unsigned::Purpose);
    }
    if signature.public_key() != key.key_data() {
        return Err(Unsigned::OtherKey);
    }
    let fits = |text: &[u8]| {
        let signed = SshSig::signed_data(purpose, signature.hash_alg(), text);
        let Ok(signed) = signed else { return Ok(false) };
        let bytes = signature.signature_bytes();
        match (key.key_data(), signature.algorithm()) {
            (KeyData::Ed25519(point), Algorithm::Ed25519) => {
                Ok(UnparsedPublicKey::new(&ED25519, point.as_ref())
                    .verify(&signed, bytes)
                    .is_ok())
            }
            (KeyData::Rsa(rsa), Algorithm::Rsa { hash: Some(hash) }) => {
                let (Some(n), Some(e)) = (rsa.n.as_positive_bytes(), rsa.e.as_positive_bytes())
                else {
                    return Err(Unsigned::Key);
                };
                let how = match hash {
                    HashAlg::Sha512 => &RSA_PKCS1_2048_8192_SHA512,
                    _ => &RSA_PKCS1_2048_8192_SHA256,
                };
                Ok(RsaPublicKeyComponents { n, e }
                    .verify(how, &signed, bytes)
                    .is_ok())
            }
            _ => Err(Unsigned::Key),
        }
    };
    for text in texts {
        if fits(text.as_ref())? {
            return Ok(text);
        }
    }
    Err(Unsigned::Text)
}

/// Checks no signature: this program was built without signatures.
///
/// # Errors
/// Always returns [`Unsigned::NotBuilt`].
#[cfg(not(feature = "ssh"))]
pub fn verify<T: AsRef<[u8]>>(
    _purpose: &str,
    _key: &str,
    _signature: &[u8],
    _texts: impl IntoIterator<Item = T>,
) -> Result<T, Unsigned> {
    Err(Unsigned::NotBuilt)
}

/// An Ed25519 key pair that signs texts.
#[cfg(feature = "ssh")]
pub struct Signer {
    pair: ring::signature::Ed25519KeyPair,
    public: ssh_key::public::KeyData,
}

#[cfg(feature = "ssh")]
impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(secret)")
    }
}

#[cfg(feature = "ssh")]
impl Signer {
    /// Creates the signer whose Ed25519 key is derived from these secret bytes.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        use ring::signature::{Ed25519KeyPair, KeyPair as _};
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).expect("any 32 bytes are a seed");
        let point = pair.public_key().as_ref().try_into();
        let point = ssh_key::public::Ed25519PublicKey(point.expect("a point has 32 bytes"));
        Self {
            public: ssh_key::public::KeyData::Ed25519(point),
            pair,
        }
    }

    /// Returns the public key, as in `id_ed25519.pub`.
    pub fn public(&self) -> String {
        let key = ssh_key::PublicKey::new(self.public.clone(), "");
        let text = key.to_openssh().expect("a key can be written");
        text.trim_end().to_owned()
    }

    /// Returns the armoured signature of a text, for a purpose.
    pub fn sign(&self, purpose: &str, text: &[u8]) -> String {
        use ssh_key::{Algorithm, HashAlg, LineEnding, Signature, SshSig};
        let sign = || {
            let signed = SshSig::signed_data(purpose, HashAlg::Sha512, text)?;
            let bytes = self.pair.sign(&signed);
            let signature = Signature::new(Algorithm::Ed25519, bytes.as_ref())?;
            let whole = SshSig::new(self.public.clone(), purpose, HashAlg::Sha512, signature)?;
            whole.to_pem(LineEnding::LF)
        };
        sign().expect("a signature of a valid key can be written")
    }
}

#[cfg(all(test, feature = "ssh"))]
mod tests {
    use super::*;

    #[test]
    fn verifies_a_signature_only_with_its_key_purpose_and_text() {
        let signer = Signer::from_seed(&[7; 32]);
        let key = signer.public();
        assert!(is_key(&key), "{key}");
        let signature = signer.sign("chronojudge-log", b"record: x\n");
        let check = |purpose: &str, key: &str, text: &'static str| {
            verify(purpose, key, signature.as_bytes(), [text])
        };
        let good = check("chronojudge-log", &key, "record: x\n");
        assert_eq!(good, Ok("record: x\n"));
        assert_eq!(
            check("chronojudge-log", &key, "record: y\n"),
            Err(Unsigned::Text)
        );
        assert_eq!(
            check("chronojudge-orders", &key, "record: x\n"),
            Err(Unsigned::Purpose)
        );
        let other = Signer::from_seed(&[8; 32]).public();
        assert_eq!(
            check("chronojudge-log", &other, "record: x\n"),
            Err(Unsigned::OtherKey)
        );
        assert_eq!(
            check("chronojudge-log", "no key", "record: x\n"),
            Err(Unsigned::Key)
        );
        let bad = verify("chronojudge-log", &key, b"no signature", ["record: x\n"]);
        assert_eq!(bad, Err(Unsigned::Signature));
        assert_eq!(format!("{signer:?}"), "Signer(secret)");
        // With other line ends and white space around it, it has the same canonical form.
        let dos = format!(" \r\n{}\r\n\r\n", signature.replace('\n', "\r\n"));
        assert_eq!(armour(dos.as_bytes()), Some(signature.clone()));
        assert_eq!(armour(b"no signature"), None);
    }

    #[test]
    fn a_bare_key_has_no_comment() {
        assert_eq!(
            bare_key(" ssh-ed25519  AAAA ada@example.org: #1\n"),
            "ssh-ed25519 AAAA"
        );
    }
}
