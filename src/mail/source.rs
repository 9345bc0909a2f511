//! Where mail is fetched from: a pipe, a Maildir, a mailbox on a server.
//!
//! A source gives each mail until it is told that the mail was taken; it is told only when the mail lies in
//! the game. Whoever dies in between is given it again, and finds that he has it.

#[cfg(feature = "imap")]
mod imap;
mod maildir;
#[cfg(feature = "imap")]
mod passed;

#[cfg(feature = "imap")]
pub use imap::Imap;
pub use maildir::Maildir;

use super::{MailError, settings::InboxSettings};
use std::path::Path;

/// One mail as it was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// What the source knows it by.
    pub handle: String,
    /// As much of it as is ever looked at.
    pub bytes: Vec<u8>,
}

/// Somewhere that mail arrives.
pub trait Source {
    /// The next mail that was not given yet in this run.
    ///
    /// # Errors
    /// [`MailError`]: the mail that could not be fetched stays where it is.
    fn next(&mut self) -> Result<Option<Fetched>, MailError>;

    /// The mail was taken, and is not to be given again.
    ///
    /// # Errors
    /// [`MailError`]: it will be given again, which does no harm.
    fn done(&mut self, handle: &str) -> Result<(), MailError>;

    /// The mail is for somebody else, and is to stay where it is: this game need not be given it again.
    fn passed(&mut self, _handle: &str) {}

    /// Whether other mail arrives there too, of which only that is taken which is clearly wanted.
    fn is_shared(&self) -> bool {
        false
    }
}

/// A source that others fetch from too.
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

    fn is_shared(&self) -> bool {
        true
    }
}

/// Mails that are in hand: from a pipe or from files.
#[derive(Clone, Debug, Default)]
pub struct InHand(Vec<Vec<u8>>);

impl InHand {
    /// These mails, in this order.
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

/// The source that the settings name; paths in them are relative to the game directory `dir`.
///
/// # Errors
/// [`MailError`] if it cannot be reached, or the settings name none or two.
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
                "says nothing of where mail arrives",
                "name a `maildir` or an `imap` server, or let a pipe bring the mails",
            ));
        }
    };
    Ok(if settings.shared {
        Box::new(Shared(source))
    } else {
        source
    })
}
