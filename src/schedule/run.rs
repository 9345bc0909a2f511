//! A run of a game by the clock and its agreed settings: pauses, guards, escalation, and a sitting if one is due.

use super::{
    ScheduleError,
    gm_action::{GmAction, Message},
    guards::{folder, guards, late, room, same_rules},
    not_now,
    pause::{hold, resume},
    replace::{Newcomer, replace},
    terms::{because, utc},
};
use crate::{
    dice::Signature,
    engine::SeatId,
    error::GameError,
    game_dir::{
        self, Ended, Game, LockedGame, Position, Step, TurnRecord, Verified, Who, first_from,
    },
    lobby,
    log::Deed,
    orders::{self, OnFileSet},
    relay::{self, Relays},
    run::{self, Due, Request, RunOutcome, due, lapsed, missed_one, played_by, step},
};
use chrono::{DateTime, TimeDelta, Utc};

/// The result of a run, with the orders that were on file.
#[derive(Debug)]
pub struct Run {
    /// The result.
    pub came: RunOutcome,
    /// The orders on file of all seats.
    pub set: OnFileSet,
}

/// Does everything that is due: ends a pause that is over, checks the guards, applies escalation, and runs a sitting if
/// one is due.
///
/// # Errors
/// Returns [`ScheduleError`] if the game has not begun, a guard stops the run, or the sitting fails.
pub fn run(
    game: &LockedGame,
    at: DateTime<Utc>,
    last: Option<DateTime<Utc>>,
) -> Result<Run, ScheduleError> {
    let Some(mut position) = game_dir::verify(game)? else {
        return not_now("The game has not begun: seat the players, open the salts, then `start`.");
    };
    if is_pause_over(&position, at) {
        position = resume(
            game,
            at,
            &Who::Desk,
            "The longest pause that was agreed is over.",
        )?
        .position;
    }
    let record = TurnRecord::read(game, position.turn)?;
    let set = orders::load(game, &position, &record)?;
    let came = run_on(game, &position, &record, &set, at, last)?;
    Ok(Run { came, set })
}

/// Does everything that is due in a game whose pause is not over, from files that the caller has just loaded.
pub(super) fn run_on(
    game: &LockedGame,
    position: &Verified,
    record: &TurnRecord,
    set: &OnFileSet,
    at: DateTime<Utc>,
    last: Option<DateTime<Utc>>,
) -> Result<RunOutcome, ScheduleError> {
    let request = Request {
        at,
        overdue: false,
        early: None,
    };
    let came = match due(game, position, record, set, &request) {
        Due::Now => sit(game, position, record, set, &request, last)?,
        Due::Beacon(round, out) if out <= at => fetched(game, position, record, round, at)?,
        due => RunOutcome::Nothing(due),
    };
    hand_over(game, at)?;
    Ok(came)
}

/// Fetches the round of a locked sitting and draws its dice, unless no relay has the round yet.
fn fetched(
    game: &LockedGame,
    position: &Position,
    record: &TurnRecord,
    round: u64,
    at: DateTime<Utc>,
) -> Result<RunOutcome, ScheduleError> {
    room(game)?;
    same_rules(game, position)?;
    let waits = "The sitting waits; nothing else can give its dice.";
    let command = format!("chronojudge adjudicate {} --beacon HEX", folder(game));
    Ok(match from_relay(game, round, waits, &command)? {
        Some(signature) => run::draw_locked(game, position, record, &signature, at)?,
        None => RunOutcome::Nothing(Due::Beacon(round, at)),
    })
}

