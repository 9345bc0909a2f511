//! A Maildir: mails wait in `new/` and `cur/`, and taken mails are moved to the folder `taken`.
//!
//! The read flag of a mail does not show that it was taken, because the GM may read the
//! mailbox at any time. So a taken mail is moved to a separate folder, which mail programs show beside
//! the inbox.

use super::{Fetched, Source};
use crate::mail::{
    disk::{Disk as _, Real},
    error::MailError,
    inbound::read_bounded,
    outbox::fault,
};
use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

/// The folder of taken mails, named as in Maildir++.
const TAKEN: &str = ".taken";

/// A Maildir that mail is delivered into.
#[derive(Debug)]
pub struct Maildir {
    root: PathBuf,
    /// Paths of the waiting mails below `root`, the newest first; the next one is at the end.
    waiting: Vec<PathBuf>,
}

impl Maildir {
    /// Lists the mails that now wait in a Maildir.
    ///
    /// # Errors
    /// Returns [`MailError`] if `root` is not a Maildir, or cannot be read.
    pub(crate) fn open(root: &Path) -> Result<Self, MailError> {
        let mut waiting = vec![];
        for folder in ["new", "cur"] {
            let path = root.join(folder);
            let entries = fs::read_dir(&path).map_err(fault("read the Maildir", &path))?;
            for entry in entries {
                let entry = entry.map_err(fault("read the Maildir", &path))?;
                let name = entry.file_name();
                let plain = entry.file_type().is_ok_and(|kind| kind.is_file());
                // Files whose names begin with a dot belong to other programs; links are ignored, too.
                if plain && !name.to_string_lossy().starts_with('.') {
                    waiting.push((arrived(&entry), name.clone(), Path::new(folder).join(name)));
                }
            }
        }
        waiting.sort_unstable();
        waiting.reverse();
        Ok(Self {
            root: root.to_owned(),
            waiting: waiting.into_iter().map(|(_, _, path)| path).collect(),
        })
    }
}

/// Returns the time at which a mail arrived, from its file: names begin with the time only by convention.
fn arrived(entry: &fs::DirEntry) -> std::time::SystemTime {
    let modified = entry.metadata().and_then(|about| about.modified());
    modified.unwrap_or(std::time::SystemTime::UNIX_EPOCH)
}

impl Source for Maildir {
    fn next(&mut self) -> Result<Option<Fetched>, MailError> {
        while let Some(below) = self.waiting.pop() {
            let path = self.root.join(&below);
            let file = match fs::File::open(&path) {
                Ok(file) => file,
                // A mail program has moved or removed it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(fault("read", &path)(error)),
            };
            let bytes = read_bounded(file).map_err(fault("read", &path))?;
            // A name that is not UTF-8 cannot be a handle; mail servers do not use such names.
            let Some(handle) = below.to_str().map(str::to_owned) else {
                continue;
            };
            return Ok(Some(Fetched { handle, bytes }));
        }
        Ok(None)
    }

    fn search(&mut self, _subject: &str, seen: &BTreeSet<String>) -> Result<(), MailError> {
        self.waiting
            .retain(|path| path.to_str().is_none_or(|handle| !seen.contains(handle)));
        Ok(())
    }

    fn done(&mut self, handle: &str) -> Result<(), MailError> {
        let taken = self.root.join(TAKEN);
        for folder in ["tmp", "new", "cur"] {
            let path = taken.join(folder);
            fs::create_dir_all(&path).map_err(fault("make", &path))?;
        }
        let from = self.root.join(handle);
        let name = Path::new(handle).file_name().unwrap_or_default();
        // A name in `cur` ends with a colon and flags; `S` means that the mail was seen.
        let mut name = name.to_string_lossy().into_owned();
        if !name.contains(":2,") {
            name.push_str(":2,S");
        }
        match Real.rename(&from, &taken.join("cur").join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other.map_err(fault("move to the folder `taken`", &from)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_read_mails_but_not_taken_ones() {
        let dir = tempfile::tempdir().unwrap();
        for folder in ["tmp", "new", "cur"] {
            fs::create_dir(dir.path().join(folder)).unwrap();
        }
        fs::write(dir.path().join("new/2.host"), "two").unwrap();
        fs::write(dir.path().join("cur/1.host:2,S"), "one").unwrap();
        fs::write(dir.path().join("cur/.hidden"), "no mail").unwrap();
        let all = |dir: &Path| {
            let mut source = Maildir::open(dir).unwrap();
            let mut found = vec![];
            while let Some(mail) = source.next().unwrap() {
                found.push(mail);
            }
            (source, found)
        };
        let (mut source, found) = all(dir.path());
        assert_eq!(found.len(), 2);
        let mut rest = Maildir::open(dir.path()).unwrap();
        rest.search("", &BTreeSet::from([found[0].handle.clone()]))
            .unwrap();
        assert_eq!(rest.next().unwrap().as_ref(), Some(&found[1]));
        assert_eq!(rest.next().unwrap(), None);
        for mail in &found {
            source.done(&mail.handle).unwrap();
            // A second call does no harm.
            source.done(&mail.handle).unwrap();
        }
        assert_eq!(all(dir.path()).1, []);
        assert!(dir.path().join(".taken/cur/2.host:2,S").exists());
        assert!(dir.path().join(".taken/cur/1.host:2,S").exists());
        assert!(Maildir::open(&dir.path().join("nowhere")).is_err());
    }
}
