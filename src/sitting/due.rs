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
    let owing: Vec<SeatId> = game
        .seat_ids()
        .into_iter()
        .filter(|seat| fresh || record.prompts.iter().any(|p| p.seat == *seat))
        .filter(|seat| {
            let now = set.orders.get(seat).map(|o| o.digest.as_str());
            let before = position.used.get(seat).map(String::as_str);
            now.is_none() || (!fresh && now == before)
        })
        .collect();
    match game.file.sittings {
        SittingPolicy::AtDeadline => Due::AtDeadline(position.deadline),
        SittingPolicy::WhenComplete if !owing.is_empty() => Due::Waits(owing),
        SittingPolicy::EachMail if owing.len() == game.seat_ids().len() => Due::Waits(owing),
        SittingPolicy::WhenComplete | SittingPolicy::EachMail => Due::Now,
    }
}
