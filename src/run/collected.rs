//! The reports that are mailed, and the events of those that are not, which the next mailed report has.

use super::{publish::Publisher, told::Told};
use crate::{
    engine::{Event, Opening, SeatId, Told as Fact, Viewer},
    error::GameError,
    game_dir::{Ended, LastMailed, Mails, Noted, notes_among, read},
    log::{Kind, branches, lineage},
    report::{self, Outcome, Past, Reading},
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Arc,
};

/// The data of one earlier turn.
struct Turn {
    facts: Vec<Fact<Value>>,
    openings: Vec<Opening>,
}

/// The data since the last mailed report of each seat whose last report was not mailed.
pub(super) struct Collected<'a> {
    last: Option<&'a BTreeMap<SeatId, LastMailed>>,
    /// The earlier turns that some of these seats were not told, without those that a rewind has dropped.
    turns: BTreeMap<u32, Turn>,
    /// The GM's actions after each of the last records.
    notes: BTreeMap<u32, Vec<Noted>>,
}

/// The part of the file of a view that its reader's last mailed report was made from.
#[derive(Deserialize)]
struct Filed {
    view: Arc<Value>,
}

impl<'a> Collected<'a> {
    /// Reads the turns and the notes since the last mailed reports.
    pub(super) fn read(publisher: &Publisher<'_>, told: &Told<'a>) -> Result<Self, GameError> {
        let mut collected = Self {
            last: told.before.map(|before| &before.collected),
            turns: BTreeMap::new(),
            notes: BTreeMap::new(),
        };
        let Some(last) = collected.last.filter(|last| !last.is_empty()) else {
            return Ok(collected);
        };
        let layout = &publisher.game.layout;
        let first = last.values().map(|last| last.turn).min();
        for turn in lineage(&branches(&publisher.log), publisher.turn) {
            if first.is_some_and(|first| first <= turn) {
                let facts = read(&layout.facts(turn))?.unwrap_or_default();
                let openings = read(&layout.openings(turn))?.unwrap_or_default();
                collected.turns.insert(turn, Turn { facts, openings });
            }
        }
        for last in last.values() {
            if let Entry::Vacant(place) = collected.notes.entry(last.record) {
                let stage = Some(&publisher.stage);
                let records = last.record.saturating_add(1)..publisher.log.next_number();
                place.insert(notes_among(&publisher.log, records, layout, stage)?);
            }
        }
        Ok(collected)
    }

    /// Returns the last report that was mailed to a reader, if later ones were not.
    pub(super) fn last(&self, viewer: &Viewer) -> Option<&LastMailed> {
        self.last?.get(viewer.seat()?)
    }

    /// Returns the events of earlier turns that no mail has told the reader, turn by turn.
    pub(super) fn turns(&self, viewer: &Viewer) -> Vec<Past> {
        let Some(last) = self.last(viewer) else {
            return vec![];
        };
        let turns = self.turns.iter().map(|(turn, kept)| Past {
            turn: *turn,
            events: { report::events(&kept.facts, Some(viewer), last.sitting).into_iter() }
                .filter(|event| event.new)
                .collect(),
        });
        turns.filter(|past| !past.events.is_empty()).collect()
    }

    /// Returns the slots of earlier turns that no mail has shown the reader.
    pub(super) fn openings(&self, viewer: &Viewer) -> Vec<&Opening> {
        let Some(last) = self.last(viewer) else {
            return vec![];
        };
        let all = self.turns.values().flat_map(|turn| &turn.openings);
        all.filter(|opening| opening.sitting > last.sitting && opening.to.includes(viewer))
            .collect()
    }

    /// Returns the GM's actions since the last mailed report, if later ones were not mailed.
    pub(super) fn notes(&self, viewer: &Viewer) -> Option<&[Noted]> {
        self.notes
            .get(&self.last(viewer)?.record)
            .map(Vec::as_slice)
    }

