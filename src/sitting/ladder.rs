//! The ladder: what becomes of seats whose orders do not come.

use super::{
    OnFileSet, Request, SittingError,
    deadline::day_in,
    due::{awaited, lapsed, owing, step, unattended},
    note::{Note, Who},
};
use crate::{
    audit::Deed,
    engine::{Overdue, SeatId},
    store::{Game, Player, Position, Step, TurnRecord},
};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeMap;

/// What a sitting does to the seats on the ladder.
#[derive(Debug, Default)]
pub(super) struct Climb {
    /// How many deadlines in a row each seat has let pass after it.
    pub missed: BTreeMap<SeatId, u32>,
    /// What is told of it.
    pub notes: Vec<Note>,
}

/// Where the seats stand after a sitting of this turn.
pub(super) fn climb(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<Climb, SittingError> {
    let mut climb = Climb {
        missed: position.clock.missed.clone(),
        notes: vec![],
    };
    // Whoever has sent something is back.
    for (seat, filed) in &set.orders {
        if position.used.get(seat) != Some(&filed.digest) && climb.missed.remove(seat).is_some() {
            let text = format!("{seat} has sent orders, and its player plays it again.");
            if unattended(game, position).contains(seat) {
                climb.notes.push(note(position, request, Deed::Nmr, text));
            }
        }
    }
    let passed =
        lapsed(game, position, request.at) || (request.overdue && position.deadline.is_none());
    let deserted = unattended(game, position);
    let players = game.players()?;
    let due = position.deadline.unwrap_or(request.at);
    for seat in owing(game, position, record, set) {
        if !passed && !deserted.contains(&seat) {
            continue;
        }
        if let Some(player) = players.of(&seat)
            && !deserted.contains(&seat)
            && is_away(game, player, due)?
        {
            let text =
                format!("The player of {seat} had said to be away: this deadline is excused.");
            climb
                .notes
                .push(note(position, request, Deed::Excuse, text));
            continue;
        }
        let missed = climb.missed.entry(seat.clone()).or_default();
        let before = step(game, *missed);
        *missed = missed.saturating_add(1);
        let now = step(game, *missed);
        if now != before && now.is_some_and(Step::is_unattended) {
            let text = format!(
                "No orders of {seat} came at {}. {}",
                times(*missed),
                becomes(now)
            );
            climb.notes.push(note(position, request, Deed::Nmr, text));
        }
    }
    Ok(climb)
}

/// What is overdue: all that is asked of seats without the orders that the turn waits for, and the
/// prompts that are open. Whom a turn did not wait for is not late for what he is asked in it. Whom
/// nobody waits for any more always is, unless he has sent something.
pub(super) fn late(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    overdue: bool,
) -> Overdue {
    let mut seats = unattended(game, position);
    if !overdue {
        let owing = owing(game, position, record, set);
        seats.retain(|seat| owing.contains(seat) || !set.orders.contains_key(seat));
        return Overdue {
            seats,
            ..Overdue::default()
        };
    }
    seats.extend(awaited(game, record));
    seats.retain(|seat| !set.orders.contains_key(seat));
    Overdue {
        all: false,
        seats,
        prompts: record.prompts.iter().map(|p| p.id.clone()).collect(),
    }
}

/// What is overdue in a sitting, and what becomes of the seats whose orders did not come.
pub(super) fn lateness(
    game: &Game,
    position: Option<&Position>,
    record: &TurnRecord,
    set: &OnFileSet,
    overdue: bool,
    request: &Request,
) -> Result<(Overdue, Climb), SittingError> {
    let Some(before) = position else {
        return Ok((Overdue::default(), Climb::default()));
    };
    Ok((
        late(game, before, record, set, overdue),
        climb(game, before, record, set, request)?,
    ))
}

fn note(position: &Position, request: &Request, what: Deed, text: String) -> Note {
    Note {
        what,
        who: Who::Desk,
        at: request.at,
        turn: position.turn,
        text,
        binds: vec![],
    }
}

fn times(missed: u32) -> String {
    match missed {
        1 => "the deadline".to_owned(),
        n => format!("{n} deadlines in a row"),
    }
}

/// What a step of the ladder means, for everybody to read.
fn becomes(step: Option<Step>) -> &'static str {
    match step {
        Some(Step::Caretaker) => {
            "A caretaker plays it from now on, and nobody waits for it: its standing orders answer what they \
             cover, and defaults the rest. Its player has it back with the first order file that is sent."
        }
        Some(Step::Vacant) => {
            "It is vacant, and nobody waits for it: its standing orders answer what they cover, and defaults \
             the rest, until somebody takes it. Its player has it back with the first order file that is sent."
        }
        Some(Step::Substitute) => "Its substitute takes it, or it is vacant where there is none.",
        Some(Step::Wait | Step::Default) | None => "",
    }
}

/// Whether a player had said to be away on the day of a deadline, as far as that is excused.
///
/// # Errors
/// [`SittingError::Schedule`] for a zone that does not exist.
pub fn is_away(game: &Game, player: &Player, at: DateTime<Utc>) -> Result<bool, SittingError> {
    if player.absences.is_empty() {
        return Ok(false);
    }
    let schedule = game.file.schedule.as_ref().map(|s| s.zone.as_str());
    let zone = player.zone.as_deref().or(schedule).unwrap_or("UTC");
    let day = day_in(at, zone)?;
    let mut absences = player.absences.clone();
    absences.sort_by_key(|absence| absence.from);
    let mut left = i64::from(game.file.days_away);
    for absence in absences {
        let days = (absence.to - absence.from).num_days().saturating_add(1);
        let excused = days.clamp(0, left);
        let end = absence.from.checked_add_signed(TimeDelta::days(excused));
        if absence.from <= day && end.is_some_and(|end| day < end) {
            return Ok(true);
        }
        left -= excused;
    }
    Ok(false)
}
