//! How a disk goes wrong in a test: at a change that was counted out beforehand.

use std::{
    io,
    sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed},
};

/// What goes wrong with a disk, in a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The process is killed: nothing more happens.
    Killed,
    /// There is no room left for as much as a byte; moving and removing go on.
    Full,
    /// One change is not allowed; the next ones are.
    Denied,
    /// Nothing can be changed any more.
    ReadOnly,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Killed, Self::Full, Self::Denied, Self::ReadOnly];

    /// Whether a change fails: the first at which it strikes, or a later one.
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

/// A disk that goes wrong.
#[derive(Debug)]
pub(super) struct Faulty {
    fault: Fault,
    /// Changes before it does; below zero, those since.
    left: AtomicI64,
    /// Whether a change has failed.
    struck: AtomicBool,
}

impl Faulty {
    /// Goes wrong after some changes.
    pub fn new(fault: Fault, changes: u32) -> Self {
        Self {
            fault,
            left: AtomicI64::new(changes.into()),
            struck: AtomicBool::new(false),
        }
    }

    /// Whether a change has failed.
    pub fn has_struck(&self) -> bool {
        self.struck.load(Relaxed)
    }

    /// Counts one change; the error with which it fails, and whether it is the first.
    pub fn count(&self, takes_room: bool) -> Option<(io::Error, bool)> {
        let left = self.left.fetch_sub(1, Relaxed);
        let strikes = left <= 0 && self.fault.strikes(left == 0, takes_room);
        strikes.then(|| {
            self.struck.store(true, Relaxed);
            (self.fault.error(), left == 0)
        })
    }
}

/// What happens in the handling of a mail in a test of the whole program: `CHRONOJUDGE_FAULT_IN_MAIL=hang WORD`, or `abort
/// WORD`, for mails with that word in their subjects. In a program that is built for use nothing does.
pub fn strike_in_mail(subject: &str) {
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
