//! Signed orders: an SSH signature over an order file, as `ssh-keygen -Y sign -n chronojudge-orders` makes it.

/// What a signature must be made for, so that one made for something else is not taken for one on orders.
pub const NAMESPACE: &str = "chronojudge-orders";

/// Why a text does not count as signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsigned {
    /// The key of the player cannot be used.
    #[error("the player's key in players.yaml is no SSH key that can be used (ed25519 or RSA)")]
    BadKey,
    /// What should be a signature is none.
    #[error("the signature cannot be read")]
    BadSignature,
    /// It was made for something else.
    #[error("the signature was not made with `-n {NAMESPACE}`")]
    OtherPurpose,
    /// It was made with another key.
    #[error("the signature was made with another key than the player's")]
    OtherKey,
    /// It does not fit the text.
    #[error(
        "the signature does not fit the orders: they were changed after they were signed, or on the way"
    )]
    OtherText,
    /// This program cannot check signatures.
    #[error("this program was built without signatures")]
    NotBuilt,
}

/// The ways in which a text may have been signed: mail programs change the ends of its lines.
#[cfg(feature = "ssh")]
fn spellings(text: &[u8]) -> Vec<Vec<u8>> {
    let unix: Vec<u8> = {
        let mut out = Vec::with_capacity(text.len());
        for (at, byte) in text.iter().enumerate() {
            if *byte != b'\r' || text.get(at + 1) != Some(&b'\n') {
                out.push(*byte);
            }
        }
        out
    };
    let bare = unix.trim_ascii_end().to_vec();
    let ended = [bare.as_slice(), b"\n"].concat();
    let dos = |text: &[u8]| {
        let lines: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
        lines.join(&b"\r\n"[..])
    };
    let mut all = vec![text.to_vec(), dos(&unix), dos(&ended), unix, ended, bare];
    all.dedup();
    all
}

/// Whether a text is a public key that signatures can be checked with.
#[cfg(feature = "ssh")]
pub fn is_key(key: &str) -> bool {
    use ssh_key::public::KeyData;
    ssh_key::PublicKey::from_openssh(key.trim())
        .is_ok_and(|key| matches!(key.key_data(), KeyData::Ed25519(_) | KeyData::Rsa(_)))
}

/// Whether a text is a public key that signatures can be checked with.
#[cfg(not(feature = "ssh"))]
pub fn is_key(_key: &str) -> bool {
    false
}

/// Checks that a text was signed with a key, for orders.
///
/// # Errors
/// [`Unsigned`] says why it does not count.
#[cfg(feature = "ssh")]
pub fn verify(key: &str, signature: &[u8], text: &[u8]) -> Result<(), Unsigned> {
    use ring::signature::{ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA512};
    use ring::signature::{RsaPublicKeyComponents, UnparsedPublicKey};
    use ssh_key::{Algorithm, HashAlg, SshSig, public::KeyData};
    let key = ssh_key::PublicKey::from_openssh(key.trim()).map_err(|_| Unsigned::BadKey)?;
    // The armour is a text in lines of one kind.
    let lines: Vec<u8> = signature.iter().copied().filter(|b| *b != b'\r').collect();
    let armour = [lines.trim_ascii(), b"\n"].concat();
    let signature = SshSig::from_pem(armour).map_err(|_| Unsigned::BadSignature)?;
    if signature.namespace() != NAMESPACE {
        return Err(Unsigned::OtherPurpose);
    }
    if signature.public_key() != key.key_data() {
        return Err(Unsigned::OtherKey);
    }
    let fits = |text: &[u8]| {
        let signed = SshSig::signed_data(NAMESPACE, signature.hash_alg(), text);
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
                    return Err(Unsigned::BadKey);
                };
                let how = match hash {
                    HashAlg::Sha512 => &RSA_PKCS1_2048_8192_SHA512,
                    _ => &RSA_PKCS1_2048_8192_SHA256,
                };
                Ok(RsaPublicKeyComponents { n, e }
                    .verify(how, &signed, bytes)
                    .is_ok())
            }
            _ => Err(Unsigned::BadKey),
        }
    };
    for spelling in spellings(text) {
        if fits(&spelling)? {
            return Ok(());
        }
    }
    Err(Unsigned::OtherText)
}

/// Checks that a text was signed with a key, for orders.
///
/// # Errors
/// Always: this program was built without.
#[cfg(not(feature = "ssh"))]
pub fn verify(_key: &str, _signature: &[u8], _text: &[u8]) -> Result<(), Unsigned> {
    Err(Unsigned::NotBuilt)
}
