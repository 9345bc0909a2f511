//! Simulated disk faults, for tests: a disk that fails after a given number of changes.

use std::{
    io,
    sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed},
};

/// A kind of disk fault, for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The process is killed: no further change is made.
    Killed,
    /// The disk is full: not a single byte can be written, but files can be moved and removed.
    Full,
    /// One change is denied; the next ones succeed.
    Denied,
    /// The disk is read-only: every further change fails.
    ReadOnly,
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 4] = [Self::Killed, Self::Full, Self::Denied, Self::ReadOnly];

    /// Returns true if a change fails; `first` is true for the first change at which the fault can strike.
    fn strikes(self, first: bool, takes_room: bool) -> bool {
        match self {
            Self::Killed | Self::ReadOnly => true,
            Self::Full => takes_room,
            Self::Denied => first,
        }
    }

    fn error(self) -> io::Error {
        match self {
            Self::Killed => io::Error::other("the process was killed here"),
            Self::Full => io::ErrorKind::StorageFull.into(),
            Self::Denied => io::ErrorKind::PermissionDenied.into(),
            Self::ReadOnly => io::ErrorKind::ReadOnlyFilesystem.into(),
        }
    }
}

/// The state of a disk that is to fail.
#[derive(Debug)]
pub(super) struct Faulty {
    fault: Fault,
    /// The number of changes before the first failure; negative afterwards.
    left: AtomicI64,
    /// True if a change has failed.
    struck: AtomicBool,
}

impl Faulty {
    /// Creates a disk that fails after a number of changes.
    pub(super) fn new(fault: Fault, changes: u32) -> Self {
        Self {
            fault,
            left: AtomicI64::new(changes.into()),
            struck: AtomicBool::new(false),
        }
    }

    /// Returns true if a change has failed.
    pub(super) fn has_struck(&self) -> bool {
        self.struck.load(Relaxed)
    }

    /// Counts one change. Returns the error with which it fails, if it fails, and true with the first failure.
    pub(super) fn count(&self, takes_room: bool) -> Option<(io::Error, bool)> {
        let left = self.left.fetch_sub(1, Relaxed);
        let strikes = left <= 0 && self.fault.strikes(left == 0, takes_room);
        strikes.then(|| {
            self.struck.store(true, Relaxed);
            (self.fault.error(), left == 0)
        })
    }
}

/// Hangs or aborts while a mail is handled, for tests of the whole program: `CHRONOJUDGE_FAULT_IN_MAIL=hang WORD` or
/// `abort WORD` strikes at mails with that word in their subjects. A release build does nothing.
pub(crate) fn strike_in_mail(subject: &str) {
    if !cfg!(debug_assertions) {
        return;
    }
    let Ok(fault) = std::env::var("CHRONOJUDGE_FAULT_IN_MAIL") else {
        return;
    };
    match fault.split_once(' ') {
        Some(("hang", word)) if subject.contains(word) => loop {
            std::thread::sleep(std::time::Duration::from_secs(1));
        },
        Some(("abort", word)) if subject.contains(word) => std::process::abort(),
        _ => {}
    }
}
