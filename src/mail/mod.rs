//! Mail in both directions: letters, the outbox and transports; sources and the parsing of incoming mail.
//!
//! A letter is composed once into bytes that depend on nothing but the letter ([`compose`]). The bytes
//! are a file in `outbox/` until the mail is delivered ([`outbox`]), and then in `sent/`. The mail's name,
//! its Message-ID and its bytes never change in between, so a retry after any crash sends the same
//! mail again, and the reader's mail program can recognise the duplicate. A [`Transport`] delivers the mail:
//! a folder (without a server), sendmail, or SMTP. Incoming mail comes from a [`Source`] and is parsed
//! into an [`Incoming`].

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
pub mod round_trip;
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
pub use send::{Delivery, Event, OutboxLock, Outcome, SendOptions, send_all};
pub use sendmail::Sendmail;
pub use settings::{
    DkimSettings, ImapSettings, InboxSettings, MailWay, Security, Settings, SmtpSettings, Via,
};
pub use signed::{Signed, Unsigned, is_key, verify};
#[cfg(feature = "smtp")]
pub use smtp::Smtp;
pub use source::{Fetched, InHand, Source, open_source};
pub use status::{State, Status};
pub use transport::open;
