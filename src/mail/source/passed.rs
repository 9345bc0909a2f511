//! The position up to which a game has examined a shared mailbox.
//!
//! A mail for another recipient stays in the mailbox without a mark, and would be downloaded again by every run. The
//! numbers of mails in a mailbox only rise as long as its `UIDVALIDITY` stays the same (RFC 3501, 2.3.1.1), so one
//! number is enough. If the file is lost, the mailbox is examined once more.

use crate::{
    mail::disk::{Disk as _, Existing, Real},
    yaml::keep,
};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The contents of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// The mailbox: user, server and folder.
    mailbox: String,
    /// The `UIDVALIDITY` of the mailbox.
    validity: u32,
    /// The number of the last mail that was passed over; all mails before it were examined.
    last: u32,
}

/// The position in a mailbox up to which mails were examined; it is saved when this value is dropped.
#[derive(Debug)]
pub(super) struct Passed {
    path: PathBuf,
    now: Kept,
    before: Kept,
}

impl Passed {
    /// Loads the position in a mailbox with this `UIDVALIDITY`; `None` if the mailbox has no `UIDVALIDITY`.
    pub(super) fn of(dir: &Path, mailbox: &str, validity: Option<u32>) -> Option<Self> {
        let path = dir.join("inbox").join("mailbox.yaml");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let before: Kept = keep::from_str(&text).unwrap_or_default();
        let now = Kept {
            mailbox: mailbox.to_owned(),
            validity: validity?,
            last: 0,
        };
        let same = (&before.mailbox, before.validity) == (&now.mailbox, now.validity);
        let now = if same { before.clone() } else { now };
        Some(Self { path, now, before })
    }

    /// Returns the number of the last mail that was passed over; 0 if there is none.
    pub(super) fn last(&self) -> u32 {
        self.now.last
    }

    /// Records that a mail was passed over; all mails before it were examined.
    pub(super) fn pass(&mut self, number: u32) {
        self.now.last = self.now.last.max(number);
    }
}

impl Drop for Passed {
    fn drop(&mut self) {
        if self.now == self.before || self.now.last == 0 {
            return;
        }
        // If it cannot be saved, the mailbox is examined once more.
        let Ok(text) = keep::to_string(&self.now) else {
            return;
        };
        if let Some(folder) = self.path.parent().filter(|folder| !folder.exists()) {
            let mut builder = std::fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            let _ = builder.create(folder);
        }
        let _ = Real.write(&self.path, text.as_bytes(), Existing::Replace);
    }
}
