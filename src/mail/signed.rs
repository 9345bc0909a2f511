//! Signed orders: an SSH signature over an order file, as `ssh-keygen -Y sign -n chronojudge-orders` makes it.

use super::lines::unix_lines;
use crate::ssh;

pub use ssh::is_key;

/// A text, and the signature that matches it to the byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The text as it was signed: its line ends may differ from those that arrived.
    pub text: Vec<u8>,
    /// The signature, armoured.
    pub signature: String,
}

/// The reason why a text is not accepted as signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsigned {
    /// The player's key cannot be used.
    #[error("the player's key in players.yaml is not a supported SSH public key (ed25519 or RSA)")]
    BadKey,
    /// The signature cannot be read.
    #[error("the signature cannot be read")]
    BadSignature,
    /// The signature was made for another purpose.
    #[error("the signature was not made with `-n {}`", ssh::ORDERS)]
    OtherPurpose,
    /// The signature was made with another key.
    #[error("the signature was made with another key than the player's")]
    OtherKey,
    /// The signature does not match the text.
    #[error(
        "the signature does not fit the orders: they were changed after they were signed, or on the way"
    )]
    OtherText,
    /// This program was built without signatures.
    #[error("this program was built without signatures")]
    NotBuilt,
}

/// Returns the variants in which a text may have been signed: mail programs change line ends and the end of a text.
fn spellings(text: &[u8]) -> Vec<Vec<u8>> {
    let unix = unix_lines(text);
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

/// Checks that a text was signed with a key, for orders, and returns it as it was signed.
///
/// # Errors
/// Returns [`Unsigned`] if the key or the signature cannot be used, or if the signature does not match the text.
pub fn verify(key: &str, signature: &[u8], text: &[u8]) -> Result<Signed, Unsigned> {
    let text =
        ssh::verify(ssh::ORDERS, key, signature, spellings(text)).map_err(|why| match why {
            ssh::Unsigned::Key => Unsigned::BadKey,
            ssh::Unsigned::Signature => Unsigned::BadSignature,
            ssh::Unsigned::Purpose => Unsigned::OtherPurpose,
            ssh::Unsigned::OtherKey => Unsigned::OtherKey,
            ssh::Unsigned::Text => Unsigned::OtherText,
            ssh::Unsigned::NotBuilt => Unsigned::NotBuilt,
        })?;
    let signature = ssh::armour(signature).ok_or(Unsigned::BadSignature)?;
    Ok(Signed { text, signature })
}
