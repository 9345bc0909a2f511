//! The second depth of an audit, from the orders: the rules are executed with the opened orders and the dice that the
//! keys give, and must produce the opened journals.

mod before;

use super::{
    published::failed,
    replay::{opened, prepare},
};
use crate::{
    PROGRAM,
    audit::{Check, Verdict},
    dice::{Draw, Fair, Key, Name, Scripted, What},
    engine::{self, By, DynRuleset, OnFile, Outcome, Overdue, Run, SeatId},
    game_dir::{Filed, GameFile, Seated, Standings, number, read_order_file, read_standing_file},
    log::{Attendance, BadFile, Entry, Kind, Log, PublicFolder, Salts, branches, opened_path},
    orders::{OnFileSet, as_locked},
    rulesets,
    run::{Sent, absent, beacon_of, bot_names, bots_of, escalation, replay},
};
use before::Before;
use serde_json::Value;
use std::{collections::BTreeMap, io::ErrorKind, path::Path};

/// Executes every sitting from its opened orders, and compares the resulting journal.
///
/// A rewind, a correction or a fork begins a turn with the state that was opened for it; all other sittings
/// follow from the ones before. The verdict is *ok* only if every sitting was derived.
pub fn from_orders(public: &Path) -> Vec<Check> {
    let public = PublicFolder::new(public);
    let what = "journals from orders and dice";
    let (log, _) = public.examine();
    let Some(last) = log.of(Kind::Final).next() else {
        return vec![];
    };
    match all(public, &log, last) {
        Err(why) => vec![Check {
            what: what.to_owned(),
            verdict: failed(&log, why),
        }],
        Ok(Derived {
            sittings,
            bots,
            left_out,
        }) => {
            let bots = match bots {
                0 => String::new(),
                bots => format!("; in {bots} of them bots answered as this program's own do"),
            };
            let derived = Check {
                what: format!("{what} ({} sittings{bots})", sittings - left_out.len()),
                verdict: Verdict::Ok,
            };
            let left_out = left_out.into_iter().map(|(t, why)| Check {
                what: format!("sitting {t}: its journal from orders and dice"),
                verdict: Verdict::Unchecked(why),
            });
            std::iter::once(derived).chain(left_out).collect()
        }
    }
}

/// The data that is the same for all sittings.
struct Table<'a> {
    public: PublicFolder<'a>,
    file: GameFile,
    seated: Seated,
    rules: Box<dyn DynRuleset>,
    seats: Vec<SeatId>,
}

/// The result of deriving the sittings of a game.
#[derive(Debug, Default)]
struct Derived {
    /// The number of sittings.
    sittings: usize,
    /// The number of sittings with bots among those that were derived.
    bots: usize,
    /// The sittings that could not be derived, with the reason.
    left_out: Vec<(u32, String)>,
}

