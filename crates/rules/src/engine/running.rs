//! One run of the rules at a fresh table, from plain data to plain data.

use super::{
    Entry, Flow, Mail, OnFile, Ruleset, SeatId, Stop, Table, Told,
    answers::Plan,
    data::{DecodeError, read, write},
    line::Line,
    outcome::{Outcome, Run},
    spent::Spent,
};
use crate::{collect::Collect, dice::Dice};
use serde_json::Value;
use std::{
    any::Any,
    collections::{BTreeMap, BTreeSet},
};

/// Decodes the orders in force, by seat, as the ruleset's own type.
fn in_force<R: Ruleset>(
    rules: &R,
    on_file: &BTreeMap<SeatId, OnFile>,
) -> Result<BTreeMap<SeatId, R::Orders>, DecodeError> {
    on_file
        .iter()
        .filter_map(|(seat, o)| o.files.last().map(|file| (seat, file)))
        .map(|(seat, file)| Ok((seat.clone(), read("order file", rules.id(), &file.body)?)))
        .try_collect_map()
}

/// Makes a table, runs the rules at it, and returns the outcome. `began` is the state when the turn began, for bots.
pub(super) fn run<R: Ruleset>(
    rules: &R,
    run: &Run<'_>,
    began: Option<&R::State>,
    dice: &mut dyn Dice,
    play: impl FnOnce(&mut Table<'_, R::Fact>) -> (Value, Result<Flow, Stop>),
) -> Result<Outcome, DecodeError> {
    let orders = in_force(rules, run.on_file)?;
    let reply = |seat: &SeatId, spent: &BTreeSet<Line>, asked: &super::Asked<'_>| {
        orders.get(seat).map_or(super::Reply::Silent, |orders| {
            rules.answer(&Plan::new(orders, spent), asked)
        })
    };
    let bot = |bot: &str, view: &dyn Any, asked: &super::Asked<'_>| {
        super::bot::bot(rules, bot, began, view.downcast_ref::<R::View>()?, asked).0
    };
    let mut table = Table::by_mail(
        Mail {
            sitting: run.sitting,
            began: run
                .began
                .unwrap_or_else(|| run.journal.first().map_or(run.sitting, Entry::sitting)),
            journal: run.journal,
            on_file: run.on_file,
            overdue: &run.overdue,
            reply: &reply,
            bot: &bot,
        },
        dice,
    );
    let (state, mut flow) = play(&mut table);
    // A replay has to pass through every entry that was published before.
    if !matches!(flow, Err(Stop::Diverged(_)))
        && let Some(divergence) = table.left_over()
    {
        flow = Err(Stop::Diverged(divergence));
    }
    let cleared = table.clear();
    let played: BTreeMap<SeatId, BTreeSet<Line>> = orders
        .keys()
        .map(|seat| {
            let spent = cleared.spent.get(seat).map(Spent::done);
            (seat.clone(), spent.cloned().unwrap_or_default())
        })
        .collect_map();
    let unplayed = orders
        .iter()
        .filter_map(|(seat, orders)| {
            let spent = &played[seat];
            let lines: Vec<Line> = rules
                .lines(orders)
                .into_iter()
                .filter(|line| !spent.contains(line))
                .collect();
            (!lines.is_empty()).then(|| (seat.clone(), lines))
        })
        .collect_map();
    let facts = cleared
        .facts
        .into_iter()
        .map(|told| {
            Ok(Told {
                to: told.to,
                rule: told.rule,
                sitting: told.sitting,
                event: match told.event {
                    super::Event::Fact(fact) => {
                        super::Event::Fact(write("fact", rules.id(), &fact)?)
                    }
                    super::Event::Nmr { seat, ask } => super::Event::Nmr { seat, ask },
                    super::Event::Bot { seat, bot } => super::Event::Bot { seat, bot },
                    super::Event::PutAside { seat, line, why } => {
                        super::Event::PutAside { seat, line, why }
                    }
                },
            })
        })
        .collect::<Result<_, DecodeError>>()?;
    Ok(Outcome {
        state,
        flow,
        journal: cleared.journal,
        facts,
        openings: cleared.openings,
        unplayed,
        played,
        left_out: cleared.left_out,
    })
}
