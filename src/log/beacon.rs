//! The round of the public beacon that a lock names.

use super::{
    chain::{BadKey, Entry, Log, decimal},
    record::Kind,
};
use crate::dice::Beacon;

/// Returns the beacon value of a sitting, from the round in its lock and the signature in its result.
pub(crate) fn beacon(lock: &Entry, result: &Entry) -> Result<Beacon, BadKey> {
    let round = lock.text("round")?;
    let round = decimal(round).ok_or_else(|| lock.bad("round", "is no beacon round"))?;
    Beacon::from_signature(round, result.text("beacon")?)
        .ok_or_else(|| result.bad("beacon", "is not a signature of 48 bytes"))
}

/// Returns the beacon value of a published sitting; [`Beacon::None`] if it had no round.
pub(crate) fn beacon_of(log: &Log, sitting: u32) -> Beacon {
    let of = |kind| {
        let mut records = log.of(kind);
        records.find(|entry| entry.number("sitting") == Ok(sitting))
    };
    let records = of(Kind::Lock).zip(of(Kind::Result));
    records
        .and_then(|(lock, result)| beacon(lock, result).ok())
        .unwrap_or(Beacon::None)
}
