//! What stops a run, so that a GM looks at it first.

use super::{
    DeskError,
    bounces::{bounces, bouncing},
    idle::{ROUNDS, is_idle},
    terms::utc,
};
use crate::{
    engine::SeatId,
    game_dir::{Game, Guard, Position, TurnRecord, is_away},
    orders::OnFileSet,
    run::{self, bots, lapse, lapsed, owing, unattended},
};
use chrono::{DateTime, Utc};

/// A guard that stops a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tripped {
    /// Which one.
    pub guard: Guard,
    /// What it has seen.
    pub words: String,
    /// How to go on.
    pub hint: String,
}

/// The guards that would stop a run now, and that the GM has not let pass.
///
/// `last` is when this program looked after the game before, if that is known.
///
/// # Errors
/// [`DeskError`] if what is on disk cannot be read.
pub fn guards(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    at: DateTime<Utc>,
    last: Option<DateTime<Utc>>,
) -> Result<Vec<Tripped>, DeskError> {
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

/// The seats that a passed deadline finds without orders: not those that nobody waits for, nor those
/// whose players had said to be away.
pub(super) fn late(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
) -> Result<Vec<SeatId>, DeskError> {
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

/// Nobody seems to play any more: the game would go on by itself to its end.
fn idle(game: &Game, position: &Position, set: &OnFileSet) -> Result<Option<Tripped>, DeskError> {
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

/// Too many seats are missing at once: more likely their mail is lost than they are.
fn missing(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
) -> Result<Option<Tripped>, DeskError> {
    let late = late(game, position, record, set)?;
    // Those who have sent something, and those who have not; a bot owes nothing.
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

/// Nobody ran this program while the deadline passed: mail may lie somewhere.
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
            "The deadline, {}, passed while nobody looked after the game for {hours} hours, from {} to {}.",
            utc(lapse),
            utc(last),
            utc(at)
        ),
        hint: go_on(
            game,
            "Is all mail in that came meanwhile? Then go on, or give more time.",
        ),
    })
}

/// The mail of too many comes back: they do not know what they are asked.
fn bounced(game: &Game, at: DateTime<Utc>) -> Result<Option<Tripped>, DeskError> {
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
                "Ask them for another address, or see to the mail of this machine; then `chronojudge bounces {} \
                 --clear` forgets what came back.",
                folder(game)
            ),
        ),
    }))
}

/// Whether a part is more than so many of a hundred.
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

/// The game directory as it stands in a command that a GM types where the games are.
pub(super) fn folder(game: &Game) -> String {
    let name = game.layout.root().file_name();
    name.map_or_else(|| ".".to_owned(), |name| name.display().to_string())
}

/// Whether there is room enough on the disk for a run.
///
/// # Errors
/// [`DeskError::Guard`] if there is not.
pub fn room(game: &Game) -> Result<(), DeskError> {
    let least = game.file.guards.room;
    let Some(left) = megabytes_left(game) else {
        return Ok(());
    };
    if left >= least {
        return Ok(());
    }
    Err(DeskError::Guard {
        words: format!(
            "Only {left} MB are left on the disk of {}, and a run wants {least}.",
            game.layout.root().display()
        ),
        hint: "Make room; then everything goes on by itself.".to_owned(),
    })
}

/// How many megabytes the disk of a game has left, where the system says.
#[cfg(unix)]
fn megabytes_left(game: &Game) -> Option<u64> {
    let disk = rustix::fs::statvfs(game.layout.root()).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize) / 1_000_000)
}

#[cfg(not(unix))]
fn megabytes_left(_: &Game) -> Option<u64> {
    None
}

/// Whether the rules still play the last turn as they did, where another version of this program ran
/// it.
///
/// # Errors
/// [`DeskError::Guard`] if they do not.
pub(super) fn same_rules(game: &Game, position: &Position) -> Result<(), DeskError> {
    let ours = env!("CARGO_PKG_VERSION");
    let theirs = position.program.as_deref();
    if theirs.is_none_or(|theirs| theirs == ours) {
        return Ok(());
    }
    run::plays_as_before(game, position).map_err(|error| DeskError::Guard {
        words: format!(
            "The rules have changed: {error}. It was played by chronojudge {}, and this is {ours}.",
            theirs.unwrap_or_default()
        ),
        hint: "Go on with the program that the game was played with.".to_owned(),
    })
}
