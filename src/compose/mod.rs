//! Mails to players: each of them is created here, with its address for replies and the token of its seat.

mod press;
mod seat_address;
mod times;
mod to_player;
pub mod token;

pub(crate) use press::{Letter, kind_name, mails, readers, waiting};
pub use seat_address::{answered_at_seat, bare};
pub use times::left;
pub(crate) use times::{deadline, fork, utc};
pub use to_player::{MailKind, ToPlayer, YAML_TYPE, attached_as, mailed_form};
pub use token::{token, with_token};
