//! The second depth of an audit: the rules are executed again from the journals that were opened at the end.

use super::{
    at_once::at_once,
    published::{failed, yaml},
};
use crate::{
    audit::{Check, Verdict},
    dice::{Scripted, What},
    engine::{
        Audience, DynError, DynRuleset, Entry, Flow, Outcome, Overdue, Run, Stop, Told, Viewer,
    },
    game_dir::{Ended, GameFile, Seated},
    log::{
        Branch, Kind, Log, PublicFolder, branches, facts_path, format_rolls, opened_path,
        rolls_path, view_path,
    },
    rulesets,
    run::{lines_of, replay, rolls_of},
};
use serde_json::Value;
use std::{collections::BTreeMap, path::Path};

/// The sittings of one turn in the log.
#[derive(Default)]
struct Turn {
    number: u32,
    sittings: Vec<u32>,
    complete: bool,
    /// True if it waited for answers when the GM began another turn.
    dropped: bool,
    /// The rewind, correction or fork that began it, if there is one.
    begun: Option<Branch>,
}

/// Replays every opened turn from its journal, and compares the outcome with what was published: facts sitting by
/// sitting, and the state that each next turn starts from.
pub fn replay(public: &Path) -> Vec<Check> {
    let public = PublicFolder::new(public);
    let check = |what: &str, verdict| Check {
        what: what.to_owned(),
        verdict,
    };
    let (log, _) = public.examine();
    let prepared = prepare(public);
    let seated = log.of(Kind::Seated).next().is_some();
    let teams = (prepared.as_ref().ok().filter(|_| seated)).map(|(file, rules)| {
        let verdict = match Seated::of(file, &log).check(&**rules) {
            Ok(()) => Verdict::Ok,
            Err(why) => failed(&log, format!("the record seated: {why}")),
        };
        check("the teams of the seating", verdict)
    });
    let mut checks: Vec<Check> = teams.into_iter().collect();
    match &prepared {
        Ok((file, rules)) => checks.extend(at_once(public, &log, file, &**rules)),
        Err(why) => checks.push(check(
            "the rules and their content",
            failed(&log, why.clone()),
        )),
    }
    if log.of(Kind::Final).next().is_none() {
        checks.push(check(
            "the rules played again",
            Verdict::NotShown("journals are opened when the game is over".to_owned()),
        ));
        return checks;
    }
    let Ok((file, rules)) = prepared else {
        return checks;
    };
    // The state that each turn begins with: `None` for the set-up.
    let mut starts = BTreeMap::from([(0, None)]);
    let table = Seated::of(&file, &log);
    for turn in turns(&log) {
        let what = format!("turn {} played again", turn.number);
        match one(public, &log, &table, &*rules, &turn, &mut starts) {
            Ok(()) => checks.push(check(&what, Verdict::Ok)),
            Err(why) => {
                checks.push(check(&what, failed(&log, why)));
                break;
            }
        }
    }
    checks
}

