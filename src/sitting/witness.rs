//! A mail as a witness: what it says of the log, each held against the log that is audited.

use super::people::check;
use crate::{
    audit::{
        Cast, Check, Entry, Kind, Log, Published, Verdict,
        rolls::{Roll, parse_rolls},
        verify::rolls_path,
    },
    dice::Hash,
    ssh,
    store::Disk,
};
use std::path::Path;

/// What the texts of a mail say of the log, also where they are quoted.
#[derive(Debug, Default)]
pub(super) struct Claims {
    /// The anchor of the key chain.
    anchors: Vec<Hash>,
    /// The hash of the first record.
    firsts: Vec<Hash>,
    /// Keys of sittings.
    keys: Vec<Hash>,
    /// The fingerprint of the key that signs the log.
    log_keys: Vec<String>,
    /// The dice of a sitting: label and faces.
    dice: Vec<(String, Vec<u32>)>,
    /// What a lock has of the seats: key and hash.
    locked: Vec<(String, String)>,
    /// Whether it is the mail about a lock.
    pub is_lock: bool,
}

impl Claims {
    /// Reads one text of a mail.
    pub fn read(&mut self, text: &str) {
        // So a slash of a fingerprint stands in HTML.
        let text = text.replace("&#x2f;", "/");
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.trim_start_matches(['>', ' ']).trim_end())
            .collect();
        for (n, line) in lines.iter().enumerate() {
            // A report in HTML has label and hash on one line.
            let near = || lines[n..lines.len().min(n + 2)].iter().copied();
            let hashes = || near().flat_map(hashes);
            if line.contains("nchor of the key chain") || line.contains("Anchor of the chain") {
                self.anchors.extend(hashes().take(1));
            } else if line.contains("Hash of the first record") {
                self.firsts.extend(hashes().take(1));
            } else if line.contains("The key of this sitting")
                || line.contains("Key of this sitting")
            {
                self.keys.extend(hashes().take(1));
            } else if line.contains("Key that signs the log") {
                self.log_keys.extend(near().filter_map(fingerprint).take(1));
            } else if line.starts_with("What is locked, as it stands in the public log") {
                self.is_lock = true;
                let lines = lines[n + 1..].iter().filter(|line| !line.is_empty());
                self.locked.extend(lines.map_while(|line| locked(line)));
            } else if line.eq_ignore_ascii_case("dice of this sitting") {
                self.dice.extend(dice(&lines[n + 1..]));
            }
        }
    }

    /// Holds what the mail of this name says against the log.
    pub fn check(&self, public: &Path, log: &Log, heads: &[Hash], name: &str) -> Vec<Check> {
        let published = Published::read(public).unwrap_or_default();
        let mut checks = vec![];
        let mut hold = |what: &str, wrong: Vec<String>, none: bool| {
            if none {
                return;
            }
            let verdict = if wrong.is_empty() {
                Verdict::Ok
            } else {
                Verdict::Failed(wrong.join("; "))
            };
            checks.push(check(format!("{what} in {name}"), verdict));
        };
        let genesis = log.genesis();
        let anchor = genesis.and_then(|genesis| genesis.hash("anchor").ok());
        hold(
            "anchor",
            others(&self.anchors, anchor, "the anchor of this log is"),
            self.anchors.is_empty(),
        );
        let first = genesis.map(|genesis| genesis.hash);
        hold(
            "first record",
            others(&self.firsts, first, "the first record here is"),
            self.firsts.is_empty(),
        );
        let unknown = self
            .keys
            .iter()
            .filter(|key| sitting_of(log, key).is_none());
        let unknown = unknown.map(|key| format!("{key} is the key of no sitting here"));
        hold("key", unknown.collect(), self.keys.is_empty());
        let ours = published.log_key.as_deref().and_then(ssh::fingerprint);
        // A program that was built without signatures cannot tell.
        if cfg!(feature = "ssh") {
            let other = self
                .log_keys
                .iter()
                .filter(|key| Some(*key) != ours.as_ref());
            let ours = ours.as_deref().unwrap_or("none");
            let other =
                other.map(|key| format!("the mail names the key {key}, and the log's is {ours}"));
            hold("key of the log", other.collect(), self.log_keys.is_empty());
        }
        let dice = self.keys.iter().find_map(|key| sitting_of(log, key));
        if let Some(sitting) = dice {
            let wrong = self.other_dice(public, sitting);
            hold(
                &format!("dice of sitting {sitting}"),
                wrong,
                self.dice.is_empty(),
            );
        }
        let lock = log.of(Kind::Lock).find(|lock| heads.contains(&lock.hash));
        if let Some(lock) = lock {
            hold(
                "hashes of the lock",
                self.other_hashes(lock),
                self.locked.is_empty(),
            );
        }
        checks
    }

    /// The dice of the mail that the sitting does not have.
    fn other_dice(&self, public: &Path, sitting: u32) -> Vec<String> {
        let path = rolls_path(sitting);
        let rolls: Vec<Roll> = Disk::read(&public.join(&path))
            .ok()
            .flatten()
            .and_then(|bytes| parse_rolls(&bytes).ok())
            .unwrap_or_default();
        let faces = |roll: &Roll| match &roll.cast {
            Cast::Dice { faces, .. } => faces.clone(),
            Cast::Shuffle(order) => order.clone(),
        };
        let has = |(label, shown): &&(String, Vec<u32>)| {
            rolls
                .iter()
                .any(|roll| roll.label.as_str() == label && faces(roll) == *shown)
        };
        let other = self.dice.iter().filter(|die| !has(die));
        other
            .map(|(label, shown)| {
                let shown: Vec<String> = shown.iter().map(ToString::to_string).collect();
                format!(
                    "the mail shows {} for {label}, and {path} does not",
                    shown.join(" ")
                )
            })
            .collect()
    }

    /// The hashes of the mail that its lock does not have.
    fn other_hashes(&self, lock: &Entry) -> Vec<String> {
        let other = self
            .locked
            .iter()
            .filter(|(key, hash)| lock.record.get(key) != Some(hash));
        other
            .map(|(key, hash)| {
                format!(
                    "the mail shows {key}: {hash}, and log/{} does not",
                    lock.file
                )
            })
            .collect()
    }
}

