//! Turns that begin otherwise than by playing on: rewound, corrected, forked, restored; and the end, at which all is opened.

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
