//! Mails to players: each of them is created here, with its address for replies and the token of its seat.

mod encrypted_views;
mod files;
mod play_link;
mod press;
mod report_mail;
mod seat_address;
mod short_form;
mod table;
mod times;
mod to_player;
pub mod token;

pub use encrypted_views::encrypted_views;
pub(crate) use files::PNG_TYPE;
pub use files::{SCHEMA_TYPE, YAML_TYPE, attached_as};
pub(crate) use press::{Letter, Thread, kind_name, mails, readers, waiting};
pub(crate) use report_mail::ReportMail;
pub use seat_address::{answered_at_seat, bare};
pub(crate) use short_form::{MailedForm, put_forms, put_link};
pub(crate) use table::{Earlier, earlier, was_mailed_to, without_hashes};
pub use times::left;
pub(crate) use times::{deadline, fork, utc};
pub use to_player::{MailKind, ToPlayer, mailed_form};
pub use token::{token, with_token};
