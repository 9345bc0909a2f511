//! Relays: servers that hand out the rounds of the public beacon (fair1, section 7).
//!
//! Nobody need trust one: what it says is verified before it counts, so whatever else it does can only
//! cost time, and that is bounded. One request, one answer, nothing kept.

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
    /// Their addresses, such as `https://api.drand.sh`; the first good answer counts.
    pub relays: Vec<String>,
    /// How many seconds one may take; left out: 10.
    pub timeout_seconds: u64,
    /// More roots of trust for `https`, as PEM.
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

/// Why a relay's answer does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Its address is none.
    #[error("this is no address of a relay: write `https://` and its name")]
    Address,
    /// It cannot be reached, or broke off.
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    /// It does not answer in time.
    #[error("it takes too long")]
    Slow,
    /// It says that the round is not there yet.
    #[error("it does not have the round yet")]
    NotYet,
    /// It answers with something else.
    #[error("it answers with status {0}")]
    Status(u16),
    /// It sends more than any answer is long.
    #[error("it sends more than an answer is long")]
    TooMuch,
    /// What it sends is no round.
    #[error("it sends something that is no round")]
    Garbled,
    /// It sends another round than was asked for.
    #[error("it sends round {0}")]
    OtherRound(u64),
    /// What it sends is not the beacon's.
    #[error("what it sends is not the beacon's: {0}")]
    Unverified(#[from] Unverified),
}

/// No relay has given the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRound {
    /// The round.
    pub round: u64,
    /// Each relay, and what was wrong with its answer.
    pub troubles: Vec<(String, Trouble)>,
}

impl NoRound {
    /// Whether it is simply not there yet, as some relay says.
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

/// What a person, or a relay, gives for a round: the signature in hex, or a relay's answer as JSON.
///
/// # Errors
/// [`Trouble`], also where it is not the beacon's.
pub fn read(round: u64, text: &[u8]) -> Result<Signature, Trouble> {
    let text = std::str::from_utf8(text).map_err(|_| Trouble::Garbled)?;
    let signature = match text.trim().parse() {
        Ok(signature) => signature,
        Err(_) => from_json(round, text)?,
    };
    verify(round, &signature)?;
    Ok(signature)
}

/// A relay's answer: `{"round": 42, "signature": "95a9…", …}`.
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

/// Where a relay has a round.
fn place(round: u64) -> String {
    format!("/{CHAIN}/public/{round}")
}

/// Fetches a round from the first relay whose answer is good; paths are below `dir`.
///
/// # Errors
/// [`NoRound`] with what was wrong with each answer.
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

/// Fetches a round.
///
/// # Errors
/// Always: this program was built without.
#[cfg(not(feature = "beacon"))]
pub fn fetch(relays: &Relays, _: &std::path::Path, round: u64) -> Result<Signature, NoRound> {
    let trouble = |relay: &String| (relay.clone(), Trouble::Unverified(Unverified::NotBuilt));
    let troubles = relays.relays.iter().map(trouble).collect();
    let _ = place(round);
    Err(NoRound { round, troubles })
}

#[cfg(all(test, feature = "beacon"))]
mod tests;
