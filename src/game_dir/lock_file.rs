//! The content of the lock file: the process that works on the game, the mail that it handles, and the runs that died.
//!
//! A bug can end the process while it handles a mail, and an endless loop must be stopped from outside. Such a mail
//! must not stay first in the queue forever: a mail at which runs have died twice, or that took too long, is set aside.
//! None of this is synced to the disk, because a machine that goes down has not died of a mail.
//!
//! A run that dies may have finished its work before. For commands that must not run twice, the file also stores the
//! last record of the log at the death, so that a repeated command can tell if it wrote that record itself.

use super::{disk::Disk, layout::Layout};
use std::{
    fmt, fs,
    io::{self, Seek as _, Write as _},
};

/// Number of deaths at one mail after which it is set aside. A smaller number may be a coincidence.
const MOST_DEATHS: u32 = 2;

/// The prefixes of the lines that are not about the owner.
const NOW: &str = "mail: ";
const THEN: &str = "died: ";
const ONCE: &str = "once: yes";
const BROKE_OFF: &str = "broke-off: ";

/// A mail that is being handled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtMail {
    /// The start of the SHA-256 of its bytes.
    pub mail: String,
    /// True if the mail was already parsed and is being judged.
    pub is_read: bool,
    /// True if handling took too long, and the process is about to end.
    pub is_slow: bool,
}

/// A mail at which runs have died.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiedAt {
    /// The mail, as it was handled at the last death.
    pub at: AtMail,
    /// The number of deaths in a row.
    pub deaths: u32,
}

impl DiedAt {
    /// Returns true if the mail should not be tried again.
    pub fn is_hopeless(&self) -> bool {
        self.at.is_slow || self.deaths >= MOST_DEATHS
    }

    /// Returns the reason for which the mail is set aside.
    pub fn words(&self) -> String {
        if self.at.is_slow {
            return "handling it took too long, and the run was ended".to_owned();
        }
        format!("{} runs in a row ended while they handled it", self.deaths)
    }
}

/// The parsed content of a lock file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Note {
    /// The owner, in lines; empty if the last owner released the lock.
    pub owner: String,
    pub now: Option<AtMail>,
    pub then: Option<DiedAt>,
    /// True if the owner's command must not run twice.
    pub once: bool,
    /// The last record of the log when such a run died. It counts until another record is written.
    pub broke_off: Option<String>,
}

impl Note {
    /// Parses a lock file; lines that cannot be parsed are skipped.
    pub(super) fn read(text: &str) -> Self {
        let mut note = Self::default();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix(NOW) {
                note.now = at_mail(rest.split(' '));
            } else if let Some(rest) = line.strip_prefix(THEN) {
                let mut words = rest.split(' ');
                let deaths = words.next().and_then(|deaths| deaths.parse().ok());
                let at = at_mail(words);
                note.then = deaths.zip(at).map(|(deaths, at)| DiedAt { at, deaths });
            } else if line == ONCE {
                note.once = true;
            } else if let Some(rest) = line.strip_prefix(BROKE_OFF) {
                note.broke_off = Some(rest.to_owned());
            } else {
                note.owner += line;
                note.owner.push('\n');
            }
        }
        note
    }

    /// Returns what the next owner takes over from an owner that died at its work: a mail that was being handled counts
    /// as one at which a run died.
    pub(super) fn after(self, layout: &Layout) -> Self {
        let broke_off = if self.once {
            last_record(layout)
        } else {
            self.broke_off.clone()
        };
        Self {
            broke_off,
            ..self.left()
        }
    }

    /// Returns what stays in the file when the owner releases the lock.
    pub(super) fn left(self) -> Self {
        let then = match (self.now, self.then) {
            (Some(at), Some(then)) if then.at.mail == at.mail => Some(DiedAt {
                deaths: then.deaths.saturating_add(1),
                at,
            }),
            (Some(at), _) => Some(DiedAt { deaths: 1, at }),
            (None, then) => then,
        };
        Self {
            then,
            broke_off: self.broke_off,
            ..Self::default()
        }
    }
}

fn last_record(layout: &Layout) -> Option<String> {
    Disk::list(&layout.public().join("log")).ok()?.pop()
}

fn at_mail<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<AtMail> {
    let mail = words.next().filter(|mail| !mail.is_empty())?.to_owned();
    let (mut is_read, mut is_slow) = (false, false);
    for word in words {
        match word {
            "read" => is_read = true,
            "slow" => is_slow = true,
            _ => {}
        }
    }
    Some(AtMail {
        mail,
        is_read,
        is_slow,
    })
}

