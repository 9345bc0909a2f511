//! The audit: checks of a game from its public folder alone (fair1, sections 6 and 9), and of the mails that a reader
//! has kept.
//!
//! [`verify()`] checks the log, the files and the dice, and needs no rules; [`replay()`] and [`from_orders`] execute
//! the rules again. Nothing here needs a secret or a network.

mod about;
mod answers;
mod at_once;
mod branches;
pub mod check;
mod derive;
mod doubt;
pub mod explain;
mod explain_hash;
mod explain_slot;
pub mod files;
pub mod hidden;
mod kept_mail;
pub mod ledger;
mod look;
pub mod notes;
pub mod order;
mod people;
mod players;
mod progress;
mod promised;
mod published;
mod receipts;
mod replay;
pub mod seats;
mod seen;
mod shell;
mod signed;
mod sittings;
mod timing;
pub mod verify;
mod witness;

pub use answers::{Answer, QUESTIONS, Reply, answers};
pub use check::{Check, Conclusion, Verdict, exit_code};
pub use derive::from_orders;
pub use explain::explain;
pub(crate) use look::lies_in;
pub use people::people;
pub(crate) use players::check_orders;
pub use progress::{Progress, tell};
pub(crate) use receipts::seats_of_receipts;
pub use replay::replay;
pub use shell::Unexplained;
pub(crate) use signed::check_signatures;
pub use verify::verify;
