//! The second depth of an audit, from the orders: the rules are executed with the opened orders and the dice that the
//! keys give, and must produce the opened journals.

use super::published::{Agreed, Checked, line};
use crate::{
    PROGRAM,
    audit::{
        Check, Verdict,
        check::check,
        progress::{Progress, tell},
    },
    collect::Collect,
    dice::{Fair, Name, What},
    engine::{self, By, DynRuleset, Outcome, Overdue},
    game_dir::number,
    log::{Entry, Kind, Log, PublicFolder, Salts, bot_names, bots_of, branches, opened_path},
    orders::LockedFiles,
    replay::{Keys, Sitting, Table, Turn, sittings},
    rulesets::Known,
    yaml::Problems,
};
use serde_json::Value;
use std::{collections::BTreeMap, error::Error, path::Path};

/// Executes every sitting from its opened orders, and compares the resulting journal.
///
/// A rewind, a correction or a fork begins a turn with the state that was opened for it; all other sittings
/// follow from the ones before. The verdict is *ok* only if every sitting was derived.
/// Each sitting is told when it is derived, and each check when it is made.
pub fn from_orders(public: &Path, told: &mut dyn FnMut(Progress<'_>)) -> Vec<Check> {
    let mut derived = |sitting, last| told(Progress::Derived { sitting, last });
    let checks = derived_from_orders(public, &mut derived);
    tell(&checks, told);
    checks
}

fn derived_from_orders(public: &Path, told: &mut dyn FnMut(u32, u32)) -> Vec<Check> {
    let public = PublicFolder::new(public);
    let what = "journals from orders and dice";
    let (log, _) = public.examine();
    let Some(last) = log.of(Kind::Final).next() else {
        return vec![];
    };
    match all(public, &log, last, told) {
        Err(why) => vec![line(&log, what, &Err(why))],
        Ok(Derived {
            sittings,
            bots,
            left_out,
        }) => {
            let bots = match bots {
                0 => String::new(),
                bots => format!("; in {bots} of them bots answered as this program's own do"),
            };
            let what = format!("{what} ({} sittings{bots})", sittings - left_out.len());
            let left_out = left_out.into_iter().map(|(t, why)| {
                let what = format!("sitting {t}: its journal from orders and dice");
                check(what, Verdict::Unchecked(why))
            });
            let derived = check(what, Verdict::Ok);
            std::iter::once(derived).chain(left_out).collect()
        }
    }
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
fn all(
    public: PublicFolder<'_>,
    log: &Log,
    last: &Entry,
    told: &mut dyn FnMut(u32, u32),
) -> Checked<Derived> {
    let agreed = Agreed::read(public)?;
    let table = agreed.table(log);
    let keys = Keys {
        game: Name::new(agreed.file.game.clone())?,
        salts: Salts::read(log).hash(),
        hidden: last.key("hidden")?,
    };
    let moves = branches(log);
    let mut open: Option<Turn> = None;
    let mut derived = Derived::default();
    // A turn that has an order file which is not opened, and that file.
    let mut gap: Option<(u32, String)> = None;
    let numbers = sittings(log).filter_map(Result::ok);
    let last_sitting = numbers.map(|sitting| sitting.number).max().unwrap_or(0);
    for sitting in sittings(log) {
        let sitting = sitting?;
        let (t, number) = (sitting.number, sitting.turn);
        let key = sitting.result.key("key")?;
        let is_going_on = |turn: &Turn| turn.number == number && !turn.sittings.is_empty();
        if let Some(made) = moves.iter().find(|made| made.turn == number)
            && !open.as_ref().is_some_and(is_going_on)
        {
            let state = public.opened(made.after, &What::Amend(made.number))?;
            open = Some(Turn::new(number, Some(state)));
        }
        let journal: Vec<engine::Entry> = public.opened(t, &What::Journal)?;
        gap = gap.filter(|(of, _)| *of == number);
        let turn = open.get_or_insert_with(|| Turn::new(number, None));
        let found = if let Some((_, path)) = &gap {
            Err(Underived::NotOpened(path.clone()))
        } else {
            let files = Opened {
                public,
                agreed: &agreed,
                lock: sitting.lock,
            };
            let mut dice = keys.dice(log, t, &key);
            derive(&table, turn, &sitting, &files, &journal, &mut dice)
        };
        let outcome = match found {
            Ok(outcome) => {
                if outcome.journal != journal {
                    return Err(format!("the orders of sitting {t} do not make its journal").into());
                }
                match foreign_bot(sitting.lock) {
                    Some(why) => derived.left_out.push((t, why)),
                    None => derived.bots += usize::from(!bot_names(sitting.lock).is_empty()),
                }
                outcome
            }
            Err(Underived::Wrong(why)) => return Err(why),
            // The sittings after this turn can be derived again, from the outcome of this journal.
            Err(Underived::NotOpened(path)) => {
                derived.left_out.push((t, format!("{path} is not opened")));
                gap = Some((number, path));
                turn.replay(&table, t, &journal, &BTreeMap::new())?
            }
        };
        if outcome.flow.is_ok() {
            open = Some(Turn::new(number + 1, Some(outcome.state)));
        } else {
            turn.add(t, &outcome);
        }
        derived.sittings += 1;
        told(t, last_sitting);
    }
    Ok(derived)
}

/// Executes a sitting from its opened orders.
fn derive(
    table: &Table<'_>,
    turn: &mut Turn,
    sitting: &Sitting<'_>,
    files: &Opened<'_>,
    journal: &[engine::Entry],
    dice: &mut Fair,
) -> Result<Outcome, Underived> {
    let t = sitting.number;
    if turn.number != sitting.turn {
        return Err(format!("sitting {t} is not of the turn that is open").into());
    }
    let (set, overdue) = turn.at_lock(table, sitting, files)?;
    let overdue = Overdue {
        said: foreign_bot(sitting.lock).map(|_| bots_said(journal, t)),
        ..overdue
    };
    Ok(turn.execute(table, t, (&set.on_file, overdue), dice)?)
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
    said.collect_map()
}

/// The reason why a sitting is not derived.
enum Underived {
    /// An order file that the lock binds is not opened; its path.
    NotOpened(String),
    /// An error.
    Wrong(Box<dyn Error>),
}

impl<E: Into<Box<dyn Error>>> From<E> for Underived {
    fn from(why: E) -> Self {
        Self::Wrong(why.into())
    }
}

/// The opened files that a lock binds.
struct Opened<'a> {
    public: PublicFolder<'a>,
    agreed: &'a Agreed,
    lock: &'a Entry,
}

impl LockedFiles for Opened<'_> {
    type Error = Underived;

    fn rules(&self) -> (&Known, &dyn DynRuleset) {
        (&self.agreed.known, &*self.agreed.rules)
    }

    fn read(&self, sitting: u32, what: &What) -> Result<Option<(String, Vec<u8>)>, Underived> {
        // The record binds `order-zytal` as `order.zytal`.
        let bound = self
            .lock
            .record
            .get(&what.to_string().replacen('-', ".", 1));
        if bound.is_none_or(|hash| hash == "none") {
            return Ok(None);
        }
        match self.public.opened_file(sitting, what)? {
            Some(bytes) => Ok(Some((number(sitting), bytes))),
            None => Err(Underived::NotOpened(opened_path(sitting, what))),
        }
    }

    fn invalid(&self, sitting: u32, what: &What, _: Problems) -> Underived {
        let path = opened_path(sitting, what);
        match what {
            What::Order(_) => format!("{path} is no order file").into(),
            _ => format!("{path} cannot be read").into(),
        }
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
