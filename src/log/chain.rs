//! The public log: records, each naming the hash of the one before (fair1, section 6).

pub(super) mod tail;

use std::fs;
use std::io;
use std::path::Path;

use super::{
    public_file::{BadFile, PublicFolder},
    record::{BadRecord, Kind, Record},
};
use crate::dice::{
    field::{Hash, Key, sha256},
    label::Name,
};

/// One record with the file it was read from (fair1, section 6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name of the file in `public/log/`.
    pub file: String,
    /// SHA-256 of the file's bytes.
    pub hash: Hash,
    /// The parsed record.
    pub record: Record,
}

/// The records of a game in order (fair1, section 6).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Log {
    /// The records that could be read.
    pub entries: Vec<Entry>,
    head: Option<Hash>,
    files: u32,
    /// The hashes of the last records; `Some` only if the log was read from a checkpoint.
    last: Option<Vec<Hash>>,
}

/// An error in a log (fair1, section 6).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] BadFile),
    /// The folder cannot be read.
    #[error("`log` cannot be read: {0}")]
    Folder(io::Error),
    /// A file in the folder is not named as a record.
    #[error("log/{0} is not called NNNNNN-kind.yaml")]
    Stray(String),
    /// A number is missing or used twice.
    #[error("log/{file} should have the number {expected:06}")]
    Number {
        /// The file.
        file: String,
        /// The expected number.
        expected: u32,
    },
    /// The file does not hold a record.
    #[error("log/{file}: {why}")]
    Record {
        /// The file.
        file: String,
        /// The reason.
        why: BadRecord,
    },
    /// The file name has another kind than the record.
    #[error("log/{file} holds a record of kind {kind}")]
    Kind {
        /// The file.
        file: String,
        /// The kind that the record has.
        kind: Kind,
    },
    /// `previous` is not the hash of the record before.
    #[error("log/{file}: `previous` is not the hash of the record before, {expected}")]
    Link {
        /// The file.
        file: String,
        /// The expected value.
        expected: String,
    },
}

/// A key of a record that is missing or has a wrong value (fair1, section 6).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("log/{file}: `{key}` {why}")]
pub struct BadKey {
    /// The record's file.
    pub file: String,
    /// The key.
    pub key: String,
    /// The reason.
    pub why: String,
}

impl Entry {
    /// Creates the error for a wrong key of this record (fair1, section 6).
    pub fn bad(&self, key: &str, why: impl Into<String>) -> BadKey {
        BadKey {
            file: self.file.clone(),
            key: key.to_owned(),
            why: why.into(),
        }
    }

    /// Returns the value of a required key (fair1, section 6).
    pub fn text(&self, key: &str) -> Result<&str, BadKey> {
        self.record
            .get(key)
            .ok_or_else(|| self.bad(key, "is missing"))
    }

    /// Returns the value of a key as a hash (fair1, section 6).
    pub fn hash(&self, key: &str) -> Result<Hash, BadKey> {
        self.text(key)?
            .parse()
            .map_err(|_| self.bad(key, "is not 64 lower-case hex digits"))
    }

    /// Returns the value of a key as a hash, or `None` if it is `none` (fair1, section 6).
    pub fn hash_or_none(&self, key: &str) -> Result<Option<Hash>, BadKey> {
        if self.text(key)? == "none" {
            Ok(None)
        } else {
            self.hash(key).map(Some)
        }
    }

    /// Returns the value of a key as a published key of the chain (fair1, section 6).
    pub fn key(&self, key: &str) -> Result<Key, BadKey> {
        self.hash(key).map(Key::from)
    }

    /// Returns the value of a key as a number without leading zeros (fair1, section 2).
    pub fn number(&self, key: &str) -> Result<u32, BadKey> {
        decimal(self.text(key)?).ok_or_else(|| self.bad(key, "is not a whole number"))
    }

    /// Returns the value of a key as the name of a game, seat or deck (fair1, section 2).
    pub fn name(&self, key: &str) -> Result<Name, BadKey> {
        Name::new(self.text(key)?).map_err(|why| self.bad(key, why.to_string()))
    }
}

