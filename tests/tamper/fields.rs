//! Every field of every kind of record: changed, left out, doubled, moved, with every later hash made to fit.

use super::{
    Comes::{self, *},
    Forger,
    public::{Public, Record},
};
use chronojudge::dice::field::sha256;
use std::collections::BTreeSet;

/// Values that a running game keeps sealed.
const SEALED: &str =
    "the secret behind what is hidden, and what the sealed orders, journals and states are";

/// Returns a key without its seat, deck, slot or path.
fn class(key: &str) -> &str {
    match key.split_once('.') {
        Some((
            start
            @ ("salt-hash" | "salt" | "key" | "team" | "order" | "standing" | "deck" | "open"),
            _,
        )) => start,
        Some(("file", rest)) => match rest.rsplit('/').next().unwrap() {
            "game.yaml" => "file.game.yaml",
            "rolls.txt" => "file.rolls",
            "facts.yaml" => "file.facts",
            "view.yaml" => "file.view",
            name if name.ends_with(".slots.txt") => "file.slots",
            name if name.ends_with(".items.txt") => "file.items",
            name if name.starts_with("order-") => "file.order",
            name if name.starts_with("journal") => "file.journal",
            _ => "file.other",
        },
        _ => key,
    }
}

/// Returns the value with its last letter or digit changed, or the next number, or the next second.
fn other(value: &str) -> String {
    if let Ok(number) = value.parse::<u64>() {
        return (number + 1).to_string();
    }
    if let Some(start) = value.strip_suffix('Z') {
        // One second is added, or subtracted.
        let (start, second) = start.split_at(start.len() - 1);
        let second = if second == "9" {
            8
        } else {
            second.parse::<u32>().unwrap() + 1
        };
        return format!("{start}{second}Z");
    }
    let last = if value.ends_with('1') { '2' } else { '1' };
    format!("{}{last}", &value[..value.len() - 1])
}

/// Returns the expected outcome of another value under a key.
fn changed(kind: &str, class: &str) -> Comes {
    let order = Refused("order and keys", "");
    match (kind, class) {
        (_, "record") => Refused("log of", ""),
        (_, "previous") => Refused("log of", "link to the record before"),
        ("genesis", "content") => Refused("content", "content"),
        ("genesis", "anchor") => Refused("sitting 1: key", "sitting 1: key"),
        ("genesis" | "final", "hidden") => Refused("hidden secret", "hidden secret"),
        ("genesis", "game" | "ruleset" | "sittings" | "dice") => Refused("order and keys", ""),
        // Every salt is bound to the first record.
        ("genesis", "engine") | ("seated", "salt-hash") | ("salts", "salt") => {
            Refused("salts (", "seats and salts")
        }
        ("lock", "order" | "standing") | ("result", "bind.journal" | "bind.state") => {
            Refused("opened files", "opened ")
        }
        ("note", "what") => Refused("notes (", "name, keys"),
        ("note", "played-by") => Refused("notes (", ""),
        ("result", "engine") => Head("which version of the program played a sitting"),
        ("lock", "seen") => Refused("the log that players saw", ""),
        ("draw", "beacon") => Refused("the game drawn by a public round", ""),
        ("lock" | "note" | "salts", "at") => Head("the times in the log"),
        ("result", "key") => Refused(": key", ": key"),
        ("result", "deck") => Refused(": deck", ""),
        ("result", "open") => Refused("opened slots", ": slot"),
        ("final", _) | (_, "file.game.yaml") => Refused("files (", ""),
        (_, class) if class.starts_with("file.") => Refused("files (", ""),
        _ => order,
    }
}

/// Returns the expected outcome if a key is left out; `None` if it cannot be stated for this key alone.
fn left_out(kind: &str, class: &str) -> Option<Comes> {
    Some(match (kind, class) {
        (_, "record" | "previous") => Refused("log of", ""),
        ("seated", "salt-hash") | ("salts", "salt") => Refused("salts (", "seats and salts"),
        ("result", "file.rolls") => Refused("rolls (", ""),
        ("result", "file.slots" | "file.items") => Refused(": deck", ""),
        ("result", "file.facts" | "file.view") => Refused(
            "no file that no record names",
            "no file that no record names",
        ),
        ("result", "open") => Rules("other slots were opened"),
        ("result", "deck") => return None,
        ("final", class) if class.starts_with("file.") => Refused(
            "no file that no record names",
            "no file that no record names",
        ),
        ("note", class) if class.starts_with("file.") => Refused("notes (", ""),
        ("note", "seat" | "played-by") => Refused("notes (", ""),
        ("lock", "seen") => Refused("the log that players saw", ""),
        _ => Refused("order and keys", ""),
    })
}

