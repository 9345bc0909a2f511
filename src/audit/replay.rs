//! The second depth of an audit: the rules are executed again from the journals that were opened at the end.

use super::{
    at_once::at_once,
    published::{Agreed, Checked, line},
};
use crate::{
    audit::{
        Check, Verdict,
        check::check,
        progress::{Progress, tell},
    },
    collect::Collect,
    dice::What,
    engine::{Audience, DynError, DynRuleset, Entry, Flow, Outcome, Stop, Told, Viewer},
    game_dir::Ended,
    log::{Branch, Kind, Log, PublicFolder, branches, format_rolls, rolls_path},
    replay::{Table, Turn},
    run::{lines_of, rolls_of},
};
use serde_json::Value;
use std::{collections::BTreeMap, path::Path};

/// The sittings of one turn in the log.
#[derive(Default)]
struct PlayedTurn {
    number: u32,
    sittings: Vec<u32>,
    complete: bool,
    /// True if it waited for answers when the GM began another turn.
    dropped: bool,
    /// The rewind, correction or fork that began it, if there is one.
    begun: Option<Branch>,
}

/// Replays every opened turn from its journal, and compares the outcome with what was published: facts sitting by
/// sitting, and the state that each next turn starts from. Each check is told when it is made.
pub fn replay(public: &Path, told: &mut dyn FnMut(Progress<'_>)) -> Vec<Check> {
    let mut checks = vec![];
    let mut add = |made: Vec<Check>| {
        tell(&made, told);
        checks.extend(made);
    };
    let public = PublicFolder::new(public);
    let (log, _) = public.examine();
    let is_open = log.of(Kind::Final).next().is_some();
    let sealed = (!is_open).then(|| {
        let why = "journals are opened when the game is over".to_owned();
        check("the rules played again", Verdict::NotShown(why))
    });
    let agreed = match Agreed::read(public) {
        Ok(agreed) => agreed,
        Err(why) => {
            add(vec![line(&log, "the rules and their content", &Err(why))]);
            add(sealed.into_iter().collect());
            return checks;
        }
    };
    let table = agreed.table(&log);
    if log.of(Kind::Seated).next().is_some() {
        let fits = table.seated.check(table.rules);
        let fits = fits.map_err(|why| format!("the record seated: {why}").into());
        add(vec![line(&log, "the teams of the seating", &fits)]);
    }
    add(at_once(public, &log, &table, agreed.file.fork.is_some()));
    if let Some(sealed) = sealed {
        add(vec![sealed]);
        return checks;
    }
    // The state that each turn begins with: `None` for the set-up.
    let mut starts = [(0, None)].into_iter().collect_map();
    for turn in turns(&log) {
        let what = format!("turn {} played again", turn.number);
        let same = one(public, &log, &table, &turn, &mut starts);
        add(vec![line(&log, what, &same)]);
        if same.is_err() {
            break;
        }
    }
    checks
}

fn turns(log: &Log) -> Vec<PlayedTurn> {
    let mut turns: BTreeMap<u32, PlayedTurn> = BTreeMap::new();
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
    let number = |(number, turn)| PlayedTurn { number, ..turn };
    turns.into_iter().map(number).collect()
}

/// Returns the state that the GM began a turn with. The state of a rewind must be exactly the one that it names; the
/// others must be states that the rules allow.
fn begun(
    public: PublicFolder<'_>,
    rules: &dyn DynRuleset,
    made: &Branch,
    starts: &BTreeMap<u32, Option<Value>>,
) -> Checked<Value> {
    let state: Value = public.opened(made.after, &What::Amend(made.number))?;
    match made.to {
        Some(to) if starts.get(&to).and_then(Option::as_ref) != Some(&state) => {
            Err(format!("it does not begin with the state of turn {to}").into())
        }
        Some(_) => Ok(state),
        None => match rules.invariants(&state) {
            Ok(()) => Ok(state),
            Err(DynError::Rules(why)) => {
                Err(format!("the rules do not allow the state it begins with: {why}").into())
            }
            Err(error) => Err(error.to_string().into()),
        },
    }
}

/// Replays one turn, sitting by sitting, and adds the state that the next one starts from.
fn one(
    public: PublicFolder<'_>,
    log: &Log,
    table: &Table<'_>,
    turn: &PlayedTurn,
    starts: &mut BTreeMap<u32, Option<Value>>,
) -> Checked<()> {
    if let Some(made) = &turn.begun {
        let state = begun(public, table.rules, made, starts)?;
        starts.insert(turn.number, Some(state));
    }
    let Some(last) = turn.sittings.last().copied() else {
        return Ok(());
    };
    let start = starts
        .get(&turn.number)
        .ok_or("no earlier turn leads to it")?;
    let mut again = Turn::new(turn.number, start.clone());
    let (mut published, mut places): (Vec<Told<Value>>, Vec<String>) = Default::default();
    let mut end = None;
    for sitting in &turn.sittings {
        let journal: Vec<Entry> = public.opened(*sitting, &What::Journal)?;
        let outcome = again.replay(table, *sitting, &journal, &BTreeMap::new())?;
        published.extend(public.facts(*sitting)?);
        let told = outcome.facts.iter().filter(|f| f.to == Audience::All);
        if !told.eq(published.iter()) {
            return Err(format!("other facts were published in sitting {sitting}").into());
        }
        let result = shown(public, log, table.rules, *sitting, &journal, &outcome)?;
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
            return Err(format!("other slots were opened in sitting {sitting}").into());
        }
        again.sittings.push(*sitting);
        end = Some(outcome);
    }
    let Some(outcome) = end else {
        return Err("it has no sittings".into());
    };
    match &outcome.flow {
        Ok(_) => {}
        Err(Stop::Waiting(_)) if turn.dropped => {}
        Err(stop) => return Err(format!("the rules stop at {stop:?}").into()),
    }
    if turn.complete {
        let bound: Value = public.opened(last, &What::State)?;
        if bound != outcome.state {
            return Err("another state was bound".into());
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
) -> Checked<&'a crate::log::Entry> {
    let mut results = log.of(Kind::Result);
    let result = results
        .find(|entry| entry.number("sitting") == Ok(sitting))
        .ok_or("its result is missing")?;
    if public.read(&rolls_path(sitting))? != format_rolls(&rolls_of(journal, sitting)) {
        return Err(format!("other rolls were published in sitting {sitting}").into());
    }
    let mut decks = BTreeMap::new();
    for entry in journal.iter().filter(|entry| entry.sitting() == sitting) {
        if let Entry::Deal { deck, items, .. } = entry {
            decks.insert(deck.as_str(), items);
        }
    }
    let named: BTreeMap<&str, &str> = result.record.under("deck.").collect_map();
    if !named.keys().eq(decks.keys()) {
        return Err(format!("other decks were published in sitting {sitting}").into());
    }
    for (deck, files) in named {
        let list = public.read(files.split(' ').next().unwrap_or_default())?;
        if list != lines_of(decks[deck]).as_bytes() {
            return Err(format!("the deck {deck} was dealt from another list").into());
        }
    }
    let view = public.view(sitting)?;
    if rules.view(&outcome.state, &Viewer::Public)? != view {
        return Err(format!("another view was published in sitting {sitting}").into());
    }
    let ended = match &outcome.flow {
        Ok(Flow::Next) => Ended::TurnComplete,
        Ok(Flow::Over { .. }) => Ended::GameOver,
        Err(_) => Ended::Waiting,
    };
    if result.text("ended") != Ok(ended.as_str()) {
        return Err(format!("sitting {sitting} ended with {}", ended.as_str()).into());
    }
    Ok(result)
}