/// Loads the rules with the published content.
pub(crate) fn prepare(public: PublicFolder<'_>) -> Result<(GameFile, Box<dyn DynRuleset>), String> {
    let words = |e: &dyn std::fmt::Display| e.to_string();
    let file: GameFile = yaml(public, "game.yaml")?;
    let known = rulesets::find(&file.ruleset)
        .ok_or_else(|| format!("this program does not know the rules `{}`", file.ruleset))?;
    let mut library = (known.library)();
    for (name, text) in public.content().map_err(|e| words(&e))? {
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
    for made in branches(log) {
        let turn = turns.entry(made.turn).or_default();
        turn.begun = Some(made);
    }
    let number = |(number, turn)| Turn { number, ..turn };
    turns.into_iter().map(number).collect()
}

/// Returns the state that the GM began a turn with. The state of a rewind must be exactly the one that it names; the
/// others must be states that the rules allow.
fn begun(
    public: PublicFolder<'_>,
    rules: &dyn DynRuleset,
    made: &Branch,
    starts: &BTreeMap<u32, Option<Value>>,
) -> Result<Value, String> {
    let state: Value = opened(public, made.after, &What::Amend(made.number))?;
    match made.to {
        Some(to) if starts.get(&to).and_then(Option::as_ref) != Some(&state) => {
            Err(format!("it does not begin with the state of turn {to}"))
        }
        Some(_) => Ok(state),
        None => match rules.invariants(&state) {
            Ok(()) => Ok(state),
            Err(DynError::Rules(why)) => Err(format!(
                "the rules do not allow the state it begins with: {why}"
            )),
            Err(error) => Err(error.to_string()),
        },
    }
}

/// Replays one turn, sitting by sitting, and adds the state that the next one starts from.
fn one(
    public: PublicFolder<'_>,
    log: &Log,
    table: &Seated,
    rules: &dyn DynRuleset,
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
    let start = starts
        .get(&turn.number)
        .ok_or("no earlier turn leads to it")?;
    let (mut published, mut places): (Vec<Told<Value>>, Vec<String>) = Default::default();
    let mut end = None;
    for sitting in &turn.sittings {
        let journal: Vec<Entry> = opened(public, *sitting, &What::Journal)?;
        let run = Run {
            sitting: *sitting,
            began: turn.sittings.first().copied(),
            journal: &journal,
            on_file: &BTreeMap::new(),
            overdue: Overdue::default(),
        };
        let outcome = replay::rules(rules, table, start.as_ref(), run, &mut Scripted::new())
            .map_err(|e| e.to_string())?;
        let facts: Vec<Told<Value>> = yaml(public, &facts_path(*sitting))?;
        published.extend(facts);
        let told = outcome.facts.iter().filter(|f| f.to == Audience::All);
        if !told.eq(published.iter()) {
            return Err(format!("other facts were published in sitting {sitting}"));
        }
        let result = shown(public, log, rules, *sitting, &journal, &outcome)?;
        places.extend(
            result
                .record
                .under("open.")
                .map(|(place, _)| place.to_owned()),
        );
        let to_all = outcome.openings.iter().filter(|o| o.to == Audience::All);
        if !to_all
            .map(|o| format!("{}.{}", o.deck, o.slot))
            .eq(places.iter().cloned())
        {
            return Err(format!("other slots were opened in sitting {sitting}"));
        }
        end = Some(outcome);
    }
    let Some(outcome) = end else {
        return Err("it has no sittings".to_owned());
    };
    match &outcome.flow {
        Ok(_) => {}
        Err(Stop::Waiting(_)) if turn.dropped => {}
        Err(stop) => return Err(format!("the rules stop at {stop:?}")),
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

/// Checks the other published data of a sitting: its rolls and decks against its journal, its view, and its ending.
/// Returns its record `result`.
fn shown<'a>(
    public: PublicFolder<'_>,
    log: &'a Log,
    rules: &dyn DynRuleset,
    sitting: u32,
    journal: &[Entry],
    outcome: &Outcome,
) -> Result<&'a crate::log::Entry, String> {
    let bytes = |path: &str| public.read(path).map_err(|why| why.to_string());
    let mut results = log.of(Kind::Result);
    let result = results
        .find(|entry| entry.number("sitting") == Ok(sitting))
        .ok_or("its result is missing")?;
    if bytes(&rolls_path(sitting))? != format_rolls(&rolls_of(journal, sitting)) {
        return Err(format!("other rolls were published in sitting {sitting}"));
    }
    let mut decks = BTreeMap::new();
    for entry in journal.iter().filter(|entry| entry.sitting() == sitting) {
        if let Entry::Deal { deck, items, .. } = entry {
            decks.insert(deck.as_str(), items);
        }
    }
    let named: BTreeMap<&str, &str> = result.record.under("deck.").collect();
    if !named.keys().eq(decks.keys()) {
        return Err(format!("other decks were published in sitting {sitting}"));
    }
    for (deck, files) in named {
        let list = bytes(files.split(' ').next().unwrap_or_default())?;
        if list != lines_of(decks[deck]).as_bytes() {
            return Err(format!("the deck {deck} was dealt from another list"));
        }
    }
    let view: Value = yaml(public, &view_path(sitting))?;
    let ours = rules.view(&outcome.state, &Viewer::Public);
    if ours.map_err(|e| e.to_string())? != view {
        return Err(format!("another view was published in sitting {sitting}"));
    }
    let ended = match &outcome.flow {
        Ok(Flow::Next) => Ended::TurnComplete,
        Ok(Flow::Over { .. }) => Ended::GameOver,
        Err(_) => Ended::Waiting,
    };
    if result.text("ended") != Ok(ended.as_str()) {
        return Err(format!("sitting {sitting} ended with {}", ended.as_str()));
    }
    Ok(result)
}

pub(crate) fn opened<T: serde::de::DeserializeOwned>(
    public: PublicFolder<'_>,
    sitting: u32,
    what: &What,
) -> Result<T, String> {
    yaml(public, &opened_path(sitting, what))
}