/// Changes one record, and makes the links after it fit.
fn bend(n: usize, how: impl FnOnce(&mut Record)) -> impl FnOnce(&mut Public) {
    move |public| {
        let mut records = public.records();
        how(&mut records[n]);
        if records[n].get("previous").is_some() && records[n].0[0].0 == "record" {
            public.relink(&records);
        } else {
            broken(public, n, &records);
        }
    }
}

/// Writes a record that is no longer valid in its place, as it is.
fn broken(public: &mut Public, n: usize, records: &[Record]) {
    let path = public
        .0
        .keys()
        .filter(|path| path.starts_with("log/"))
        .nth(n)
        .unwrap()
        .clone();
    public.set(&path, records[n].bytes());
}

/// Forges every kind of key of the first, the middle and the last record of each kind.
pub fn every_field(forger: &mut Forger) {
    let records = forger.real.records();
    let mut kinds: Vec<&str> = records.iter().map(Record::kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of: Vec<usize> = (0..records.len())
            .filter(|n| records[*n].kind() == kind)
            .collect();
        let mut picked: BTreeSet<usize> = [of[0], of[of.len() / 2], of[of.len() - 1]].into();
        if !forger.thorough {
            picked = [of[of.len() / 2]].into();
        }
        let mut seen = BTreeSet::new();
        for n in picked.into_iter().rev() {
            for (key, value) in records[n].0.clone() {
                let class = class(&key).to_owned();
                // A hash and the word `none` count as two kinds.
                if !seen.insert((class.clone(), value == "none")) {
                    continue;
                }
                field(forger, n, &records[n], (&key, &value), &class);
            }
        }
        let n = of[of.len() - 1];
        if forger.thorough || n + 1 == records.len() {
            whole(forger, n, &records[n]);
        }
    }
    swaps(forger, &records);
}

fn records_of<'a>(forger: &'a Forger, kind: &'a str) -> impl Iterator<Item = Record> + 'a {
    let records = forger.real.records().into_iter();
    records.filter(move |record| record.kind() == kind)
}

/// Forges one field.
fn field(forger: &mut Forger, n: usize, record: &Record, (key, value): (&str, &str), class: &str) {
    let kind = record.kind();
    let name = format!("record {}, {kind}, `{key}`", n + 1);
    let finished = forger.real.records().iter().any(|r| r.kind() == "final");
    let none = value == "none";
    let comes = match (kind, class) {
        // These orders never existed, and are never opened.
        ("lock", "order" | "standing") if none => None,
        ("result" | "lock", "bind.journal" | "bind.state" | "order" | "standing") if !finished => {
            Some(Later(SEALED))
        }
        ("note", "turn" | "at") => Some(Head(if class == "at" {
            "the times in the log"
        } else {
            "a note left out, or what it says"
        })),
        ("salts", "at") if records_of(forger, "lock").any(|lock| lock.get("at") == Some(value)) => {
            Some(Refused("order and keys", ": lock"))
        }
        // Every salt is bound to the first record, and sealed values are opened when the game is over.
        ("genesis", "hidden") if !finished => Some(Refused("salts (", "seats and salts")),
        ("lock", "seen") if !finished => Some(Later(
            "which record the orders of a lock name as the last that their writer saw",
        )),
        // Only the rolls depend on this round.
        ("result", "beacon") if !none => None,
        _ if none && class == "previous" => None,
        _ => Some(changed(kind, class)),
    };
    if let Some(comes) = comes {
        let other = if none { "1".repeat(64) } else { other(value) };
        let key = key.to_owned();
        forger.forge(
            format!("{name} changed"),
            comes,
            move |p: &mut Public| match key.as_str() {
                // `relink` computes these anew.
                "record" | "previous" => {
                    let mut records = p.records();
                    records[n].set(&key, other);
                    broken(p, n, &records);
                }
                _ => bend(n, |r| r.set(&key, other))(p),
            },
        );
    }
    if !forger.thorough {
        return;
    }
    let sealed = (kind, class) == ("lock", "seen") && !finished;
    if let Some(comes) = left_out(kind, class).filter(|_| !sealed) {
        let key = key.to_owned();
        forger.forge(
            format!("{name} left out"),
            comes,
            bend(n, |r| r.remove(&key)),
        );
    }
    let line = (key.to_owned(), value.to_owned());
    let comes = Refused("log of", "");
    forger.forge(format!("{name} doubled"), comes, move |p: &mut Public| {
        let mut records = p.records();
        records[n].0.push(line);
        // Only the later links are made to fit: with two lines `previous` the record is invalid.
        p.relink(&records);
    });
}

