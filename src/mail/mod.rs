//! Mail both ways: letters, the outbox, and how a letter leaves; and what arrives, taken apart.
//!
//! A letter is composed once into bytes that depend on nothing but the letter ([`compose`]), lies
//! as a file in `outbox/` until it is delivered ([`outbox`]), and then in `sent/`. Its name, its
//! Message-ID and its bytes never change in between, so that a retry after any crash is the same
//! mail again and a reader's program can fold the two into one. What carries it is a [`Transport`]:
//! a folder (no server at all), sendmail, or SMTP. What arrives comes from a [`Source`], and
//! [`Incoming`] is what can be read of it.

mod address;
mod address_list;
mod clean;
mod delivery;
mod disk;
mod envelope;
mod error;
#[cfg(all(test, feature = "smtp"))]
mod fake_smtp;
mod folder;
pub mod inbound;
mod key;
pub mod letter;
mod lines;
#[cfg(any(test, feature = "smtp", feature = "imap"))]
mod login;
pub mod outbox;
pub mod send;
mod sendmail;
pub mod settings;
mod signed;
#[cfg(feature = "smtp")]
mod smtp;
pub mod source;
mod status;
pub mod transport;

pub use address::Address;
pub(crate) use clean::one_line;
pub use delivery::{DeliveryError, Kind, Scope, Transport};
pub use envelope::{Envelope, Head};
pub use error::{CODES, MailError};
pub use folder::Folder;
pub use inbound::Incoming;
pub use key::{IdKey, Key, MessageId};
pub use letter::{Attachment, AutoSubmitted, Letter, compose};
pub use outbox::{Put, Queued, put, queued};
pub use send::{Delivery, Event, Outcome, SendOptions, send_all};
pub use sendmail::Sendmail;
pub use settings::{
    DkimSettings, ImapSettings, InboxSettings, Security, Settings, SmtpSettings, Via,
};
pub use signed::{Signed, Unsigned, is_key, verify};
#[cfg(feature = "smtp")]
pub use smtp::Smtp;
pub use source::{Fetched, InHand, Source, open_source};
pub use status::{State, Status};
pub use transport::open;
