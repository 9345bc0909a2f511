//! The log that a player saw: the `head` of their order file, and `seen.<seat>` of the lock (fair1, section 6).

use super::{check::Lines, doubt::Doubt};
use crate::{
    dice::{What, label::Name},
    log::{BadKey, Entry, Kind, Log, PublicFolder, decimal, opened_path, record_seen},
    yaml::{Budget, Document},
};
use serde::Deserialize;

/// Checks that each `seen.<seat>` of a lock is the number of an earlier record, for a seat that has orders.
pub(super) fn keys(lock: &Entry) -> Result<(), BadKey> {
    let own = lock.file.get(..6).and_then(|number| number.parse().ok());
    for (seat, value) in lock.record.under("seen.") {
        let key = format!("seen.{seat}");
        let number: Option<u64> = decimal(value);
        if !number.is_some_and(|number| number > 0 && own.is_some_and(|own: u64| number < own)) {
            return Err(lock.bad(&key, "is no record before this one"));
        }
        if lock
            .record
            .get(&format!("order.{seat}"))
            .is_none_or(|order| order == "none")
        {
            return Err(lock.bad(&key, "is there, and no orders are"));
        }
    }
    Ok(())
}

/// The only key of an order file that is read here.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    head: Option<String>,
}

/// Checks that each opened order file names the record that its lock states, and none names a record of another log.
pub(super) fn check(public: PublicFolder<'_>, log: &Log, lines: &mut Lines) {
    let Some(last) = log.of(Kind::Final).last() else {
        return;
    };
    let (mut orders, mut wrong) = (0, vec![]);
    for lock in log.of(Kind::Lock) {
        let Ok(t) = lock.number("sitting") else {
            continue;
        };
        for (seat, hash) in lock.record.under("order.") {
            let Ok(name) = Name::new(seat) else { continue };
            let path = opened_path(t, &What::Order(name));
            // Files that are bound and not opened are reported elsewhere.
            if hash == "none" || last.record.get(&format!("file.{path}")).is_none() {
                continue;
            }
            let Ok(bytes) = public.named(last, &path) else {
                continue;
            };
            orders += 1;
            let seen = lock.record.get(&format!("seen.{seat}"));
            let doubt = agrees(log, lock, seen, &bytes).err();
            wrong.extend(doubt.map(|why| format!("{path}: {why}")));
        }
    }
    if orders > 0 {
        lines.all(
            format!("the log that players saw ({orders} order files)"),
            &wrong,
        );
    }
}

/// Checks that an opened order file names the record that its lock states.
fn agrees(log: &Log, lock: &Entry, seen: Option<&str>, bytes: &[u8]) -> Result<(), Doubt> {
    let document = Document::read("orders", bytes, Budget::Orders)
        .map_err(|_| Doubt::wrong("it cannot be read"))?;
    let Head { head } = document
        .decode_only(&["head"])
        .map_err(|_| Doubt::wrong("its `head` cannot be read"))?;
    let own = log.entries.iter().position(|entry| entry.hash == lock.hash);
    let named = head.as_ref().and_then(|head| record_seen(log, head));
    let named = named.filter(|number| own.is_some_and(|own| *number as usize <= own));
    match (head, named, seen) {
        (None, _, None) => Ok(()),
        (None, _, Some(_)) => Err(Doubt::Wrong(format!(
            "log/{} says what it saw, and it names no head",
            lock.file
        ))),
        (Some(head), None, _) => Err(Doubt::Wrong(format!(
            "its `head` is {head}, which no record before log/{} has: its player was sent another log",
            lock.file
        ))),
        (Some(_), Some(number), seen) if seen == Some(&number.to_string()) => Ok(()),
        (Some(_), Some(number), _) => Err(Doubt::Wrong(format!(
            "its `head` is that of record {number}, and log/{} does not say so",
            lock.file
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> Log {
        let mut log = Log::default();
        for kind in [Kind::Seated, Kind::Salts] {
            log.push(kind, &[]).expect("a record");
        }
        let order = ("order.roo".to_owned(), "x".to_owned());
        log.push(Kind::Lock, &[order]).expect("a record");
        log
    }

    /// fair1, section 6: the lock and the opened orders must agree.
    #[test]
    fn a_split_view_shows_in_the_opened_orders() {
        let log = log();
        let lock = log.entries.last().expect("the lock");
        let second = log.entries[1].hash;
        let with = |head: &str| format!("game: gem\nhead: {head}\n").into_bytes();
        let says = |seen, bytes: &[u8]| agrees(&log, lock, seen, bytes);
        assert_eq!(says(Some("2"), &with(&second.to_string())), Ok(()));
        assert_eq!(says(None, b"game: gem\n"), Ok(()));
        for (seen, bytes, why) in [
            (Some("1"), with(&second.to_string()), "that of record 2"),
            (None, with(&second.to_string()), "that of record 2"),
            (Some("2"), b"game: gem\n".to_vec(), "names no head"),
            (None, with(&"5f".repeat(32)), "was sent another log"),
            (
                Some("3"),
                with(&lock.hash.to_string()),
                "was sent another log",
            ),
            (None, with("[1]"), "cannot be read"),
        ] {
            let doubt = says(seen, &bytes).expect_err("it does not agree");
            let said = doubt.to_string();
            assert!(said.contains(why), "{said}");
        }
    }

    #[test]
    fn a_lock_names_only_records_before_it() {
        for (seen, good) in [
            ("2", true),
            ("0", false),
            ("3", false),
            ("02", false),
            ("x", false),
        ] {
            let order = ("order.roo".to_owned(), "x".to_owned());
            let seen = ("seen.roo".to_owned(), seen.to_owned());
            let mut lines = vec![order, seen];
            let lock = |log: &mut Log, lines: &[(String, String)]| {
                log.push(Kind::Lock, lines).expect("a record");
                keys(log.entries.last().expect("the lock")).is_ok()
            };
            let mut log = Log::default();
            log.push(Kind::Seated, &[]).expect("a record");
            log.push(Kind::Salts, &[]).expect("a record");
            assert_eq!(lock(&mut log, &lines), good, "{lines:?}");
            lines[0].1 = "none".to_owned();
            assert!(!lock(&mut log, &lines), "{lines:?}");
        }
    }
}
