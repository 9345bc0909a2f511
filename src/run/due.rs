//! The policy that decides if a sitting is due, and the seats that owe orders.

use super::request::{Due, Request};
use crate::{
    collect::Collect,
    engine::SeatId,
    game_dir::{
        ClockState, Ended, Filed, Game, Position, SittingPolicy, StandIn, Step, TurnRecord,
    },
    log::PlayedBy,
    orders::OnFileSet,
};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// Decides if a sitting is due by the game's policy, without regard to what it could play.
pub(crate) fn policy(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Due {
    if position.ended == Ended::GameOver {
        return Due::Over;
    }
    if position.clock.held.is_some() {
        return Due::Held;
    }
    // A locked sitting waits only for its round of the beacon.
    if let Some(locked) = &position.locked {
        let out = locked.out().unwrap_or(DateTime::<Utc>::MAX_UTC);
        return Due::Beacon(locked.round, out);
    }
    if let Some(pause) = &position.clock.paused {
        return Due::Paused(pause.until);
    }
    let late = request.overdue || lapsed(game, position, request.at);
    if late || request.early.is_some() {
        return Due::Now;
    }
    let wanted = wanted(game, position, record);
    let mut owing = owing(game, position, record, set);
    let all = owing.len();
    let deserted = unattended(game, position);
    // If all seats are unattended, they still count as owing: the game must not play on by itself, turn after turn.
    if game.seat_ids().iter().any(|seat| !deserted.contains(seat)) {
        owing.retain(|seat| !deserted.contains(seat));
    }
    let bots = bots(game, &position.clock.missed, &position.clock.bots);
    match game.file.sittings {
        SittingPolicy::AtDeadline => Due::AtDeadline(position.deadline),
        // If only bots owe orders, the game keeps to its deadlines.
        _ if !owing.is_empty() && owing.iter().all(|seat| bots.contains_key(seat)) => {
            Due::AtDeadline(position.deadline)
        }
        SittingPolicy::WhenComplete if !owing.is_empty() => Due::Waits(owing),
        SittingPolicy::EachMail if all == wanted.len() && !owing.is_empty() => Due::Waits(owing),
        SittingPolicy::WhenComplete | SittingPolicy::EachMail => Due::Now,
    }
}

/// Returns the time from which missing orders count as not received: the deadline plus the grace period.
pub(crate) fn lapse(game: &Game, position: &Position) -> Option<DateTime<Utc>> {
    let grace = game.file.schedule.as_ref().map_or(0, |s| s.grace);
    position
        .deadline?
        .checked_add_signed(TimeDelta::hours(grace.into()))
}

/// Returns true if the deadline and its grace period have passed.
pub fn lapsed(game: &Game, position: &Position, at: DateTime<Utc>) -> bool {
    lapse(game, position).is_some_and(|lapse| lapse <= at)
}

/// Returns the seats that are asked for orders now.
fn wanted(game: &Game, position: &Position, record: &TurnRecord) -> Vec<SeatId> {
    if position.sat_in == position.turn {
        game.seat_ids()
    } else {
        { record.awaited(&*game.rules, || game.seat_ids()) }.to_vec()
    }
}

/// Returns the seats that are asked for something and have sent nothing since.
pub fn owing(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
) -> Vec<SeatId> {
    let fresh = position.sat_in != position.turn;
    let mut owing = wanted(game, position, record);
    owing.retain(|seat| {
        let asked = fresh || record.prompts.iter().any(|p| p.seat == *seat);
        let now = set.orders.get(seat).map(|o| o.digest.as_str());
        let before = position.used.get(seat).map(String::as_str);
        asked && (now.is_none() || (!fresh && now == before))
    });
    owing
}

/// Returns the escalation level of a seat that has missed so many deadlines in a row.
pub fn step(game: &Game, missed: u32) -> Option<Step> {
    let ladder = &game.file.nmr;
    let top = ladder.len().checked_sub(1)?;
    let below = usize::try_from(missed).ok()?.checked_sub(1)?;
    ladder.get(below.min(top)).copied()
}

/// Returns the seats that the game does not wait for: a caretaker or a bot plays them, or they are vacant.
pub fn unattended(game: &Game, position: &Position) -> BTreeSet<SeatId> {
    let given = position.clock.bots.keys().cloned();
    deserted(game, &position.clock.missed)
        .chain(given)
        .collect_set()
}

/// Returns who plays a seat after escalation and the GM's actions, as notes record it.
pub fn played_by(game: &Game, clock: &ClockState, seat: &SeatId) -> PlayedBy {
    if bots(game, &clock.missed, &clock.bots).contains_key(seat) {
        PlayedBy::Bot
    } else if deserted(game, &clock.missed).any(|deserted| deserted == *seat) {
        PlayedBy::Defaults
    } else {
        PlayedBy::Player
    }
}

/// Returns the seats whose escalation level means that the game does not wait for them.
fn deserted(game: &Game, missed: &BTreeMap<SeatId, u32>) -> impl Iterator<Item = SeatId> {
    missed
        .iter()
        .filter(|(_, missed)| step(game, **missed).is_some_and(Step::is_unattended))
        .map(|(seat, _)| seat.clone())
}

/// Returns the bots that play, by seat: those that the GM has set, and the caretaker of seats that escalation has made
/// unattended.
pub fn bots(
    game: &Game,
    missed: &BTreeMap<SeatId, u32>,
    given: &BTreeMap<SeatId, StandIn>,
) -> BTreeMap<SeatId, String> {
    let caretaker = game.file.caretaker.iter();
    let mut bots: BTreeMap<SeatId, String> = caretaker
        .flat_map(|bot| deserted(game, missed).map(|seat| (seat, bot.clone())))
        .collect_map();
    let given = given.iter();
    bots.extend(given.map(|(seat, stand_in)| (seat.clone(), stand_in.bot.clone())));
    bots
}

/// Returns true if an order file is new, which means that the seat's player is active.
pub(crate) fn is_fresh(position: &Position, seat: &SeatId, filed: &Filed) -> bool {
    let known = [
        position.used.get(seat),
        position
            .clock
            .bots
            .get(seat)
            .and_then(|stand_in| stand_in.filed.as_ref()),
    ];
    !known.contains(&Some(&filed.digest))
}
