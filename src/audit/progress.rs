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

/// Tells checks that were made together.
pub fn tell(checks: &[Check], told: &mut dyn FnMut(Progress<'_>)) {
    for check in checks {
        told(Progress::Check(check));
    }
}
