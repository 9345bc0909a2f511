//! The played sittings of a log.

use crate::{
    dice::{Draw, Fair, Hash, Key, Name},
    engine::{Overdue, Prompt, SeatId},
    log::{Attendance, BadKey, Entry, Kind, Log, PlayedBy, beacon_of, bot_names},
    orders::{self, OnFileSet},
};
use std::collections::BTreeMap;

/// A played sitting: its lock and its result.
pub(crate) struct Sitting<'a> {
    pub number: u32,
    pub turn: u32,
    pub lock: &'a Entry,
    pub result: &'a Entry,
    /// The player, bot or defaults behind each seat at the lock.
    pub attendance: Attendance,
}

/// Returns the played sittings of a log, in order.
pub(crate) fn sittings(log: &Log) -> impl Iterator<Item = Result<Sitting<'_>, BadKey>> {
    let mut entries = log.entries.iter();
    let mut attendance = Attendance::default();
    let pairs = log.of(Kind::Lock).zip(log.of(Kind::Result));
    pairs.map(move |(lock, result)| {
        entries
            .by_ref()
            .take_while(|entry| entry.hash != lock.hash)
            .for_each(|entry| attendance.read(entry));
        Ok(Sitting {
            number: lock.number("sitting")?,
            turn: lock.number("turn")?,
            lock,
            result,
            attendance: attendance.clone(),
        })
    })
}

impl Sitting<'_> {
    /// Returns what was overdue at the lock. `used` are the digests of the order files that the sitting before in the same
    /// turn used.
    pub(crate) fn overdue(
        &self,
        seats: &[SeatId],
        asked: (&[SeatId], &[Prompt]),
        set: &OnFileSet,
        used: &BTreeMap<SeatId, String>,
    ) -> Overdue {
        let absent = seats
            .iter()
            .filter(|seat| self.attendance.of(seat.as_str()) != PlayedBy::Player);
        let passed = self.lock.record.get("overdue") == Some("yes");
        Overdue {
            bots: bot_names(self.lock),
            ..orders::overdue(absent.cloned(), asked, passed, set, used)
        }
    }
}

/// The inputs of the dice that all sittings of a game share.
pub(crate) struct Keys {
    pub game: Name,
    /// The hash of the players' salts and the public round.
    pub salts: Option<Hash>,
    /// The secret behind everything hidden.
    pub hidden: Key,
}

impl Keys {
    /// Returns the dice of a sitting that has this key.
    pub(crate) fn dice(&self, log: &Log, sitting: u32, key: &Key) -> Fair {
        let draw = Draw {
            game: self.game.clone(),
            sitting,
            beacon: beacon_of(log, sitting),
            salts: self.salts,
        };
        Fair::new(&draw.public_key(key), draw.hidden_key(&self.hidden))
    }
}
