//! Guards: conditions that stop a run until the GM has looked at the game.

use super::{
    ScheduleError,
    bounces::{bounces, bouncing},
    idle::{ROUNDS, is_idle},
    terms::utc,
};
use crate::{
    engine::SeatId,
    game_dir::{Game, Guard, Position, TurnRecord, is_away},
    orders::OnFileSet,
    replay::plays_as_before,
    run::{bots, lapse, lapsed, owing, unattended},
};
use chrono::{DateTime, Utc};

/// A guard whose condition is met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tripped {
    /// The guard.
    pub guard: Guard,
    /// The condition that it has found.
    pub words: String,
    /// The commands or steps to go on.
    pub hint: String,
}

/// Returns the guards that would stop a run now and that the GM has not released.
///
/// `last` is the time of the previous tick, if it is known.
///
/// # Errors
/// Returns [`ScheduleError`] if a file of the game cannot be read.
pub fn guards(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    at: DateTime<Utc>,
    last: Option<DateTime<Utc>>,
) -> Result<Vec<Tripped>, ScheduleError> {
    let mut tripped = vec![];
    if lapsed(game, position, at) {
        tripped.extend(missing(game, position, record, set)?);
        tripped.extend(outage(game, position, at, last));
        tripped.extend(idle(game, position, set)?);
    }
    tripped.extend(bounced(game, at)?);
    tripped.retain(|tripped| !position.clock.released.contains(&tripped.guard));
    Ok(tripped)
}

/// Returns the seats that owe orders, without unattended seats and seats whose players had announced an absence at the
/// deadline.
pub(super) fn late(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
) -> Result<Vec<SeatId>, ScheduleError> {
    let deserted = unattended(game, position);
    let players = game.players()?;
    let mut late = vec![];
    for seat in owing(game, position, record, set) {
        let away = match (players.of(&seat), position.deadline) {
            (Some(player), Some(deadline)) => is_away(game, player, deadline)?,
            _ => false,
        };
        if !away && !deserted.contains(&seat) {
            late.push(seat);
        }
    }
    Ok(late)
}

/// Checks if the game seems abandoned: it would run to its end on defaults alone.
fn idle(
    game: &Game,
    position: &Position,
    set: &OnFileSet,
) -> Result<Option<Tripped>, ScheduleError> {
    if !is_idle(game, position, set)? {
        return Ok(None);
    }
    Ok(Some(Tripped {
        guard: Guard::Idle,
        words: format!(
            "In the last {ROUNDS} rounds every answer was a default: no orders came of any seat."
        ),
        hint: go_on(
            game,
            "Ask the players whether they play on. Without orders the game would end by itself.",
        ),
    }))
}

/// Checks if too many seats are missing at once, which suggests that their mail was lost.
fn missing(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
) -> Result<Option<Tripped>, ScheduleError> {
    let late = late(game, position, record, set)?;
    // All seats that are asked, with and without orders on file; a bot owes nothing.
    let bots = bots(game, &position.clock.missed, &position.clock.bots);
    let asked = owing(game, position, record, &OnFileSet::default());
    let asked = match asked
        .iter()
        .filter(|seat| !bots.contains_key(*seat))
        .count()
    {
        0 => return Ok(None),
        n => n,
    };
    if late.len() < 2 || !more(late.len(), asked, game.file.guards.missing) {
        return Ok(None);
    }
    let names: Vec<&str> = late.iter().map(SeatId::as_str).collect();
    Ok(Some(Tripped {
        guard: Guard::Missing,
        words: format!(
            "{} of {asked} seats have sent no orders: {}.",
            late.len(),
            names.join(", ")
        ),
        hint: go_on(
            game,
            "Is their mail lost? Give them more time, or go on without them.",
        ),
    }))
}

