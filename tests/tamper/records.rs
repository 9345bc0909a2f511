//! Whole records: left out, doubled, swapped, cut off; with every later hash made to fit.

use super::{
    Comes::*,
    Forger,
    public::{Public, Record},
};

/// Replaces the records of the log.
fn relinked(records: Vec<Record>) -> impl FnOnce(&mut Public) {
    move |public| public.relink(&records)
}

pub fn every_record(forger: &mut Forger) {
    let records = forger.real.records();
    let mut seen = std::collections::BTreeSet::new();
    // The first and the last of each kind.
    let mut picked: Vec<usize> = (0..records.len())
        .filter(|n| seen.insert(records[*n].kind()))
        .collect();
    seen.clear();
    picked.extend(
        (0..records.len())
            .rev()
            .filter(|n| seen.insert(records[*n].kind())),
    );
    picked.sort_unstable();
    picked.dedup();
    let head = "the last records cut off, with all their files";
    for n in picked {
        let kind = records[n].kind().to_owned();
        let name = format!("record {}, {kind}", n + 1);
        let last = n + 1 == records.len();
        let mut less = records.clone();
        less.remove(n);
        let note = kind == "note";
        // The files that it named exist, and no record names them.
        let comes = match kind.as_str() {
            "genesis" => Refused("commitments of genesis", ""),
            "final" | "note" => Refused(
                "no file that no record names",
                "no file that no record names",
            ),
            _ if last => Refused(
                "no file that no record names",
                "no file that no record names",
            ),
            _ => Refused("order and keys", ""),
        };
        forger.forge(format!("{name} left out"), comes, relinked(less.clone()));
        if note
            && !["pause", "resume", "hold", "release"].contains(&records[n].get("what").unwrap())
        {
            forger.forge(
                format!("{name} left out with its reason"),
                Head("a note left out, or what it says"),
                move |p: &mut Public| {
                    p.relink(&less);
                    p.sweep();
                },
            );
        }
        let mut twice = records.clone();
        twice.insert(n, records[n].clone());
        let stopped = note
            && ["pause", "resume", "hold", "release"].contains(&records[n].get("what").unwrap());
        let comes = match kind.as_str() {
            "note" if stopped => Refused("notes (", "no sitting between"),
            "note" => Head("a note left out, or what it says"),
            _ => Refused("order and keys", ""),
        };
        forger.forge(format!("{name} doubled"), comes, relinked(twice));
        if !last && records[n + 1].kind() != "note" && !note {
            let mut moved = records.clone();
            moved.swap(n, n + 1);
            forger.forge(
                format!("{name} after the next"),
                Refused("order and keys", ""),
                relinked(moved),
            );
        }
        if !last {
            let cut = records[..=n].to_vec();
            forger.forge(
                format!("{name} is the last"),
                Refused(
                    "no file that no record names",
                    "no file that no record names",
                ),
                relinked(cut.clone()),
            );
            forger.forge(
                format!("{name} is the last, and what came later is gone"),
                Head(head),
                move |p: &mut Public| {
                    p.relink(&cut);
                    p.sweep();
                },
            );
        }
    }
    sittings(forger, &records);
}

/// Forges whole sittings.
fn sittings(forger: &mut Forger, records: &[Record]) {
    let locks: Vec<usize> = (0..records.len())
        .filter(|n| records[*n].kind() == "lock")
        .collect();
    let pairs: Vec<usize> = locks
        .into_iter()
        .filter(|n| records.get(n + 1).is_some_and(|r| r.kind() == "result"))
        .collect();
    let Some(&n) = pairs.get(pairs.len().saturating_sub(2)) else {
        return;
    };
    let order = Refused("order and keys", "");
    let mut less = records.to_vec();
    less.drain(n..n + 2);
    forger.forge("a sitting left out", order, relinked(less.clone()));
    // The later sittings are numbered anew: their keys are one too far on in the chain.
    let mut counted = less;
    let mut t = 0_u32;
    for record in &mut counted {
        t += u32::from(record.kind() == "lock");
        if record.get("sitting").is_some() {
            record.set("sitting", t.to_string());
        }
    }
    forger.forge(
        "a sitting left out, the others numbered anew",
        Refused(": key", ": key"),
        relinked(counted),
    );
    let mut twice = records.to_vec();
    let pair = twice[n..n + 2].to_vec();
    twice.splice(n..n, pair);
    forger.forge("a sitting twice", order, relinked(twice));
    // A sitting is repeated without a note, for better dice: it takes the next key, but its turn does not match.
    let mut again = records.to_vec();
    let mut pair = again[n..n + 2].to_vec();
    let next: u32 = pair[0].get("sitting").unwrap().parse().unwrap();
    for record in &mut pair {
        record.set("sitting", (next + 1).to_string());
    }
    again.splice(n + 2..n + 2, pair);
    forger.forge(
        "a sitting played again under the next number",
        order,
        relinked(again),
    );
    let keys: Vec<usize> = (0..records.len())
        .filter(|n| records[*n].kind() == "result")
        .collect();
    if let [one, two, ..] = keys[..] {
        let mut swapped = records.to_vec();
        let (a, b) = (
            records[one].get("key").unwrap(),
            records[two].get("key").unwrap(),
        );
        swapped[one].set("key", b);
        swapped[two].set("key", a);
        forger.forge(
            "two keys swapped",
            Refused(": key", ": key"),
            relinked(swapped),
        );
    }
}
