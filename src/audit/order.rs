//! The order of the records, and the keys of each (fair1, section 6).

mod by_hand;

use super::{check::Lines, seen};
use crate::{
    dice::{label::Name, quicknet::round_at},
    log::{
        Attendance, BadKey, Entry, Kind, Log, PublicFolder, Published, draw_round, facts_path,
        missing_and_unknown, rolls_path, view_path,
    },
};
use chrono::NaiveDateTime;
use std::collections::BTreeSet;

/// Minimum time between a lock and its round, in minutes (fair1, section 7).
const LEAST_LEAD: u32 = 10;

/// The stage of a log, which decides the kinds that may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Empty,
    Begun,
    Seated,
    Ready,
    Locked,
    Over,
}

/// The state of the check after the records read so far.
struct Reader {
    stage: Stage,
    seats: BTreeSet<Name>,
    /// True if every sitting takes a round of the beacon; `None` if genesis has no valid level.
    beacon: Option<bool>,
    /// The round that the game will be drawn with, until it is drawn or lowered.
    to_draw: Option<u64>,
    /// The values of `game.yaml`.
    published: Published,
    /// The player, bot or defaults behind each seat.
    attendance: Attendance,
    /// The time of the salts or of the last lock, in seconds since 1970.
    at: Option<i64>,
    sitting: u32,
    turn: Option<u32>,
    /// The turn that is open.
    open: u32,
    /// True if the game is over; then a sitting can follow only after a rewind.
    over: bool,
    /// The number of rewinds, corrections and forks.
    moves: u32,
    round: u64,
    /// True if the game is to be drawn with a public round.
    drawn: bool,
}

/// Checks the order of the records and the keys of each (fair1, section 6).
pub(super) fn check(public: PublicFolder<'_>, log: &Log, lines: &mut Lines) {
    let mut wrong = Vec::new();
    let published = public.published().unwrap_or_else(|why| {
        wrong.push(why.to_string());
        Published::default()
    });
    let seats = published.names().unwrap_or_else(|why| {
        wrong.push(why.to_string());
        BTreeSet::new()
    });
    let mut reader = Reader {
        stage: Stage::Empty,
        seats,
        beacon: None,
        to_draw: None,
        published,
        attendance: Attendance::default(),
        at: None,
        sitting: 0,
        turn: None,
        open: 0,
        over: false,
        moves: 0,
        round: 0,
        drawn: false,
    };
    for entry in &log.entries {
        reader.read(entry, &mut wrong);
    }
    lines.all("order and keys of the records", &wrong);
}

impl Reader {
    fn read(&mut self, entry: &Entry, wrong: &mut Vec<String>) {
        let kind = entry.record.kind;
        if !self.follows(kind) {
            wrong.push(format!(
                "log/{}: a record of kind {kind} may not stand here",
                entry.file
            ));
        }
        wrong.extend(missing_and_unknown(entry).iter().map(BadKey::to_string));
        let values = match kind {
            Kind::Genesis => self.genesis(entry),
            Kind::Seated => self.seated(entry),
            Kind::Lock => self.lock(entry),
            Kind::Result => self.result(entry),
            Kind::Note => self.note(entry),
            Kind::Final if !self.over => {
                Err(entry.bad("hidden", "is opened before the game is over"))
            }
            Kind::Salts => self.salts(entry),
            Kind::Draw => self.draw(entry),
            Kind::Final => Ok(()),
        };
        wrong.extend(values.err().map(|why| why.to_string()));
    }

    /// Advances to the stage after a record of this kind, and returns true if the record may stand here.
    fn follows(&mut self, kind: Kind) -> bool {
        let (may, next) = match kind {
            Kind::Genesis => (self.stage == Stage::Empty, Stage::Begun),
            Kind::Seated => (self.stage == Stage::Begun, Stage::Seated),
            Kind::Salts => (self.stage == Stage::Seated, Stage::Ready),
            Kind::Draw => (
                self.stage == Stage::Ready && self.sitting == 0 && self.to_draw.is_some(),
                Stage::Ready,
            ),
            Kind::Lock => (
                self.stage == Stage::Ready && self.to_draw.is_none(),
                Stage::Locked,
            ),
            Kind::Result => (self.stage == Stage::Locked, Stage::Ready),
            Kind::Final => (self.stage == Stage::Ready, Stage::Over),
            Kind::Note => (
                !matches!(self.stage, Stage::Empty | Stage::Over),
                self.stage,
            ),
        };
        self.stage = next;
        may
    }

