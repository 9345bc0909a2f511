//! The players' signatures on their orders, which are checked once both are open.

use super::{
    check::{Check, Lines, Verdict},
    doubt::Doubt,
};
use crate::{
    dice::{Hash, What, field::sha256, label::Name},
    log::{Entry, Kind, Log, PublicFolder, learn_keys, opened_path, player_keys},
    ssh::{self, ORDERS, Unsigned},
    yaml::keep,
};
use serde::Deserialize;
use std::{collections::BTreeMap, num::NonZeroU32, path::Path};

/// The beginning of all lines about these signatures.
const ORDERS_SIGNED: &str = "orders signed by their players";

/// A kind of file that a player signs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Paper {
    Orders,
    Standing,
}

impl Paper {
    /// Returns the prefixes of the keys of a lock: of the file, and of its signature.
    const fn keys(self) -> [&'static str; 2] {
        match self {
            Self::Orders => ["order.", "signature."],
            Self::Standing => ["standing.", "signed-standing."],
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::Standing => "standing orders",
        }
    }

    /// Returns the paths of the opened file and of its opened signature.
    fn paths(self, sitting: u32, seat: &Name) -> [String; 2] {
        let whats = match self {
            Self::Orders => [What::Order(seat.clone()), What::Signature(seat.clone())],
            Self::Standing => [
                What::Standing(seat.clone()),
                What::SignedStanding(seat.clone()),
            ],
        };
        whats.map(|what| opened_path(sitting, &what))
    }
}

/// The keys of a signed file that are checked here.
#[derive(Deserialize)]
struct Heading {
    #[serde(default)]
    game: String,
    #[serde(default)]
    turn: u32,
    #[serde(default)]
    seat: String,
    #[serde(default)]
    revision: Option<NonZeroU32>,
}

/// The last file of a seat that was signed with a key. Later files must have a higher revision; for orders this holds
/// within a turn.
struct Last {
    turn: Option<u32>,
    revision: u32,
    /// The SHA-256 of the file: the same file may stay in force from sitting to sitting.
    file: Hash,
}

impl Last {
    /// Returns true if this file may come after the one before it.
    fn follows(&self, before: Option<&Self>) -> bool {
        before.is_none_or(|before| {
            before.turn != self.turn || before.file == self.file || before.revision < self.revision
        })
    }
}

/// One file of a lock, of a seat whose player has a key.
struct Signed<'a> {
    paper: Paper,
    lock: &'a Entry,
    sitting: u32,
    seat: Name,
    key: &'a str,
}

/// The results so far.
#[derive(Default)]
struct Found<'a> {
    all: usize,
    good: usize,
    wrong: Vec<String>,
    /// The sittings of each seat whose files are not signed.
    without: BTreeMap<(Paper, &'a str), Vec<String>>,
    /// The last signed file, by kind, seat and key.
    last: BTreeMap<(Paper, &'a str, &'a str), Last>,
    not_built: bool,
}

/// Checks every player's signature on the orders and standing orders that a lock has bound, with the public keys of the
/// log.
pub(crate) fn check_orders(public: &Path, log: &Log) -> Vec<Check> {
    let public = PublicFolder::new(public);
    let mut lines = Lines::default();
    let hidden = |lines: &mut Lines, why: &str| {
        lines.push(ORDERS_SIGNED, Verdict::NotShown(why.to_owned()));
    };
    let papers = [Paper::Orders, Paper::Standing];
    let bound = |entry: &Entry| {
        let mut keys = papers.into_iter().map(|paper| paper.keys()[1]);
        keys.any(|start| entry.record.under(start).next().is_some())
    };
    if player_keys(&log.entries).is_empty() && !log.of(Kind::Lock).any(bound) {
        hidden(
            &mut lines,
            "no player has given a key; the receipts in your mails are what you have",
        );
        return lines.0;
    }
    if log.of(Kind::Final).next().is_none() {
        hidden(
            &mut lines,
            "orders and signatures are opened when the game is over",
        );
        return lines.0;
    }
    let mut found = Found::default();
    let mut keys = BTreeMap::new();
    for entry in &log.entries {
        learn_keys(&mut keys, entry);
        if let (Kind::Lock, Ok(sitting)) = (entry.record.kind, entry.number("sitting")) {
            for paper in papers {
                found.read(public, log, (entry, sitting), paper, &keys);
            }
        }
    }
    let Found {
        all,
        good,
        wrong,
        without,
        not_built,
        ..
    } = found;
    let what = format!("{ORDERS_SIGNED} ({good} of {all})");
    if not_built {
        let why = "this program was built without signatures";
        lines.push(ORDERS_SIGNED, Verdict::Unchecked(why.to_owned()));
    } else if good > 0 || !wrong.is_empty() {
        lines.all(what, &wrong);
    }
    if !without.is_empty() {
        let of = without.iter().map(|((paper, seat), sittings)| {
            let whose = match paper {
                Paper::Orders => (*seat).to_owned(),
                Paper::Standing => format!("the standing orders of {seat}"),
            };
            format!("{whose} in sitting {}", sittings.join(", "))
        });
        let why = format!(
            "without a signature of the player: {}; only the GM's word and the receipts show that the player sent them",
            of.collect::<Vec<_>>().join("; ")
        );
        lines.push("orders of players who have a key", Verdict::NotShown(why));
    }
    lines.0
}

