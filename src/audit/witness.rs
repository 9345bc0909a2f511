//! A mail as evidence: its statements about the log, each compared with the log that is audited.

use super::{about::About, check::check};
use crate::{
    audit::{Check, Verdict},
    dice::Hash,
    log::{Cast, Entry, Kind, Log, PublicFolder, Roll, rolls_path},
    ssh,
};

/// The statements about the log in the texts of a mail, also in quoted lines.
#[derive(Debug, Default)]
pub(crate) struct Claims {
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
    /// The locks that it shows.
    locks: Vec<Locked>,
    /// The lines about salts of the records `seated` and `salts`: key and hash, or `refused`.
    salts: Vec<(String, String)>,
    /// True if it states, outside of quoted lines, that all salts are in and which round draws the game.
    names_round: bool,
}

/// A lock as a mail shows it.
#[derive(Debug, Default)]
struct Locked {
    /// The sitting, if the mail names it.
    sitting: Option<u32>,
    /// True if a mail about the lock is quoted.
    is_quoted: bool,
    /// The lines of the lock about the seats: key and hash.
    hashes: Vec<(String, String)>,
}

impl Claims {
    /// Reads one text of a mail.
    pub(super) fn read(&mut self, text: &str) {
        // In HTML the slash of a fingerprint is escaped.
        let text = text.replace("&#x2f;", "/");
        let raw: Vec<&str> = text.lines().collect();
        let lines: Vec<&str> = raw
            .iter()
            .map(|line| line.trim_start_matches(['>', ' ']).trim_end())
            .collect();
        for (n, line) in lines.iter().enumerate() {
            let is_quoted = raw[n].trim_start().starts_with('>');
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
            } else if let Some(rest) = line.strip_prefix("The orders of sitting ") {
                self.locks.push(Locked {
                    sitting: rest.split(' ').next().and_then(|n| n.parse().ok()),
                    is_quoted,
                    hashes: vec![],
                });
            } else if line.starts_with("What is locked, as it stands in the public log") {
                if self.locks.last().is_none_or(|lock| !lock.hashes.is_empty()) {
                    self.locks.push(Locked {
                        is_quoted,
                        ..Locked::default()
                    });
                }
                let lines = lines[n + 1..].iter().filter(|line| !line.is_empty());
                let hashes = lines.map_while(|line| locked(line));
                if let Some(lock) = self.locks.last_mut() {
                    lock.hashes.extend(hashes);
                }
            } else if line.starts_with("The game is drawn with round ") {
                self.names_round |= !is_quoted;
            } else if let Some(salt) = salt(line) {
                self.salts.push(salt);
            } else if line.eq_ignore_ascii_case("dice of this sitting") {
                self.dice.extend(dice(&lines[n + 1..]));
            }
        }
    }

    /// Returns the sitting of the lock that the mail itself is about, by its words.
    pub(super) fn lock(&self) -> Option<u32> {
        let mut own = self.locks.iter().filter(|lock| !lock.is_quoted);
        own.find_map(|lock| lock.sitting)
    }

    /// Returns true if the mail itself is the one about the salts, by its words.
    pub(super) fn is_round(&self) -> bool {
        self.names_round
    }

    /// Compares the statements with the log; `lock` is the sitting of the lock that the mail is about by its
    /// Message-ID.
    pub(super) fn check(
        &self,
        public: PublicFolder<'_>,
        log: &Log,
        (name, heads, lock): (&str, &[Hash], Option<u32>),
    ) -> Vec<Check> {
        let published = public.published().unwrap_or_default();
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
        // A program that was built without signatures cannot check this.
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
        for told in &self.locks {
            let wrong = other_hashes(log, told, heads, lock);
            hold("hashes of the lock", wrong, told.hashes.is_empty());
        }
        let (hashes, salts): (Vec<_>, Vec<_>) =
            (self.salts.iter()).partition(|(key, _)| key.starts_with("salt-hash."));
        for (what, kind, told) in [
            ("hashes of the salts", Kind::Seated, hashes),
            ("salts", Kind::Salts, salts),
        ] {
            let record = log.of(kind).next();
            let wrong = told
                .iter()
                .filter_map(|line| other_line(record, kind, line));
            hold(what, wrong.collect(), told.is_empty());
        }
        checks
    }

    /// Returns the dice of the mail that the sitting does not have.
    fn other_dice(&self, public: PublicFolder<'_>, sitting: u32) -> Vec<String> {
        let path = rolls_path(sitting);
        let rolls = public.rolls(sitting).unwrap_or_default();
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
}

