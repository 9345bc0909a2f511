//! Code that the rules of several games share: typed asks, wishes in order files, diagnostics, the check of an order
//! file, seats, content files, component checks, and the entry in the list of games.

mod asks;
mod check;
mod component_checks;
mod content;
mod diagnostics;
mod listed;
mod seats;
#[cfg(test)]
pub(crate) mod testing;
mod wanted;

pub use component_checks::{Claim, Effort, Proof, SideBySide, one_by_one};
pub use content::ContentFile;
pub use listed::{Known, Listed};
pub use wanted::Wanted;

pub(crate) use asks::{Kind, about, asks, named, question, sections};
pub(crate) use check::Diagnostics;
pub(crate) use content::{File, content};
pub(crate) use diagnostics::diagnostics;
pub(crate) use seats::{Seats, side, sides};

/// Checks whether a field has its default, so that files leave it out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
