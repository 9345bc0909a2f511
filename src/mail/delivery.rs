//! The trait of transports, and the errors of a delivery.

use super::envelope::Envelope;

/// The extent of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// It concerns this mail or its reader; the next mail may be delivered.
    Mail,
    /// It concerns the transport, so that no mail can be delivered: no server, a wrong password, a bad
    /// certificate.
    Server,
}

/// The reason why a mail was not delivered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct DeliveryError {
    /// The kind of the failure, which decides if another attempt can help.
    pub kind: Kind,
    /// The extent of the failure, which decides if other mails can be tried.
    pub scope: Scope,
    /// The message of the server or the system.
    pub words: String,
    /// Advice for the user.
    pub hint: Option<String>,
}

impl DeliveryError {
    /// Creates a failure of one mail.
    pub(crate) fn mail(kind: Kind, words: impl Into<String>, hint: Option<String>) -> Self {
        Self {
            kind,
            scope: Scope::Mail,
            words: words.into(),
            hint,
        }
    }

    /// Creates a failure of the transport.
    pub(crate) fn server(kind: Kind, words: impl Into<String>, hint: Option<String>) -> Self {
        Self {
            kind,
            scope: Scope::Server,
            words: words.into(),
            hint,
        }
    }

    /// Returns true if no further mail needs to be tried in this run.
    pub(crate) fn stops_all(&self) -> bool {
        self.scope == Scope::Server
    }
}

/// The kind of a failed delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Another attempt cannot succeed (SMTP 5xx, or settings that cannot work).
    Permanent,
    /// The mail was not delivered, but a later attempt may succeed (SMTP 4xx, no connection).
    Transient,
    /// The mail may have been delivered: no answer came after the whole mail was sent (RFC 1047).
    Uncertain,
}

/// A way of delivering mails.
pub trait Transport {
    /// Hands over one mail; `Ok` means that the transport has accepted responsibility for it.
    fn deliver(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<(), DeliveryError>;
}
