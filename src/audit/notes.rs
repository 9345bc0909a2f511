//! Checks of the notes (fair1, section 6).

use super::check::Lines;
use crate::log::{BadKey, Deed, Entry, Kind, Log, UnknownDeed, played_by};
use chrono::NaiveDateTime;

/// The state of the clock: paused, held, both or none.
#[derive(Clone, Copy, Debug, Default)]
struct Stopped {
    paused: bool,
    held: bool,
}

impl Stopped {
    /// Applies a record, and returns an error if it is wrong in the present state.
    fn read(&mut self, entry: &Entry) -> Result<(), BadKey> {
        match entry.record.kind {
            Kind::Lock if self.paused => Err(entry.bad("at", "is while the game is paused")),
            Kind::Lock if self.held => Err(entry.bad("at", "is while the game is held")),
            Kind::Note => self.note(entry),
            _ => Ok(()),
        }
    }

    fn note(&mut self, entry: &Entry) -> Result<(), BadKey> {
        let deed: Deed = entry
            .text("what")?
            .parse()
            .map_err(|why: UnknownDeed| entry.bad("what", why.to_string()))?;
        let (flag, on) = match deed {
            Deed::Pause => (&mut self.paused, true),
            Deed::Resume => (&mut self.paused, false),
            Deed::Hold => (&mut self.held, true),
            Deed::Release => (&mut self.held, false),
            _ => return told(entry, deed),
        };
        if *flag == on {
            return Err(entry.bad("what", "says what is so already"));
        }
        *flag = on;
        told(entry, deed)
    }
}

/// Checks that a note has a public reason and a time, that it binds a state only if it makes one, and that it has the
/// other keys of its deed.
fn told(entry: &Entry, deed: Deed) -> Result<(), BadKey> {
    let at = entry.text("at")?;
    NaiveDateTime::parse_from_str(at, "%Y-%m-%dT%H:%M:%SZ")
        .map_err(|_| entry.bad("at", "is no time in UTC"))?;
    if !entry
        .record
        .under("file.")
        .any(|(path, _)| path.starts_with("notes/"))
    {
        return Err(entry.bad("what", "has no file that says why"));
    }
    let binds = entry.record.under("bind.").count();
    if deed.makes_a_state() && binds != 1 {
        return Err(entry.bad("what", "makes a state and binds none, or more than one"));
    }
    if !deed.makes_a_state() && binds > 0 {
        return Err(entry.bad("what", "makes no state and binds one"));
    }
    if !matches!(deed, Deed::Replace | Deed::Seats) && entry.record.under("key.").next().is_some() {
        return Err(entry.bad(
            "what",
            "names a player's key, and no seat has changed hands",
        ));
    }
    played_by::told(deed, entry)?;
    // The keys that name the origin of the state.
    for (key, of) in [
        ("to", Deed::Rewind),
        ("of", Deed::Fork),
        ("head", Deed::Fork),
    ] {
        match entry.record.get(key) {
            None if deed == of => return Err(entry.bad(key, "is missing")),
            Some(_) if deed != of => return Err(entry.bad(key, "does not belong to this note")),
            _ => {}
        }
    }
    let teams = entry.record.under("team.").next().is_some();
    if deed != Deed::Seats && (teams || entry.record.get("drawn").is_some()) {
        return Err(entry.bad("what", "has teams or drawn seats, and is no draw"));
    }
    if deed != Deed::Fork && entry.record.under("deck.").count() > 0 {
        return Err(entry.bad("what", "brings decks along, and is no fork"));
    }
    Ok(())
}

