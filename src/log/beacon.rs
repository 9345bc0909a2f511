//! The round of the public beacon that a lock names.

use super::{chain::Log, record::Kind};
use crate::dice::Beacon;

/// Returns the beacon value of a published sitting; [`Beacon::None`] if it had no round.
pub(crate) fn beacon_of(log: &Log, sitting: u32) -> Beacon {
    let of = |kind, key: &str| {
        let mut records = log.of(kind);
        let record = records.find(|entry| entry.number("sitting") == Ok(sitting))?;
        Some(record.record.get(key)?.to_owned())
    };
    let value = || {
        let round = of(Kind::Lock, "round")?.parse().ok()?;
        Beacon::from_signature(round, &of(Kind::Result, "beacon")?)
    };
    value().unwrap_or(Beacon::None)
}