/// Fetches a round from the game's relays; returns `None` if it is not out yet.
///
/// # Errors
/// Returns [`ScheduleError::Guard`] if no relay gives the round; its hint has `waits`, and `command` for entering the
/// round.
fn from_relay(
    game: &Game,
    round: u64,
    waits: &str,
    command: &str,
) -> Result<Option<Signature>, ScheduleError> {
    let relays = game.beacon_settings::<Relays>()?.unwrap_or_default();
    match relay::fetch(&relays, game.layout.root(), round) {
        Ok(signature) => Ok(Some(signature)),
        Err(none) if none.is_early() => Ok(None),
        Err(none) => Err(ScheduleError::Guard {
            words: none.to_string(),
            hint: format!(
                "{waits} Name other relays in {}, or fetch the round elsewhere and give it: `{command}`.",
                game.layout.beacon().display(),
            ),
        }),
    }
}

/// Draws the dice of a locked sitting from a round that the GM enters, in hex or as a relay gives it.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if no sitting is locked, or this is not its round.
pub fn draw(game: &LockedGame, at: DateTime<Utc>, round: &[u8]) -> Result<Run, ScheduleError> {
    let Some(position) = game_dir::verify(game)? else {
        return not_now("The game has not begun.");
    };
    let Some(locked) = &position.locked else {
        return not_now("No sitting is locked: nothing waits for the beacon.");
    };
    if position.clock.held.is_some() {
        return Ok(Run {
            came: RunOutcome::Nothing(Due::Held),
            set: OnFileSet::default(),
        });
    }
    let signature = match relay::read(locked.round, round) {
        Ok(signature) => signature,
        Err(why) => {
            return not_now(format!(
                "This is not round {} of the beacon, which the lock names: {why}.",
                locked.round
            ));
        }
    };
    same_rules(game, &position)?;
    let record = TurnRecord::read(game, position.turn)?;
    let ran = run::draw_locked(game, &position, &record, &signature, at)?;
    hand_over(game, at)?;
    Ok(Run {
        came: ran,
        set: OnFileSet::default(),
    })
}

/// Draws a game that has not begun with the round that its salts name, fetched from a relay. Returns false if the round
/// is not out yet.
///
/// # Errors
/// Returns [`ScheduleError`] if no relay gives the round.
pub fn draw_game(game: &LockedGame, round: u64, at: DateTime<Utc>) -> Result<bool, ScheduleError> {
    let command = format!("chronojudge start {} --round HEX", folder(game));
    let signature = from_relay(game, round, "The game waits.", &command)?;
    if let Some(signature) = &signature {
        lobby::draw_game(game, signature, at)?;
    }
    Ok(signature.is_some())
}

/// Draws a game that has not begun with a round that the GM enters, in hex or as a relay gives it. Returns true.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if it is not the round that the salts name.
pub(crate) fn draw_game_with(
    game: &LockedGame,
    round: u64,
    text: &[u8],
    at: DateTime<Utc>,
) -> Result<bool, ScheduleError> {
    match relay::read(round, text) {
        Ok(signature) => {
            lobby::draw_game(game, &signature, at)?;
            Ok(true)
        }
        Err(why) => not_now(format!(
            "This is not round {round} of the beacon, which the salts name: {why}."
        )),
    }
}

/// Returns true if the game is paused and its pause is over.
pub(super) fn is_pause_over(position: &Position, at: DateTime<Utc>) -> bool {
    let pause = position.clock.paused.as_ref();
    pause.is_some_and(|pause| pause.until <= at)
}

/// Runs a sitting that is due, unless a guard or escalation prevents it.
fn sit(
    game: &LockedGame,
    position: &Verified,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
    last: Option<DateTime<Utc>>,
) -> Result<RunOutcome, ScheduleError> {
    let at = request.at;
    if position.at > at {
        return Err(ScheduleError::Guard {
            words: format!(
                "The clock of this machine says {}, and the last sitting ran at {}.",
                utc(at),
                utc(position.at)
            ),
            hint: "Set the clock; the game then goes on automatically.".to_owned(),
        });
    }
    room(game)?;
    same_rules(game, position)?;
    let mut tripped = guards(game, position, record, set, at, last)?;
    if !tripped.is_empty() {
        let first = tripped.remove(0);
        hold(game, at, Some((first.guard, &first.hint)), &first.words)?;
        return Ok(RunOutcome::Held(
            first.guard,
            format!("{}\n{}", first.words, first.hint),
        ));
    }
    if lapsed(game, position, at) {
        let late = late(game, position, record, set)?;
        let rung = |seat: &SeatId| {
            let missed = position.clock.missed.get(seat).copied().unwrap_or(0);
            step(game, missed.saturating_add(1))
        };
        if late.iter().any(|seat| rung(seat) == Some(Step::Wait))
            && let Some(to) = wait(game, at, &late)?
        {
            return Ok(RunOutcome::Moved(to));
        }
    }
    let ran = run::sit_on(game, position, record, set, request)?;
    Ok(ran)
}

