//! Relays: servers that hand out the rounds of the public beacon (fair1, section 7).
//!
//! Relays are not trusted: every answer is verified before it counts, so a bad relay can only cost time, and that
//! is bounded. Each fetch is one request on a connection of its own.

use crate::dice::{
    Signature,
    quicknet::{CHAIN, Unverified, verify},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{fmt, path::PathBuf};

#[cfg(feature = "beacon")]
mod http;

/// `beacon.yaml`: where rounds of the beacon are fetched, one relay after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Relays {
    /// The addresses of the relays, such as `https://api.drand.sh`; the first good answer counts.
    pub relays: Vec<String>,
    /// The time limit for one relay, in seconds; left out: 10.
    pub timeout_seconds: u64,
    /// A PEM file with more root certificates for `https`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
}

impl Default for Relays {
    fn default() -> Self {
        let usual = [
            "https://api.drand.sh",
            "https://api2.drand.sh",
            "https://api3.drand.sh",
            "https://drand.cloudflare.com",
        ];
        Self {
            relays: usual.map(str::to_owned).into(),
            timeout_seconds: 10,
            ca_file: None,
        }
    }
}

/// The reason why a relay's answer does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The address of the relay is invalid.
    #[error("not the address of a relay: write `https://` and a host name")]
    Address,
    /// The relay cannot be reached, or the connection broke.
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    /// The relay does not answer in time.
    #[error("it takes too long")]
    Slow,
    /// The relay does not have the round yet.
    #[error("it does not have the round yet")]
    NotYet,
    /// The relay answers with another HTTP status than 200, 404 or 425.
    #[error("it answers with status {0}")]
    Status(u16),
    /// The answer exceeds the size limit.
    #[error("its answer is too long")]
    TooMuch,
    /// The answer cannot be parsed as a round.
    #[error("the answer is neither a signature in hex nor a round in JSON")]
    Garbled,
    /// The answer is for another round than the requested one.
    #[error("it sends round {0}")]
    OtherRound(u64),
    /// The signature does not verify.
    #[error("the signature does not verify: {0}")]
    Unverified(#[from] Unverified),
}

/// The error of a fetch in which no relay has given the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRound {
    /// The round.
    pub round: u64,
    /// Each relay, with the error in its answer.
    pub troubles: Vec<(String, Trouble)>,
}

impl NoRound {
    /// Returns true if some relay says that the round is not out yet.
    pub fn is_early(&self) -> bool {
        let early = |(_, trouble): &(String, Trouble)| *trouble == Trouble::NotYet;
        self.troubles.iter().any(early)
    }
}

impl fmt::Display for NoRound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "No relay has given round {} of the beacon.", self.round)?;
        for (relay, trouble) in &self.troubles {
            write!(f, "\n  {relay}: {trouble}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NoRound {}

/// Parses and verifies a round that a person or a relay gives: the signature in hex, or a relay's answer as JSON.
///
/// ```
/// use chronojudge::relay::{self, Trouble};
///
/// // Round 42, as `https://api.drand.sh` answers.
/// let answer = b"{\"round\": 42, \"signature\": \"\
///     95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce4\
///     30a91b811fbfaf763900bc998b5d686a\"}";
/// # #[cfg(feature = "beacon")]
/// assert!(relay::read(42, answer).is_ok());
/// assert_eq!(relay::read(43, answer), Err(Trouble::OtherRound(42)));
/// assert_eq!(relay::read(42, b"<html>"), Err(Trouble::Garbled));
/// ```
///
/// # Errors
/// Returns [`Trouble`] if the text cannot be parsed, is for another round, or its signature does not verify.
pub fn read(round: u64, text: &[u8]) -> Result<Signature, Trouble> {
    let text = std::str::from_utf8(text).map_err(|_| Trouble::Garbled)?;
    let signature = match text.trim().parse() {
        Ok(signature) => signature,
        Err(_) => from_json(round, text)?,
    };
    verify(round, &signature)?;
    Ok(signature)
}

/// Parses a relay's answer: `{"round": 42, "signature": "95a9…", …}`.
fn from_json(round: u64, text: &str) -> Result<Signature, Trouble> {
    let answer: Value = serde_json::from_str(text).map_err(|_| Trouble::Garbled)?;
    match answer["round"].as_u64() {
        None => return Err(Trouble::Garbled),
        Some(other) if other != round => return Err(Trouble::OtherRound(other)),
        Some(_) => {}
    }
    let signature = answer["signature"].as_str().ok_or(Trouble::Garbled)?;
    signature.parse().map_err(|_| Trouble::Garbled)
}

/// Returns the path of a round on a relay.
fn place(round: u64) -> String {
    format!("/{CHAIN}/public/{round}")
}

/// Fetches a round from the first relay whose answer is good; paths are relative to `dir`.
///
/// ```no_run
/// use chronojudge::relay::{self, Relays};
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // The default settings name the relays of drand.
/// let signature = relay::fetch(&Relays::default(), Path::new("."), 42)?;
/// println!("round 42: {signature}");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`NoRound`], with the error of each relay, if no answer is good.
#[cfg(feature = "beacon")]
pub fn fetch(relays: &Relays, dir: &std::path::Path, round: u64) -> Result<Signature, NoRound> {
    let timeout = std::time::Duration::from_secs(relays.timeout_seconds.clamp(1, 300));
    let ca_file = relays.ca_file.as_ref().map(|file| dir.join(file));
    let mut troubles = vec![];
    for relay in &relays.relays {
        let answer = http::get(relay, &place(round), timeout, ca_file.as_deref());
        match answer.and_then(|body| read(round, &body)) {
            Ok(signature) => return Ok(signature),
            Err(trouble) => troubles.push((relay.clone(), trouble)),
        }
    }
    Err(NoRound { round, troubles })
}

/// Fails: this program was built without the feature `beacon`.
///
/// # Errors
/// Returns [`NoRound`] always.
#[cfg(not(feature = "beacon"))]
pub fn fetch(relays: &Relays, _: &std::path::Path, round: u64) -> Result<Signature, NoRound> {
    let trouble = |relay: &String| (relay.clone(), Trouble::Unverified(Unverified::NotBuilt));
    let troubles = relays.relays.iter().map(trouble).collect();
    let _ = place(round);
    Err(NoRound { round, troubles })
}

#[cfg(all(test, feature = "beacon"))]
mod tests;
