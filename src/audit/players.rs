//! Whose orders they were: the players' signatures on them, once both are open.

use super::{
    check::{Check, Lines, Verdict},
    hidden::opened_path,
    log::{Entry, Log},
    public_file,
    record::Kind,
};
use crate::{
    dice::{Hash, What, field::sha256, label::Name},
    ssh::{self, ORDERS, Unsigned},
    yaml::keep,
};
use serde::Deserialize;
use std::{collections::BTreeMap, num::NonZeroU32, path::Path};

/// What all lines about these signatures begin with.
const ORDERS_SIGNED: &str = "orders signed by their players";

/// What the log has instead of a key where a seat passes from a player who had one to one who has none.
pub const NO_KEY: &str = "none";

/// The public key that the log has of each seat's player after these records: that with which the seat was
/// taken, or that of whoever took it over.
pub fn player_keys(entries: &[Entry]) -> BTreeMap<&str, &str> {
    let mut keys = BTreeMap::new();
    for entry in entries {
        learn_keys(&mut keys, entry);
    }
    keys
}

/// What a record says of the players' keys.
fn learn_keys<'a>(keys: &mut BTreeMap<&'a str, &'a str>, entry: &'a Entry) {
    if !matches!(entry.record.kind, Kind::Seated | Kind::Note) {
        return;
    }
    for (seat, key) in entry.record.under("key.") {
        if key == NO_KEY {
            keys.remove(seat);
        } else {
            keys.insert(seat, key);
        }
    }
}

/// What an order file says of itself, as far as it counts here.
#[derive(Deserialize)]
struct Heading {
    game: String,
    turn: u32,
    seat: String,
    #[serde(default)]
    revision: Option<NonZeroU32>,
}

/// The last orders of a seat that were signed with a key: later ones of the same turn have a higher revision.
struct Last {
    turn: Option<u32>,
    revision: u32,
    /// The SHA-256 of the file: what stays in force from sitting to sitting is no older file.
    file: Hash,
}

impl Last {
    /// Whether these orders may come after the ones before them.
    fn follows(&self, before: Option<&Self>) -> bool {
        before.is_none_or(|before| {
            before.turn != self.turn || before.file == self.file || before.revision < self.revision
        })
    }
}

/// One order of a lock, of a seat whose player has a key.
struct Order<'a> {
    lock: &'a Entry,
    sitting: u32,
    seat: Name,
    key: &'a str,
}

/// Checks every player's signature on the orders that a lock has bound, with the public keys of the log.
pub fn check_orders(public: &Path, log: &Log) -> Vec<Check> {
    let mut lines = Lines::default();
    let hidden = |lines: &mut Lines, why: &str| {
        lines.push(ORDERS_SIGNED, Verdict::NotShown(why.to_owned()));
    };
    let bound = |entry: &Entry| entry.record.under("signature.").next().is_some();
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
    let game = log.genesis();
    let game = game.and_then(|genesis| genesis.record.get("game"));
    let (mut all, mut good, mut wrong) = (0_usize, 0_usize, vec![]);
    let mut without: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut built = true;
    let mut keys = BTreeMap::new();
    let mut last: BTreeMap<(&str, &str), Last> = BTreeMap::new();
    for lock in &log.entries {
        if lock.record.kind != Kind::Lock {
            learn_keys(&mut keys, lock);
            continue;
        }
        let Ok(sitting) = lock.number("sitting") else {
            continue;
        };
        let locked = lock.record.under("order.").filter(|(_, h)| *h != "none");
        for (seat, _) in locked {
            all += 1;
            let signed = lock.record.get(&format!("signature.{seat}")).is_some();
            let (Some(key), Ok(name)) = (keys.get(seat), Name::new(seat)) else {
                if signed {
                    wrong.push(format!(
                        "log/{}: `signature.{seat}` is there, and the log has no key of the player",
                        lock.file
                    ));
                }
                continue;
            };
            if !signed {
                without.entry(seat).or_default().push(sitting.to_string());
                continue;
            }
            let order = Order {
                lock,
                sitting,
                seat: name,
                key,
            };
            match order.check(public, game) {
                Ok(now) if now.follows(last.get(&(seat, *key))) => {
                    last.insert((seat, *key), now);
                    good += 1;
                }
                Ok(now) => wrong.push(format!(
                    "`{}`: revision {} of the signed orders of {seat} does not come after those of a sitting before",
                    opened_path(sitting, &What::Order(order.seat)),
                    now.revision,
                )),
                Err(Some(why)) => wrong.push(why),
                Err(None) => built = false,
            }
        }
    }
    let what = format!("{ORDERS_SIGNED} ({good} of {all})");
    if !built {
        let why = "this program was built without signatures";
        lines.push(ORDERS_SIGNED, Verdict::Unchecked(why.to_owned()));
    } else if good > 0 || !wrong.is_empty() {
        lines.all(what, &wrong);
    }
    if !without.is_empty() {
        let of = without.iter();
        let of = of.map(|(seat, sittings)| format!("{seat} in sitting {}", sittings.join(", ")));
        let why = format!(
            "without a signature of the player: {}; that they were his is the GM's word, and what his receipts say",
            of.collect::<Vec<_>>().join("; ")
        );
        lines.push("orders of players who have a key", Verdict::NotShown(why));
    }
    lines.0
}

impl Order<'_> {
    /// Checks the signature of an order.
    ///
    /// # Errors
    /// What is wrong with it; nothing where this program cannot tell.
    fn check(&self, public: &Path, game: Option<&str>) -> Result<Last, Option<String>> {
        let path = opened_path(self.sitting, &What::Signature(self.seat.clone()));
        let order = opened_path(self.sitting, &What::Order(self.seat.clone()));
        let read =
            |path: &str| public_file::read(public, path).map_err(|why| Some(why.to_string()));
        let (signature, text) = (read(&path)?, read(&order)?);
        let bad = |words: String| Some(format!("`{path}`: {words}"));
        ssh::verify(ORDERS, self.key, &signature, [&text]).map_err(|why| match why {
            Unsigned::NotBuilt => None,
            Unsigned::Key => bad(format!(
                "the key of {} in the log cannot be used",
                self.seat
            )),
            Unsigned::Signature => bad("it is no signature".to_owned()),
            Unsigned::Purpose => bad("it was not made for orders".to_owned()),
            Unsigned::OtherKey => bad("it was made with another key than the player's".to_owned()),
            Unsigned::Text => bad(format!("it is not of `{order}`")),
        })?;
        // What somebody has signed once is not what he ordered now.
        let heading: Heading = keep::from_str(&String::from_utf8_lossy(&text))
            .map_err(|_| bad(format!("`{order}` is no order file")))?;
        let turn = self.lock.number("turn").ok();
        let is = (&*heading.game, Some(heading.turn), &*heading.seat);
        if is == (game.unwrap_or_default(), turn, self.seat.as_str()) {
            let revision = heading.revision.map(NonZeroU32::get);
            return Ok(Last {
                turn,
                revision: revision.ok_or_else(|| bad(format!("`{order}` has no `revision`")))?,
                file: sha256(&text),
            });
        }
        Err(bad(format!(
            "the player signed orders of {} for turn {} of {}",
            heading.seat, heading.turn, heading.game
        )))
    }
}
