//! What kept mails show of the clock: that the salts and the locks were there before the rounds that they name.

use super::{check::check, kept_mail::Told};
use crate::{
    audit::{Check, Verdict},
    dice::{Hash, quicknet::time_of},
    log::{Entry, Kind, Log, is_lowered, round_named},
};
use std::collections::BTreeSet;

/// What a mail can show to have been in somebody's hands before a round of the beacon was out.
struct Awaited<'a> {
    /// In a list.
    name: String,
    /// How a sentence says that it was there.
    was: &'static str,
    /// How a sentence names it, and whose round it is.
    them: &'static str,
    their: &'static str,
    record: &'a Entry,
    /// When the round that it names is out.
    out: i64,
}

impl<'a> Awaited<'a> {
    /// The salts, if the game is drawn with a round, and all locks that name one.
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

    /// What the mails show; nothing if they show nothing.
    fn timing(&self, log: &Log, told: &[Told]) -> Option<Check> {
        let what = format!("timing of {}", self.name);
        let earliest = |test: &dyn Fn(&Told) -> bool| {
            let mails = told.iter().filter(|told| test(told));
            let times = mails.filter_map(|told| Some((told.received?, &*told.name)));
            times.min()
        };
        // The hash of a record binds all records before it.
        let since = log.entries.iter().skip_while(|entry| *entry != self.record);
        let since: BTreeSet<Hash> = since.map(|entry| entry.hash).collect();
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

/// Whether the salts, and each lock, were in somebody's hands before their round of the beacon was out.
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