/// Moves the deadline once because of seats without orders, and counts a missed deadline for each of them. Returns the
/// new deadline, or `None` if the game has no schedule.
fn wait(
    game: &LockedGame,
    at: DateTime<Utc>,
    late: &[SeatId],
) -> Result<Option<DateTime<Utc>>, ScheduleError> {
    let Some(schedule) = &game.file.schedule else {
        return Ok(None);
    };
    let mut act = GmAction::begin(game, at)?;
    let to = first_from(schedule, at + TimeDelta::minutes(1)).map_err(GameError::from)?;
    let mut absent = vec![];
    for seat in late {
        let text = missed_one(game, &mut act.position.clock, seat);
        absent.extend(text.map(|text| (seat, text)));
    }
    act.position.deadline = Some(to);
    act.position.clock.moved += 1;
    let text = because(
        &format!("The deadline moves once, to {}.", utc(to)),
        &format!("No orders came of {}.", game_dir::list(late)),
    );
    for (seat, text) in absent {
        let by = played_by(game, &act.position.clock, seat);
        act.note_of(Deed::Nmr, Who::Desk, &text, seat, Some(by), vec![])?;
    }
    let number = act.note(Deed::Extend, Who::Desk, &text)?;
    act.tell_all(Deed::Extend, &Who::Desk, number, &text)?;
    act.commit(text)?;
    Ok(Some(to))
}

/// Hands seats at the last escalation level to their substitutes, or mails the GM once after each sitting that they are
/// vacant.
fn hand_over(game: &LockedGame, at: DateTime<Utc>) -> Result<(), ScheduleError> {
    let Some(position) = game.position()? else {
        return Ok(());
    };
    if position.ended == Ended::GameOver {
        return Ok(());
    }
    for (seat, missed) in &position.clock.missed {
        let substitute = game.players()?.of(seat).and_then(|p| p.substitute.clone());
        match (step(game, *missed), substitute) {
            (Some(Step::Substitute), Some(substitute)) => {
                let newcomer = Newcomer {
                    name: substitute.name,
                    address: substitute.address,
                    zone: substitute.zone,
                    key: None,
                };
                let reason = "Its orders did not come, and its player had named a substitute.";
                replace(game, at, seat, newcomer, &Who::Desk, reason)?;
            }
            (Some(Step::Substitute | Step::Vacant), _) => vacant(game, at, seat)?,
            _ => {}
        }
    }
    Ok(())
}

/// Mails the GM that a seat is vacant, once per sitting.
fn vacant(game: &LockedGame, at: DateTime<Utc>, seat: &SeatId) -> Result<(), ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    if act.was_queued("gm", &format!("vacant-{seat}"), 1)? {
        return Ok(());
    }
    let dir = folder(game);
    let message = Message {
        subject: format!("{seat} is vacant"),
        text: format!(
            "No orders of {seat} came, and the game no longer waits for them.\n\n  \
             chronojudge replace {dir} {seat} --name NAME --address ADDRESS --reason WHY\n\n\
             gives the seat to another player.\n"
        ),
        ..Message::default()
    };
    act.mail_gm(&format!("vacant-{seat}"), 1, message)?;
    act.commit(String::new())?;
    Ok(())
}
