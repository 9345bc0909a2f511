//! Turns that do not follow from the turn before: rewound, corrected, forked; restoring damaged files; and opening all
//! secrets at the end.

mod already;
mod diff;
mod fork;
mod rerun;
mod restore;
mod reveal;
mod rewind;

pub use already::{ran_already, rewound_already};
pub use fork::{Wish, fork};
pub use rerun::rerun;
pub use restore::{Source, restore};
pub use reveal::reveal;
pub use rewind::{Anew, amend, rewind};
