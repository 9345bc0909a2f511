//! Turns that do not follow from the turn before: rewound, corrected, forked; restoring damaged files; and opening all
//! secrets at the end.

mod already;
mod diff;
mod fork;
mod rerun;
mod restore;
mod reveal;
mod rewind;

pub(crate) use already::{ran_already, rewound_already};
pub use diff::Difference;
pub use fork::{Forked, Wish, fork};
pub use rerun::{Rerun, rerun};
pub use restore::{Restored, Source, restore};
pub use reveal::reveal;
pub use rewind::{Anew, amend, rewind};