    fn genesis(&mut self, entry: &Entry) -> Result<(), BadKey> {
        let level = one_of(entry, "dice", &["plain", "drawn", "beacon"])?;
        self.beacon = Some(level == "beacon");
        let told = &self.published;
        self.drawn = level != "plain";
        if level == "beacon"
            && told
                .lead_minutes
                .is_some_and(|minutes| minutes < LEAST_LEAD)
        {
            let why = format!("is `beacon`, and `lead-minutes` of game.yaml is below {LEAST_LEAD}");
            return Err(entry.bad("dice", why));
        }
        for (key, agreed) in [
            ("game", told.game.as_str()),
            ("ruleset", &format!("{} {}", told.ruleset, told.edition)),
            ("sittings", &told.keys.to_string()),
            ("dice", &told.dice),
        ] {
            if entry.text(key)? != agreed {
                return Err(entry.bad(key, format!("is not what game.yaml says: {agreed}")));
            }
        }
        Ok(())
    }

    fn seated(&self, entry: &Entry) -> Result<(), BadKey> {
        if self.published.is_fork && self.moves == 0 {
            let why = "comes before the note that binds where this fork begins";
            return Err(entry.bad("record", why));
        }
        let entries = entry.record.entries.iter();
        for (key, value) in entries.filter(|(key, _)| key != "previous") {
            let (what, seat) = key.split_once('.').unwrap_or((key, ""));
            if !self.published.seats.iter().any(|line| line.seat == seat) {
                return Err(entry.bad(key, "is of no seat of game.yaml"));
            }
            if what == "salt-hash" {
                entry.hash(key)?;
            } else if what == "team" && Name::new(value).is_err() {
                return Err(entry.bad(key, "is no name of a team"));
            }
        }
        Ok(())
    }

    /// Checks the record `salts`: in a game that is to be drawn it names the round that follows from its time.
    fn salts(&mut self, entry: &Entry) -> Result<(), BadKey> {
        let at = time(entry.text("at")?).ok_or_else(|| entry.bad("at", "is no time in UTC"))?;
        self.at = Some(at);
        let text = entry.text("round")?;
        if !self.drawn {
            return if text == "none" {
                Ok(())
            } else {
                Err(entry.bad("round", "must be `none`: the game is not to be drawn"))
            };
        }
        let round =
            crate::log::decimal(text).ok_or_else(|| entry.bad("round", "is no beacon round"))?;
        (self.to_draw, self.round) = (Some(round), round);
        if draw_round(at) == Some(round) {
            Ok(())
        } else {
            Err(entry.bad("round", "is not the round that follows from `at`"))
        }
    }

    fn draw(&mut self, entry: &Entry) -> Result<(), BadKey> {
        let named = self.to_draw.take();
        if crate::log::decimal(entry.text("round")?) == named {
            Ok(())
        } else {
            Err(entry.bad("round", "is not the one that the salts name"))
        }
    }

    fn lock(&mut self, entry: &Entry) -> Result<(), BadKey> {
        let sitting = entry.number("sitting")?;
        let due = self.sitting.saturating_add(1);
        self.sitting = sitting;
        if sitting != due {
            return Err(entry.bad("sitting", format!("should be {due}")));
        }
        let turn = entry.number("turn")?;
        let fits = turn == self.open && !self.over;
        (self.turn, self.open) = (Some(turn), turn);
        if !fits {
            return Err(entry.bad("turn", "does not follow the turn before"));
        }
        one_of(entry, "overdue", &["yes", "no"])?;
        let at = time(entry.text("at")?).ok_or_else(|| entry.bad("at", "is no time in UTC"))?;
        if self.at.replace(at).is_some_and(|before| at < before) {
            return Err(entry.bad("at", "is before the lock before"));
        }
        self.every_seat(entry, "order.")?;
        self.every_seat(entry, "standing.")?;
        self.signatures(entry)?;
        self.bots(entry)?;
        self.attendance.check(entry)?;
        seen::keys(entry)?;
        self.round(entry, at)
    }