/// Forges a record as a whole: another line, another order of lines, another notation.
fn whole(forger: &mut Forger, n: usize, record: &Record) {
    let kind = record.kind().to_owned();
    let name = format!("record {}, {kind}", n + 1);
    let more = |key: &str, value: &str| {
        let line = (key.to_owned(), value.to_owned());
        bend(n, |r| r.0.push(line))
    };
    let order = Refused("order and keys", "name, keys");
    forger.forge(format!("{name}: a line more"), order, more("bribe", "yes"));
    for bad in ["", "\"quoted\"", "a: b", "a #b", " a"] {
        let comes = Refused("log of", "");
        forger.forge(format!("{name}: `{bad}`"), comes, move |p: &mut Public| {
            let mut records = p.records();
            records[n].0.push(("more".to_owned(), bad.to_owned()));
            broken(p, n, &records);
        });
    }
    if record.0.len() > 4 {
        let comes = match kind.as_str() {
            // Every salt is bound to this record.
            "genesis" => Refused("salts (", "seats and salts"),
            _ => Head("the order of the lines in a record"),
        };
        forger.forge(
            format!("{name}: lines in another order"),
            comes,
            bend(n, |r| r.0.swap(2, 3)),
        );
    }
    if record.0.len() > 2 {
        forger.forge(
            format!("{name}: `previous` is not the second line"),
            Refused("log of", "its first lines are not"),
            bend(n, |r| r.0.swap(1, 2)),
        );
    }
    if let ("final" | "note", Some(bytes)) =
        (&kind[..], forger.real.0.get("sittings/0001/rolls.txt"))
    {
        let line = (
            "file.sittings/0001/rolls.txt".to_owned(),
            sha256(bytes).to_string(),
        );
        forger.forge(
            format!("{name}: names a file of a result"),
            Refused("files (", "is no path of a file of such a record"),
            bend(n, |r| r.0.push(line)),
        );
    }
    forger.forge(
        format!("{name}: not the kind its file says"),
        Refused("log of", ""),
        {
            move |p: &mut Public| {
                let mut records = p.records();
                let kind = if records[n].kind() == "note" {
                    "fair1/lock"
                } else {
                    "fair1/note"
                };
                records[n].set("record", kind);
                broken(p, n, &records);
            }
        },
    );
    let path = forger
        .real
        .0
        .keys()
        .filter(|path| path.starts_with("log/"))
        .nth(n)
        .unwrap()
        .clone();
    for (what, from, to) in [
        ("line ends", "\n", "\r\n"),
        ("an empty line", "\nprevious", "\n\nprevious"),
        ("no last line end", "", ""),
    ] {
        let path = path.clone();
        forger.forge(
            format!("{name}: {what}"),
            Refused("log of", ""),
            move |p: &mut Public| {
                let text = p.text(&path);
                let text = if from.is_empty() {
                    text.trim_end().to_owned()
                } else {
                    text.replace(from, to)
                };
                p.set(&path, text);
            },
        );
    }
}