impl fmt::Display for AtMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mail)?;
        for (is_so, word) in [(self.is_read, " read"), (self.is_slow, " slow")] {
            f.write_str(if is_so { word } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.owner)?;
        if let Some(now) = &self.now {
            writeln!(f, "{NOW}{now}")?;
        }
        if let Some(then) = &self.then {
            writeln!(f, "{THEN}{} {}", then.deaths, then.at)?;
        }
        if self.once {
            writeln!(f, "{ONCE}")?;
        }
        if let Some(record) = &self.broke_off {
            writeln!(f, "{BROKE_OFF}{record}")?;
        }
        Ok(())
    }
}

/// Overwrites an open lock file.
pub(super) fn rewrite(file: &mut fs::File, note: &Note) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(note.to_string().as_bytes())
}

fn load(layout: &Layout) -> Option<Note> {
    let text = fs::read(layout.lock()).ok()?;
    Some(Note::read(&String::from_utf8_lossy(&text)))
}

/// Changes the lock file of a locked game. Errors are ignored: at worst a mail is tried once more.
fn change(layout: &Layout, change: impl FnOnce(&mut Note)) {
    let Some(mut note) = load(layout) else { return };
    let before = note.clone();
    change(&mut note);
    if note != before
        && let Ok(mut file) = fs::File::options().write(true).open(layout.lock())
    {
        let _ = rewrite(&mut file, &note);
    }
}

/// Records the mail that is being handled now, or that none is. The game must be locked.
pub fn note_mail(layout: &Layout, now: Option<AtMail>) {
    change(layout, |note| note.now = now);
}

/// Removes the record of a mail at which runs have died, because it was handled.
pub fn forget_death(layout: &Layout) {
    change(layout, |note| note.then = None);
}

/// Records that the current mail took too long; the process must end then.
pub fn note_slow(layout: &Layout) {
    change(layout, |note| {
        if let Some(now) = &mut note.now {
            now.is_slow = true;
        }
    });
}

/// Returns the mail at which the last runs have died.
pub fn died_at(layout: &Layout) -> Option<DiedAt> {
    load(layout)?.then
}

/// Returns true if a run that must not happen twice died, and the last record of the log is the one at its death: it
/// was written by that run or before it.
pub fn broke_off(layout: &Layout) -> bool {
    let then = load(layout).and_then(|note| note.broke_off);
    then.is_some() && then == last_record(layout)
}

/// Returns the mail that is being handled by the process with this number, or by any process for `None`.
pub fn mail_at_work(layout: &Layout, process: Option<u32>) -> Option<AtMail> {
    let note = load(layout)?;
    let is_its = process.is_none_or(|process| {
        let mut lines = note.owner.lines();
        lines.any(|line| line == format!("pid: {process}"))
    });
    note.now.filter(|_| is_its)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(mail: &str) -> AtMail {
        AtMail {
            mail: mail.to_owned(),
            is_read: true,
            is_slow: false,
        }
    }

    #[test]
    fn a_note_survives_writing_and_reading() {
        let note = Note {
            owner: "pid: 1\nhost: a: b\n".to_owned(),
            now: Some(at("00ff")),
            then: Some(DiedAt {
                at: AtMail {
                    is_read: false,
                    is_slow: true,
                    ..at("11ee")
                },
                deaths: 3,
            }),
            once: true,
            broke_off: Some("000007-result.yaml".to_owned()),
        };
        assert_eq!(Note::read(&note.to_string()), note);
        for text in ["", "mail: ", "mail:\ndied: x 00\n", "died: 1", "died: 1 "] {
            let note = Note::read(text);
            assert_eq!((note.now, note.then), (None, None), "{text}");
        }
    }

    /// Only runs in a row count, and only the mail that they were at.
    #[test]
    fn two_deaths_in_a_row_at_one_mail_make_it_hopeless() {
        let dies = |note: Note, mail: &str| {
            let now = Some(at(mail));
            Note { now, ..note }.left()
        };
        let once = dies(Note::default(), "a");
        let hopeless = |note: &Note| note.then.as_ref().is_some_and(DiedAt::is_hopeless);
        assert!(once.then.is_some() && !hopeless(&once));
        assert!(hopeless(&dies(once.clone(), "a")));
        assert!(!hopeless(&dies(once.clone(), "b")));
        // A run that was handling no mail has not died of one.
        assert_eq!(once.clone().left(), once);
        let slow = Note {
            now: Some(AtMail {
                is_slow: true,
                ..at("c")
            }),
            ..Note::default()
        };
        assert!(hopeless(&slow.left()));
    }
}
