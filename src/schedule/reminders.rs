//! Reminders to players who owe orders: one for each deadline and configured hour, with times in the player's zone.

use super::{
    ScheduleError,
    gm_action::{Message, first_seat, to_player, was_queued, when, zone},
};
use crate::{
    compose::{MailKind, ToPlayer, left},
    engine::SeatId,
    error::GameError,
    game_dir::{
        self, Game, LockedGame, Player, Position, Schedule, Secrecy, Stage, Step, TurnRecord,
        in_zone, is_away,
    },
    mail::{Letter, Settings, compose},
    orders::OnFileSet,
    run::{lapse, step, unattended, wanting},
};
use chrono::{DateTime, TimeDelta, Utc};

/// A reminder that is to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reminder {
    /// The player to whom it is sent.
    pub player: Player,
    /// The seats that owe orders.
    pub seats: Vec<SeatId>,
    /// The kind of mail: one for each hour of the list, and one for the grace.
    pub kind: MailKind,
}

/// Returns the times of the reminders of a deadline with the kind of their mail, in order.
fn instants(
    schedule: &Schedule,
    game: &Game,
    position: &Position,
) -> Vec<(DateTime<Utc>, MailKind)> {
    let Some(deadline) = position.deadline else {
        return vec![];
    };
    let mut instants: Vec<_> = schedule
        .reminders
        .iter()
        .map(|hours| {
            let at = deadline - TimeDelta::hours((*hours).into());
            (at, MailKind::Reminder(*hours))
        })
        // A reminder that would come before the report is left out.
        .filter(|(at, _)| *at > position.at)
        .collect();
    if lapse(game, position).is_some_and(|lapse| lapse > deadline) {
        instants.push((deadline, MailKind::LastReminder));
    }
    instants.sort_unstable();
    instants
}

/// Returns the time of the next reminder after an instant.
pub(super) fn next(game: &Game, position: &Position, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let schedule = game.file.schedule.as_ref()?;
    let mut instants = instants(schedule, game, position).into_iter();
    instants.find_map(|(instant, _)| (instant > at).then_some(instant))
}

/// Returns the reminders that are due now and were not sent yet.
///
/// # Errors
/// Returns [`ScheduleError`] if a file of the game cannot be read.
pub fn reminders(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    at: DateTime<Utc>,
) -> Result<Vec<Reminder>, ScheduleError> {
    let stopped = position.clock.held.is_some() || position.clock.paused.is_some();
    let (Some(schedule), Some(lapse), false) =
        (&game.file.schedule, lapse(game, position), stopped)
    else {
        return Ok(vec![]);
    };
    // If several reminders have become due since the last run, only the last one is sent.
    let passed = instants(schedule, game, position).into_iter();
    let last = passed.take_while(|(instant, _)| *instant <= at).last();
    let (Some((_, kind)), true) = (last, at < lapse) else {
        return Ok(vec![]);
    };
    let deserted = unattended(game, position);
    let owing = wanting(game, position, record, set, at)?;
    let mut reminders = vec![];
    for player in game.players()?.players {
        let owes = |seat: &SeatId| player.seats.contains(seat) && !deserted.contains(seat);
        let seats: Vec<SeatId> = owing.iter().filter(|seat| owes(seat)).cloned().collect();
        let deadline = position.deadline.unwrap_or(at);
        if seats.is_empty() || player.no_reminders || is_away(game, &player, deadline)? {
            continue;
        }
        let reminder = Reminder {
            player,
            seats,
            kind,
        };
        if !reminder.was_sent(game, position)? {
            reminders.push(reminder);
        }
    }
    Ok(reminders)
}

