//! Later deadlines and excuses.

use super::{
    ScheduleError,
    gm_action::{Done, GmAction},
    not_now,
};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{
        Absence, AbsenceError, Game, LockedGame, Secrecy, Who, announce, bytes, first_from,
        last_note,
    },
    log::Deed,
    run::played_by,
};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};

/// Moves the deadline to a later time; without `to`, to the next one of the schedule. A game that a guard holds is
/// released.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the time is not later, the game is paused, a sitting is locked, or `to` is missing
/// and the game has no schedule.
pub fn extend(
    game: &LockedGame,
    at: DateTime<Utc>,
    to: Option<DateTime<Utc>>,
    who: &Who,
    reason: &str,
) -> Result<Done, ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    act.not_locked()?;
    if act.position.clock.paused.is_some() {
        return not_now("The game is paused, and its clock stands still: resume it first.");
    }
    let before = act.position.deadline;
    let to = match (to, &game.file.schedule) {
        (Some(to), _) => to,
        (None, Some(schedule)) => {
            let least = before.map_or(at, |b| b.max(at)) + TimeDelta::minutes(1);
            first_from(schedule, least).map_err(GameError::from)?
        }
        (None, None) => {
            return not_now(
                "The game has no schedule: say when orders are due, with `--to` or `--by`.",
            );
        }
    };
    if to <= at || before.is_some_and(|before| to <= before) {
        return not_now(format!(
            "A deadline only moves to a later time: it is {}, and now it is {}.",
            before.map_or("not set".to_owned(), utc),
            utc(at)
        ));
    }
    let text = match before {
        Some(before) => moves(before, to),
        None => format!("The deadline is {}.", utc(to)),
    };
    if act
        .position
        .clock
        .held
        .as_ref()
        .is_some_and(|held| held.guard.is_some())
    {
        act.position.clock.held = None;
        act.note(
            Deed::Release,
            who.clone(),
            "The deadline is moved, and the game goes on.",
        )?;
    }
    let text = because(&text, reason);
    let number = act.note(Deed::Extend, who.clone(), &text)?;
    act.position.deadline = Some(to);
    act.position.clock.moved += 1;
    act.position.clock.released.clear();
    act.tell_all(Deed::Extend, who, number, &text)?;
    act.commit(text)
}

/// Returns the time at which the same extension was made, if it is the last event of the game. It lets a command that
/// was killed after it had moved the deadline be repeated safely. Without `by`, the extension is to the next deadline
/// of the schedule.
///
/// # Errors
/// Returns [`ScheduleError::Sitting`] if the log cannot be read.
pub fn extended_already(
    game: &Game,
    by: Option<TimeDelta>,
    reason: &str,
) -> Result<Option<DateTime<Utc>>, ScheduleError> {
    let deadline = game.position()?.and_then(|position| position.deadline);
    let log = game.log_end().map_err(GameError::from)?;
    let (Some(deadline), Some(last)) = (deadline, log.entries.last()) else {
        return Ok(None);
    };
    let field = |key| last.record.get(key).unwrap_or_default();
    if field("what") != Deed::Extend.as_str() || field("who") != Who::Gm.field() {
        return Ok(None);
    }
    let noted = last_note(&log, Deed::Extend, &game.layout)?;
    let (Some(noted), Ok(at)) = (noted, DateTime::parse_from_rfc3339(field("at"))) else {
        return Ok(None);
    };
    let at = at.to_utc();
    let Some(before) = moved_from(&noted.text) else {
        return Ok(None);
    };
    let to = match (by, &game.file.schedule) {
        (Some(by), _) => before.max(at) + by,
        (None, Some(schedule)) => {
            first_from(schedule, before.max(at) + TimeDelta::minutes(1)).map_err(GameError::from)?
        }
        (None, None) => return Ok(None),
    };
    let text = because(&moves(before, to), reason);
    let same = text.split_whitespace().eq(noted.text.split_whitespace());
    Ok((same && utc(to) == utc(deadline)).then_some(at))
}

/// Returns the sentence of a note about a moved deadline.
fn moves(from: DateTime<Utc>, to: DateTime<Utc>) -> String {
    format!("The deadline moves from {} to {}.", utc(from), utc(to))
}

/// Parses the earlier deadline from the sentence of [`moves`], to the minute.
fn moved_from(text: &str) -> Option<DateTime<Utc>> {
    let (from, _) = text
        .strip_prefix("The deadline moves from ")?
        .split_once(" UTC to ")?;
    let from = NaiveDateTime::parse_from_str(from, "%Y-%m-%d %H:%M").ok()?;
    Some(from.and_utc())
}

/// Excuses a seat for the deadlines that it has missed; its count starts again at 0.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the seat has not missed a deadline.
pub fn excuse(
    game: &LockedGame,
    at: DateTime<Utc>,
    seat: &SeatId,
    reason: &str,
) -> Result<Done, ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    let before = played_by(game, &act.position.clock, seat);
    let Some(missed) = act.position.clock.missed.remove(seat) else {
        return not_now(format!("`{seat}` has not missed a deadline."));
    };
    let after = played_by(game, &act.position.clock, seat);
    let changed = Some(after).filter(|after| *after != before);
    let deadlines = if missed == 1 { "deadline" } else { "deadlines" };
    let text = because(
        &format!("{seat} is excused for {missed} {deadlines} in a row."),
        reason,
    );
    let number = act.note_of(Deed::Excuse, Who::Gm, &text, seat, changed, vec![])?;
    act.tell_all(Deed::Excuse, &Who::Gm, number, &text)?;
    act.commit(text)
}

/// Excuses a seat's player in advance, for the days on which they will be away.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the seat has no player, or the days are over or were announced before.
pub fn excuse_ahead(
    game: &LockedGame,
    at: DateTime<Utc>,
    seat: &SeatId,
    days: &Absence,
    reason: &str,
) -> Result<Done, ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    let mut players = act.players.players.iter_mut();
    let Some(player) = players.find(|player| player.seats.contains(seat)) else {
        return not_now(format!("The seat `{seat}` has no player."));
    };
    let words = match announce(game, player, days, at) {
        Ok(words) => words,
        Err(AbsenceError::Store(error)) => return Err(error.into()),
        Err(why) => return not_now(why.to_string()),
    };
    let kept = bytes("players", &act.players)?;
    let layout = &game.layout;
    act.stage
        .add(layout, &layout.players(), kept, Secrecy::Secret);
    let text = because(&format!("The player of {seat} is away {words}."), reason);
    let number = act.note_of(Deed::Excuse, Who::Gm, &text, seat, None, vec![])?;
    act.tell_all(Deed::Excuse, &Who::Gm, number, &text)?;
    act.commit(text)
}

/// Returns the text of a note: the action and its reason.
pub(super) fn because(text: &str, reason: &str) -> String {
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    if reason.is_empty() {
        return text.to_owned();
    }
    format!("{text}\nReason: {reason}")
}

pub(super) fn utc(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M UTC").to_string()
}
