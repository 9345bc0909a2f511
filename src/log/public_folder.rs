//! The contents of a public folder: its log, and the files that the log publishes.

use super::{
    agreed::BadPublished,
    chain::{Entry, Log, LogError},
    content::content_hash,
    paths::{facts_path, opened_path, rolls_path, view_path},
    public_file::{BadFile, PublicFolder, check_named},
    published::Published,
    rolls::{Roll, parse_rolls},
};
use crate::{
    collect::Collect,
    dice::{
        bind::What,
        field::{Hash, sha256},
    },
    engine::Told,
    yaml::keep,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{fmt, io};

impl PublicFolder<'_> {
    /// Reads the log, and returns the first error found.
    pub fn log(self) -> Result<Log, LogError> {
        Log::read(self.0)
    }

    /// Reads all readable records of the log, and returns them with every error found.
    pub fn examine(self) -> (Log, Vec<LogError>) {
        Log::examine(self.0)
    }

    /// Returns true if the folder has a log.
    pub fn has_log(self) -> bool {
        self.0.join("log").is_dir()
    }

    /// Reads `game.yaml` in the one form that is published.
    pub fn published(self) -> Result<Published, BadPublished> {
        Published::read(self.0)
    }

    /// Reads a file that a record names.
    pub fn named(self, entry: &Entry, path: &str) -> Result<Vec<u8>, BadFile> {
        if entry.record.get(&format!("file.{path}")).is_none() {
            return Err(BadFile::NotNamed {
                record: entry.file.clone(),
                path: path.to_owned(),
            });
        }
        check_named(path)?;
        if !entry.record.kind.may_name(path) {
            return Err(BadFile::NotOfKind {
                record: entry.file.clone(),
                path: path.to_owned(),
            });
        }
        self.read(path)
    }

    /// Parses a file strictly.
    pub fn yaml<T: DeserializeOwned>(self, path: &str) -> Result<T, BadFile> {
        keep::from_str(&self.text(path)?).map_err(|why| invalid(path, &why))
    }

    /// Reads the public facts of a sitting.
    pub fn facts(self, sitting: u32) -> Result<Vec<Told<Value>>, BadFile> {
        self.yaml(&facts_path(sitting))
    }

    /// Reads the public view after a sitting.
    pub fn view(self, sitting: u32) -> Result<Value, BadFile> {
        self.yaml(&view_path(sitting))
    }

    /// Reads the rolls of a sitting.
    pub fn rolls(self, sitting: u32) -> Result<Vec<Roll>, BadFile> {
        let path = rolls_path(sitting);
        parse_rolls(&self.read(&path)?).map_err(|why| invalid(&path, &why))
    }

    /// Reads the rolls of a sitting, which its result must name.
    pub fn named_rolls(self, result: &Entry, sitting: u32) -> Result<Vec<Roll>, BadFile> {
        let path = rolls_path(sitting);
        parse_rolls(&self.named(result, &path)?).map_err(|why| invalid(&path, &why))
    }

    /// Parses a file that was opened at the end of the game.
    pub fn opened<T: DeserializeOwned>(self, sitting: u32, what: &What) -> Result<T, BadFile> {
        self.yaml(&opened_path(sitting, what))
    }

    /// Reads a file that was opened at the end of the game; `None` if it does not exist.
    pub fn opened_file(self, sitting: u32, what: &What) -> Result<Option<Vec<u8>>, BadFile> {
        match self.read(&opened_path(sitting, what)) {
            Err(BadFile::Unreadable { why, .. }) if why.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            read => read.map(Some),
        }
    }

    /// Computes `content` of genesis for the published content (fair1, section 6); a missing folder counts as empty.
    pub fn content_digest(self) -> Result<Hash, BadFile> {
        let files = self.content()?.into_iter();
        let hashes = files.map(|(name, text)| (name, sha256(text.as_bytes())));
        Ok(content_hash(&hashes.collect_map())?)
    }
}

fn invalid(path: &str, why: &dyn fmt::Display) -> BadFile {
    BadFile::Invalid {
        path: path.to_owned(),
        why: why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{Folder, Kind};

    #[test]
    fn a_file_is_read_only_through_the_record_that_names_it() {
        let folder = Folder::new();
        folder.write("sittings/0001/rolls.txt", b"no roll\n");
        let mut log = Log::default();
        log.push(Kind::Result, &[]).expect("a record");
        let line = ("file.sittings/0001/rolls.txt".to_owned(), "0".repeat(64));
        log.push(Kind::Result, &[line]).expect("a record");
        let public = PublicFolder::new(folder.path());
        let of = |record: usize| public.named_rolls(&log.entries[record], 1);
        assert!(matches!(of(0), Err(BadFile::NotNamed { .. })));
        let why = of(1).expect_err("it holds no roll").to_string();
        assert!(why.starts_with("sittings/0001/rolls.txt: "), "{why}");
    }

    #[test]
    fn a_file_that_is_not_opened_is_no_error_and_a_folder_in_its_place_is() {
        let folder = Folder::new();
        let public = PublicFolder::new(folder.path());
        assert!(matches!(public.opened_file(1, &What::Journal), Ok(None)));
        folder.write("opened/0001/journal.yaml/x", b"");
        let found = public.opened_file(1, &What::Journal);
        assert!(matches!(found, Err(BadFile::NotPlain(_))), "{found:?}");
    }
}
