//! The second depth of an audit from the other end: the rules are played from the orders that were opened and
//! the dice that the keys give, and must come to the journals that were opened.

use super::{
    OnFileSet, again,
    gather::as_locked,
    lock::{beacon_of, bot_names, bots_of},
    replay::{failed, opened, prepare},
    seating::Seated,
};
use crate::{
    audit::{Check, Deed, Entry, Kind, Log, Salts, Verdict, hidden::opened_path},
    dice::{Draw, Fair, Key, Name, What},
    engine::{self, AnyRuleset, OnFile, Outcome, Overdue, Prompt, Run, SeatId, Stop},
    rulesets,
    store::{Disk, GameFile, Standings, number, read, read_order_file, read_standing_file},
};
use serde_json::Value;
use std::path::Path;

/// Plays every sitting from its opened orders, and compares the journal that comes of it.
pub fn from_orders(public: &Path) -> Vec<Check> {
    let what = "journals from orders and dice";
    let (log, _) = Log::examine(public);
    let Some(last) = log.of(Kind::Final).next() else {
        return vec![];
    };
    let file: Option<GameFile> = read(&public.join("game.yaml")).ok().flatten();
    let has_caretaker = file.is_some_and(|file| file.caretaker.is_some());
    // What moves the game by hand, or makes seats that nobody waits for, is not in the orders.
    let by_hand = |entry: &&Entry| {
        let deed = entry.record.get("what").and_then(|what| what.parse().ok());
        match deed {
            Some(Deed::Amend | Deed::Rewind | Deed::Fork) => true,
            // Each lock says which bot plays for such a seat.
            Some(Deed::Nmr) => !has_caretaker,
            _ => false,
        }
    };
    if let Some(note) = log.of(Kind::Note).find(by_hand) {
        let why = format!(
            "log/{}: the GM's hand, or a seat that nobody waits for",
            note.file
        );
        return vec![Check {
            what: what.to_owned(),
            verdict: Verdict::NotShown(why),
        }];
    }
    let verdict = match all(public, &log, last) {
        Ok((sittings, 0)) => (format!("{what} ({sittings} sittings)"), Verdict::Ok),
        Ok((sittings, bots)) => (
            format!(
                "{what} ({sittings} sittings; in {bots} of them bots answered as this program's own do)"
            ),
            Verdict::Ok,
        ),
        Err(why) => {
            let verdict = stranger(&log, &why).unwrap_or_else(|| failed(&log, why));
            (what.to_owned(), verdict)
        }
    };
    vec![Check {
        what: verdict.0,
        verdict: verdict.1,
    }]
}

/// What does not change from sitting to sitting.
struct Table<'a> {
    public: &'a Path,
    file: GameFile,
    seated: Seated,
    rules: Box<dyn AnyRuleset>,
    seats: Vec<SeatId>,
}

/// A bot of another version of this program, which may well have answered otherwise.
fn stranger(log: &Log, why: &str) -> Option<Verdict> {
    let ours = concat!("chronojudge ", env!("CARGO_PKG_VERSION"));
    let played = log
        .of(Kind::Lock)
        .flat_map(|lock| bots_of(lock).into_values());
    let (bot, theirs) = played.into_iter().find(|(_, program)| program != ours)?;
    Some(Verdict::Unchecked(format!(
        "this is {ours}, and a bot {bot} of {theirs} has played: audit it with that version; here {why}"
    )))
}

/// Plays all of them; gives their number, and how many of them have bots that play.
fn all(public: &Path, log: &Log, last: &Entry) -> Result<(usize, usize), String> {
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
    let mut before: Option<Before> = None;
    let (mut count, mut bots) = (0, 0);
    for (lock, result) in log.of(Kind::Lock).zip(log.of(Kind::Result)) {
        let t = lock.number("sitting").map_err(|e| e.to_string())?;
        let turn = lock.number("turn").map_err(|e| e.to_string())?;
        let draw = Draw {
            game: name.clone(),
            sitting: t,
            beacon: beacon_of(log, t),
            salts,
        };
        let key = result.key("key").map_err(|e| e.to_string())?;
        let outcome = table.sitting(lock, (t, turn), &draw, (&key, &secret), before.as_ref())?;
        let journal: Vec<engine::Entry> = opened(public, t, &What::Journal)?;
        if outcome.journal != journal {
            return Err(format!("the orders of sitting {t} do not make its journal"));
        }
        before = Some(Before::of(before, turn, t, outcome));
        count += 1;
        bots += usize::from(!bot_names(lock).is_empty());
    }
    Ok((count, bots))
}

