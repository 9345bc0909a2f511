//! What the rules of several games share.

mod diagnostics;
mod listed;

pub(crate) use diagnostics::diagnostics;
pub use listed::{Known, Listed};
