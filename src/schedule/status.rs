//! Who is missing, late or away, whose mail comes back, what is due, and what stands in the way.

use super::{
    DeskError,
    bounces::{bounces, of},
    guards::{Tripped, guards, late},
};
use crate::{
    engine::SeatId,
    error::SittingError,
    game_dir::{
        Absence, Game, Noted, Pause, Position, Step, TurnRecord, absences, is_away, last_note,
    },
    log::Deed,
    orders::{OnFileSet, gather},
    run::{Due, Request, bots, due, lapse, lapsed, owing, step},
};
use chrono::{DateTime, Utc};

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The seat.
    pub seat: SeatId,
    /// Its player's name.
    pub player: String,
    /// `on file`, `rejected` or `none`.
    pub orders: &'static str,
    /// What it is asked.
    pub asked: Vec<String>,
    /// It owes orders.
    pub owes: bool,
    /// It owes them, and the deadline has passed.
    pub late: bool,
    /// Its player had said to be away at the deadline.
    pub away: bool,
    /// The days that its player has announced to be away, and that are not over.
    pub absences: Vec<Absence>,
    /// How many deadlines in a row it has let pass.
    pub missed: u32,
    /// The step of the ladder that makes nobody wait for it.
    pub step: Option<Step>,
    /// The bot that plays it.
    pub bot: Option<String>,
    /// How many mails to its player came back.
    pub bounces: u32,
}

/// Where a game stands.
#[derive(Debug)]
pub struct Look {
    /// Its position.
    pub position: Position,
    /// Whether a sitting is due.
    pub due: Due,
    /// Every seat.
    pub rows: Vec<Row>,
    /// When what is owed counts as missing.
    pub lapse: Option<DateTime<Utc>>,
    /// The pause.
    pub paused: Option<Pause>,
    /// Who holds it, when and why, if it is held.
    pub held: Option<Noted>,
    /// Guards that would stop a run now.
    pub guards: Vec<Tripped>,
    /// What is on file.
    pub set: OnFileSet,
}

/// Looks at a game that has begun; changes nothing.
///
/// # Errors
/// [`DeskError`] if what is on disk cannot be read.
pub fn look(game: &Game, position: Position, at: DateTime<Utc>) -> Result<Look, DeskError> {
    let record = TurnRecord::read(game, position.turn)?;
    let set = gather(game, &position, &record)?;
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
    // What came may answer nothing that is open.
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
        rows.push(Row {
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
    Ok(Look {
        due,
        lapse: lapse(game, &position),
        paused: position.clock.paused.clone(),
        held: match &position.clock.held {
            Some(_) => last_note(
                &*game.log_end().map_err(SittingError::from)?,
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

impl Row {
    /// What is out of the ordinary about it, in a few words each.
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
