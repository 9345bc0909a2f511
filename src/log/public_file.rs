//! The files of a public folder, which may come from an untrusted source.
//!
//! A record names files by paths that its writer chose, and a folder may hold anything that a disk can hold. So a
//! path is accepted only if its folder is one of a few and its parts are plain names; a file is read only if it is an
//! ordinary file of bounded size, reached without a link. A path such as `.git/config` is refused, and a pipe or an
//! endless device is never opened.

use crate::dice::field::BadField;
use std::{collections::BTreeMap, fs, io, io::Read as _, path::Path};

/// The folders whose files a record may name.
const NAMED: [&str; 4] = ["fork", "notes", "opened", "sittings"];

/// The other folders of a public folder; their files are found by name, not through a record.
const OWN: [&str; 3] = ["content", "log", "signatures"];

/// The folder of the content.
const CONTENT: &str = "content";

/// The one file at the top of a public folder.
const GAME: &str = "game.yaml";

/// Maximum number of parts of a path, and maximum length of a part, in characters.
const MOST_PARTS: usize = 6;
const MOST_LETTERS: usize = 100;

/// Maximum size of a public file, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Maximum number of files in one folder and its subfolders.
const MOST_FILES: usize = 100_000;

/// Checks the shape of a path that a record names.
/// It is `game.yaml`, or a path below one of the folders for such files, made of letters, digits, `.`, `_` and `-`, without
/// a part that begins or ends with a dot.
pub(crate) fn check_named(path: &str) -> Result<(), BadFile> {
    check(path, &NAMED)
}

/// The reader of a public folder: every path and every file is checked.
#[derive(Clone, Copy, Debug)]
pub struct PublicFolder<'a>(pub(super) &'a Path);

impl<'a> PublicFolder<'a> {
    /// Creates the reader; nothing is read yet.
    pub const fn new(path: &'a Path) -> Self {
        Self(path)
    }

    /// Lists the files of every folder whose files must be named by a record, folder by folder.
    pub fn nameable(self) -> impl Iterator<Item = Result<Vec<String>, BadFile>> {
        NAMED.iter().map(move |folder| self.list(folder))
    }

    /// Returns true if the folder has a file of this name.
    pub fn has_file(self, path: &str) -> bool {
        self.0.join(path).is_file()
    }