/// Returns the lines of a lock in a mail that differ from the log. The lock is that of the sitting that the mail names,
/// or of the sitting of its Message-ID; without both it is the lock whose hash is the head of the mail.
fn other_hashes(log: &Log, told: &Locked, heads: &[Hash], lock: Option<u32>) -> Vec<String> {
    if let (Some(named), Some(lock), false) = (told.sitting, lock, told.is_quoted)
        && named != lock
    {
        return vec![format!(
            "the mail names sitting {named}, and its Message-ID sitting {lock}"
        )];
    }
    let record = match told.sitting.or(lock) {
        Some(sitting) => match About::lock(log, sitting) {
            About::Only(at) => log.entries.get(at),
            _ => None,
        },
        None => match log.of(Kind::Lock).find(|lock| heads.contains(&lock.hash)) {
            Some(lock) => Some(lock),
            None => return vec![],
        },
    };
    let lines = told.hashes.iter();
    let other = lines.filter_map(|line| other_line(record, Kind::Lock, line));
    other.collect()
}

/// Returns the reason why a line of a record in a mail is wrong; `None` if it is right.
fn other_line(
    record: Option<&Entry>,
    kind: Kind,
    (key, value): &(String, String),
) -> Option<String> {
    match record {
        None => Some(format!(
            "the mail shows {key}: {value}, and this log has no such {kind}"
        )),
        Some(record) if record.record.get(key) == Some(value) => None,
        Some(record) => Some(format!(
            "the mail shows {key}: {value}, and log/{} does not",
            record.file
        )),
    }
}

/// Returns a message for each hash that differs from ours.
fn others(claimed: &[Hash], ours: Option<Hash>, words: &str) -> Vec<String> {
    let ours = ours.map_or_else(|| "none".to_owned(), |ours| ours.to_string());
    let other = claimed.iter().filter(|claimed| claimed.to_string() != ours);
    other
        .map(|claimed| format!("the mail says {claimed}; {words} {ours}"))
        .collect()
}

/// Returns the sitting that has this key.
fn sitting_of(log: &Log, key: &Hash) -> Option<u32> {
    let key = key.to_string();
    let mut results = log.of(Kind::Result);
    let result = results.find(|result| result.record.get("key") == Some(&key))?;
    result.number("sitting").ok()
}

/// Returns the hashes in a line.
fn hashes(line: &str) -> impl Iterator<Item = Hash> {
    let words = line.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok())
}

/// Returns the fingerprint of a key in a line, in the form of `ssh-keygen -l`.
fn fingerprint(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("SHA256:")?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+/".contains(c)));
    Some(format!("SHA256:{}", &rest[..end.unwrap_or(rest.len())]))
}

/// Parses a line of a lock: key and hash. Returns `None` after the end of the list.
fn locked(line: &str) -> Option<(String, String)> {
    let (key, hash) = line.split_once(": ")?;
    let (what, _) = key.split_once('.')?;
    let is_one = ["order", "signature", "standing", "signed-standing"].contains(&what);
    is_one.then(|| (key.to_owned(), hash.to_owned()))
}

/// Parses a line of the record `seated` or `salts` about a salt.
fn salt(line: &str) -> Option<(String, String)> {
    let (key, value) = line.split_once(": ")?;
    let (what, _) = key.split_once('.')?;
    let is_one = ["salt", "salt-hash"].contains(&what)
        && (value == "refused" || value.parse::<Hash>().is_ok());
    is_one.then(|| (key.to_owned(), value.to_owned()))
}

/// Reads the dice in a report, up to its next part; a long list of faces may span several lines.
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

/// Returns true if a line underlines a heading.
fn is_rule(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|c| "-=─━═".contains(c))
}
