//! The GM's signatures on the records of the log.

use super::{
    check::{Check, Lines, Verdict},
    doubt::Doubt,
};
use crate::{
    log::{Entry, Log, PublicFolder},
    ssh::{self, LOG, Unsigned},
};
use std::path::Path;

/// Checks the signature of every record with the public key of `game.yaml`, if it has one.
pub(crate) fn check_signatures(public: &Path, log: &Log) -> Vec<Check> {
    let public = PublicFolder::new(public);
    let mut lines = Lines::default();
    // Other errors in it are reported with the order of the records.
    let published = public.published().unwrap_or_default();
    let Some(key) = published.log_key else {
        let why = "the GM signs nothing in this game; compare the log with the head in your mails";
        lines.push("signatures of the log", Verdict::NotShown(why.to_owned()));
        return lines.0;
    };
    let what = format!("signatures of the log ({})", log.entries.len());
    let checked: Vec<_> = log
        .entries
        .iter()
        .map(|entry| check(public, &key, entry))
        .collect();
    if checked.contains(&Err(Doubt::NotBuilt)) {
        let why = "this program was built without signatures";
        lines.push(what, Verdict::Unchecked(why.to_owned()));
    } else {
        lines.all(what, &Doubt::reasons(checked));
    }
    lines.0
}

/// Checks the signature of a record.
fn check(public: PublicFolder<'_>, key: &str, entry: &Entry) -> Result<(), Doubt> {
    let name = format!("signatures/{}.sig", entry.file);
    let signature = public.read(&name)?;
    let record = public.read(&format!("log/{}", entry.file))?;
    let verified = ssh::verify(LOG, key, &signature, [record]);
    verified.map(drop).map_err(|why| {
        let words = match why {
            Unsigned::NotBuilt => return Doubt::NotBuilt,
            Unsigned::Key => "the key in game.yaml cannot be used",
            Unsigned::Signature => "it is no signature",
            Unsigned::Purpose => "it was not made for a log",
            Unsigned::OtherKey => "it was made with another key",
            Unsigned::Text => "it is not of this record",
        };
        Doubt::Wrong(format!("`{name}`: {words}"))
    })
}
