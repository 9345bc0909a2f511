//! Incoming mail: its sender, its game, its contents, its outcome, and the reply.

mod absence;
mod aside;
mod bounced;
mod command;
mod foreseen;
mod held;
mod invitation;
mod order_mail;
mod outcome;
mod post;
mod press;
mod promise;
mod receipts;
mod remarks;
mod ruled;
mod said;
mod sender;
pub mod take;
mod typed;
mod typed_mail;
mod verdict;

pub use aside::set_aside;
pub use outcome::{Became, Taken};
pub(crate) use promise::Promise;
pub use receipts::pending;
pub use take::{Fetching, take_all};