/// Swaps values: slots, salts, orders, a receipt from an earlier sitting.
fn swaps(forger: &mut Forger, records: &[Record]) {
    let find = |kind: &str, start: &str, least: usize| {
        records.iter().position(|r| {
            let values: BTreeSet<&String> =
                r.0.iter()
                    .filter(|(k, v)| k.starts_with(start) && v != "none")
                    .map(|(_, v)| v)
                    .collect();
            r.kind() == kind && values.len() >= least
        })
    };
    let finished = records.iter().any(|r| r.kind() == "final");
    for (kind, start, comes) in [
        ("salts", "salt.", Refused("salts (", "seats and salts")),
        (
            "seated",
            "salt-hash.",
            Refused("salts (", "seats and salts"),
        ),
        ("lock", "order.", Refused("opened files", "opened ")),
        ("result", "open.", Refused("opened slots", ": slot")),
        ("result", "bind.", Refused("opened files", "opened ")),
    ] {
        let Some(n) = find(kind, start, 2) else {
            continue;
        };
        let sealed = !finished && ["order.", "bind."].contains(&start);
        let comes = if sealed { Later(SEALED) } else { comes };
        forger.forge(
            format!("two values of `{start}` swapped"),
            comes,
            bend(n, |r| {
                let mut of: Vec<usize> = (0..r.0.len())
                    .filter(|i| r.0[*i].0.starts_with(start) && r.0[*i].1 != "none")
                    .collect();
                of.dedup_by_key(|i| r.0[*i].1.clone());
                let (a, b) = (r.0[of[0]].1.clone(), r.0[of[1]].1.clone());
                r.0[of[0]].1 = b;
                r.0[of[1]].1 = a;
            }),
        );
    }
    let locks: Vec<usize> = (0..records.len())
        .filter(|n| records[*n].kind() == "lock")
        .collect();
    // A receipt for the orders of one sitting is not valid for those of another.
    let pair = locks
        .iter()
        .flat_map(|a| locks.iter().map(move |b| (*a, *b)))
        .find_map(|(a, b)| {
            let key = records[a].0.iter().find(|(key, value)| {
                let later = records[b].get(key).is_some_and(|v| v != "none");
                a < b && key.starts_with("order.") && value != "none" && later
            })?;
            Some((b, key.clone()))
        });
    if let Some((n, (key, value))) = pair.filter(|_| finished) {
        let comes = Refused("opened files", "opened ");
        forger.forge(
            "a receipt replayed",
            comes,
            bend(n, move |r| r.set(&key, value)),
        );
    }
    // Orders that were not sent cannot be opened.
    let unsent = locks.iter().find_map(|n| {
        let (key, _) = records[*n]
            .0
            .iter()
            .find(|(key, value)| key.starts_with("order.") && value == "none")?;
        Some((*n, key.clone()))
    });
    if let Some((n, key)) = unsent {
        let comes = if finished {
            Sealed("sealed")
        } else {
            Later(SEALED)
        };
        forger.forge(
            "orders invented",
            comes,
            bend(n, move |r| r.set(&key, "7".repeat(64))),
        );
    }
    let sent = locks.iter().rev().find_map(|n| {
        let (key, _) = records[*n]
            .0
            .iter()
            .find(|(key, value)| key.starts_with("order.") && value != "none")?;
        Some((*n, key.clone()))
    });
    if let Some((n, key)) = sent {
        let comes = if finished {
            Refused("opened files", "opened ")
        } else {
            Later(SEALED)
        };
        forger.forge(
            "orders denied",
            comes,
            bend(n, move |r| {
                r.set(&key, "none");
                // The record that their writer saw goes with them.
                r.remove(&key.replace("order.", "seen."));
            }),
        );
    }
    for (key, value, comes) in [
        ("overdue", "yes", Head("whether a lock was overdue")),
        (
            "overdue",
            "perhaps",
            Refused("order and keys", "name, keys"),
        ),
        ("at", "yesterday", Refused("order and keys", "name, keys")),
        ("at", "2001-01-01T00:00:00Z", Refused("order and keys", "")),
    ] {
        let n = locks[locks.len() - 1];
        if records[n].get(key) != Some(value) {
            forger.forge(
                format!("a lock with `{key}: {value}`"),
                comes,
                bend(n, move |r| r.set(key, value)),
            );
        }
    }
    // A beacon that was not declared.
    if records[0].get("dice") != Some("beacon") {
        let comes = Refused("order and keys", "");
        let n = locks[locks.len() - 1] + 1;
        forger.forge(
            "a signature out of nothing",
            comes,
            bend(n, |r| r.set("beacon", "a".repeat(96))),
        );
    }
    for value in ["waiting", "turn-complete", "game-over", "never"] {
        let results = (0..records.len()).filter(|n| records[*n].kind() == "result");
        let n = results.max().unwrap();
        if let Some(ended) = records[n].get("ended").filter(|ended| *ended != value) {
            let comes = match (ended, value) {
                // A game that is over has to be opened, and this one is not.
                ("waiting", "game-over") if !finished => Sealed("sealed"),
                _ => Refused("order and keys", ""),
            };
            forger.forge(
                format!("a game that ended with `{value}`"),
                comes,
                bend(n, move |r| r.set("ended", value)),
            );
        }
    }
}
