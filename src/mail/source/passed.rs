//! How far a game has looked through a mailbox that it shares with others.
//!
//! A mail that is for somebody else stays there unmarked, and would be downloaded again by every run. Mails of a mailbox
//! have rising numbers as long as the mailbox says the same of their validity (RFC 3501, 2.3.1.1), so one number is
//! enough. The file may be lost: then the mailbox is looked through once more.

use crate::{
    mail::disk::{Disk as _, Existing, Real},
    yaml::keep,
};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What the file says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// Which mailbox: user, server and folder.
    mailbox: String,
    /// What the mailbox said of the validity of its numbers.
    validity: u32,
    /// The last mail that was passed over; all before it were looked at.
    last: u32,
}

/// How far a mailbox was looked through.
#[derive(Debug)]
pub(super) struct Passed {
    path: PathBuf,
    now: Kept,
    before: Kept,
}

impl Passed {
    /// What is known of a mailbox with numbers of this validity; nothing if it says none.
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

    /// The last mail that was passed over.
    pub(super) fn last(&self) -> u32 {
        self.now.last
    }

    /// A mail was passed over; all before it were looked at.
    pub(super) fn pass(&mut self, number: u32) {
        self.now.last = self.now.last.max(number);
    }
}

impl Drop for Passed {
    fn drop(&mut self) {
        if self.now == self.before || self.now.last == 0 {
            return;
        }
        // If it cannot be kept, the mailbox is looked through once more.
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