    /// Reads a public file: an ordinary file of at most 64 MiB.
    pub fn read(self, path: &str) -> Result<Vec<u8>, BadFile> {
        if check(path, &NAMED).is_err() {
            check(path, &OWN)?;
        }
        let unreadable = |why| BadFile::Unreadable {
            path: path.to_owned(),
            why,
        };
        let mut at = self.0.to_owned();
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            at.push(part);
            let kind = fs::symlink_metadata(&at).map_err(unreadable)?.file_type();
            let fits = if parts.peek().is_some() {
                kind.is_dir()
            } else {
                kind.is_file()
            };
            if !fits {
                return Err(BadFile::NotPlain(path.to_owned()));
            }
        }
        let file = fs::File::open(&at).map_err(unreadable)?;
        let mut bytes = vec![];
        file.take(MOST_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(BadFile::TooBig(path.to_owned()));
        }
        Ok(bytes)
    }

    /// Reads a public file as UTF-8 text.
    pub fn text(self, path: &str) -> Result<String, BadFile> {
        String::from_utf8(self.read(path)?).map_err(|_| BadFile::Unreadable {
            path: path.to_owned(),
            why: io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"),
        })
    }

    /// Lists the paths of all files below a folder of a public folder, ascending; the list is empty if it is missing.
    /// Something that is neither an ordinary file nor a folder is an error, and so are too many files or too deep folders.
    fn list(self, folder: &str) -> Result<Vec<String>, BadFile> {
        let mut found = vec![];
        let mut waiting = vec![folder.to_owned()];
        while let Some(folder) = waiting.pop() {
            let place = self.0.join(&folder);
            let unreadable = |why| BadFile::Unreadable {
                path: folder.clone(),
                why,
            };
            match fs::symlink_metadata(&place) {
                Err(why) if why.kind() == io::ErrorKind::NotFound && waiting.is_empty() => break,
                Err(why) => return Err(unreadable(why)),
                // Links are refused: a link to a folder above would make an endless loop.
                Ok(kind) if !kind.is_dir() => return Err(BadFile::NotPlain(folder)),
                Ok(_) => {}
            }
            for entry in fs::read_dir(&place).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                let name = entry.file_name().into_string();
                let name =
                    name.map_err(|name| BadFile::Path(name.to_string_lossy().into_owned()))?;
                let path = format!("{folder}/{name}");
                let kind = entry.file_type().map_err(unreadable)?;
                let most = found.len() + waiting.len() >= MOST_FILES;
                if most || path.matches('/').count() >= MOST_PARTS {
                    return Err(BadFile::TooMany(path));
                }
                if kind.is_dir() {
                    waiting.push(path);
                } else if kind.is_file() {
                    found.push(path);
                } else {
                    return Err(BadFile::NotPlain(path));
                }
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Reads the published content: the texts of the files by their paths below `content/`. All files together may not be
    /// bigger than one public file.
    pub fn content(self) -> Result<BTreeMap<String, String>, BadFile> {
        let (mut files, mut bytes) = (BTreeMap::new(), 0);
        for path in self.list(CONTENT)? {
            let text = self.text(&path)?;
            bytes += text.len() as u64;
            if bytes > MOST_BYTES {
                return Err(BadFile::TooBig(CONTENT.to_owned()));
            }
            let name = path[CONTENT.len() + 1..].to_owned();
            files.insert(name, text);
        }
        Ok(files)
    }
}

fn check(path: &str, folders: &[&str]) -> Result<(), BadFile> {
    let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let fits = |part: &str| {
        (1..=MOST_LETTERS).contains(&part.len())
            && part.chars().all(letter)
            && !part.starts_with('.')
            && !part.ends_with('.')
    };
    let mut parts = path.split('/');
    let known = match path.split_once('/') {
        Some((folder, _)) => folders.contains(&folder),
        None => path == GAME,
    };
    if known && parts.clone().count() <= MOST_PARTS && parts.all(fits) {
        Ok(())
    } else {
        Err(BadFile::Path(path.to_owned()))
    }
}

/// An error in a public file (fair1, section 6).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadFile {
    /// The path is not that of a public file.
    #[error("`{0}` is not the path of a public file")]
    Path(String),
    /// A link, a pipe, a device or a folder stands in the place of a file.
    #[error("`{0}` is not an ordinary file, or is reached through a link")]
    NotPlain(String),
    /// The file is bigger than 64 MiB.
    #[error("`{0}` is bigger than 64 MiB")]
    TooBig(String),
    /// The folder holds too many files, or folders too deep.
    #[error("`{0}` holds too many files, or folders too deep")]
    TooMany(String),
    /// The operating system cannot read the file.
    #[error("`{path}` cannot be read: {why}")]
    Unreadable {
        /// The path below the public directory.
        path: String,
        /// The error of the system.
        why: io::Error,
    },
    /// The bytes do not have the hash that the record states.
    #[error("`{0}` is not the file that was published: its hash differs")]
    Differs(String),
    /// Records of this kind name no such file (fair1, section 6).
    #[error("log/{record} may not name `{path}`: it is a file of another kind of record")]
    NotOfKind {
        /// The record's file.
        record: String,
        /// The path that is named.
        path: String,
    },
    /// The record does not name the file.
    #[error("log/{record} does not name `{path}`")]
    NotNamed {
        /// The record's file.
        record: String,
        /// The path that is missing.
        path: String,
    },
    /// The file does not hold what belongs in it.
    #[error("{path}: {why}")]
    Invalid {
        /// The path below the public directory.
        path: String,
        /// The reason.
        why: String,
    },
    /// A path cannot be written in a field.
    #[error(transparent)]
    Name(#[from] BadField),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::folder::Folder;

    #[test]
    fn a_record_names_only_files_of_a_game() {
        for path in [
            "game.yaml",
            "sittings/0001/rolls.txt",
            "notes/000012-pause.txt",
            "opened/0003/order-zytal.yaml",
            "fork/zone-4b.items.txt",
        ] {
            assert!(check_named(path).is_ok(), "{path}");
        }
        for path in [
            ".git/config",
            "notes/.git/config",
            ".gitattributes",
            "notes/../secret/master.txt",
            "../secret/master",
            "/etc/passwd",
            "notes//b",
            "notes/a\\b",
            "notes/a.",
            "notes/caf\u{e9}",
            "notes/a/b/c/d/e/f",
            "notes",
            "notes/",
            "log/000001-genesis.yaml",
            "README.md",
            ".",
            "",
        ] {
            assert!(matches!(check_named(path), Err(BadFile::Path(_))), "{path}");
        }
        assert!(check_named(&format!("notes/{}", "a".repeat(101))).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn only_ordinary_files_are_opened() {
        let folder = Folder::new();
        folder.write("notes/plain.txt", b"here");
        let at = |name: &str| folder.path().join("notes").join(name);
        std::os::unix::fs::symlink(at("plain.txt"), at("link.txt")).expect("a link");
        std::os::unix::fs::symlink("/dev/zero", at("zero.txt")).expect("a link");
        std::os::unix::fs::symlink(folder.path().join("notes"), folder.path().join("opened"))
            .expect("a link");
        let pipe = std::process::Command::new("mkfifo")
            .arg(at("pipe.txt"))
            .status();
        assert!(pipe.expect("mkfifo").success());
        fs::create_dir(at("folder.txt")).expect("a folder");
        assert_eq!(
            PublicFolder::new(folder.path())
                .read("notes/plain.txt")
                .ok()
                .as_deref(),
            Some(&b"here"[..])
        );
        for path in [
            "notes/link.txt",
            "notes/zero.txt",
            "notes/pipe.txt",
            "notes/folder.txt",
            "opened/plain.txt",
        ] {
            let found = PublicFolder::new(folder.path()).read(path);
            assert!(
                matches!(found, Err(BadFile::NotPlain(_))),
                "{path}: {found:?}"
            );
        }
    }
}
