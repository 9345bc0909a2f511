//! What can be wrong with a letter, the outbox or the settings.

use crate::yaml::{Code, explained};
use std::{io, path::PathBuf};

/// The codes of a set-up of mail that is not safe to use.
pub const CODES: &[Code] = explained! {
    "E0401" "a password that others can read"
        "The file that `password-file` names can be read or changed by other users of the machine."
        "-rw-r--r-- secret/password"
        "Make it yours alone: `chmod 600 FILE`. If others may have read it, have another password made."
};

/// An error of the mail module; [`MailError::hint`] says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MailError {
    /// A part of a [`Key`](super::Key) that no file name and no Message-ID can carry.
    #[error("`{value}` cannot be the {part} of a mail's name")]
    BadKey {
        /// Which part: game, reader, kind …
        part: &'static str,
        /// What was given.
        value: String,
    },
    /// A mail address that no server takes.
    #[error("`{value}` is not a mail address: {why}")]
    BadAddress {
        /// What was given.
        value: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A Message-ID that cannot stand in a header (RFC 5322, 3.6.4).
    #[error("`{value}` is not a Message-ID")]
    BadMessageId {
        /// What was given.
        value: String,
    },
    /// An extra header that may not be set.
    #[error("header `{name}` cannot be added: {why}")]
    BadHeader {
        /// The header's name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// An attachment whose content type is no MIME type.
    #[error("attachment `{name}`: `{value}` is not a content type")]
    BadContentType {
        /// The attachment's name.
        name: String,
        /// What was given.
        value: String,
    },
    /// The mail could not be put together.
    #[error("mail `{stem}` cannot be composed: {why}")]
    Compose {
        /// The mail's name.
        stem: String,
        /// What the composer said.
        why: String,
    },
    /// A mail file whose sender or reader cannot be told.
    #[error("not a mail that can be sent: {why}")]
    BadMail {
        /// What is missing or doubled.
        why: String,
    },
    /// Another mail already has this name.
    #[error("mail `{stem}` is already there with other contents ({path})")]
    Conflict {
        /// The mail's name.
        stem: String,
        /// The file that holds it.
        path: PathBuf,
    },
    /// Somebody else is sending from this outbox.
    #[error("another run is sending from {path}")]
    Busy {
        /// The lock file.
        path: PathBuf,
    },
    /// The settings do not fit together.
    #[error("mail settings: `{key}` {why}")]
    Settings {
        /// The setting's key.
        key: String,
        /// What is wrong with it.
        why: String,
        /// What to do.
        hint: String,
    },
    /// A file with a password that others than its owner can read or change.
    #[error("E0401: {}: other users of this machine can read this file, and it holds a password", path.display())]
    Readable {
        /// The file.
        path: PathBuf,
        /// What to do.
        hint: String,
    },
    /// This program was built without SMTP.
    #[error("this program was built without SMTP")]
    NoSmtp,
    /// This program was built without IMAP.
    #[error("this program was built without IMAP")]
    NoImap,
    /// A server that mail is fetched from.
    #[error("{host}: {said}")]
    Imap {
        /// The server.
        host: String,
        /// What it said, or what went wrong on the way.
        said: String,
        /// What to do.
        hint: Option<String>,
    },
    /// The disk said no.
    #[error("cannot {doing} {path}: {source}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The system's words.
        source: io::Error,
    },
}

impl MailError {
    /// What to do about it, where there is something to do.
    pub fn hint(&self) -> Option<&str> {
        Some(match self {
            Self::BadKey { .. } => "use 1 to 64 letters, digits, `-` or `_`",
            Self::BadAddress { .. } => "write `name@example.org` or `A Name <name@example.org>`",
            Self::BadMessageId { .. } => "leave it out; the mail then starts no thread of its own",
            Self::BadHeader { .. } => "add only `X-` headers that the mail does not set itself",
            Self::BadContentType { .. } => "write a MIME type such as `application/yaml`",
            Self::BadMail { .. } => {
                "a mail is sent as it was written: whole, with one `From:` and one `To:` line; \
                 mend it or take it out of outbox/"
            }
            Self::Conflict { .. } => "raise the revision: a mail once queued is never changed",
            Self::Busy { .. } => "wait until that run has ended; the lock frees itself",
            Self::Settings { hint, .. } | Self::Readable { hint, .. } => hint,
            Self::NoSmtp => {
                "use `via: folder` or `via: sendmail`, or build with the feature `smtp`"
            }
            Self::NoImap => {
                "let a pipe or a Maildir bring the mails, or build with the feature `imap`"
            }
            Self::Imap { hint, .. } => return hint.as_deref(),
            Self::Compose { .. } | Self::Io { .. } => return None,
        })
    }
}
