//! The end of a log without the records before it: a running game reads only this, so its time does not grow with the
//! game.
//!
//! A checkpoint names the head, and the few earlier records that are still needed. Audits, publication and rewinds read
//! the whole log; they never trust a checkpoint.

use super::{Entry, Log, Record, split_name};
use crate::{
    collect::Collect,
    dice::field::{Hash, sha256},
    log::{deed::Deed, public_file::PublicFolder, record::Kind},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The number of last hashes that a checkpoint holds: orders may name any of these records as the last one known.
const LAST: usize = 64;

/// The part of a log that is saved so that the game can continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Checkpoint {
    /// The number of records.
    pub records: u32,
    /// The hash of the last one.
    pub head: Hash,
    /// The hashes of the records that are still needed, by the names of their files.
    pub kept: BTreeMap<String, Hash>,
    /// The hashes of the last records, ascending.
    pub last: Vec<Hash>,
}

impl Log {
    /// Returns the checkpoint of the log; `None` if the log is empty.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        let kept = self.needed().into_iter().map(|n| &self.entries[n]);
        let all = match &self.last {
            Some(last) => last.clone(),
            None => self.entries.iter().map(|entry| entry.hash).collect(),
        };
        Some(Checkpoint {
            records: self.files,
            head: self.head?,
            kept: kept
                .map(|entry| (entry.file.clone(), entry.hash))
                .collect_map(),
            last: all[all.len().saturating_sub(LAST)..].to_vec(),
        })
    }

    /// Reads the end of a log from a checkpoint; `None` if the records are not those that it names, or if further
    /// records follow them.
    pub fn from_checkpoint(public: &Path, checkpoint: &Checkpoint) -> Option<Self> {
        let mut log = Self {
            entries: vec![],
            head: Some(checkpoint.head),
            files: checkpoint.records,
            last: Some(checkpoint.last.clone()),
        };
        for (file, hash) in &checkpoint.kept {
            let (_, kind) = split_name(file)?;
            let bytes = PublicFolder::new(public)
                .read(&format!("log/{file}"))
                .ok()?;
            let record = Record::parse(&bytes).ok()?;
            if sha256(&bytes) != *hash || record.kind != kind {
                return None;
            }
            log.entries.push(Entry {
                file: file.clone(),
                hash: *hash,
                record,
            });
        }
        let end = log.entries.last()?;
        let (number, _) = split_name(&end.file)?;
        let is_end = number == checkpoint.records && end.hash == checkpoint.head;
        (is_end && !log.is_followed(public)).then_some(log)
    }

    /// Returns true if a public directory holds a record after the last one of this log.
    pub fn is_followed(&self, public: &Path) -> bool {
        let next = u64::from(self.files) + 1;
        Kind::ALL.iter().any(|kind| {
            let file = format!("log/{next:06}-{kind}.yaml");
            fs::symlink_metadata(public.join(file)).is_ok()
        })
    }

    /// Returns true if the log has all its records.
    pub fn is_whole(&self) -> bool {
        self.last.is_none()
    }

    /// Returns the number of the record with this hash. A log that is not whole knows only its last records and those
    /// that the checkpoint keeps.
    pub fn number_of(&self, hash: &Hash) -> Option<u32> {
        let number = |index: usize| u32::try_from(index).ok();
        let mut entries = self.entries.iter();
        let Some(last) = &self.last else {
            return number(entries.position(|entry| entry.hash == *hash)?)?.checked_add(1);
        };
        match last.iter().rev().position(|one| one == hash) {
            Some(back) => self.files.checked_sub(number(back)?),
            None => Some(split_name(&entries.find(|entry| entry.hash == *hash)?.file)?.0),
        }
    }

    /// Returns the indices of the entries that a running game needs. The choice depends on these records alone, so a
    /// log that holds only them gives the same choice.
    fn needed(&self) -> BTreeSet<usize> {
        let genesis = self.genesis();
        let beacon = genesis.and_then(|genesis| genesis.record.get("dice")) == Some("beacon");
        let (mut needed, mut notes) = (BTreeSet::new(), BTreeMap::new());
        let (mut lock, mut result) = (None, None);
        for (n, entry) in self.entries.iter().enumerate() {
            let get = |key| entry.record.get(key).unwrap_or_default();
            let has = |start| entry.record.under(start).next().is_some();
            match entry.record.kind {
                Kind::Genesis | Kind::Seated | Kind::Salts | Kind::Draw | Kind::Final => {
                    needed.insert(n);
                }
                Kind::Lock => lock = Some(n),
                Kind::Result => {
                    result = Some(n);
                    // Slots of the decks dealt here are opened with the round of this sitting.
                    if beacon && has("deck.") {
                        needed.insert(n);
                        needed.extend(lock);
                    }
                }
                Kind::Note => {
                    notes.insert((get("what"), get("who")), n);
                    let deed = get("what").parse::<Deed>();
                    if deed.is_ok_and(Deed::makes_a_state) {
                        needed.insert(n);
                        needed.extend(lock);
                    }
                    if has("key.") || has("team.") || has("drawn") {
                        needed.insert(n);
                    }
                }
            }
        }
        needed.extend(lock);
        needed.extend(notes.into_values());
        needed.extend(result.unwrap_or(0)..self.entries.len());
        needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::folder::Folder;

    fn pair(key: &str, value: impl std::fmt::Display) -> (String, String) {
        (key.to_owned(), format!("{value}"))
    }

    /// Appends a record, and returns the checkpoint after it.
    fn push(folder: &Folder, log: &mut Log, kind: Kind, lines: &[(String, String)]) -> Checkpoint {
        let (path, bytes) = log.push(kind, lines).expect("a record");
        folder.write(&path, &bytes);
        log.checkpoint().expect("records")
    }

    /// Returns a log with this number of sittings and a rewind after the third, and a log with the same records that
    /// was continued from its checkpoint after every sitting.
    fn long(folder: &Folder, sittings: u32) -> (Log, Log) {
        let (mut whole, mut end) = (Log::default(), Log::default());
        let both = |whole: &mut Log, end: &mut Log, kind, lines: &[(String, String)]| {
            let checkpoint = push(folder, whole, kind, lines);
            assert_eq!(push(folder, end, kind, lines), checkpoint);
            checkpoint
        };
        both(
            &mut whole,
            &mut end,
            Kind::Genesis,
            &[pair("dice", "plain")],
        );
        both(&mut whole, &mut end, Kind::Seated, &[]);
        both(&mut whole, &mut end, Kind::Salts, &[]);
        for sitting in 1..=sittings {
            let lines = [pair("sitting", sitting), pair("turn", sitting)];
            let early = [pair("what", "early"), pair("who", "gm"), lines[0].clone()];
            both(&mut whole, &mut end, Kind::Note, &early);
            both(&mut whole, &mut end, Kind::Lock, &lines);
            if sitting == 5 {
                let key = [
                    pair("what", "replace"),
                    pair("who", "gm"),
                    pair("key.red", "x"),
                ];
                both(&mut whole, &mut end, Kind::Note, &key);
            }
            both(&mut whole, &mut end, Kind::Result, &lines);
            if sitting == 3 {
                let rewind = [
                    pair("what", "rewind"),
                    pair("who", "gm"),
                    pair("turn", 4),
                    pair("to", 1),
                ];
                both(&mut whole, &mut end, Kind::Note, &rewind);
            }
            let checkpoint = end.checkpoint().expect("records");
            end = Log::from_checkpoint(folder.path(), &checkpoint).expect("its end");
        }
        (whole, end)
    }

    #[test]
    fn a_log_from_a_checkpoint_continues_like_the_whole_log() {
        let folder = Folder::new();
        let (whole, end) = long(&folder, 60);
        assert!(whole.is_whole() && !end.is_whole());
        assert_eq!(whole, Log::read(folder.path()).expect("a log"));
        assert_eq!(
            (end.head(), end.next_number()),
            (whole.head(), whole.next_number())
        );
        // Of 185 records those of the beginning, the rewind with the lock before it, the key, the last note of each
        // deed, and the last sitting.
        let names: Vec<&str> = end
            .entries
            .iter()
            .map(|entry| entry.file.as_str())
            .collect();
        assert_eq!(
            names,
            [
                "000001-genesis.yaml",
                "000002-seated.yaml",
                "000003-salts.yaml",
                "000011-lock.yaml",
                "000013-note.yaml",
                "000019-note.yaml",
                "000183-note.yaml",
                "000184-lock.yaml",
                "000185-result.yaml",
            ]
        );
        assert_eq!(
            crate::log::branches::branches(&end),
            crate::log::branches::branches(&whole)
        );
        let keys = crate::log::player_keys::player_keys;
        assert_eq!(keys(&end.entries), keys(&whole.entries));
        for (number, entry) in (1..).zip(&whole.entries) {
            let known = number > 185 - 64 || names.contains(&entry.file.as_str());
            assert_eq!(
                end.number_of(&entry.hash),
                known.then_some(number),
                "{number}"
            );
            assert_eq!(whole.number_of(&entry.hash), Some(number));
        }
    }

    #[test]
    fn rejects_a_checkpoint_that_does_not_match_the_files() {
        let folder = Folder::new();
        let (mut whole, _) = long(&folder, 8);
        let checkpoint = whole.checkpoint().expect("records");
        let end = || Log::from_checkpoint(folder.path(), &checkpoint);
        assert!(end().is_some());
        // A change of an old record that is not needed any more goes unnoticed here: the audit finds it.
        let old = "log/000005-lock.yaml";
        let text = folder.read(old);
        folder.write(old, b"nothing\n");
        assert!(end().is_some());
        folder.write(old, text.as_bytes());
        for kept in checkpoint.kept.keys() {
            let path = format!("log/{kept}");
            let text = folder.read(&path);
            folder.write(&path, text.replacen('\n', "\nmore: x\n", 1).as_bytes());
            assert_eq!(end(), None, "{kept}");
            folder.write(&path, text.as_bytes());
        }
        let other = Checkpoint {
            head: sha256(b""),
            ..checkpoint.clone()
        };
        assert_eq!(Log::from_checkpoint(folder.path(), &other), None);
        let shorter = Checkpoint {
            records: checkpoint.records - 1,
            ..checkpoint.clone()
        };
        assert_eq!(Log::from_checkpoint(folder.path(), &shorter), None);
        push(&folder, &mut whole, Kind::Note, &[pair("what", "pause")]);
        assert_eq!(end(), None, "a record has been added since");
    }

    #[test]
    fn with_a_beacon_the_rounds_of_all_deals_are_kept() {
        let folder = Folder::new();
        let mut log = Log::default();
        push(&folder, &mut log, Kind::Genesis, &[pair("dice", "beacon")]);
        for sitting in 1..9 {
            let mut lines = vec![pair("sitting", sitting)];
            push(&folder, &mut log, Kind::Lock, &lines);
            if sitting == 2 {
                lines.push(pair("deck.tiles", "a b"));
            }
            push(&folder, &mut log, Kind::Result, &lines);
        }
        let kept = log.checkpoint().expect("records").kept;
        let kept: Vec<&str> = kept.keys().map(|name| &name[..6]).collect();
        assert_eq!(kept, ["000001", "000004", "000005", "000016", "000017"]);
    }
}
