//! The second depth of an audit: the rules are played again from what was opened at the end.

use super::again::again;
use crate::{
    audit::{Check, Kind, Log, Move, Verdict, hidden::opened_path, moves, verify::facts_path},
    dice::What,
    engine::{AnyRuleset, Audience, Entry, Stop, Told},
    rulesets,
    store::{Disk, GameFile, read},
};
use serde_json::Value;
use std::{collections::BTreeMap, path::Path};

/// The sittings of one turn, as the log tells them.
#[derive(Default)]
struct Turn {
    number: u32,
    sittings: Vec<u32>,
    complete: bool,
    /// It waited for answers when the GM's hand began another.
    dropped: bool,
    /// It was begun by the GM's hand itself.
    begun: Option<Move>,
}

/// Plays every opened turn again from its journal, and compares what comes of it with what was
/// published: facts sitting by sitting, and the state each next turn starts from.
pub fn replay(public: &Path) -> Vec<Check> {
    let check = |what: &str, verdict| Check {
        what: what.to_owned(),
        verdict,
    };
    let (log, _) = Log::examine(public);
    if log.of(Kind::Final).next().is_none() {
        return vec![check(
            "the rules played again",
            Verdict::NotShown("journals are opened when the game is over".to_owned()),
        )];
    }
    match prepare(public) {
        Err(why) => vec![check("the rules played again", Verdict::Failed(why))],
        Ok((file, rules)) => {
            // The state that each turn begins with: the set-up has none.
            let mut starts = BTreeMap::from([(0, None)]);
            let mut checks = vec![];
            for turn in turns(&log) {
                let what = format!("turn {} played again", turn.number);
                match one(public, &file, &*rules, &turn, &mut starts) {
                    Ok(()) => checks.push(check(&what, Verdict::Ok)),
                    Err(why) => {
                        checks.push(check(&what, Verdict::Failed(why)));
                        break;
                    }
                }
            }
            checks
        }
    }
}

/// The rules with the published content.
fn prepare(public: &Path) -> Result<(GameFile, Box<dyn AnyRuleset>), String> {
    let words = |e: &dyn std::fmt::Display| e.to_string();
    let file: GameFile = read(&public.join("game.yaml"))
        .map_err(|e| words(&e))?
        .ok_or("game.yaml is missing")?;
    let known = rulesets::find(&file.ruleset)
        .ok_or_else(|| format!("this program does not know the rules `{}`", file.ruleset))?;
    let mut library = (known.library)();
    for name in Disk::list(&public.join("content")).map_err(|e| words(&e))? {
        let bytes = Disk::read(&public.join("content").join(&name))
            .map_err(|e| words(&e))?
            .unwrap_or_default();
        let text = String::from_utf8(bytes).map_err(|e| words(&e))?;
        library.overlay(&name, text).map_err(|e| words(&e))?;
    }
    let rules = (known.load)(&library).map_err(|e| words(&e))?;
    Ok((file, rules))
}

fn turns(log: &Log) -> Vec<Turn> {
    let mut turns: BTreeMap<u32, Turn> = BTreeMap::new();
    for entry in log.of(Kind::Result) {
        let (Ok(turn), Ok(sitting)) = (entry.number("turn"), entry.number("sitting")) else {
            continue;
        };
        let known = turns.entry(turn).or_default();
        known.sittings.push(sitting);
        known.complete = entry.text("ended").is_ok_and(|e| e == "turn-complete");
        known.dropped = entry.text("ended").is_ok_and(|e| e == "waiting");
    }
    for made in moves(log) {
        let turn = turns.entry(made.turn).or_default();
        turn.begun = Some(made);
    }
    let number = |(number, turn)| Turn { number, ..turn };
    turns.into_iter().map(number).collect()
}

/// The state that the GM's hand began a turn with: of a rewind the very state that it names, of the others
/// one that the rules can have.
fn begun(
    public: &Path,
    rules: &dyn AnyRuleset,
    made: &Move,
    starts: &BTreeMap<u32, Option<Value>>,
) -> Result<Value, String> {
    let state: Value = opened(public, made.after, &What::Amend(made.number))?;
    match made.to {
        Some(to) if starts.get(&to).and_then(Option::as_ref) != Some(&state) => {
            Err(format!("it begins otherwise than turn {to} did"))
        }
        Some(_) => Ok(state),
        None => match rules.invariants(&state).map_err(|e| e.to_string())? {
            Ok(()) => Ok(state),
            Err(why) => Err(format!(
                "the rules cannot have the state it begins with: {why}"
            )),
        },
    }
}

/// Plays one turn again, and adds the state the next one starts from.
fn one(
    public: &Path,
    file: &GameFile,
    rules: &dyn AnyRuleset,
    turn: &Turn,
    starts: &mut BTreeMap<u32, Option<Value>>,
) -> Result<(), String> {
    if let Some(made) = &turn.begun {
        let state = begun(public, rules, made, starts)?;
        starts.insert(turn.number, Some(state));
    }
    let Some(last) = turn.sittings.last().copied() else {
        return Ok(());
    };
    let start = starts.get(&turn.number).ok_or("nothing leads to it")?;
    let journal: Vec<Entry> = opened(public, last, &What::Journal)?;
    let began = turn.sittings.first().copied();
    let nobody = BTreeMap::new();
    let outcome =
        again(rules, file, start.as_ref(), &journal, began, &nobody).map_err(|e| e.to_string())?;
    match &outcome.flow {
        Ok(_) => {}
        Err(Stop::Waiting(_)) if turn.dropped => {}
        Err(stop) => return Err(format!("the rules stop at {stop:?}")),
    }
    let mut published: Vec<Told<Value>> = vec![];
    for sitting in &turn.sittings {
        let path = public.join(facts_path(*sitting));
        let facts: Vec<Told<Value>> = read(&path)
            .map_err(|e| e.to_string())?
            .ok_or_else(|| format!("{} is missing", path.display()))?;
        published.extend(facts);
    }
    let told = outcome.facts.iter().filter(|f| f.to == Audience::All);
    if !told.eq(published.iter()) {
        return Err("other facts were published".to_owned());
    }
    if turn.complete {
        let bound: Value = opened(public, last, &What::State)?;
        if bound != outcome.state {
            return Err("another state was bound".to_owned());
        }
        starts.insert(turn.number + 1, Some(outcome.state));
    }
    Ok(())
}

fn opened<T: serde::de::DeserializeOwned>(
    public: &Path,
    sitting: u32,
    what: &What,
) -> Result<T, String> {
    let path = public.join(opened_path(sitting, what));
    read(&path)
        .map_err(|e| e.to_string())?
        .ok_or_else(|| format!("{} is missing", path.display()))
}
