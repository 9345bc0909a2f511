//! The status of a game: missing, late and absent seats, bounces, due times, and guards that would stop a run.

use super::{
    ScheduleError,
    bounces::{bounces, of},
    guards::{Tripped, guards, late},
};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{
        Absence, Game, Noted, Pause, Step, TurnRecord, Verified, absences, is_away, last_note,
    },
    log::Deed,
    orders::{self, OnFileSet},
    run::{Due, Request, bots, due, lapse, lapsed, owing, step},
};
use chrono::{DateTime, Utc};

/// The status of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatStatus {
    /// The seat.
    pub seat: SeatId,
    /// The name of its player.
    pub player: String,
    /// `on file`, `rejected` or `none`.
    pub orders: &'static str,
    /// The names of the prompts that are open for it.
    pub asked: Vec<String>,
    /// True if it owes orders.
    pub owes: bool,
    /// True if it owes orders and the deadline has passed.
    pub late: bool,
    /// True if its player has announced an absence at the deadline.
    pub away: bool,
    /// The announced absences of its player that are not over.
    pub absences: Vec<Absence>,
    /// The number of deadlines in a row that it has missed.
    pub missed: u32,
    /// The escalation level, if it is one at which the game does not wait for the seat.
    pub step: Option<Step>,
    /// The bot that plays it.
    pub bot: Option<String>,
    /// The number of mails to its player that bounced.
    pub bounces: u32,
}

/// The status of a game.
#[derive(Debug)]
pub struct Status {
    /// The position.
    pub position: Verified,
    /// The answer to the question if a sitting is due.
    pub due: Due,
    /// The status of every seat.
    pub rows: Vec<SeatStatus>,
    /// The time from which missing orders count as not received.
    pub lapse: Option<DateTime<Utc>>,
    /// The pause.
    pub paused: Option<Pause>,
    /// The note about the hold, if the game is held.
    pub held: Option<Noted>,
    /// The guards that would stop a run now.
    pub guards: Vec<Tripped>,
    /// The orders on file.
    pub set: OnFileSet,
}

/// Returns the status of a game that has begun; changes nothing.
///
/// ```
/// use chronojudge::{
///     game_dir::{self, Disk, Game},
///     schedule,
/// };
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::open(Path::new("games/gem-1992"), Disk::new())?;
/// let position = game_dir::verify(&game)?.expect("a game that has begun");
/// let status = schedule::status(&game, position, chrono::Utc::now())?;
/// for seat in &status.rows {
///     println!("{}: {}", seat.seat, seat.orders);
/// }
/// # assert_eq!(status.rows.len(), 6);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`ScheduleError`] if a file of the game cannot be read.
pub fn status(game: &Game, position: Verified, at: DateTime<Utc>) -> Result<Status, ScheduleError> {
    let record = TurnRecord::read(game, position.turn)?;
    let set = orders::load(game, &position, &record)?;
    let request = Request {
        at,
        overdue: false,
        early: None,
    };
    let over = position.ended == crate::game_dir::Ended::GameOver;
    let owing = if over {
        vec![]
    } else {
        owing(game, &position, &record, &set)
    };
    let due = due(game, &position, &record, &set, &request);
    // Seats whose orders answer no open prompt are awaited although they owe nothing by the files.
    let awaited = match &due {
        Due::Waits(seats) => &seats[..],
        _ => &[],
    };
    let passed = lapsed(game, &position, at);
    let late = late(game, &position, &record, &set)?;
    let mut bots = bots(game, &position.clock.missed, &position.clock.bots);
    let (players, bounces) = (game.players()?, bounces(game, at)?);
    let mut rows = vec![];
    for seat in game.seat_ids() {
        let player = players.of(&seat);
        let missed = position.clock.missed.get(&seat).copied().unwrap_or(0);
        let bot = bots.remove(&seat);
        // A bot owes nothing, and is not away.
        let by_player = player.filter(|_| bot.is_none());
        let asked = record.prompts.iter();
        let asked = asked.filter(|p| p.seat == seat && bot.is_none());
        let away = match (by_player, position.deadline) {
            (Some(player), Some(deadline)) => is_away(game, player, deadline)?,
            _ => false,
        };
        rows.push(SeatStatus {
            player: player.map_or_else(String::new, |p| p.name.clone()),
            orders: if set.refused.iter().any(|r| r.seat == seat) {
                "rejected"
            } else if set.orders.contains_key(&seat) {
                "on file"
            } else {
                "none"
            },
            asked: asked.map(|p| p.ask.clone()).collect(),
            owes: bot.is_none() && (owing.contains(&seat) || awaited.contains(&seat)),
            late: passed && late.contains(&seat),
            away,
            absences: match by_player {
                Some(player) => absences(game, player, at)?,
                None => vec![],
            },
            missed,
            step: step(game, missed).filter(|step| step.is_unattended()),
            bot,
            bounces: player.map_or(0, |player| of(&bounces, player)),
            seat,
        });
    }
    Ok(Status {
        due,
        lapse: lapse(game, &position),
        paused: position.clock.paused.clone(),
        held: match &position.clock.held {
            Some(_) => last_note(
                &game.log_end().map_err(GameError::from)?,
                Deed::Hold,
                &game.layout,
            )?,
            None => None,
        },
        guards: if over {
            vec![]
        } else {
            guards(game, &position, &record, &set, at, None)?
        },
        rows,
        set,
        position,
    })
}

impl SeatStatus {
    /// Returns remarks about the seat, in a few words each.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = vec![];
        if self.late {
            remarks.push("late".to_owned());
        }
        match self.absences.first() {
            Some(next) => remarks.push(format!("away {} to {}", next.from, next.to)),
            None if self.away => remarks.push("away".to_owned()),
            None => {}
        }
        match self.step {
            Some(Step::Caretaker) => remarks.push("caretaker".to_owned()),
            Some(Step::Vacant | Step::Substitute) => remarks.push("vacant".to_owned()),
            _ => {}
        }
        if let Some(bot) = &self.bot {
            remarks.push(format!("bot {bot}"));
        }
        if self.missed > 0 {
            remarks.push(format!("missed {}", self.missed));
        }
        if self.bounces > 0 {
            let s = if self.bounces == 1 { "" } else { "s" };
            remarks.push(format!("{} mail{s} bounced", self.bounces));
        }
        remarks
    }
}
