//! What carries a mail, and why it could not.

use super::envelope::Envelope;

/// What a failure concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// This mail or its reader; the next may get through.
    Mail,
    /// The way itself, so that no mail gets through: no server, a wrong password, a bad
    /// certificate.
    Server,
}

/// Why a mail was not delivered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct DeliveryError {
    /// Whether it helps to try again.
    pub kind: Kind,
    /// Whether the others need to be tried.
    pub scope: Scope,
    /// What the server or the system said.
    pub words: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl DeliveryError {
    /// A failure of one mail.
    pub fn mail(kind: Kind, words: impl Into<String>, hint: Option<String>) -> Self {
        Self {
            kind,
            scope: Scope::Mail,
            words: words.into(),
            hint,
        }
    }

    /// A failure of the way itself.
    pub fn server(kind: Kind, words: impl Into<String>, hint: Option<String>) -> Self {
        Self {
            kind,
            scope: Scope::Server,
            words: words.into(),
            hint,
        }
    }

    /// True when no further mail needs to be tried in this run.
    pub fn stops_all(&self) -> bool {
        self.scope == Scope::Server
    }
}

/// What became of a mail that was not delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Trying again changes nothing (SMTP 5xx, or settings that cannot work).
    Permanent,
    /// It was not delivered, and may be later (SMTP 4xx, no connection).
    Transient,
    /// It may have been delivered: the answer to the whole mail never came (RFC 1047).
    Uncertain,
}

/// Something that takes a mail and is then answerable for it.
pub trait Transport {
    /// Hands one mail over; `Ok` means that it is out of our hands for good.
    fn deliver(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<(), DeliveryError>;
}