/// Those that are others than ours.
fn others(claimed: &[Hash], ours: Option<Hash>, words: &str) -> Vec<String> {
    let ours = ours.map_or_else(|| "none".to_owned(), |ours| ours.to_string());
    let other = claimed.iter().filter(|claimed| claimed.to_string() != ours);
    other
        .map(|claimed| format!("the mail says {claimed}; {words} {ours}"))
        .collect()
}

/// The sitting that a key is of.
fn sitting_of(log: &Log, key: &Hash) -> Option<u32> {
    let key = key.to_string();
    let mut results = log.of(Kind::Result);
    let result = results.find(|result| result.record.get("key") == Some(&key))?;
    result.number("sitting").ok()
}

/// The hashes in a line.
fn hashes(line: &str) -> impl Iterator<Item = Hash> {
    let words = line.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok())
}

/// The fingerprint of a key in a line, as `ssh-keygen -l` shows it.
fn fingerprint(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("SHA256:")?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+/".contains(c)));
    Some(format!("SHA256:{}", &rest[..end.unwrap_or(rest.len())]))
}

/// A line of what is locked: key and hash. Nothing where the list has ended.
fn locked(line: &str) -> Option<(String, String)> {
    let (key, hash) = line.split_once(": ")?;
    let (what, _) = key.split_once('.')?;
    let is_one = ["order", "signature", "standing"].contains(&what);
    is_one.then(|| (key.to_owned(), hash.to_owned()))
}

/// The dice in a report, up to its next part; a long list of faces stands on several lines.
fn dice(lines: &[&str]) -> Vec<(String, Vec<u32>)> {
    let mut entries: Vec<String> = vec![];
    for line in lines
        .iter()
        .skip_while(|line| line.is_empty() || is_rule(line))
    {
        if line.is_empty() || is_rule(line) {
            break;
        }
        match entries.last_mut() {
            Some(last) if !line.contains(": ") => {
                last.push(' ');
                last.push_str(line);
            }
            _ => entries.push((*line).to_owned()),
        }
    }
    let die = |entry: String| {
        let (label, faces) = entry.split_once(": ")?;
        let (faces, _) = faces.rsplit_once(" (")?;
        let faces = faces.split_whitespace().map(|face| face.parse().ok());
        Some((label.to_owned(), faces.collect::<Option<Vec<u32>>>()?))
    };
    entries.into_iter().filter_map(die).collect()
}

/// Whether a line underlines a heading.
fn is_rule(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|c| "-=─━═".contains(c))
}
