//! The progress of an audit, for a reader who waits for it.

use super::Check;

/// One step of an audit.
#[derive(Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// A check was made; it is a line of the result, too.
    Check(&'a Check),
    /// The journal of a sitting was derived from orders and dice.
    Derived {
        /// The number of the sitting.
        sitting: u32,
        /// The number of the last sitting.
        last: u32,
    },
}

/// Checks that are told one by one while they are made.
pub(super) struct Checks<'a> {
    made: Vec<Check>,
    told: &'a mut dyn FnMut(Progress<'_>),
}

impl<'a> Checks<'a> {
    pub(super) fn new(told: &'a mut dyn FnMut(Progress<'_>)) -> Self {
        Self { made: vec![], told }
    }

    pub(super) fn push(&mut self, check: Check) {
        (self.told)(Progress::Check(&check));
        self.made.push(check);
    }

    pub(super) fn extend(&mut self, checks: impl IntoIterator<Item = Check>) {
        for check in checks {
            self.push(check);
        }
    }

    /// Returns all checks.
    pub(super) fn made(self) -> Vec<Check> {
        self.made
    }
}
