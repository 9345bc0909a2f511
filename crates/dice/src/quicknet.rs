//! The public beacon drand quicknet: the times of its rounds, and the verification of its signatures (fair1,
//! section 7).

use std::fmt;
use std::str::FromStr;

use super::field::{from_hex, to_hex};

/// The hash of the chain, by which relays identify it (fair1, section 7).
pub const CHAIN: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
/// The time of its first round, in seconds since 1970 (fair1, section 7).
pub const GENESIS: i64 = 1_692_803_367;
/// The time from one round to the next, in seconds (fair1, section 7).
pub const PERIOD: i64 = 3;
#[cfg(feature = "beacon")]
const PUBLIC_KEY: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
#[cfg(feature = "beacon")]
const DOMAIN: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/// Returns the latest round at a time in seconds since 1970 (fair1, section 7); `None` before the first round.
pub fn round_at(time: i64) -> Option<u64> {
    let since = time.checked_sub(GENESIS).filter(|since| *since >= 0)?;
    u64::try_from(since / PERIOD + 1).ok()
}

/// Returns the time of a round, in seconds since 1970 (fair1, section 7); `None` for round 0 or if the time does
/// not fit.
pub fn time_of(round: u64) -> Option<i64> {
    let before = i64::try_from(round.checked_sub(1)?).ok()?;
    before.checked_mul(PERIOD)?.checked_add(GENESIS)
}

/// The bytes of a round's signature (fair1, section 7). They are not verified until [`verify`] is called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature([u8; 48]);

/// The error for a text that cannot be a signature (fair1, section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a signature of the beacon is 96 lower-case hex digits")]
pub struct NoSignature;

impl FromStr for Signature {
    type Err = NoSignature;
    fn from_str(text: &str) -> Result<Self, NoSignature> {
        let bytes = from_hex(text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or(NoSignature)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

/// Real rounds of the beacon with their signatures in hex, for tests of what fetches or verifies rounds (fair1, section 7).
pub const ROUNDS: [(u64, &str); 3] = [
    (
        42,
        "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a",
    ),
    (
        123,
        "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
    ),
    (
        657_413,
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
    ),
];

/// The reason why a signature is not accepted (fair1, section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unverified {
    /// The signature is not the beacon's for this round.
    #[error("it is not the beacon's signature of round {0}")]
    Forged(u64),
    /// The program was built without the code that verifies signatures.
    #[error("this program was built without the beacon")]
    NotBuilt,
}

/// Verifies the signature of the beacon for a round (fair1, section 7). It needs no network.
///
/// # Errors
/// [`Unverified`] if the signature is not the beacon's for this round.
#[cfg(feature = "beacon")]
pub fn verify(round: u64, signature: &Signature) -> Result<(), Unverified> {
    use super::field::sha256;
    use blst::{BLST_ERROR, min_sig};
    let forged = |_| Unverified::Forged(round);
    let key = from_hex(PUBLIC_KEY).expect("the key is hex");
    let key = min_sig::PublicKey::key_validate(&key).map_err(forged)?;
    let point = min_sig::Signature::sig_validate(&signature.0, true).map_err(forged)?;
    let message = sha256(&round.to_be_bytes());
    match point.verify(false, message.as_bytes(), DOMAIN, &[], &key, false) {
        BLST_ERROR::BLST_SUCCESS => Ok(()),
        error => Err(forged(error)),
    }
}

/// Refuses to verify the signature of the beacon for a round (fair1, section 7).
///
/// # Errors
/// Always, because this program was built without the beacon.
#[cfg(not(feature = "beacon"))]
pub fn verify(_round: u64, _signature: &Signature) -> Result<(), Unverified> {
    Err(Unverified::NotBuilt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_times() {
        assert_eq!(round_at(GENESIS - 1), None);
        assert_eq!(round_at(i64::MIN), None);
        assert_eq!(
            [0, 2, 3, 122, 123].map(|s| round_at(GENESIS + s)),
            [Some(1), Some(1), Some(2), Some(41), Some(42)]
        );
        for round in [1, 42, 123, 657_413] {
            let time = time_of(round).expect("a time");
            assert_eq!(
                (round_at(time), round_at(time - 1)),
                (Some(round), round_at(time - PERIOD))
            );
        }
        assert_eq!((time_of(0), time_of(u64::MAX)), (None, None));
    }

    #[test]
    #[cfg(feature = "beacon")]
    fn real_rounds_are_verified_and_nothing_else_is() {
        for (round, hex) in ROUNDS {
            let signature: Signature = hex.parse().expect("hex");
            assert_eq!(signature.to_string(), hex);
            assert_eq!(verify(round, &signature), Ok(()), "{round}");
            for other in [0, round - 1, round + 1, u64::MAX] {
                assert_eq!(verify(other, &signature), Err(Unverified::Forged(other)));
            }
            for byte in 0..48 {
                let mut bent = signature;
                bent.0[byte] ^= 1;
                assert!(verify(round, &bent).is_err(), "{round}: byte {byte}");
            }
        }
        // The point at infinity would be a valid signature only under an invalid key.
        let mut nothing = [0; 48];
        nothing[0] = 0xc0;
        assert!(verify(42, &Signature(nothing)).is_err());
    }

    #[test]
    fn rejects_texts_that_are_no_signature() {
        let long = "a".repeat(98);
        for text in [
            "",
            "00",
            &long[..95],
            &long,
            &"A".repeat(96),
            &"x".repeat(96),
        ] {
            assert_eq!(text.parse::<Signature>(), Err(NoSignature), "{text}");
        }
    }
}
