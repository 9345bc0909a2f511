//! Orders on file: loaded, validated and accepted.

mod accept;
mod error;
pub mod load;
mod locked;
mod mail_book;
mod merge;
mod overdue;
pub(crate) mod preview;
mod revision;
mod rewritten;
mod set;
mod standing;
mod unanswered;
mod validate;
mod weigh;
mod written;

pub(crate) use accept::look;
pub use accept::{accept, player_has_sent, signed};
pub use error::{NotAccepted, NotSigned};
pub(crate) use load::keep_signature;
pub use load::{load, put_in_force};
pub use locked::used_files;
pub(crate) use locked::{InGameDir, Locked, LockedFiles, as_locked, locked_set};
pub(crate) use mail_book::{Answer, counted};
pub use mail_book::{Book, Bounces, Held, Origin, Way};
pub(crate) use merge::{Merged, merged};
pub(crate) use overdue::overdue;
pub(crate) use revision::{order_signature, standing_signature, with_revision};
pub use rewritten::rewritten;
pub use set::{OnFileSet, Refusal, Refused};
pub use standing::{signed_standing, take_standing};
pub use unanswered::unanswered;
pub(crate) use validate::left_of_file;
pub use validate::{Before, validate};
pub(crate) use weigh::Weighed;
pub use written::{Head, written};