impl<'a> Found<'a> {
    /// Reads the files of one kind that a lock has bound.
    fn read(
        &mut self,
        public: PublicFolder<'_>,
        log: &Log,
        (lock, sitting): (&'a Entry, u32),
        paper: Paper,
        keys: &BTreeMap<&'a str, &'a str>,
    ) {
        let [of, signed] = paper.keys();
        for (seat, hash) in lock.record.under(of) {
            if hash == "none" {
                continue;
            }
            self.all += 1;
            let signed = format!("{signed}{seat}");
            let is_signed = lock.record.get(&signed).is_some();
            let (Some(key), Ok(name)) = (keys.get(seat), Name::new(seat)) else {
                if is_signed {
                    self.wrong.push(format!(
                        "log/{}: `{signed}` is there, and the log has no key of the player",
                        lock.file
                    ));
                }
                continue;
            };
            if !is_signed {
                let without = self.without.entry((paper, seat)).or_default();
                without.push(sitting.to_string());
                continue;
            }
            let one = Signed {
                paper,
                lock,
                sitting,
                seat: name,
                key,
            };
            let index = (paper, seat, *key);
            match one.check(public, log) {
                Ok(now) if now.follows(self.last.get(&index)) => {
                    self.last.insert(index, now);
                    self.good += 1;
                }
                Ok(now) => self.wrong.push(format!(
                    "`{}`: revision {} of the signed {} of {seat} does not come after those of a sitting before",
                    paper.paths(sitting, &one.seat)[0],
                    now.revision,
                    paper.words(),
                )),
                Err(Doubt::NotBuilt) => self.not_built = true,
                Err(why) => self.wrong.push(why.to_string()),
            }
        }
    }
}

impl Signed<'_> {
    /// Checks the signature of one file.
    fn check(&self, public: PublicFolder<'_>, log: &Log) -> Result<Last, Doubt> {
        let [file, path] = self.paper.paths(self.sitting, &self.seat);
        let (signature, text) = (public.read(&path)?, public.read(&file)?);
        let bad = |words: String| Doubt::Wrong(format!("`{path}`: {words}"));
        ssh::verify(ORDERS, self.key, &signature, [&text]).map_err(|why| match why {
            Unsigned::NotBuilt => Doubt::NotBuilt,
            Unsigned::Key => bad(format!(
                "the key of {} in the log cannot be used",
                self.seat
            )),
            Unsigned::Signature => bad("it is no signature".to_owned()),
            Unsigned::Purpose => bad("it was not made for orders".to_owned()),
            Unsigned::OtherKey => bad("it was made with another key than the player's".to_owned()),
            Unsigned::Text => bad(format!("it is not of `{file}`")),
        })?;
        // A signed file must be for this game, seat and turn, so that an old file cannot be used again.
        let heading: Heading = keep::from_str(&String::from_utf8_lossy(&text))
            .map_err(|_| bad(format!("`{file}` is no order file")))?;
        let turn = match self.paper {
            Paper::Orders => self.lock.number("turn").ok(),
            Paper::Standing => None,
        };
        let game = log.genesis().and_then(|first| first.record.get("game"));
        let is_for =
            (&*heading.game, &*heading.seat) == (game.unwrap_or_default(), self.seat.as_str());
        if !is_for || turn.is_some_and(|turn| turn != heading.turn) {
            let (
                words,
                Heading {
                    game, turn, seat, ..
                },
            ) = (self.paper.words(), heading);
            return Err(bad(match self.paper {
                Paper::Orders => {
                    format!("the player signed {words} of {seat} for turn {turn} of {game}")
                }
                Paper::Standing => format!("the player signed {words} of {seat} for {game}"),
            }));
        }
        let revision = heading.revision.map(NonZeroU32::get);
        Ok(Last {
            turn,
            revision: revision.ok_or_else(|| bad(format!("`{file}` has no `revision`")))?,
            file: sha256(&text),
        })
    }
}
