//! The players' salts and the public round, which enter every key of a game (fair1, section 3).

use super::{
    chain::{BadKey, Entry, Log, decimal},
    deed::Deed,
    record::Kind,
};
use crate::dice::{
    chain::{Beacon, salt_hash, salts_hash},
    field::Hash,
    label::Name,
    quicknet::round_at,
};
use std::collections::{BTreeMap, BTreeSet};

/// The salts in the log, and the round drawn after them.
#[derive(Debug)]
pub struct Salts {
    /// The name of the game in the first record.
    pub game: Option<Name>,
    /// The opened salts by seat; only those that match the promised hash.
    pub opened: BTreeMap<Name, Hash>,
    /// The seats that promised a salt and did not open it.
    pub skipped: BTreeSet<Name>,
    /// The public round that enters every key, or [`Beacon::None`].
    pub draw: Beacon,
    /// The errors found.
    pub wrong: Vec<String>,
}

impl Salts {
    /// Reads the salts and the round from a log.
    pub fn read(log: &Log) -> Self {
        let (draw, wrong) = match log.of(Kind::Draw).next().map(read_draw) {
            None => (Beacon::None, vec![]),
            Some(Ok(draw)) => (draw, vec![]),
            Some(Err(why)) => (Beacon::None, vec![why.to_string()]),
        };
        let game = log.genesis().and_then(|genesis| genesis.name("game").ok());
        let mut salts = Self {
            game,
            opened: BTreeMap::new(),
            skipped: BTreeSet::new(),
            draw,
            wrong,
        };
        let records = (
            log.genesis(),
            log.of(Kind::Seated).next(),
            log.of(Kind::Salts).next(),
        );
        if let (Some(genesis), Some(seated), Some(opened)) = records {
            salts.open(genesis, seated, opened);
        }
        salts
    }

    fn open(&mut self, genesis: &Entry, seated: &Entry, opened: &Entry) {
        for (seat, _) in seated.record.under("salt-hash.") {
            if opened.record.get(&format!("salt.{seat}")).is_none() {
                self.wrong
                    .push(format!("log/{}: `salt.{seat}` is missing", opened.file));
            }
        }
        for (seat, value) in opened.record.under("salt.") {
            let key = format!("salt.{seat}");
            let read = || -> Result<(Name, Option<Hash>), BadKey> {
                let name = Name::new(seat).map_err(|why| opened.bad(&key, why.to_string()))?;
                let promised = seated.hash(&format!("salt-hash.{seat}"))?;
                if value == "refused" {
                    return Ok((name, None));
                }
                let salt = opened.hash(&key)?;
                if salt_hash(&genesis.hash, &name, &salt) == promised {
                    Ok((name, Some(salt)))
                } else {
                    Err(opened.bad(&key, "is not the salt whose hash was sent for this game"))
                }
            };
            match read() {
                Ok((seat, Some(salt))) => drop(self.opened.insert(seat, salt)),
                Ok((seat, None)) => drop(self.skipped.insert(seat)),
                Err(why) => self.wrong.push(why.to_string()),
            }
        }
    }

    /// Returns a sentence on the number of games that the GM could choose among in advance; `None` if a public round
    /// was drawn.
    pub fn choice(&self) -> Option<String> {
        if self.draw != Beacon::None {
            return None;
        }
        if self.opened.is_empty() {
            return Some(
                "No public round and no player's salt is in these dice: the GM could try any number of secrets \
                 before the game."
                    .to_owned(),
            );
        }
        let skipped = self.skipped.len();
        let games = u32::try_from(skipped)
            .ok()
            .and_then(|k| 1_u64.checked_shl(k));
        let games = games.map_or_else(|| format!("2^{skipped}"), |games| games.to_string());
        let had = match skipped {
            0 => "No seat was skipped, so the GM had one game".to_owned(),
            1 => "One seat was skipped, so the GM could choose between 2 games".to_owned(),
            _ => {
                format!("{skipped} seats were skipped, so the GM could choose among {games} games")
            }
        };
        Some(format!(
            "No public round was drawn for this game. {had}; each seat that the GM plays or speaks for doubles that."
        ))
    }

    /// Returns the hash `salts` that enters every key of the game; `None` if there are neither salts nor a round.
    pub fn hash(&self) -> Option<Hash> {
        salts_hash(self.game.as_ref()?, &self.opened, &self.draw)
    }
}

fn read_draw(entry: &Entry) -> Result<Beacon, BadKey> {
    let round = decimal(entry.text("round")?)
        .ok_or_else(|| entry.bad("round", "is not a round of the beacon"))?;
    Beacon::from_signature(round, entry.text("beacon")?)
        .ok_or_else(|| entry.bad("beacon", "is not a signature of 48 bytes"))
}

/// The time from the record `salts` to the round that the game is drawn with, in minutes (fair1, section 3).
pub(super) const DRAW_LEAD_MINUTES: i64 = 10;

/// Returns the round that a game is drawn with if its salts are complete at this time, in seconds since 1970.
pub fn draw_round(at: i64) -> Option<u64> {
    at.checked_add(DRAW_LEAD_MINUTES * 60).and_then(round_at)
}

/// Returns the round that the record `salts` names; `None` if the game has no round.
pub(crate) fn round_named(log: &Log) -> Option<u64> {
    let salts = log.of(Kind::Salts).next()?;
    decimal(salts.record.get("round")?)
}

/// Returns true if a public note lowered the game to the level `plain`.
pub(crate) fn is_lowered(log: &Log) -> bool {
    log.of(Kind::Note)
        .any(|note| note.record.get("what") == Some(Deed::Plain.as_str()))
}

/// Returns the shell lines with which a player makes a salt, and its hash for the game with this first record (fair1,
/// section 3). The seat may be a variable of the shell.
pub(crate) fn salt_lines(genesis: &str, seat: &str) -> [String; 3] {
    [
        "words=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \\n'); echo \"salt: $words\""
            .to_owned(),
        "salt=$(printf %s \"$words\" | sha256sum | cut -c1-64)".to_owned(),
        format!("printf '%s\\n' fair1/salt-hash {genesis} {seat} $salt | sha256sum"),
    ]
}
