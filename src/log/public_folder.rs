//! A public folder: its log, and the files that the log publishes.

use super::{
    chain::{Entry, Log, LogError},
    content::content_hash,
    paths::{facts_path, opened_path, rolls_path, view_path},
    public_file::{self, BadFile, NAMED},
    published::Published,
    rolls::{Roll, parse_rolls},
};
use crate::{
    dice::{
        bind::What,
        field::{Hash, sha256},
    },
    engine::Told,
    yaml::keep,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{collections::BTreeMap, fmt, io, path::Path};

/// The reader of a public folder, which may come from an untrusted source: every path and every file is checked.
#[derive(Clone, Copy, Debug)]
pub struct PublicFolder<'a>(&'a Path);

impl<'a> PublicFolder<'a> {
    /// Creates the reader of a folder; nothing is read yet.
    pub const fn new(path: &'a Path) -> Self {
        Self(path)
    }

    /// Reads the log, and returns the first error found.
    ///
    /// # Errors
    /// Returns [`LogError`] if a record is missing, damaged or not linked to the one before.
    pub fn log(self) -> Result<Log, LogError> {
        Log::read(self.0)
    }

    /// Reads all readable records of the log, and returns them with every error found.
    pub fn examine(self) -> (Log, Vec<LogError>) {
        Log::examine(self.0)
    }

    /// Reads `game.yaml` in the one form that is published.
    ///
    /// # Errors
    /// Returns a message that names the first wrong line or key.
    pub fn published(self) -> Result<Published, String> {
        Published::read(self.0)
    }

    /// Reads a public file.
    ///
    /// # Errors
    /// Returns [`BadFile`] if its path is not that of a public file, or if it is not an ordinary file of at most 64 MiB.
    pub fn read(self, path: &str) -> Result<Vec<u8>, BadFile> {
        public_file::read(self.0, path)
    }

    /// Reads a public file that a record names.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`read`](Self::read), and if the record does not name the file.
    pub fn named(self, entry: &Entry, path: &str) -> Result<Vec<u8>, BadFile> {
        if entry.record.get(&format!("file.{path}")).is_none() {
            return Err(BadFile::NotNamed {
                record: entry.file.clone(),
                path: path.to_owned(),
            });
        }
        public_file::check_named(path)?;
        self.read(path)
    }

    /// Reads a public file as UTF-8 text.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`read`](Self::read), and if the file is not UTF-8.
    pub fn text(self, path: &str) -> Result<String, BadFile> {
        public_file::read_text(self.0, path)
    }

    /// Parses a public file strictly.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`text`](Self::text), and if it is not YAML of this type.
    pub fn yaml<T: DeserializeOwned>(self, path: &str) -> Result<T, BadFile> {
        keep::from_str(&self.text(path)?).map_err(|why| invalid(path, &why))
    }

    /// Reads the public facts of a sitting.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`yaml`](Self::yaml).
    pub fn facts(self, sitting: u32) -> Result<Vec<Told<Value>>, BadFile> {
        self.yaml(&facts_path(sitting))
    }

    /// Reads the public view after a sitting.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`yaml`](Self::yaml).
    pub fn view(self, sitting: u32) -> Result<Value, BadFile> {
        self.yaml(&view_path(sitting))
    }

    /// Reads the rolls of a sitting.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`read`](Self::read), and if a line of the file is not a roll.
    pub fn rolls(self, sitting: u32) -> Result<Vec<Roll>, BadFile> {
        let path = rolls_path(sitting);
        parse_rolls(&self.read(&path)?).map_err(|why| invalid(&path, &why))
    }

    /// Reads the rolls of a sitting, which its result must name.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`named`](Self::named), and if a line of the file is not a roll.
    pub fn named_rolls(self, result: &Entry, sitting: u32) -> Result<Vec<Roll>, BadFile> {
        let path = rolls_path(sitting);
        parse_rolls(&self.named(result, &path)?).map_err(|why| invalid(&path, &why))
    }

    /// Parses a file that was opened at the end of the game.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`yaml`](Self::yaml).
    pub fn opened<T: DeserializeOwned>(self, sitting: u32, what: &What) -> Result<T, BadFile> {
        self.yaml(&opened_path(sitting, what))
    }

    /// Reads a file that was opened at the end of the game; `None` if it does not exist.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`read`](Self::read).
    pub fn opened_file(self, sitting: u32, what: &What) -> Result<Option<Vec<u8>>, BadFile> {
        match self.read(&opened_path(sitting, what)) {
            Err(BadFile::Unreadable { why, .. }) if why.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            read => read.map(Some),
        }
    }

    /// Reads the published content: the texts of the files by their paths below `content/`.
    ///
    /// # Errors
    /// Returns [`BadFile`] if a file is not a public file or not UTF-8, or if there are too many or too big ones.
    pub fn content(self) -> Result<BTreeMap<String, String>, BadFile> {
        public_file::content(self.0)
    }

    /// Computes `content` of genesis for the published content (fair1, section 6); a missing folder counts as empty.
    ///
    /// # Errors
    /// Returns [`BadFile`] in the cases of [`content`](Self::content).
    pub fn content_digest(self) -> Result<Hash, BadFile> {
        let files = self.content()?.into_iter();
        let hashes = files.map(|(name, text)| (name, sha256(text.as_bytes())));
        Ok(content_hash(&hashes.collect())?)
    }

    /// Lists the files of every folder whose files must be named by a record, folder by folder.
    pub fn nameable(self) -> impl Iterator<Item = Result<Vec<String>, BadFile>> {
        NAMED
            .iter()
            .map(move |folder| public_file::list(self.0, folder))
    }

    /// Returns true if the folder has a log.
    pub fn has_log(self) -> bool {
        self.0.join("log").is_dir()
    }

    /// Returns true if the folder has a file of this name.
    pub fn has_file(self, path: &str) -> bool {
        self.0.join(path).is_file()
    }
}

fn invalid(path: &str, why: &dyn fmt::Display) -> BadFile {
    BadFile::Invalid {
        path: path.to_owned(),
        why: why.to_string(),
    }
}