/// Checks if this program did not run while the deadline passed, so that mail may be waiting elsewhere.
fn outage(
    game: &Game,
    position: &Position,
    at: DateTime<Utc>,
    last: Option<DateTime<Utc>>,
) -> Option<Tripped> {
    let (last, lapse) = (last?, lapse(game, position)?);
    let hours = (at - last).num_hours();
    if last >= lapse || hours < i64::from(game.file.guards.outage) {
        return None;
    }
    Some(Tripped {
        guard: Guard::Outage,
        words: format!(
            "The deadline, {}, passed while the game was not looked after for {hours} hours, from {} to {}.",
            utc(lapse),
            utc(last),
            utc(at)
        ),
        hint: go_on(
            game,
            "Check that all mail of that time has been received; then go on, or give more time.",
        ),
    })
}

/// Checks if the mail of too many players bounces, so that they do not know what they are asked.
fn bounced(game: &Game, at: DateTime<Utc>) -> Result<Option<Tripped>, ScheduleError> {
    let players = game.players()?;
    let bounces = bounces(game, at)?;
    let bouncing = bouncing(&bounces, &players);
    let all = players.players.len();
    if bouncing.is_empty() || !more(bouncing.len(), all, game.file.guards.bounces) {
        return Ok(None);
    }
    let names: Vec<&str> = bouncing.iter().map(|p| p.name.as_str()).collect();
    Ok(Some(Tripped {
        guard: Guard::Bounces,
        words: format!(
            "The mail of {} of {all} players comes back: {}.",
            names.len(),
            names.join(", ")
        ),
        hint: go_on(
            game,
            &format!(
                "Ask them for another address, or fix the mail of this machine; then `chronojudge bounces {} \
                 --clear` forgets what came back.",
                folder(game)
            ),
        ),
    }))
}

/// Returns true if a part is more than a percentage of the whole.
fn more(part: usize, all: usize, percent: u32) -> bool {
    let percent = usize::try_from(percent).unwrap_or(usize::MAX);
    part.saturating_mul(100) > all.saturating_mul(percent)
}

fn go_on(game: &Game, what: &str) -> String {
    let dir = folder(game);
    format!(
        "{what}\n  chronojudge release {dir} --reason WHY     goes on as it is\n  \
         chronojudge extend {dir} --reason WHY      moves the deadline, and goes on"
    )
}

/// Returns the game directory as the GM types it in a command from the folder of the games.
pub(super) fn folder(game: &Game) -> String {
    let name = game.layout.root().file_name();
    name.map_or_else(|| ".".to_owned(), |name| name.display().to_string())
}

/// Checks that the disk has enough room for a run.
///
/// # Errors
/// Returns [`ScheduleError::Guard`] if it does not.
pub fn room(game: &Game) -> Result<(), ScheduleError> {
    let least = game.file.guards.room;
    let Some(left) = megabytes_left(game) else {
        return Ok(());
    };
    if left >= least {
        return Ok(());
    }
    Err(ScheduleError::Guard {
        words: format!(
            "Only {left} MB are left on the disk of {}, and a run needs {least} MB.",
            game.layout.root().display()
        ),
        hint: "Make room; the game then goes on automatically.".to_owned(),
    })
}

/// Returns the free space on the disk of a game, in megabytes, if the system reports it.
#[cfg(unix)]
fn megabytes_left(game: &Game) -> Option<u64> {
    let disk = rustix::fs::statvfs(game.layout.root()).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize) / 1_000_000)
}

#[cfg(not(unix))]
fn megabytes_left(_: &Game) -> Option<u64> {
    None
}

/// Checks that the rules still play the last turn as they did, if another version of this program ran it.
///
/// # Errors
/// Returns [`ScheduleError::Guard`] if they do not.
pub(super) fn same_rules(game: &Game, position: &Position) -> Result<(), ScheduleError> {
    let ours = env!("CARGO_PKG_VERSION");
    let theirs = position.program.as_deref();
    if theirs.is_none_or(|theirs| theirs == ours) {
        return Ok(());
    }
    plays_as_before(game, position).map_err(|error| ScheduleError::Guard {
        words: format!(
            "The rules have changed: {error}. It was played by chronojudge {}, and this is {ours}.",
            theirs.unwrap_or_default()
        ),
        hint: "Go on with the program that the game was played with.".to_owned(),
    })
}
