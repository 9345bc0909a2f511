//! Abandoned games, in which every answer of several rounds was a default.

use super::ScheduleError;
use crate::{
    engine::{By, Entry, SeatId},
    error::GameError,
    game_dir::{Disk, Game, Position, read},
    log::{Deed, Kind},
    orders::OnFileSet,
};
use std::collections::BTreeMap;

/// Number of rounds with only defaults after which a game is held.
pub(super) const ROUNDS: u32 = 3;

/// Number of turns that are examined, unless [`ROUNDS`] rounds take more: in many turns there may be nothing to choose.
const LOOKED_AT: usize = 100;

/// The activity of the players in a complete turn.
enum Played {
    /// A player sent orders, a standing order was used, or a bot played.
    Orders,
    /// All answers to choices were defaults, for these seats.
    Defaults(Vec<SeatId>),
    /// There was nothing to choose.
    Nothing,
}

/// Returns true if every answer of the last rounds was a default, and no new orders are on file. If each turn belongs
/// to one seat, a round takes as many turns as there are seats, so every seat that was asked must have been silent
/// [`ROUNDS`] times. Turns before the GM last let the game go on do not count.
///
/// # Errors
/// Returns [`ScheduleError`] if a turn cannot be read.
pub(super) fn is_idle(
    game: &Game,
    position: &Position,
    set: &OnFileSet,
) -> Result<bool, ScheduleError> {
    if !set.orders.is_empty() || !set.standing.is_empty() {
        return Ok(false);
    }
    let most = ROUNDS.saturating_mul(u32::try_from(game.file.seats.len()).unwrap_or(u32::MAX));
    let looked_at = usize::try_from(most).map_or(LOOKED_AT, |most| most.max(LOOKED_AT));
    let mut silent: BTreeMap<SeatId, u32> = BTreeMap::new();
    let mut turns = 0;
    let mut first = None;
    for turn in (1..position.turn).rev().take(looked_at) {
        match played(game, turn)? {
            Played::Orders => break,
            Played::Nothing => continue,
            Played::Defaults(seats) => {
                turns += 1;
                for seat in seats {
                    *silent.entry(seat).or_default() += 1;
                }
            }
        }
        if turns >= ROUNDS && (turns >= most || silent.values().all(|n| *n >= ROUNDS)) {
            first = Some(turn);
            break;
        }
    }
    let Some(first) = first else {
        return Ok(false);
    };
    Ok(first >= since(game)?)
}

/// Returns the turn in which the GM last let the game go on.
fn since(game: &Game) -> Result<u32, ScheduleError> {
    let log = game.log_end().map_err(GameError::from)?;
    let went_on = [Deed::Release.as_str(), Deed::Extend.as_str()];
    let by_gm = log.of(Kind::Note).filter(|entry| {
        let what = entry.record.get("what").unwrap_or_default();
        went_on.contains(&what) && entry.record.get("who") == Some("gm")
    });
    let turns = by_gm.filter_map(|entry| entry.number("turn").ok());
    Ok(turns.max().unwrap_or_default())
}

fn played(game: &Game, turn: u32) -> Result<Played, ScheduleError> {
    // A rejected file, or one with `no-orders`, also shows that the player is active.
    if !Disk::list(&game.layout.orders(turn))?.is_empty() {
        return Ok(Played::Orders);
    }
    let journal: Vec<Entry> = read(&game.layout.journal(turn))?.unwrap_or_default();
    let mut seats = vec![];
    for entry in journal {
        match entry {
            Entry::Answer {
                by: By::Nmr, seat, ..
            } => seats.push(seat),
            Entry::Answer {
                by: By::Order(_) | By::Standing | By::Bot(_),
                ..
            } => return Ok(Played::Orders),
            _ => {}
        }
    }
    seats.sort_unstable();
    seats.dedup();
    Ok(if seats.is_empty() {
        Played::Nothing
    } else {
        Played::Defaults(seats)
    })
}