/// Puts the reminders that are due into the outbox; returns their number.
///
/// # Errors
/// Returns [`ScheduleError`] if a mail cannot be composed or written; none was queued then.
pub fn remind(
    game: &LockedGame,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    at: DateTime<Utc>,
) -> Result<usize, ScheduleError> {
    let due = reminders(game, position, record, set, at)?;
    if due.is_empty() {
        return Ok(0);
    }
    let settings: Settings = game.mail_settings()?;
    let mut stage = Stage::new("reminding");
    for reminder in &due {
        let letter = reminder.letter(game, position, record, &settings, at)?;
        let name = format!("{}.eml", letter.key.stem());
        let path = game.layout.outbox().join(name);
        stage.add(&game.layout, &path, compose(&letter)?, Secrecy::Secret);
    }
    game.commit(stage)?;
    Ok(due.len())
}

impl Reminder {
    /// Returns the number of the sitting's deadline, from 1; a deadline that is moved gets the next number.
    fn number(position: &Position) -> u32 {
        position.clock.moved + 1
    }

    fn was_sent(&self, game: &Game, position: &Position) -> Result<bool, ScheduleError> {
        let Some(first) = first_seat(game, &self.player) else {
            return Ok(true);
        };
        let kind = self.kind.name();
        let key = (first.as_str(), kind.as_str(), Self::number(position));
        was_queued(game, position, key)
    }

    fn letter(
        &self,
        game: &Game,
        position: &Position,
        record: &TurnRecord,
        settings: &Settings,
        at: DateTime<Utc>,
    ) -> Result<Letter, ScheduleError> {
        let deadline = position.deadline.unwrap_or(at);
        let until = lapse(game, position).unwrap_or(deadline);
        let names = game_dir::list(&self.seats);
        let verb = if self.seats.len() == 1 { "owes" } else { "owe" };
        let local = in_zone(
            if at < deadline { deadline } else { until },
            zone(game, &self.player),
        )
        .map_err(GameError::from)?;
        let mut text = if at < deadline {
            format!(
                "{names} {verb} orders in turn {} of {}. They are due {}: in {}.\n",
                position.turn,
                game.file.title,
                when(game, &self.player, deadline)?,
                left(at, deadline)
            )
        } else {
            format!(
                "The deadline of turn {} of {} has passed, and {names} {verb} orders. They are still waited for until {}.\n",
                position.turn,
                game.file.title,
                when(game, &self.player, until)?,
            )
        };
        for seat in &self.seats {
            let asks: Vec<&str> = record
                .prompts
                .iter()
                .filter(|p| p.seat == *seat)
                .map(|p| p.ask.as_str())
                .collect();
            let wanted = if asks.is_empty() {
                "the orders of the turn".to_owned()
            } else {
                asks.join(", ")
            };
            let missed = position.clock.missed.get(seat).copied().unwrap_or(0);
            text += &format!(
                "\n{seat}: {wanted}. {}\n",
                otherwise(step(game, missed + 1))
            );
        }
        text += "\nThe order form is attached: fill it in and attach it to a reply to this mail. To send no orders on\n\
                 purpose, send it with the line `no-orders: true`; the game does not wait for you then.\n";
        let log = game.log_end().map_err(GameError::from)?;
        text += &game_dir::foot(game, &log.head_field());
        let subject = format!("orders of {names} wanted by {local}");
        let first = first_seat(game, &self.player).unwrap_or_else(|| self.seats[0].clone());
        let message = Message {
            subject,
            text,
            ..Message::default()
        };
        let mail = ToPlayer {
            game,
            settings,
            player: &self.player,
            seat: &first,
            kind: self.kind,
            number: Self::number(position),
            turn: position.turn,
            sitting: position.sitting,
            position: Some(position),
        };
        to_player(&mail, message, at)
    }
}

/// Returns the sentence about the consequence of missing orders.
fn otherwise(step: Option<Step>) -> &'static str {
    match step {
        Some(Step::Wait) => "If nothing comes, the deadline moves once for all players.",
        Some(Step::Default) | None => {
            "If nothing comes, your standing orders answer what they cover, and defaults the rest."
        }
        Some(Step::Caretaker) => "If nothing comes, a caretaker plays it until you are back.",
        Some(Step::Vacant) => "If nothing comes, the seat is vacant.",
        Some(Step::Substitute) => "If nothing comes, your substitute takes the seat.",
    }
}
