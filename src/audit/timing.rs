//! The times of kept mails: they show that the salts and the locks existed before the rounds that they name.

use super::{check::check, kept_mail::Told};
use crate::{
    audit::{Check, Verdict},
    collect::Collect,
    dice::{Hash, quicknet::time_of},
    log::{Entry, Kind, Log, is_lowered, round_named},
};
use std::collections::BTreeSet;

/// A record that must have been mailed before a round of the beacon was published.
struct Awaited<'a> {
    /// The name in a list.
    name: String,
    /// The subject and verb of a sentence about it, such as "its lock was".
    was: &'static str,
    /// The object and the possessive of a sentence about it, such as "its lock" and "its".
    them: &'static str,
    their: &'static str,
    record: &'a Entry,
    /// The time when the round that it names is published, in seconds since 1970.
    out: i64,
}

impl<'a> Awaited<'a> {
    /// Returns the salts, if the game is drawn with a round, and all locks that name a round.
    fn all(log: &'a Log) -> Vec<Self> {
        let round = round_named(log).filter(|_| !is_lowered(log));
        let salts = log.of(Kind::Salts).next().zip(round.and_then(time_of));
        let mut all: Vec<Self> = (salts.into_iter())
            .map(|(record, out)| Self {
                name: "the salts".to_owned(),
                was: "they were",
                them: "them",
                their: "their",
                record,
                out,
            })
            .collect();
        all.extend(log.of(Kind::Lock).filter_map(|record| {
            let round = record.record.get("round")?.parse().ok()?;
            let sitting = record.number("sitting").ok()?;
            Some(Self {
                name: format!("sitting {sitting}"),
                was: "its lock was",
                them: "its lock",
                their: "its",
                record,
                out: time_of(round)?,
            })
        }));
        all
    }

    fn is_subject_of(&self, told: &Told) -> bool {
        match self.record.record.kind {
            Kind::Lock => told
                .lock()
                .is_some_and(|t| self.record.number("sitting") == Ok(t)),
            _ => told.is_round(),
        }
    }

    /// Returns the check of the times of the mails; `None` if they do not show anything.
    fn timing(&self, log: &Log, told: &[Told]) -> Option<Check> {
        let what = format!("timing of {}", self.name);
        let earliest = |test: &dyn Fn(&Told) -> bool| {
            let mails = told.iter().filter(|told| test(told));
            let times = mails.filter_map(|told| Some((told.received?, &*told.name)));
            times.min()
        };
        // The hash of a record binds all records before it.
        let since = log.entries.iter().skip_while(|entry| *entry != self.record);
        let since: BTreeSet<Hash> = since.map(|entry| entry.hash).collect_set();
        let known = earliest(&|told| told.heads.iter().any(|head| since.contains(head)));
        if let Some((received, name)) = known.filter(|(received, _)| *received < self.out) {
            return Some(check(
                format!(
                    "{what}: {} there {} seconds before {} round, says the server that took {name}",
                    self.was,
                    self.out - received,
                    self.their
                ),
                Verdict::Ok,
            ));
        }
        let (received, name) = earliest(&|told| self.is_subject_of(told))?;
        (received >= self.out).then(|| {
            check(
                what,
                Verdict::Failed(format!(
                    "the first mail about {} came {} seconds after {} round was out, says the server that took {name}",
                    self.them,
                    received - self.out,
                    self.their
                )),
            )
        })
    }
}

/// Checks that the salts, and each lock, were mailed before their round of the beacon was published.
pub(crate) fn timing(log: &Log, told: &[Told]) -> Vec<Check> {
    let (mut shown, mut left) = (vec![], vec![]);
    for awaited in Awaited::all(log) {
        match awaited.timing(log, told) {
            Some(check) => shown.push(check),
            None => left.push(awaited.name),
        }
    }
    if !left.is_empty() {
        let why = format!(
            "public files cannot prove that the salts or a lock were mailed before their beacon round; the mails about {} \
             can, with what your server wrote into them: `--compare MAIL…`",
            left.join(", ")
        );
        shown.push(check("timing", Verdict::NotShown(why)));
    }
    shown
}
