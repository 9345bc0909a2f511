//! The record of the log that a mail is about, by its Message-ID: the head at its foot must be that record's hash.

use crate::{
    compose::MailKind,
    log::{Deed, Entry, Kind, Log},
    mail::Key,
};

/// The records whose hash may stand at the foot of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// The record that the mail is about, by its index in the log.
    Only(usize),
    /// The record that its writer must have known, by its index in the log, or any later one.
    Since(usize),
    /// The description of a record that is missing in the log.
    Missing(String),
    /// Any record.
    Any,
}

impl About {
    /// Returns the record that a mail with this Message-ID is about. A mail to the GM may name any record.
    pub(super) fn of(log: &Log, key: &Key) -> Self {
        let kind = MailKind::named(key.kind());
        match kind.filter(|_| key.reader() != "gm") {
            None => Self::Any,
            Some(kind) => Self::of_kind(log, kind, key),
        }
    }

    fn of_kind(log: &Log, kind: MailKind, key: &Key) -> Self {
        let sitting = key.sitting();
        match kind {
            MailKind::Seat => Self::founding(log),
            MailKind::Table => Self::once(log, Kind::Seated),
            MailKind::Round => Self::once(log, Kind::Salts),
            MailKind::Lock => Self::lock(log, sitting),
            MailKind::Report => Self::of_sitting(log, Kind::Result, sitting),
            // A fork begins when its salts are in, some records after its note.
            MailKind::Begun(Deed::Fork) => Self::note(log, Deed::Fork, key).or_later(),
            MailKind::Begun(deed) | MailKind::Notice(deed) => Self::note(log, deed, key),
            MailKind::OrdersSet => Self::note(log, Deed::Orders, key),
            MailKind::Welcome | MailKind::Farewell => Self::note(log, Deed::Replace, key),
            MailKind::Again
            | MailKind::Copy
            | MailKind::Receipt
            | MailKind::Press
            | MailKind::Reminder(_)
            | MailKind::LastReminder => {
                let known = match sitting {
                    0 => Self::once(log, Kind::Genesis),
                    _ => Self::of_sitting(log, Kind::Result, sitting),
                };
                known.or_later()
            }
        }
    }

    /// Returns the record that an invitation is about: the first record, or the note of a fork, which follows it.
    fn founding(log: &Log) -> Self {
        let is_fork = |at: usize| {
            let record = log.entries.get(at).map(|entry| &entry.record);
            record.is_some_and(|record| record.get("what") == Some(Deed::Fork.as_str()))
        };
        match Self::once(log, Kind::Genesis) {
            Self::Only(genesis) if is_fork(genesis + 1) => Self::Only(genesis + 1),
            founding => founding,
        }
    }

    /// Allows any later record too.
    fn or_later(self) -> Self {
        match self {
            Self::Only(at) => Self::Since(at),
            other => other,
        }
    }

    /// Returns the lock of a sitting.
    pub(super) fn lock(log: &Log, sitting: u32) -> Self {
        Self::of_sitting(log, Kind::Lock, sitting)
    }

    fn once(log: &Log, kind: Kind) -> Self {
        let mut entries = log.entries.iter();
        let at = entries.position(|entry| entry.record.kind == kind);
        at.map_or_else(|| Self::Missing(format!("the record {kind}")), Self::Only)
    }

    fn of_sitting(log: &Log, kind: Kind, sitting: u32) -> Self {
        let mut entries = log.entries.iter();
        let at = entries
            .position(|entry| entry.record.kind == kind && entry.number("sitting") == Ok(sitting));
        let missing = || Self::Missing(format!("the {kind} of sitting {sitting}"));
        at.map_or_else(missing, Self::Only)
    }

    /// Returns the note whose number the mail has.
    fn note(log: &Log, deed: Deed, key: &Key) -> Self {
        let name = format!("{:06}-{}.yaml", key.revision(), Kind::Note);
        let mut entries = log.entries.iter();
        let at = entries.position(|entry| {
            entry.file == name && entry.record.get("what") == Some(deed.as_str())
        });
        let missing = || Self::Missing(format!("record {}, a note `{deed}`", key.revision()));
        at.map_or_else(missing, Self::Only)
    }

    /// Returns the reason why the record at this index of the log cannot be the head of such a mail; `None` if it can.
    pub(super) fn objection(&self, log: &Log, at: usize) -> Option<String> {
        let (fits, wanted) = match self {
            Self::Only(only) => (at == *only, *only),
            Self::Since(since) => (at >= *since, *since),
            Self::Missing(_) | Self::Any => return None,
        };
        if fits {
            return None;
        }
        let (has, wanted) = (words(&log.entries[at]), words(&log.entries[wanted]));
        Some(match self {
            Self::Since(_) => format!("its head is {has}, and its writer knew {wanted}"),
            _ => format!("its head is {has}, and the mail is about {wanted}"),
        })
    }
}

/// Returns a description of a record.
pub(crate) fn words(entry: &Entry) -> String {
    let number = entry.file.split('-').next().unwrap_or_default();
    let number = number.trim_start_matches('0');
    let sitting = entry.record.get("sitting");
    let sitting = sitting.map_or_else(String::new, |t| format!(" of sitting {t}"));
    format!("record {number}, the {}{sitting}", entry.record.kind)
}
