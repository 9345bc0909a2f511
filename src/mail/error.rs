//! The errors of letters, the outbox, the sources and the settings.

use crate::yaml::{Code, explained};
use std::{io, path::PathBuf};

/// The error codes of mail settings and of lists of players.
pub const CODES: &[Code] = explained! {
    "E0401" "a password that others can read"
        "The file that `password-file` names can be read or changed by other users of the machine."
        "-rw-r--r-- secret/password"
        "Make it yours alone: `chmod 600 FILE`. If others may have read it, have another password made."
    "E0402" "a player without a name or a mail address"
        "An entry of the list of players has no name, an address that cannot be one, or an unknown time zone."
        "Ada ada@example.org"
        "Write `Ada <ada@example.org>`, or in YAML `- {name: Ada, address: ada@example.org}`."
    "E0403" "a seat that a player cannot have"
        "The list of players names an unknown seat, one seat twice, more players than seats, or a seating that the rules \
         do not allow."
        "Ada <ada@example.org> zytla"
        "Write the seats as `new` lists them, each for one player; a player without a seat gets the next free one."
};

/// An error of the mail module.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MailError {
    /// A part of a [`Key`](super::Key) that cannot be used in a file name and a Message-ID.
    #[error("`{value}` cannot be the {part} of a mail's name")]
    BadKey {
        /// The name of the part: game, reader, kind …
        part: &'static str,
        /// The given value.
        value: String,
    },
    /// An invalid mail address.
    #[error("`{value}` is not a mail address: {why}")]
    BadAddress {
        /// The given value.
        value: String,
        /// The reason.
        why: &'static str,
    },
    /// A Message-ID that cannot stand in a header (RFC 5322, 3.6.4).
    #[error("`{value}` is not a Message-ID")]
    BadMessageId {
        /// The given value.
        value: String,
    },
    /// An extra header that may not be set.
    #[error("header `{name}` cannot be added: {why}")]
    BadHeader {
        /// The header's name.
        name: String,
        /// The reason.
        why: &'static str,
    },
    /// An attachment whose content type is not a MIME type.
    #[error("attachment `{name}`: `{value}` is not a content type")]
    BadContentType {
        /// The attachment's name.
        name: String,
        /// The given value.
        value: String,
    },
    /// A mail that could not be composed.
    #[error("mail `{stem}` cannot be composed: {why}")]
    Compose {
        /// The mail's name.
        stem: String,
        /// The reason.
        why: String,
    },
    /// A mail file that cannot be sent as it is.
    #[error("this mail cannot be sent: {why}")]
    BadMail {
        /// The reason, such as a missing or repeated header.
        why: String,
    },
    /// Another mail already has this name.
    #[error("mail `{stem}` already exists with different contents ({path})")]
    Conflict {
        /// The mail's name.
        stem: String,
        /// The file that holds it.
        path: PathBuf,
    },
    /// Another run is sending from this outbox.
    #[error("another run is sending from {path}")]
    Busy {
        /// The lock file.
        path: PathBuf,
    },
    /// Invalid settings.
    #[error("mail settings: `{key}` {why}")]
    Settings {
        /// The setting's key.
        key: String,
        /// The reason.
        why: String,
        /// Advice for the user.
        hint: String,
    },
    /// A file with a password that users other than its owner can read or change.
    #[error("E0401: {}: other users of this machine can read this file, and it holds a password", path.display())]
    Readable {
        /// The file.
        path: PathBuf,
        /// Advice for the user.
        hint: String,
    },
    /// This program was built without SMTP.
    #[error("this program was built without SMTP")]
    NoSmtp,
    /// This program was built without IMAP.
    #[error("this program was built without IMAP")]
    NoImap,
    /// An error of the server that mail is fetched from, or of the connection to it.
    #[error("{host}: {said}")]
    Imap {
        /// The server.
        host: String,
        /// The message of the server or the system.
        said: String,
        /// Advice for the user.
        hint: Option<String>,
    },
    /// A failed operation on a file.
    #[error("cannot {doing} {path}: {source}")]
    Io {
        /// The operation that was tried.
        doing: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

impl MailError {
    /// Returns advice for the user, if there is any.
    pub(crate) fn hint(&self) -> Option<&str> {
        Some(match self {
            Self::BadKey { .. } => "use 1 to 64 letters, digits, `-` or `_`",
            Self::BadAddress { .. } => "write `name@example.org` or `A Name <name@example.org>`",
            Self::BadMessageId { .. } => "leave it out; the mail stays in the thread of its turn",
            Self::BadHeader { .. } => "add only `X-` headers that the mail does not set itself",
            Self::BadContentType { .. } => "write a MIME type such as `application/yaml`",
            Self::BadMail { .. } => {
                "a mail is sent as it was written: whole, with one `From:` and one `To:` line; \
                 fix it or take it out of outbox/"
            }
            Self::Conflict { .. } => "raise the revision: a mail once queued is never changed",
            Self::Busy { .. } => "wait until that run has ended; the lock frees itself",
            Self::Settings { hint, .. } | Self::Readable { hint, .. } => hint,
            Self::NoSmtp => {
                "use `via: folder` or `via: sendmail`, or build with the feature `smtp`"
            }
            Self::NoImap => "use a pipe or a Maildir, or build with the feature `imap`",
            Self::Imap { hint, .. } => return hint.as_deref(),
            Self::Compose { .. } | Self::Io { .. } => return None,
        })
    }
}
