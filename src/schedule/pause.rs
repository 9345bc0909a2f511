//! Paused games, whose deadline is suspended, and held games, whose deadline stays.

use super::{
    ScheduleError,
    gm_action::{Done, GmAction, Message, first_seat},
    not_now,
    terms::{because, utc},
};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{Guard, Hold, LockedGame, Pause, Who, after_pause},
    log::Deed,
};
use chrono::{DateTime, TimeDelta, Utc};

/// Pauses the game, for `days` at most.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the game is paused or a sitting is locked, or for more days than were agreed.
pub fn pause(
    game: &LockedGame,
    at: DateTime<Utc>,
    days: Option<u32>,
    reason: &str,
) -> Result<Done, ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    let flag = act.playing_gm().map(|name| {
        format!("The GM plays in this game, as {name}: players who think the pause unfair should say so.")
    });
    let flag = flag.map_or_else(String::new, |flag| format!("\n{flag}"));
    let text = stop(&mut act, days, reason)? + &flag;
    let number = act.note(Deed::Pause, Who::Gm, &text)?;
    act.tell_all(Deed::Pause, &Who::Gm, number, &text)?;
    act.commit(text)
}

/// Suspends the deadline in an action; returns the text for its note.
fn stop(act: &mut GmAction<'_>, days: Option<u32>, reason: &str) -> Result<String, ScheduleError> {
    act.not_locked()?;
    if act.position.clock.paused.is_some() {
        return not_now("The game is paused already.");
    }
    let most = act.game.file.pauses.most_days;
    let days = days.unwrap_or(most);
    if days == 0 || days > most {
        return not_now(format!(
            "A pause of this game is 1 to {most} days long, as was agreed in game.yaml."
        ));
    }
    let until = act.at + TimeDelta::days(days.into());
    let deadline = act.position.deadline.take();
    act.position.clock.paused = Some(Pause {
        since: act.at,
        until,
        left: deadline.map(|deadline| (deadline - act.at).num_seconds().max(0)),
    });
    let text = format!("The clock stands still until {} at the latest.", utc(until));
    Ok(because(&text, reason))
}

/// Counts a player's vote for a pause; with enough votes the game is paused.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the game is paused, or the player has voted before.
pub fn vote(
    game: &LockedGame,
    at: DateTime<Utc>,
    seat: &SeatId,
    reason: &str,
) -> Result<Done, ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    if act.position.clock.paused.is_some() {
        return not_now("The game is paused already.");
    }
    let player = act.players.of(seat).cloned();
    let first = player.and_then(|player| first_seat(game, &player));
    let first = first.unwrap_or_else(|| seat.clone());
    if !act.position.clock.votes.insert(first) {
        return not_now(format!(
            "The player of `{seat}` has asked for a pause already."
        ));
    }
    let (votes, players) = (act.position.clock.votes.len(), act.players.players.len());
    let wanted = usize::try_from(game.file.pauses.votes)
        .unwrap_or(usize::MAX)
        .clamp(1, players.max(1));
    let who = Who::Seat(seat.clone());
    let asked = format!("{votes} of the {wanted} players that it takes have asked for a pause.");
    let mut text = because(&asked, reason);
    let number = act.note(Deed::Vote, who.clone(), &text)?;
    if votes < wanted {
        act.tell_all(Deed::Vote, &who, number, &text)?;
        return act.commit(text);
    }
    text = stop(&mut act, None, &asked)?;
    act.position.clock.votes.clear();
    let number = act.note(Deed::Pause, Who::Desk, &text)?;
    act.tell_all(Deed::Pause, &Who::Desk, number, &text)?;
    act.commit(text)
}

/// Ends a pause: all players have at least as much time as was left, and at least a day after a long pause.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the game is not paused.
pub fn resume(
    game: &LockedGame,
    at: DateTime<Utc>,
    who: &Who,
    reason: &str,
) -> Result<Done, ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    let Some(pause) = act.position.clock.paused.take() else {
        return not_now("The game is not paused.");
    };
    if let Some(left) = pause.left {
        let (schedule, left) = (game.file.schedule.as_ref(), TimeDelta::seconds(left));
        let due = after_pause(schedule, pause.since, at, left).map_err(GameError::from)?;
        act.position.deadline = Some(due);
        act.position.clock.moved += 1;
        act.position.clock.released.clear();
    }
    let text = match act.position.deadline {
        Some(due) => format!("The clock goes on. Orders are due {}.", utc(due)),
        None => "The game goes on.".to_owned(),
    };
    let text = because(&text, reason);
    let number = act.note(Deed::Resume, who.clone(), &text)?;
    act.tell_all(Deed::Resume, who, number, &text)?;
    act.commit(text)
}

/// Holds the game: nothing is adjudicated before it is released. The deadline stays, and orders are still accepted. If
/// a guard holds the game, the GM is mailed how to go on.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the game is held.
pub fn hold(
    game: &LockedGame,
    at: DateTime<Utc>,
    guard: Option<(Guard, &str)>,
    reason: &str,
) -> Result<Done, ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    if act.position.clock.held.is_some() {
        return not_now("The game is held already.");
    }
    act.position.clock.held = Some(Hold {
        since: at,
        guard: guard.map(|(guard, _)| guard),
    });
    let who = if guard.is_some() { Who::Desk } else { Who::Gm };
    let text = because(
        "Nothing is adjudicated until the GM lets the game go on.",
        reason,
    );
    let number = act.note(Deed::Hold, who.clone(), &text)?;
    act.tell_all(Deed::Hold, &who, number, &text)?;
    if let Some((guard, hint)) = guard {
        let message = Message {
            subject: format!("the guard `{}` has stopped the run", guard.as_str()),
            text: format!("{text}\n\n{hint}\n"),
            ..Message::default()
        };
        act.mail_gm("guard", number, message)?;
    }
    act.commit(text)
}

/// Releases a held game. The guard that held it does not stop this run again.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the game is not held.
pub fn release(game: &LockedGame, at: DateTime<Utc>, reason: &str) -> Result<Done, ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    let Some(held) = act.position.clock.held.take() else {
        return not_now("The game is not held.");
    };
    act.position.clock.released.extend(held.guard);
    let text = because("The game goes on.", reason);
    let number = act.note(Deed::Release, Who::Gm, &text)?;
    act.tell_all(Deed::Release, &Who::Gm, number, &text)?;
    act.commit(text)
}
