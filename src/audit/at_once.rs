//! Checks that need no opened file: facts that state dice, and the set-up up to its first question.

use super::published::{Checked, line};
use crate::{
    audit::Check,
    collect::Collect,
    dice::{Dice, Label, Scripted, Undrawn},
    engine::{Audience, DynRuleset, Entry, Event, Overdue, Stop, ToldRoll, Viewer},
    log::{
        Cast, Entry as Record, Kind, Log, PublicFolder, Roll, branches, facts_path, format_rolls,
    },
    replay::{Table, Turn},
    run::{lines_of, rolls_of},
};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

/// Checks every published sitting against the public files, also while the game is running.
pub(crate) fn at_once(
    public: PublicFolder<'_>,
    log: &Log,
    table: &Table<'_>,
    is_fork: bool,
) -> Vec<Check> {
    let results: Vec<(u32, &Record)> = { log.of(Kind::Result) }
        .filter_map(|result| Some((result.number("sitting").ok()?, result)))
        .collect();
    if results.is_empty() {
        return vec![];
    }
    let told = facts(public, log, &results, table.rules);
    let what = format!("the dice that facts tell of ({} sittings)", results.len());
    let mut checks = vec![line(log, what, &told)];
    // A fork begins with a state of its own.
    if !is_fork && let Some((1, first)) = results.first() {
        let made = set_up(public, first, table);
        checks.push(line(log, "the set-up from content and dice", &made));
    }
    checks
}

/// Checks that every roll that a fact states is published with the same faces, in the fact's sitting or earlier in its
/// turn.
fn facts(
    public: PublicFolder<'_>,
    log: &Log,
    results: &[(u32, &Record)],
    rules: &dyn DynRuleset,
) -> Checked<()> {
    let begun: Vec<u32> = branches(log).iter().map(|made| made.turn).collect();
    let mut before: Option<Value> = None;
    let mut open: Option<u32> = None;
    let mut left: BTreeMap<String, VecDeque<Roll>> = BTreeMap::new();
    for (sitting, result) in results {
        let turn = result.number("turn")?;
        if open.replace(turn) != Some(turn) {
            left.clear();
            // The turn does not begin with the state that the last sitting left.
            if begun.contains(&turn) {
                before = None;
            }
        }
        for roll in public.rolls(*sitting)? {
            left.entry(roll.label.base().to_owned())
                .or_default()
                .push_back(roll);
        }
        let path = facts_path(*sitting);
        let facts: Vec<Value> = { public.facts(*sitting)?.into_iter() }
            .filter_map(|told| match told.event {
                Event::Fact(fact) if told.to == Audience::All => Some(fact),
                _ => None,
            })
            .collect();
        let told = rules
            .told_rolls(before.as_ref(), &facts)
            .map_err(|why| format!("{path}: {why}"))?;
        for told in told {
            let roll = left.get_mut(&told.label).and_then(VecDeque::pop_front);
            let roll = roll.ok_or_else(|| {
                format!(
                    "{path} tells of a roll {} that is not published",
                    told.label
                )
            })?;
            if !fits(&told, &roll.cast) {
                return Err(format!("{path} tells of other dice than `{roll}`").into());
            }
        }
        before = Some(public.view(*sitting)?);
    }
    Ok(())
}

/// Returns true if a roll is the one that a fact states.
fn fits(told: &ToldRoll, cast: &Cast) -> bool {
    let Cast::Dice { sides, faces } = cast else {
        return false;
    };
    *sides == told.sides && faces.len() == told.faces.len() && { faces.iter().zip(&told.faces) }
        .all(|(face, (least, most))| (least..=most).contains(&face))
}

/// Dice that deal each deck in the order of its list: the real order is secret, and no public fact of a set-up depends
/// on it.
struct Lists;

impl Dice for Lists {
    fn roll(&mut self, label: &Label, _: u32, _: u32) -> Result<Vec<u32>, Undrawn> {
        Err(Undrawn(label.clone()))
    }

    fn shuffle(&mut self, label: &Label, _: u32) -> Result<Vec<u32>, Undrawn> {
        Err(Undrawn(label.clone()))
    }

    fn deal(&mut self, _: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        Ok((0..n).collect())
    }
}

/// Executes the set-up from the published content and the published dice, up to the first question, and checks that the
/// facts, the rolls and the decks until then are those of sitting 1. If nothing is asked, it compares all of them, and
/// the view.
fn set_up(public: PublicFolder<'_>, first: &Record, table: &Table<'_>) -> Checked<()> {
    let rolls = public.rolls(1)?;
    let faces = rolls.iter().map(|roll| {
        let faces = match &roll.cast {
            Cast::Dice { faces, .. } => faces,
            Cast::Shuffle(order) => order,
        };
        (roll.label.to_string(), faces.clone())
    });
    let mut dice = Scripted::from_maps(faces.collect_map(), BTreeMap::new()).or(Box::new(Lists));
    let nothing = (&BTreeMap::new(), Overdue::default());
    let outcome = Turn::new(0, None).execute(table, 1, nothing, &mut dice)?;
    let whole = match &outcome.flow {
        Ok(_) => true,
        Err(Stop::Waiting(_)) => false,
        Err(Stop::Undrawn(label)) => {
            return Err(format!("sitting 1 has no roll `{label}` that it needs").into());
        }
        Err(stop) => return Err(format!("the rules stop at {stop:?}").into()),
    };
    // Everything after the first question depends on answers that are still sealed.
    let same = |one: bool, other: bool| if whole { one } else { other };
    let facts = public.facts(1)?;
    let told: Vec<_> = { outcome.facts.iter() }
        .filter(|told| told.to == Audience::All)
        .collect();
    let begins =
        facts.len() >= told.len() && facts.iter().zip(&told).all(|(one, told)| one == *told);
    if !same(begins && facts.len() == told.len(), begins) {
        return Err("other facts were published in sitting 1".into());
    }
    let (ours, theirs) = (rolls_of(&outcome.journal, 1), format_rolls(&rolls));
    let ours = format_rolls(&ours);
    if !same(ours == theirs, theirs.starts_with(&ours)) {
        return Err("other rolls were published in sitting 1".into());
    }
    let named: BTreeMap<&str, &str> = first.record.under("deck.").collect_map();
    let mut dealt = 0;
    for entry in &outcome.journal {
        let Entry::Deal { deck, items, .. } = entry else {
            continue;
        };
        dealt += 1;
        let files = named.get(deck.as_str());
        let list = files.and_then(|files| files.split(' ').next());
        let list = list.ok_or_else(|| format!("sitting 1 has no deck {deck}"))?;
        if public.read(list)? != lines_of(items).as_bytes() {
            return Err(format!("the deck {deck} was dealt from another list").into());
        }
    }
    if whole && dealt != named.len() {
        return Err("other decks were published in sitting 1".into());
    }
    if whole && table.rules.view(&outcome.state, &Viewer::Public)? != public.view(1)? {
        return Err("another view was published in sitting 1".into());
    }
    Ok(())
}
