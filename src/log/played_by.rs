//! The player, bot or defaults behind each seat, as the notes state it (fair1, section 6).

use super::{
    chain::{BadKey, Entry},
    deed::Deed,
    record::Kind,
};
use crate::{collect::Collect, engine::SeatId};
use std::{collections::BTreeMap, fmt, str::FromStr};

/// The player, bot or defaults behind a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayedBy {
    /// Its player.
    #[default]
    Player,
    /// A bot answers what its orders leave open.
    Bot,
    /// Defaults answer what its orders leave open.
    Defaults,
}

impl PlayedBy {
    const ALL: [Self; 3] = [Self::Player, Self::Bot, Self::Defaults];

    /// Returns the spelling in a record.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Bot => "bot",
            Self::Defaults => "defaults",
        }
    }
}

impl fmt::Display for PlayedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The error for a text that is not a [`PlayedBy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not one of player, bot, defaults")]
pub struct UnknownPlayedBy;

impl FromStr for PlayedBy {
    type Err = UnknownPlayedBy;
    fn from_str(text: &str) -> Result<Self, UnknownPlayedBy> {
        let by = Self::ALL.into_iter().find(|by| by.as_str() == text);
        by.ok_or(UnknownPlayedBy)
    }
}

/// Returns the bots that play in a sitting according to its lock, each with the name of its program.
pub(crate) fn bots_of(lock: &Entry) -> BTreeMap<SeatId, (String, String)> {
    let bots = lock.record.under("bot.");
    let known = bots.filter_map(|(seat, value)| {
        let (bot, program) = value.split_once(' ')?;
        Some((
            SeatId::new(seat).ok()?,
            (bot.to_owned(), program.to_owned()),
        ))
    });
    known.collect_map()
}

/// Returns the bots that play in a sitting according to its lock.
pub(crate) fn bot_names(lock: &Entry) -> BTreeMap<SeatId, String> {
    let bots = bots_of(lock).into_iter();
    bots.map(|(seat, (bot, _))| (seat, bot)).collect_map()
}

/// The [`PlayedBy`] of each seat at one point of a log. A seat that no note names is played by its player.
#[derive(Clone, Debug, Default)]
pub struct Attendance(BTreeMap<String, PlayedBy>);

impl Attendance {
    /// Applies the next record: a note may change the [`PlayedBy`] of its seat from here on.
    pub fn read(&mut self, entry: &Entry) {
        let (seat, by) = (entry.record.get("seat"), entry.record.get("played-by"));
        if let (Kind::Note, Some(seat), Some(Ok(by))) =
            (entry.record.kind, seat, by.map(PlayedBy::from_str))
        {
            self.0.insert(seat.to_owned(), by);
        }
    }

    /// Returns the [`PlayedBy`] of a seat.
    pub fn of(&self, seat: &str) -> PlayedBy {
        self.0.get(seat).copied().unwrap_or_default()
    }

    /// Checks that a lock names the bots of exactly the seats that bots play.
    pub(crate) fn check(&self, lock: &Entry) -> Result<(), BadKey> {
        for (seat, _) in lock.record.under("bot.") {
            if self.of(seat) != PlayedBy::Bot {
                return Err(lock.bad(
                    &format!("bot.{seat}"),
                    "names a bot, and no note gives it the seat",
                ));
            }
        }
        for (seat, by) in &self.0 {
            let key = format!("bot.{seat}");
            if *by == PlayedBy::Bot && lock.record.get(&key).is_none() {
                return Err(lock.bad(&key, "is missing, and a note gives the seat to a bot"));
            }
        }
        Ok(())
    }
}

/// Checks that a note has the keys `seat` and `played-by` if its deed requires them, and only if its deed allows them.
pub(crate) fn told(deed: Deed, entry: &Entry) -> Result<(), BadKey> {
    let one_seat = matches!(
        deed,
        Deed::Excuse | Deed::Nmr | Deed::Orders | Deed::Replace
    );
    match entry.record.get("seat") {
        None if one_seat => return Err(entry.bad("seat", "is missing")),
        Some(_) if !one_seat => return Err(entry.bad("seat", "does not belong to this note")),
        _ => {}
    }
    let Some(by) = entry.record.get("played-by") else {
        return match deed {
            Deed::Nmr | Deed::Replace => Err(entry.bad("played-by", "is missing")),
            _ => Ok(()),
        };
    };
    if !matches!(deed, Deed::Nmr | Deed::Replace | Deed::Excuse) {
        return Err(entry.bad("played-by", "does not belong to this note"));
    }
    by.parse::<PlayedBy>()
        .map(drop)
        .map_err(|why| entry.bad("played-by", why.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::Log;

    fn log(records: &[(Kind, &[(&str, &str)])]) -> Log {
        let mut log = Log::default();
        for (kind, lines) in records {
            let own = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
            let lines: Vec<(String, String)> = lines.iter().map(own).collect();
            log.push(*kind, &lines).expect("a record");
        }
        log
    }

    /// Checks the last record, which is a lock, against the notes before it.
    fn lock_fits(records: &[(Kind, &[(&str, &str)])]) -> Result<(), String> {
        let log = log(records);
        let mut attendance = Attendance::default();
        for entry in &log.entries {
            attendance.read(entry);
        }
        let lock = log.entries.last().expect("a record");
        attendance.check(lock).map_err(|why| why.to_string())
    }

    /// fair1, section 6: a lock has `bot.<seat>` for exactly the seats that bots play.
    #[test]
    fn a_bot_needs_its_note() {
        let bot: &[(&str, &str)] = &[("bot.roo", "greedy chronojudge 0.1.0")];
        let given: &[(&str, &str)] = &[("what", "nmr"), ("seat", "roo"), ("played-by", "bot")];
        let back: &[(&str, &str)] = &[("what", "nmr"), ("seat", "roo"), ("played-by", "player")];
        let idle: &[(&str, &str)] = &[("what", "nmr"), ("seat", "roo"), ("played-by", "defaults")];
        let (note, lock) = (Kind::Note, Kind::Lock);
        assert_eq!(lock_fits(&[(note, given), (lock, bot)]), Ok(()));
        assert_eq!(
            lock_fits(&[(note, given), (note, back), (lock, &[])]),
            Ok(())
        );
        assert_eq!(lock_fits(&[(note, idle), (lock, &[])]), Ok(()));
        for wrong in [
            &[(lock, bot)][..],
            &[(note, given), (note, back), (lock, bot)],
            &[(note, idle), (lock, bot)],
        ] {
            let why = lock_fits(wrong).expect_err("no note");
            assert!(why.contains("no note gives it the seat"), "{why}");
        }
        let why = lock_fits(&[(note, given), (lock, &[])]).expect_err("no bot");
        assert!(why.contains("is missing"), "{why}");
    }
}