/// What the sittings before have left.
struct Before {
    turn: u32,
    /// The sittings of the open turn.
    sittings: Vec<u32>,
    /// The state that the turn starts from; nothing for the set-up.
    state: Option<Value>,
    journal: Vec<engine::Entry>,
    prompts: Vec<Prompt>,
}

impl Before {
    fn of(before: Option<Self>, turn: u32, t: u32, outcome: Outcome) -> Self {
        if outcome.flow.is_ok() {
            return Self {
                turn: turn + 1,
                sittings: vec![],
                state: Some(outcome.state),
                journal: vec![],
                prompts: vec![],
            };
        }
        let (mut sittings, state) = before.map_or_else(Default::default, |b| (b.sittings, b.state));
        sittings.push(t);
        Self {
            turn,
            sittings,
            state,
            journal: outcome.journal,
            prompts: match outcome.flow {
                Err(Stop::Waiting(prompts)) => prompts,
                _ => vec![],
            },
        }
    }
}

impl Table<'_> {
    fn sitting(
        &self,
        lock: &Entry,
        (t, turn): (u32, u32),
        draw: &Draw,
        (key, secret): (&Key, &Key),
        before: Option<&Before>,
    ) -> Result<Outcome, String> {
        if before.is_some_and(|before| before.turn != turn) {
            return Err(format!("sitting {t} is not of the turn that is open"));
        }
        let earlier: &[u32] = before.map_or(&[], |before| &before.sittings);
        let set = self.on_file(lock, t, earlier)?;
        let state = before.and_then(|before| before.state.as_ref());
        let mut late = Overdue {
            bots: bot_names(lock),
            ..Overdue::default()
        };
        if lock.record.get("overdue") == Some("yes") {
            let awaited = state.and_then(|state| self.rules.awaited(state).ok().flatten());
            late.seats
                .extend(awaited.unwrap_or_else(|| self.seats.clone()));
            late.seats.retain(|seat| !set.orders.contains_key(seat));
            let prompts = before.into_iter().flat_map(|before| &before.prompts);
            late.prompts.extend(prompts.map(|prompt| prompt.id.clone()));
        }
        let run = Run {
            sitting: t,
            began: earlier.first().copied(),
            journal: before.map_or(&[], |before| &before.journal),
            on_file: &set.on_file,
            overdue: late,
        };
        let mut dice = Fair::new(&draw.public_key(key), draw.hidden_key(secret));
        again::rules(&*self.rules, &self.seated, state, run, &mut dice).map_err(|e| e.to_string())
    }

    /// What every seat had on file when a sitting was locked, from what was opened.
    fn on_file(&self, lock: &Entry, t: u32, earlier: &[u32]) -> Result<OnFileSet, String> {
        let mut set = OnFileSet::default();
        let known = rulesets::find(&self.file.ruleset).ok_or("the rules are not known")?;
        for seat in &self.seats {
            let name = Name::new(seat.as_str()).map_err(|e| e.to_string())?;
            let is_bound = |kind: &str| {
                let value = lock.record.get(&format!("{kind}.{seat}"));
                value.is_some_and(|value| value != "none")
            };
            let read = |t: u32, what: &What| {
                let path = opened_path(t, what);
                Disk::read(&self.public.join(&path)).map_err(|e| e.to_string())
            };
            let missing = |what: &What| format!("{} is not opened", opened_path(t, what));
            let mut on_file = OnFile::default();
            if is_bound("order") {
                let what = What::Order(name.clone());
                let mut used: Vec<crate::store::Filed> = vec![];
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
                let Standings { standing, wake } =
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

    /// What another program's bot would have answered, this one cannot know.
    #[test]
    fn a_bot_of_another_version_is_no_forgery() {
        let verdict = |program: &str| {
            let mut log = Log::default();
            let lines = [("bot.roo".to_owned(), format!("greedy {program}"))];
            log.push(Kind::Lock, &lines).expect("a record");
            stranger(&log, "x")
        };
        assert_eq!(
            verdict(concat!("chronojudge ", env!("CARGO_PKG_VERSION"))),
            None
        );
        let Some(Verdict::Unchecked(words)) = verdict("chronojudge 0.0.1") else {
            panic!("it cannot be checked");
        };
        assert!(
            words.contains("a bot greedy of chronojudge 0.0.1 has played"),
            "{words}"
        );
    }
}