    /// Returns the view that the last mailed report was made from; `None` if the last report was mailed, or if the file
    /// of the view is lost.
    pub(super) fn view(&self, publisher: &Publisher<'_>, viewer: &Viewer) -> Option<Arc<Value>> {
        let (last, seat) = (self.last(viewer)?, viewer.seat()?);
        let folder = publisher.game.layout.report(last.turn, last.sitting);
        let filed: Option<Filed> = read(&folder.join(format!("{seat}.view.yaml"))).ok()?;
        filed.map(|filed| filed.view)
    }
}

/// Returns the last mailed report of a seat that is not mailed the report of this sitting.
pub(super) fn last_mailed(
    publisher: &Publisher<'_>,
    told: &Told<'_>,
    seat: &SeatId,
) -> Option<LastMailed> {
    let before = told.before?;
    if let Some(last) = before.collected.get(seat) {
        return Some(*last);
    }
    let folder = publisher.game.layout.last_report(before);
    let begun = publisher.game.layout.report(before.turn, before.sitting);
    let result = publisher.log.entries.iter().rev().find(|entry| {
        entry.record.kind == Kind::Result && entry.number("sitting") == Ok(before.sitting)
    });
    // A fork begins without a result of its own.
    let head = before.head.as_deref();
    let number = |entry: &crate::log::Entry| entry.file.split('-').next()?.parse().ok();
    let last = || {
        let mut entries = publisher.log.entries.iter();
        number(entries.rfind(|entry| head == Some(&*entry.hash.to_string()))?)
    };
    Some(LastMailed {
        turn: if folder == begun {
            before.turn
        } else {
            before.sat_in
        },
        sitting: before.sitting,
        record: result.and_then(number).or_else(last).unwrap_or_default(),
    })
}

/// Returns true if a seat is mailed the report of this sitting.
pub(super) fn is_mailed(
    publisher: &Publisher<'_>,
    told: &Told<'_>,
    reading: &Reading,
    seat: &SeatId,
    mails: Mails,
) -> Result<bool, GameError> {
    let Some(before) = told.before else {
        return Ok(true);
    };
    if told.anew.is_some() {
        return Ok(true);
    }
    let now = told.position;
    Ok(match now.ended {
        Ended::GameOver => true,
        Ended::Waiting => {
            let prompts = &reading.prompts;
            let is_new = prompts.iter().any(|p| !told.record.prompts.contains(p));
            let earlier =
                matches!((now.deadline, before.deadline), (Some(now), Some(then)) if now < then);
            is_new
                || (!prompts.is_empty() && earlier)
                || (mails == Mails::All && has_news(told, reading))
        }
        Ended::TurnComplete => {
            let of = &reading.next.of;
            of.is_empty()
                || of.iter().any(|of| of == seat.as_str())
                || reading.orders.iter().any(has_failed)
                || has_lapsed(reading, seat)
                || match mails {
                    Mails::All | Mails::Turns => true,
                    Mails::Asked => publisher.game.rules.ends_round(&facts(told))?,
                    Mails::Digest => false,
                }
        }
    })
}

/// Returns the facts of the rules in the turn.
fn facts(told: &Told<'_>) -> Vec<Value> {
    let facts = told.outcome.facts.iter();
    facts
        .filter_map(|fact| match &fact.event {
            Event::Fact(fact) => Some(fact.clone()),
            _ => None,
        })
        .collect()
}

/// Returns true if a deadline passed without an answer of the seat, so that a default was played.
fn has_lapsed(reading: &Reading, seat: &SeatId) -> bool {
    let mut new = reading.events.iter().filter(|event| event.new);
    new.any(|event| matches!(&event.event, Event::Nmr { seat: of, .. } if of == seat))
}

/// Returns true if a line of orders had no effect for a reason that only the report states.
fn has_failed(line: &report::OrderLine) -> bool {
    matches!(
        line.outcome,
        Outcome::Failed | Outcome::PutAside | Outcome::Refused | Outcome::NotPlayed
    )
}

/// Returns true if the report of a sitting that waits brings a seat news: new events, new prompts, or another deadline.
fn has_news(told: &Told<'_>, reading: &Reading) -> bool {
    told.before
        .is_none_or(|before| before.deadline != told.position.deadline)
        || !reading.interventions.is_empty()
        || reading.events.iter().any(|event| event.new)
        || !reading.past.is_empty()
        || !reading.openings.is_empty()
}