/// Executes all sittings.
fn all(public: PublicFolder<'_>, log: &Log, last: &Entry) -> Result<Derived, String> {
    let (file, rules) = prepare(public)?;
    let seats = file.seats.iter().map(|line| line.seat.clone()).collect();
    let name = Name::new(file.game.clone()).map_err(|e| e.to_string())?;
    let secret = last.key("hidden").map_err(|e| e.to_string())?;
    let salts = Salts::read(log).hash();
    let table = Table {
        public,
        seated: Seated::of(&file, log),
        file,
        rules,
        seats,
    };
    let moves = branches(log);
    let mut before: Option<Before> = None;
    let mut derived = Derived::default();
    // A turn that has an order file which is not opened, and that file.
    let mut gap: Option<(u32, String)> = None;
    let mut notes = log.entries.iter();
    let mut attendance = Attendance::default();
    for (lock, result) in log.of(Kind::Lock).zip(log.of(Kind::Result)) {
        { &mut notes }
            .take_while(|entry| entry.hash != lock.hash)
            .for_each(|entry| attendance.read(entry));
        let t = lock.number("sitting").map_err(|e| e.to_string())?;
        let turn = lock.number("turn").map_err(|e| e.to_string())?;
        let draw = Draw {
            game: name.clone(),
            sitting: t,
            beacon: beacon_of(log, t),
            salts,
        };
        let key = result.key("key").map_err(|e| e.to_string())?;
        if let Some(made) = moves.iter().find(|made| made.turn == turn)
            && before.as_ref().is_none_or(|before| !before.is_in(turn))
        {
            before = Some(Before::begun(public, made)?);
        }
        let journal: Vec<engine::Entry> = opened(public, t, &What::Journal)?;
        let foreign = foreign_bot(lock);
        let late = Late {
            attendance: &attendance,
            said: foreign.as_ref().map(|_| bots_said(&journal, t)),
        };
        if gap.as_ref().is_some_and(|(of, _)| *of != turn) {
            gap = None;
        }
        let found = match &gap {
            Some((_, path)) => Err(Underived::NotOpened(path.clone())),
            None => table.sitting(
                lock,
                (t, turn),
                &draw,
                (&key, &secret),
                before.as_ref(),
                late,
            ),
        };
        let (outcome, used) = match found {
            Ok((outcome, used)) => {
                if outcome.journal != journal {
                    return Err(format!("the orders of sitting {t} do not make its journal"));
                }
                derived.bots += usize::from(foreign.is_none() && !bot_names(lock).is_empty());
                derived.left_out.extend(foreign.map(|why| (t, why)));
                (outcome, used)
            }
            Err(Underived::Wrong(why)) => return Err(why),
            // The sittings after this turn can be derived again, from the outcome of this journal.
            Err(Underived::NotOpened(path)) => {
                derived.left_out.push((t, format!("{path} is not opened")));
                gap = Some((turn, path));
                let outcome = table.by_journal(t, &journal, before.as_ref())?;
                (outcome, BTreeMap::new())
            }
        };
        before = Some(Before::of(before, (turn, t), outcome, used));
        derived.sittings += 1;
    }
    Ok(derived)
}

/// Returns a message if another program, or another version of this one, played a bot in a sitting. The answers of that
/// bot are taken from the journal, since this program's bot of the same name may answer differently.
fn foreign_bot(lock: &Entry) -> Option<String> {
    let played = bots_of(lock).into_values();
    let (bot, theirs) = { played }.find(|(_, program)| program != PROGRAM)?;
    Some(format!(
        "its bot {bot} is that of {theirs}, and this is {PROGRAM}: what that bot answered is taken as the journal has it. \
         Audit the game with that version"
    ))
}

/// Returns the answers of the bots of a sitting, by prompt.
fn bots_said(journal: &[engine::Entry], t: u32) -> BTreeMap<String, Value> {
    let said = journal.iter().filter_map(|entry| match entry {
        engine::Entry::Answer {
            sitting,
            id,
            value,
            by: By::Bot(_),
            ..
        } if *sitting == t => Some((id.clone(), value.clone())),
        _ => None,
    });
    said.collect()
}

/// The reason why a sitting is not derived.
enum Underived {
    /// An order file that the lock binds is not opened; its path.
    NotOpened(String),
    /// An error.
    Wrong(String),
}

impl From<String> for Underived {
    fn from(why: String) -> Self {
        Self::Wrong(why)
    }
}

/// The data, besides the lock, that decides which seats are late in a sitting.
struct Late<'a> {
    /// The player, bot or defaults behind each seat.
    attendance: &'a Attendance,
    /// The answers of bots that are not this program's.
    said: Option<BTreeMap<String, Value>>,
}

