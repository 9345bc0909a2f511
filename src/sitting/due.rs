//! Whether a sitting is due.

use super::{OnFileSet, Request};
use crate::{
    engine::SeatId,
    store::{Ended, Game, Position, SittingPolicy, TurnRecord},
};
use chrono::{DateTime, Utc};

/// Whether a sitting is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// It is.
    Now,
    /// It waits for these seats.
    Waits(Vec<SeatId>),
    /// It waits for its deadline.
    AtDeadline(Option<DateTime<Utc>>),
    /// The game is over.
    Over,
}

/// Whether a sitting is due, by the game's policy.
pub fn due(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Due {
    if position.ended == Ended::GameOver {
        return Due::Over;
    }
    let late = request.overdue || position.deadline.is_some_and(|d| d <= request.at);
    if late || request.early.is_some() {
        return Due::Now;
    }
    let fresh = position.sat_in != position.turn;
    let wanted = if fresh {
        awaited(game, record)
    } else {
        game.seat_ids()
    };
    let owing: Vec<SeatId> = wanted
        .iter()
        .filter(|seat| fresh || record.prompts.iter().any(|p| p.seat == **seat))
        .filter(|seat| {
            let now = set.orders.get(*seat).map(|o| o.digest.as_str());
            let before = position.used.get(*seat).map(String::as_str);
            now.is_none() || (!fresh && now == before)
        })
        .cloned()
        .collect();
    match game.file.sittings {
        SittingPolicy::AtDeadline => Due::AtDeadline(position.deadline),
        SittingPolicy::WhenComplete if !owing.is_empty() => Due::Waits(owing),
        SittingPolicy::EachMail if owing.len() == wanted.len() => Due::Waits(owing),
        SittingPolicy::WhenComplete | SittingPolicy::EachMail => Due::Now,
    }
}

/// Whose orders a turn needs before it begins.
pub(super) fn awaited(game: &Game, record: &TurnRecord) -> Vec<SeatId> {
    let state = record.state.as_ref();
    // What cannot be read is found out by the sitting itself.
    state
        .and_then(|state| game.rules.awaited(state).ok().flatten())
        .unwrap_or_else(|| game.seat_ids())
}
