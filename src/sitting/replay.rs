//! The second depth of an audit: the rules are played again from what was opened at the end.

use crate::{
    audit::{Check, Kind, Log, Verdict, hidden::opened_path, verify::facts_path},
    dice::{Scripted, What},
    engine::{AnyRuleset, Audience, Entry, Outcome, Overdue, Run, Seat, Told},
    rulesets,
    store::{Disk, GameFile, read},
};
use serde_json::Value;
use std::{collections::BTreeMap, path::Path};

/// The sittings of one turn, as the log tells them.
struct Turn {
    number: u32,
    sittings: Vec<u32>,
    complete: bool,
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
            let mut state = None;
            let mut checks = vec![];
            for turn in turns(&log) {
                let what = format!("turn {} played again", turn.number);
                match one(public, &file, &*rules, &turn, state.take()) {
                    Ok(next) => {
                        state = Some(next);
                        checks.push(check(&what, Verdict::Ok));
                    }
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
        let known = turns.entry(turn).or_insert_with(|| Turn {
            number: turn,
            sittings: vec![],
            complete: false,
        });
        known.sittings.push(sitting);
        known.complete = entry.text("ended").is_ok_and(|e| e == "turn-complete");
    }
    turns.into_values().collect()
}

/// Plays one turn again; gives the state the next one starts from.
fn one(
    public: &Path,
    file: &GameFile,
    rules: &dyn AnyRuleset,
    turn: &Turn,
    state: Option<Value>,
) -> Result<Value, String> {
    let last = turn.sittings.last().copied().unwrap_or_default();
    let journal: Vec<Entry> = opened(public, last, &What::Journal)?;
    let run = Run {
        sitting: last,
        began: turn.sittings.first().copied(),
        journal: &journal,
        on_file: &BTreeMap::new(),
        overdue: Overdue::default(),
    };
    let mut no_dice = Scripted::new();
    let outcome: Outcome = match state {
        None => {
            let options = Value::Object(file.options.clone().into_iter().collect());
            let seats: Vec<Seat> = file
                .seats
                .iter()
                .map(|line| Seat {
                    id: line.seat.clone(),
                    team: line.team.clone(),
                })
                .collect();
            rules.setup(&options, &seats, run, &mut no_dice)
        }
        Some(state) => rules.turn(&state, run, &mut no_dice),
    }
    .map_err(|e| e.to_string())?;
    match &outcome.flow {
        Ok(_) => {}
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
    }
    Ok(outcome.state)
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
