//! Orders on file: loaded, validated and accepted.

mod accept;
mod error;
mod files;
pub mod load;
mod mail_book;
mod revision;
mod standing;
mod unanswered;
mod validate;

pub(crate) use accept::look;
pub use accept::{accept, player_has_sent, signed};
pub use error::{NotAccepted, NotSigned};
pub(crate) use files::as_locked;
pub use files::used_files;
pub use load::{OnFileSet, Refused, load, put_in_force};
pub(crate) use load::{keep_signature, locked_set};
pub(crate) use mail_book::{Answer, counted};
pub use mail_book::{Book, Bounces, Held, Origin, Way};
pub(crate) use revision::{order_signature, standing_signature, with_revision};
pub use standing::{signed_standing, take_standing};
pub use unanswered::unanswered;
pub(crate) use validate::left_of_file;
pub use validate::{Before, validate};
