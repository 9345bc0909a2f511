//! What the rules of several games share.

mod component_checks;
mod diagnostics;
mod listed;

pub use component_checks::{Claim, Effort, Proof, SideBySide, one_by_one};
pub(crate) use diagnostics::diagnostics;
pub use listed::{Known, Listed};