impl Table<'_> {
    fn sitting(
        &self,
        lock: &Entry,
        (t, turn): (u32, u32),
        draw: &Draw,
        (key, secret): (&Key, &Key),
        before: Option<&Before>,
        late: Late<'_>,
    ) -> Result<(Outcome, BTreeMap<SeatId, String>), Underived> {
        if before.is_some_and(|before| before.turn != turn) {
            return Err(format!("sitting {t} is not of the turn that is open").into());
        }
        let earlier: &[u32] = before.map_or(&[], |before| &before.sittings);
        let set = self.on_file(lock, t, earlier)?;
        let state = before.and_then(|before| before.state.as_ref());
        let awaited = state.and_then(|state| self.rules.awaited(state).ok().flatten());
        let awaited = awaited.unwrap_or_else(|| self.seats.clone());
        let prompts = before.map_or(&[][..], |before| &before.prompts);
        let passed = lock.record.get("overdue") == Some("yes");
        let sent = |seat: &SeatId| match set.orders.get(seat) {
            None => Sent::Nothing,
            Some(filed) if before.is_some_and(|b| b.used.get(seat) == Some(&filed.digest)) => {
                Sent::Same
            }
            Some(_) => Sent::News,
        };
        let absent = absent(late.attendance, &self.seats);
        let overdue = Overdue {
            bots: bot_names(lock),
            said: late.said,
            ..escalation::late(absent, (&awaited, prompts), passed, sent)
        };
        let run = Run {
            sitting: t,
            began: earlier.first().copied(),
            journal: before.map_or(&[], |before| &before.journal),
            on_file: &set.on_file,
            overdue,
        };
        let mut dice = Fair::new(&draw.public_key(key), draw.hidden_key(secret));
        let outcome = replay::rules(&*self.rules, &self.seated, state, run, &mut dice)
            .map_err(|e| e.to_string())?;
        let digest = |(seat, filed): (&SeatId, &Filed)| (seat.clone(), filed.digest.clone());
        Ok((outcome, set.orders.iter().map(digest).collect()))
    }

    /// Returns the outcome of a sitting from its own journal.
    fn by_journal(
        &self,
        t: u32,
        journal: &[engine::Entry],
        before: Option<&Before>,
    ) -> Result<Outcome, String> {
        let run = Run {
            sitting: t,
            began: before.and_then(|before| before.sittings.first().copied()),
            journal,
            on_file: &BTreeMap::new(),
            overdue: Overdue::default(),
        };
        let state = before.and_then(|before| before.state.as_ref());
        replay::rules(&*self.rules, &self.seated, state, run, &mut Scripted::new())
            .map_err(|e| e.to_string())
    }

    /// Returns the files that every seat had on file when a sitting was locked, read from the opened files.
    fn on_file(&self, lock: &Entry, t: u32, earlier: &[u32]) -> Result<OnFileSet, Underived> {
        let mut set = OnFileSet::default();
        let known = rulesets::find(&self.file.ruleset);
        let known = known.ok_or_else(|| "the rules are not known".to_owned())?;
        for seat in &self.seats {
            let name = Name::new(seat.as_str()).map_err(|e| e.to_string())?;
            let is_bound = |kind: &str| {
                let value = lock.record.get(&format!("{kind}.{seat}"));
                value.is_some_and(|value| value != "none")
            };
            let read = |t: u32, what: &What| match self.public.read(&opened_path(t, what)) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(BadFile::Unreadable { why, .. }) if why.kind() == ErrorKind::NotFound => {
                    Ok(None)
                }
                Err(why) => Err(why.to_string()),
            };
            let missing = |what: &What| Underived::NotOpened(opened_path(t, what));
            let mut on_file = OnFile::default();
            if is_bound("order") {
                let what = What::Order(name.clone());
                let mut used: Vec<Filed> = vec![];
                for sitting in earlier.iter().chain([&t]) {
                    let Some(bytes) = read(*sitting, &what)? else {
                        if *sitting == t {
                            return Err(missing(&what));
                        }
                        continue;
                    };
                    let filed = read_order_file(&number(*sitting), &bytes, known.read_orders)
                        .map_err(|_| {
                            format!("{} is no order file", opened_path(*sitting, &what))
                        })?;
                    filed.follow(&mut used, *sitting);
                }
                on_file = as_locked(&used);
                set.orders
                    .extend(used.pop().map(|filed| (seat.clone(), filed)));
            }
            if is_bound("standing") {
                let what = What::Standing(name);
                let bytes = read(t, &what)?.ok_or_else(|| missing(&what))?;
                let Standings { standing, wake, .. } =
                    read_standing_file(&number(t), &bytes, &*self.rules)
                        .map_err(|_| format!("{} cannot be read", opened_path(t, &what)))?;
                on_file.standing.extend(standing);
                on_file.wake.extend(wake);
            }
            set.on_file.insert(seat.clone(), on_file);
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This program cannot compute the answers of another program's bot.
    #[test]
    fn a_bot_of_another_version_is_unchecked_and_does_not_fail() {
        let excuse = |program: &str| {
            let mut log = Log::default();
            let lines = [("bot.roo".to_owned(), format!("greedy {program}"))];
            log.push(Kind::Lock, &lines).expect("a record");
            let lock = log.of(Kind::Lock).next().expect("the record");
            foreign_bot(lock)
        };
        assert_eq!(excuse(PROGRAM), None);
        let words = excuse("chronojudge 0.0.1").expect("it cannot be derived");
        assert!(
            words.contains("its bot greedy is that of chronojudge 0.0.1"),
            "{words}"
        );
    }
}