/// Checks the notes (fair1, section 6): each is of a known kind and has a time and a public reason, and no sitting ran
/// while the game was stopped.
pub(super) fn check(log: &Log, lines: &mut Lines) {
    let mut stopped = Stopped::default();
    let notes = log.of(Kind::Note).count();
    let wrong: Vec<String> = log
        .entries
        .iter()
        .filter_map(|entry| stopped.read(entry).err())
        .map(|why| why.to_string())
        .collect();
    if notes > 0 {
        lines.all(format!("notes ({notes})"), &wrong);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        audit::{Check, Verdict},
        log::Folder,
    };

    const GOOD: &[(&str, &str)] = &[
        ("who", "gm"),
        ("at", "2026-11-24T12:00:00Z"),
        ("turn", "1"),
        ("file.notes/000001.txt", "x"),
    ];

    fn log(records: &[(Kind, &[(&str, &str)])]) -> Vec<Check> {
        let folder = Folder::new();
        let mut log = Log::default();
        for (kind, lines) in records {
            let lines: Vec<(String, String)> = lines
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect();
            let (path, bytes) = log.push(*kind, &lines).expect("a record");
            folder.write(&path, &bytes);
        }
        let (log, errors) = Log::examine(folder.path());
        assert!(errors.is_empty(), "{errors:?}");
        let mut lines = Lines::default();
        check(&log, &mut lines);
        lines.0
    }

    fn note<'a>(what: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        [&[("what", what)], more].concat()
    }

    #[track_caller]
    fn fails(checks: &[Check], why: &str) {
        let failed = matches!(&checks[0].verdict, Verdict::Failed(words) if words.contains(why));
        assert!(failed, "{checks:?}");
    }

    #[test]
    fn every_deed_has_one_spelling_and_is_accepted() {
        for deed in Deed::ALL {
            assert_eq!(deed.as_str().parse(), Ok(deed));
            let mut more = GOOD.to_vec();
            let hash = "0".repeat(64);
            if deed.makes_a_state() {
                more.push(("bind.amend-1", &hash));
            }
            if matches!(
                deed,
                Deed::Nmr | Deed::Replace | Deed::Excuse | Deed::Orders
            ) {
                more.push(("seat", "roo"));
            }
            if matches!(deed, Deed::Nmr | Deed::Replace) {
                more.push(("played-by", "defaults"));
            }
            match deed {
                Deed::Rewind => more.push(("to", "1")),
                Deed::Fork => more.extend([("of", "gem"), ("head", &hash)]),
                _ => {}
            }
            let lines = note(deed.as_str(), &more);
            let before = match deed {
                Deed::Resume => vec![(Kind::Note, note("pause", GOOD))],
                Deed::Release => vec![(Kind::Note, note("hold", GOOD))],
                _ => vec![],
            };
            let mut all: Vec<(Kind, &[(&str, &str)])> = before
                .iter()
                .map(|(kind, lines)| (*kind, &lines[..]))
                .collect();
            all.push((Kind::Note, &lines));
            assert_eq!(log(&all)[0].verdict, Verdict::Ok, "{deed}");
        }
    }

    #[test]
    fn notes_with_wrong_keys_fail() {
        fails(
            &log(&[(Kind::Note, &note("bribe", GOOD))]),
            "`bribe` is not a known kind of note",
        );
        fails(
            &log(&[(Kind::Note, &note("extend", &GOOD[..3]))]),
            "has no file that says why",
        );
        let late = [GOOD[0], ("at", "yesterday"), GOOD[2], GOOD[3]];
        fails(&log(&[(Kind::Note, &note("extend", &late))]), "is no time");
        fails(
            &log(&[(Kind::Note, &note("rewind", GOOD))]),
            "makes a state and binds none",
        );
        let hash = "0".repeat(64);
        let bound = [GOOD, &[("bind.amend-1", hash.as_str())]].concat();
        fails(
            &log(&[(Kind::Note, &note("extend", &bound))]),
            "makes no state and binds one",
        );
        let two = [&bound[..], &[("bind.amend-2", hash.as_str())]].concat();
        fails(&log(&[(Kind::Note, &note("amend", &two))]), "more than one");
        fails(
            &log(&[(Kind::Note, &note("rewind", &bound))]),
            "`to` is missing",
        );
        let to = [&bound[..], &[("to", "1")]].concat();
        fails(
            &log(&[(Kind::Note, &note("amend", &to))]),
            "does not belong",
        );
        fails(
            &log(&[(Kind::Note, &note("nmr", GOOD))]),
            "`seat` is missing",
        );
        let of = |more: &[(&'static str, &'static str)]| [GOOD, &[("seat", "roo")], more].concat();
        fails(
            &log(&[(Kind::Note, &note("nmr", &of(&[])))]),
            "`played-by` is missing",
        );
        fails(
            &log(&[(Kind::Note, &note("extend", &of(&[])))]),
            "does not belong",
        );
        for (deed, by) in [("orders", "bot"), ("nmr", "gm")] {
            let lines = of(&[("played-by", by)]);
            let checks = log(&[(Kind::Note, &note(deed, &lines))]);
            fails(&checks, "`played-by`");
        }
        let dealt = [&bound[..], &[("deck.a", "x y")]].concat();
        fails(&log(&[(Kind::Note, &note("amend", &dealt))]), "is no fork");
    }

    #[test]
    fn a_lock_while_the_game_is_stopped_fails() {
        let lock: &[(&str, &str)] = &[("at", "2026-11-24T12:00:00Z")];
        for (stop, go, word) in [("pause", "resume", "paused"), ("hold", "release", "held")] {
            let (stop, go) = (note(stop, GOOD), note(go, GOOD));
            let (stop, go) = ((Kind::Note, &stop[..]), (Kind::Note, &go[..]));
            fails(&log(&[stop, (Kind::Lock, lock)]), word);
            assert_eq!(log(&[stop, go, (Kind::Lock, lock)])[0].verdict, Verdict::Ok);
            fails(&log(&[stop, stop]), "is so already");
            fails(&log(&[go]), "is so already");
        }
    }
}