    /// Checks that only existing orders are signed.
    fn signatures(&self, entry: &Entry) -> Result<(), BadKey> {
        for (signed, of) in [("signature.", "order."), ("signed-standing.", "standing.")] {
            for (seat, _) in entry.record.under(signed) {
                let key = format!("{signed}{seat}");
                entry.hash(&key)?;
                let orders = entry.hash_or_none(&format!("{of}{seat}"));
                if orders.ok().flatten().is_none() {
                    return Err(entry.bad(&key, "is there, and no orders are"));
                }
            }
        }
        Ok(())
    }

    /// Checks that a bot of a seat is named together with its program.
    fn bots(&self, entry: &Entry) -> Result<(), BadKey> {
        for (seat, value) in entry.record.under("bot.") {
            let key = format!("bot.{seat}");
            if !self.seats.iter().any(|s| s.as_str() == seat) {
                return Err(entry.bad(&key, "is of no seat of game.yaml"));
            }
            let is_name = |word: &str| crate::engine::is_name(word);
            if !value
                .split_once(' ')
                .is_some_and(|(bot, program)| is_name(bot) && !program.is_empty())
            {
                return Err(entry.bad(&key, "is not the name of a bot and its program"));
            }
        }
        Ok(())
    }

    /// Checks that the lock has a hash for every seat, and for no other name.
    fn every_seat(&self, entry: &Entry, start: &str) -> Result<(), BadKey> {
        for seat in &self.seats {
            entry.hash_or_none(&format!("{start}{seat}"))?;
        }
        match entry
            .record
            .under(start)
            .find(|(seat, _)| !self.seats.iter().any(|s| s.as_str() == *seat))
        {
            Some((seat, _)) => {
                Err(entry.bad(&format!("{start}{seat}"), "is of no seat of game.yaml"))
            }
            None => Ok(()),
        }
    }

    fn round(&mut self, entry: &Entry, at: i64) -> Result<(), BadKey> {
        let text = entry.text("round")?;
        match self.beacon {
            Some(false) if text != "none" => {
                Err(entry.bad("round", "must be `none`: the game plays without a beacon"))
            }
            Some(true) => {
                let round = crate::log::decimal(text)
                    .ok_or_else(|| entry.bad("round", "is no beacon round"))?;
                let rises = round > self.round;
                self.round = round;
                if !rises {
                    return Err(entry.bad("round", "is not later than the round before"));
                }
                let lead = self.published.lead_minutes.map_or(60, i64::from) * 60;
                let due = at.checked_add(lead).and_then(round_at);
                if due == Some(round) {
                    Ok(())
                } else {
                    Err(entry.bad("round", "is not the round that follows from `at`"))
                }
            }
            _ => Ok(()),
        }
    }

    fn result(&mut self, entry: &Entry) -> Result<(), BadKey> {
        if entry.number("sitting")? != self.sitting {
            return Err(entry.bad("sitting", "is not the one that was locked"));
        }
        if Some(entry.number("turn")?) != self.turn {
            return Err(entry.bad("turn", "is not the one that was locked"));
        }
        let ended = one_of(entry, "ended", &["turn-complete", "waiting", "game-over"])?;
        for path in [rolls_path, facts_path, view_path] {
            entry.hash(&format!("file.{}", path(self.sitting)))?;
        }
        let complete = ended == "turn-complete";
        self.over = ended == "game-over";
        self.open = self.open.saturating_add(u32::from(complete));
        entry.hash("bind.journal")?;
        if complete {
            entry.hash("bind.state")?;
        } else if entry.record.get("bind.state").is_some() {
            return Err(entry.bad("bind.state", "is there, and the turn is not complete"));
        }
        match (self.beacon, entry.text("beacon")?) {
            (Some(false), "none") | (Some(true) | None, _) => Ok(()),
            _ => Err(entry.bad("beacon", "must be `none`: the game plays without a beacon")),
        }
    }
}

/// Parses a time of a record, in seconds since 1970.
fn time(text: &str) -> Option<i64> {
    let time = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%SZ").ok()?;
    Some(time.and_utc().timestamp())
}

fn one_of<'a>(entry: &'a Entry, key: &str, allowed: &[&str]) -> Result<&'a str, BadKey> {
    let text = entry.text(key)?;
    if allowed.contains(&text) {
        Ok(text)
    } else {
        Err(entry.bad(key, format!("is not one of {}", allowed.join(", "))))
    }
}