/// Parses a decimal number without sign or leading zeros (fair1, section 2).
pub fn decimal<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

impl Log {
    /// Reads the log of a public directory and returns the first error found (fair1, section 6).
    ///
    /// A directory without `log/` has an empty log.
    ///
    /// ```
    /// use chronojudge::log::{Kind, Log};
    /// use std::path::Path;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let log = Log::read(Path::new("games/gem-1992/public"))?;
    /// let genesis = log.genesis().expect("the first record");
    /// assert_eq!(genesis.text("game")?, "gem-1992");
    /// for result in log.of(Kind::Result) {
    ///     println!("turn {}, sitting {}", result.number("turn")?, result.number("sitting")?);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn read(public: &Path) -> Result<Self, LogError> {
        let files = match file_names(&public.join("log")) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => vec![],
            names => names.map_err(LogError::Folder)?,
        };
        let (log, errors) = Self::examine_files(public, files);
        errors.into_iter().next().map_or(Ok(log), Err)
    }

    /// Reads all readable records of a log, and returns them with every error found (fair1, section 6).
    pub fn examine(public: &Path) -> (Self, Vec<LogError>) {
        match file_names(&public.join("log")) {
            Ok(files) => Self::examine_files(public, files),
            Err(why) => (Self::default(), vec![LogError::Folder(why)]),
        }
    }

    fn examine_files(public: &Path, files: Vec<String>) -> (Self, Vec<LogError>) {
        let (mut log, mut errors) = (Self::default(), Vec::new());
        for file in files {
            let Some((number, kind)) = split_name(&file) else {
                errors.push(LogError::Stray(file));
                continue;
            };
            log.files += 1;
            if number != log.files {
                errors.push(LogError::Number {
                    file: file.clone(),
                    expected: log.files,
                });
                log.files = number;
            }
            match PublicFolder::new(public).read(&format!("log/{file}")) {
                Ok(bytes) => log.take(file, kind, &bytes, &mut errors),
                Err(why) => errors.push(LogError::File(why)),
            }
        }
        (log, errors)
    }

    fn take(&mut self, file: String, kind: Kind, bytes: &[u8], errors: &mut Vec<LogError>) {
        let expected = self.head_field();
        let hash = sha256(bytes);
        self.head = Some(hash);
        match Record::parse(bytes) {
            Ok(record) => {
                if record.get("previous") != Some(&expected) {
                    errors.push(LogError::Link {
                        file: file.clone(),
                        expected,
                    });
                }
                if record.kind != kind {
                    errors.push(LogError::Kind {
                        file: file.clone(),
                        kind: record.kind,
                    });
                }
                self.entries.push(Entry { file, hash, record });
            }
            Err(why) => errors.push(LogError::Record { file, why }),
        }
    }

    /// Returns the hash of the last record (fair1, section 6), which stands at the foot of every mail.
    pub fn head(&self) -> Option<Hash> {
        self.head
    }

    /// Returns the value of `previous` for the next record (fair1, section 6): the head, or `none` for the first
    /// record.
    pub fn head_field(&self) -> String {
        self.head
            .map_or_else(|| "none".to_owned(), |head| head.to_string())
    }

    /// Returns the path of the next record below `public/`, and its bytes (fair1, section 6). Writes nothing, and does
    /// not change the log.
    pub fn append(
        &self,
        kind: Kind,
        entries: &[(String, String)],
    ) -> Result<(String, Vec<u8>), BadRecord> {
        let previous = ("previous".to_owned(), self.head_field());
        let entries = std::iter::once(previous)
            .chain(entries.iter().cloned())
            .collect();
        let bytes = Record { kind, entries }.format()?;
        Ok((
            format!("log/{:06}-{kind}.yaml", u64::from(self.files) + 1),
            bytes,
        ))
    }

    /// Appends the next record, and returns its path below `public/` and its bytes (fair1, section 6). Writes no file.
    pub fn push(
        &mut self,
        kind: Kind,
        entries: &[(String, String)],
    ) -> Result<(String, Vec<u8>), BadRecord> {
        let (path, bytes) = self.append(kind, entries)?;
        let hash = sha256(&bytes);
        self.entries.push(Entry {
            file: path.trim_start_matches("log/").to_owned(),
            hash,
            record: Record::parse(&bytes)?,
        });
        self.head = Some(hash);
        self.files += 1;
        self.last.iter_mut().for_each(|last| last.push(hash));
        Ok((path, bytes))
    }

    /// Returns the number of the next record (fair1, section 6).
    pub fn next_number(&self) -> u32 {
        self.files.saturating_add(1)
    }

    /// Returns the record that founded the game (fair1, section 6).
    pub fn genesis(&self) -> Option<&Entry> {
        self.of(Kind::Genesis).next()
    }

    /// Returns the records of one kind in order (fair1, section 6).
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(move |entry| entry.record.kind == kind)
    }
}

