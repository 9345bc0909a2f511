//! The files that records bind while they are secret (fair1, section 6).

use super::{
    chain::{Entry, Log},
    record::Kind,
};
use crate::dice::bind::What;

/// A file that a record has bound.
pub(crate) struct Bound<'a> {
    /// The last sitting that was locked until then; its number enters the salted hash.
    pub sitting: u32,
    pub record: &'a Entry,
    /// The key of the record that has the salted hash.
    pub key: &'a str,
    pub what: What,
}

/// Returns every file that the records of a log bind, in their order.
pub(crate) fn bound(log: &Log) -> Vec<Bound<'_>> {
    let (mut bound, mut sitting) = (vec![], 0_u32);
    for record in &log.entries {
        if record.record.kind == Kind::Lock {
            let next = sitting.saturating_add(1);
            sitting = record.number("sitting").unwrap_or(next);
        }
        for (key, value) in &record.record.entries {
            let what = match (record.record.kind, key.split_once('.')) {
                (
                    Kind::Lock,
                    Some((of @ ("order" | "signature" | "standing" | "signed-standing"), seat)),
                ) => format!("{of}-{seat}"),
                (Kind::Result | Kind::Note, Some(("bind", what))) => what.to_owned(),
                _ => continue,
            };
            if let Ok(what) = what.parse()
                && value != "none"
            {
                bound.push(Bound {
                    sitting,
                    record,
                    key,
                    what,
                });
            }
        }
    }
    bound
}
