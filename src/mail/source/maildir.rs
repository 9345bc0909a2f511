//! A Maildir: what lies in `new/` and `cur/` waits, and what was taken goes to the folder `taken`.
//!
//! Whether somebody has read a mail says nothing about whether it was taken: the GM may look into the
//! mailbox at any time. So a taken mail is moved to a folder of its own, which mail programs show beside
//! the inbox.

use super::{Fetched, Source};
use crate::mail::{
    disk::{Disk as _, Real},
    error::MailError,
    inbound::read_bounded,
    outbox::fault,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The folder of what was taken, as Maildir++ names folders.
const TAKEN: &str = ".taken";

/// A Maildir that mail is delivered into.
#[derive(Debug)]
pub struct Maildir {
    root: PathBuf,
    /// Paths below it, the one that came first at the end.
    waiting: Vec<PathBuf>,
}

impl Maildir {
    /// What waits in a Maildir now.
    ///
    /// # Errors
    /// [`MailError`] if this is no Maildir, or it cannot be read.
    pub fn open(root: &Path) -> Result<Self, MailError> {
        let mut waiting = vec![];
        for folder in ["new", "cur"] {
            let path = root.join(folder);
            let entries = fs::read_dir(&path).map_err(fault("read the Maildir", &path))?;
            for entry in entries {
                let entry = entry.map_err(fault("read the Maildir", &path))?;
                let name = entry.file_name();
                let plain = entry.file_type().is_ok_and(|kind| kind.is_file());
                // Other programs' own files begin with a dot; links lead elsewhere.
                if plain && !name.to_string_lossy().starts_with('.') {
                    waiting.push((arrived(&entry), name.clone(), Path::new(folder).join(name)));
                }
            }
        }
        waiting.sort();
        waiting.reverse();
        Ok(Self {
            root: root.to_owned(),
            waiting: waiting.into_iter().map(|(_, _, path)| path).collect(),
        })
    }
}

/// When a mail arrived; names begin with it only by custom.
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
                // A mail program has moved or removed it just now.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(fault("read", &path)(error)),
            };
            let bytes = read_bounded(file).map_err(fault("read", &path))?;
            // A name that is no text cannot be ours to move, but then nobody delivers such names.
            let Some(handle) = below.to_str().map(str::to_owned) else {
                continue;
            };
            return Ok(Some(Fetched { handle, bytes }));
        }
        Ok(None)
    }

    fn done(&mut self, handle: &str) -> Result<(), MailError> {
        let taken = self.root.join(TAKEN);
        for folder in ["tmp", "new", "cur"] {
            let path = taken.join(folder);
            fs::create_dir_all(&path).map_err(fault("make", &path))?;
        }
        let from = self.root.join(handle);
        let name = Path::new(handle).file_name().unwrap_or_default();
        // In `cur` a name says after a colon what became of the mail: it was seen.
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
    fn what_was_taken_is_not_given_again_and_what_was_read_is() {
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
        for mail in &found {
            source.done(&mail.handle).unwrap();
            // Twice does no harm.
            source.done(&mail.handle).unwrap();
        }
        assert_eq!(all(dir.path()).1, []);
        assert!(dir.path().join(".taken/cur/2.host:2,S").exists());
        assert!(dir.path().join(".taken/cur/1.host:2,S").exists());
        assert!(Maildir::open(&dir.path().join("nowhere")).is_err());
    }
}