/// Returns the names in a folder, ascending, without names that begin with a dot.
fn file_names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names: Vec<String> = vec![];
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into());
    }
    names.retain(|name| !name.starts_with('.'));
    names.sort_unstable();
    Ok(names)
}

/// Returns true if a file in `log/` is named as a record (fair1, section 6).
pub(crate) fn is_record_name(file: &str) -> bool {
    split_name(file).is_some()
}

fn split_name(file: &str) -> Option<(u32, Kind)> {
    let (number, kind) = file.strip_suffix(".yaml")?.split_once('-')?;
    let six_digits = number.len() == 6 && number.bytes().all(|b| b.is_ascii_digit());
    six_digits.then_some((number.parse().ok()?, kind.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::folder::Folder;

    fn note(log: &Log, what: &str) -> (String, Vec<u8>) {
        log.append(Kind::Note, &[("what".to_owned(), what.to_owned())])
            .expect("a record")
    }

    #[test]
    fn records_are_linked_and_the_head_moves() {
        let folder = Folder::new();
        let mut log = Log::read(folder.path()).expect("no log yet");
        assert_eq!((log.head(), log.head_field().as_str()), (None, "none"));
        for n in 1..=3 {
            let (path, bytes) = note(&log, "pause");
            assert_eq!(path, format!("log/00000{n}-note.yaml"));
            folder.write(&path, &bytes);
            log = Log::read(folder.path()).expect("a log");
            assert_eq!(log.head(), Some(sha256(&bytes)));
        }
        folder.write(
            "log/000002-note.yaml",
            b"record: fair1/note\nprevious: none\n",
        );
        assert!(matches!(
            Log::read(folder.path()),
            Err(LogError::Link { .. })
        ));
        let (log, errors) = Log::examine(folder.path());
        assert_eq!((log.entries.len(), errors.len()), (3, 2), "{errors:?}");
    }

    #[test]
    fn gaps_strays_and_wrong_kinds_are_named() {
        let folder = Folder::new();
        let (_, bytes) = note(&Log::default(), "pause");
        folder.write("log/000002-lock.yaml", &bytes);
        folder.write("log/readme.txt", b"");
        folder.write("log/.hidden", b"");
        let texts: Vec<String> = Log::examine(folder.path())
            .1
            .iter()
            .map(LogError::to_string)
            .collect();
        assert_eq!(
            texts,
            [
                "log/000002-lock.yaml should have the number 000001",
                "log/000002-lock.yaml holds a record of kind note",
                "log/readme.txt is not called NNNNNN-kind.yaml",
            ]
        );
    }

    #[test]
    fn accessors_name_file_and_key() {
        let record = Record {
            kind: Kind::Note,
            entries: vec![("n".to_owned(), "07".to_owned())],
        };
        let entry = Entry {
            file: "000001-note.yaml".to_owned(),
            hash: sha256(b""),
            record,
        };
        let errors = [
            entry.number("n").expect_err("07"),
            entry.hash("key").expect_err("missing"),
        ];
        assert_eq!(
            errors[0].to_string(),
            "log/000001-note.yaml: `n` is not a whole number"
        );
        assert_eq!(
            errors[1].to_string(),
            "log/000001-note.yaml: `key` is missing"
        );
    }
}
