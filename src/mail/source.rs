//! Sources of incoming mail: a pipe, a Maildir, a mailbox on a server.
//!
//! A source returns each mail until [`Source::done`] is called for it, which happens only after the mail was saved in
//! the game. Delivery is at-least-once: after a crash in between the mail is returned again, and the game detects the
//! duplicate.

#[cfg(feature = "imap")]
mod imap;
mod maildir;
#[cfg(feature = "imap")]
mod passed;

#[cfg(feature = "imap")]
pub use imap::Imap;
pub use maildir::Maildir;

use super::{MailError, settings::InboxSettings};
use std::{collections::BTreeSet, path::Path};

/// A mail as it was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The source's identifier of the mail.
    pub handle: String,
    /// The bytes of the mail, up to the size limit.
    pub bytes: Vec<u8>,
}

/// A place where mail arrives.
pub trait Source {
    /// Returns the next mail that was not yet returned in this run.
    ///
    /// # Errors
    /// Returns [`MailError`] if a mail cannot be fetched; it stays in the source.
    fn next(&mut self) -> Result<Option<Fetched>, MailError>;

    /// Marks a mail as taken, so that it is not returned again.
    ///
    /// # Errors
    /// Returns [`MailError`] if the mail cannot be marked; it will be returned again, which does no harm.
    fn done(&mut self, handle: &str) -> Result<(), MailError>;

    /// Marks a mail as not for this game: it stays in the source and need not be returned to this game again.
    fn passed(&mut self, _handle: &str) {}

    /// Limits the mails that are returned to those that are not in `seen`, by their identifiers, and, if the source can
    /// search, to those with this word in their subject.
    ///
    /// # Errors
    /// Returns [`MailError`] if the source cannot be searched.
    fn search(&mut self, _subject: &str, _seen: &BTreeSet<String>) -> Result<(), MailError> {
        Ok(())
    }

    /// Returns true if mail for others arrives there too, so that only mails clearly for this game are taken.
    fn is_shared(&self) -> bool {
        false
    }
}

/// A source that is shared with other readers.
struct Shared(Box<dyn Source>);

impl Source for Shared {
    fn next(&mut self) -> Result<Option<Fetched>, MailError> {
        self.0.next()
    }

    fn done(&mut self, handle: &str) -> Result<(), MailError> {
        self.0.done(handle)
    }

    fn passed(&mut self, handle: &str) {
        self.0.passed(handle);
    }

    fn search(&mut self, subject: &str, seen: &BTreeSet<String>) -> Result<(), MailError> {
        self.0.search(subject, seen)
    }

    fn is_shared(&self) -> bool {
        true
    }
}

/// A source of mails that were already read, from a pipe or from files.
#[derive(Clone, Debug, Default)]
pub struct InHand(Vec<Vec<u8>>);

impl InHand {
    /// Creates a source that returns these mails in this order.
    pub fn new(mails: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let mut mails: Vec<Vec<u8>> = mails.into_iter().collect();
        mails.reverse();
        Self(mails)
    }
}

impl Source for InHand {
    fn next(&mut self) -> Result<Option<Fetched>, MailError> {
        Ok(self.0.pop().map(|bytes| Fetched {
            handle: String::new(),
            bytes,
        }))
    }

    fn done(&mut self, _handle: &str) -> Result<(), MailError> {
        Ok(())
    }
}

/// Opens the source that the settings name; paths in them are relative to the game directory `dir`.
///
/// # Errors
/// Returns [`MailError`] if the source cannot be opened, or if the settings name no source or two.
pub fn open_source(settings: &InboxSettings, dir: &Path) -> Result<Box<dyn Source>, MailError> {
    settings.check()?;
    let source: Box<dyn Source> = match (&settings.maildir, &settings.imap) {
        (Some(maildir), _) => Box::new(Maildir::open(&dir.join(maildir))?),
        #[cfg(feature = "imap")]
        (None, Some(server)) => Box::new(Imap::open(server, dir)?),
        #[cfg(not(feature = "imap"))]
        (None, Some(_)) => return Err(MailError::NoImap),
        (None, None) => {
            return Err(super::settings::wrong(
                "inbox",
                "names no mail source",
                "name a `maildir` or an `imap` server, or deliver the mails through a pipe",
            ));
        }
    };
    Ok(if settings.shared {
        Box::new(Shared(source))
    } else {
        source
    })
}
