//! A public folder in the hands of a forger: its files, and functions that make every hash fit again.

use chronojudge::dice::{Hash, field::sha256};
use std::{collections::BTreeMap, fs, path::Path};

/// The files of a public folder, by path.
#[derive(Clone, Debug, Default)]
pub struct Public(pub BTreeMap<String, Vec<u8>>);

/// A record of the log, line by line; the first two are `record` and `previous`.
#[derive(Clone, Debug)]
pub struct Record(pub Vec<(String, String)>);

impl Record {
    pub fn read(bytes: &[u8]) -> Self {
        let text = std::str::from_utf8(bytes).unwrap();
        let pair = |line: &str| {
            let (key, value) = line.split_once(": ").unwrap();
            (key.to_owned(), value.to_owned())
        };
        Self(text.lines().map(pair).collect())
    }

    pub fn bytes(&self) -> Vec<u8> {
        let lines = self
            .0
            .iter()
            .map(|(key, value)| format!("{key}: {value}\n"));
        lines.collect::<String>().into_bytes()
    }

    pub fn kind(&self) -> &str {
        self.0[0].1.strip_prefix("fair1/").unwrap()
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        let line = self.0.iter().find(|(k, _)| k == key);
        line.map(|(_, value)| value.as_str())
    }

    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        let line = self.0.iter_mut().find(|(k, _)| k == key);
        line.unwrap_or_else(|| panic!("no `{key}`")).1 = value.into();
    }

    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(k, _)| k != key);
    }
}

impl Public {
    pub fn read(root: &Path) -> Self {
        let mut public = Self::default();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                    public.0.insert(name.to_owned(), fs::read(&path).unwrap());
                }
            }
        }
        public
    }

    /// Writes all files; those that are equal in `base`, which lies in a folder, are only linked.
    pub fn write(&self, root: &Path, base: Option<(&Self, &Path)>) {
        for (path, bytes) in &self.0 {
            let place = root.join(path);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            match base {
                Some((base, from)) if base.0.get(path) == Some(bytes) => {
                    fs::hard_link(from.join(path), place).unwrap();
                }
                _ => fs::write(place, bytes).unwrap(),
            }
        }
    }

    pub fn text(&self, path: &str) -> &str {
        std::str::from_utf8(&self.0[path]).unwrap()
    }

    pub fn set(&mut self, path: &str, text: impl Into<Vec<u8>>) {
        self.0.insert(path.to_owned(), text.into());
    }

    pub fn records(&self) -> Vec<Record> {
        let log = self.0.iter().filter(|(path, _)| path.starts_with("log/"));
        log.map(|(_, bytes)| Record::read(bytes)).collect()
    }

    /// Returns the hash of the last record.
    pub fn head(&self) -> Hash {
        let log = self.0.iter().rfind(|(path, _)| path.starts_with("log/"));
        sha256(log.unwrap().1)
    }

    /// Puts these records in place of the log: numbered anew, each with the hash of the one before.
    pub fn relink(&mut self, records: &[Record]) {
        self.0.retain(|path, _| !path.starts_with("log/"));
        let mut previous = "none".to_owned();
        for (n, record) in records.iter().enumerate() {
            let mut record = record.clone();
            if record.get("previous").is_some() {
                record.set("previous", &previous);
            }
            let bytes = record.bytes();
            previous = sha256(&bytes).to_string();
            self.set(&format!("log/{:06}-{}.yaml", n + 1, record.kind()), bytes);
        }
    }

    /// Makes every hash of a file fit the file again, and every record the one before it.
    pub fn refit(&mut self) {
        let mut records = self.records();
        let mut content = b"fair1/content\n".to_vec();
        for (path, bytes) in &self.0 {
            if let Some(path) = path.strip_prefix("content/") {
                content.extend(format!("{path}\n{}\n", sha256(bytes)).bytes());
            }
        }
        records[0].set("content", sha256(&content).to_string());
        for record in &mut records {
            for (key, value) in &mut record.0 {
                let file = key.strip_prefix("file.").and_then(|path| self.0.get(path));
                if let Some(bytes) = file {
                    *value = sha256(bytes).to_string();
                }
            }
        }
        self.relink(&records);
    }

    /// Removes all files that no record names, as a careful forger would.
    pub fn sweep(&mut self) {
        let records = self.records();
        let named = |path: &str| {
            let key = format!("file.{path}");
            records.iter().any(|record| record.get(&key).is_some())
        };
        self.0.retain(|path, _| {
            let folder = path.split('/').next().unwrap();
            !["sittings", "notes", "opened", "fork"].contains(&folder) || named(path)
        });
    }
}
