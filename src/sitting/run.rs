//! One sitting: lock, rules, stage, flip, log, reports, outbox.

use super::{
    Begun, Due, OnFileSet, Refused, SittingError,
    again::rules,
    drawn::{Fixed, drawn},
    due::policy,
    gather,
    keep::note_early,
    ladder::lateness,
    publish::Publisher,
    seating::Seated,
};
use crate::{
    audit::{Log, Salts},
    dice::{Beacon, Dice, Draw},
    engine::{Outcome, Overdue, Run, SeatId, Stop},
    store::{DiceLevel, Game, Locked, Position, StoreError, TurnRecord},
};
use chrono::{DateTime, Utc};
use std::{collections::BTreeMap, sync::Arc};

/// How a sitting is wanted.
#[derive(Clone, Debug)]
pub struct Request {
    /// The one clock reading that everything of the sitting uses.
    pub at: DateTime<Utc>,
    /// The deadline has passed: open prompts take their default.
    pub overdue: bool,
    /// Run before everybody is in, which is a public note.
    pub early: Option<String>,
}

/// What came of a request.
#[derive(Debug)]
pub enum Ran {
    /// Nothing was new, so nothing was done.
    Nothing(Due),
    /// A sitting ran.
    Sat {
        /// Where the game stands now.
        position: Position,
        /// Who is asked, and how often.
        asked: BTreeMap<SeatId, usize>,
        /// Mails in the outbox.
        mails: usize,
        /// Templates that do not work: the papers that they should have written are plain ones.
        alerts: Vec<String>,
        /// New facts.
        facts: usize,
        /// New public dice.
        dice: usize,
    },
    /// The first turn of a fork is open: it had no sitting.
    Begun(Begun),
    /// The orders of a sitting are locked, and its dice are still to come.
    Locked {
        /// Where the game stands now.
        position: Position,
        /// The lock.
        locked: Locked,
        /// Mails in the outbox.
        mails: usize,
    },
}

/// The log and what the keys of a sitting are made from.
pub(super) fn draw(game: &Game, sitting: u32) -> Result<(Arc<Log>, Draw), SittingError> {
    let log = game.log_end()?;
    let draw = Draw {
        game: game.name.clone(),
        sitting,
        beacon: Beacon::None,
        salts: Salts::read(&log).hash(),
    };
    Ok((log, draw))
}

/// Runs the rules of the open turn.
pub(super) fn play(
    game: &Game,
    turn: u32,
    record: &TurnRecord,
    set: &OnFileSet,
    sitting: u32,
    overdue: Overdue,
    dice: &mut dyn Dice,
) -> Result<Outcome, SittingError> {
    if let Some(state) = &record.state {
        let fit = game.rules.invariants(state)?;
        fit.map_err(|why| StoreError::Damaged {
            path: game.layout.state(turn),
            why,
        })?;
    }
    let run = Run {
        sitting,
        began: record.facts.first().map(|fact| fact.sitting),
        journal: &record.journal,
        on_file: &set.on_file,
        overdue,
    };
    let table = Seated::of(&game.file, &*game.log_end()?);
    let outcome =
        rules(&*game.rules, &table, record.state.as_ref(), run, dice).map_err(|garbled| {
            match record.state {
                None => SittingError::from(garbled),
                Some(_) => StoreError::Damaged {
                    path: game.layout.state(turn),
                    why: garbled.to_string(),
                }
                .into(),
            }
        })?;
    match &outcome.flow {
        Err(Stop::Diverged(divergence)) => Err(SittingError::Diverged {
            turn,
            divergence: divergence.clone(),
        }),
        Err(Stop::Runaway) => Err(SittingError::Runaway(turn)),
        _ if !outcome.facts.starts_with(&record.facts)
            || !outcome.openings.starts_with(&record.openings) =>
        {
            Err(SittingError::Diverged {
                turn,
                divergence: crate::engine::Divergence {
                    at: outcome.journal.len(),
                    was: "other facts".to_owned(),
                    is: "these".to_owned(),
                },
            })
        }
        _ => Ok(outcome),
    }
}

/// Runs a sitting if one is due. The game must be locked.
///
/// # Errors
/// [`SittingError`]; nothing has happened then.
pub fn sit(game: &Game, request: &Request) -> Result<(Ran, OnFileSet), SittingError> {
    let Some(position) = super::sound(game)? else {
        return Err(SittingError::NotNow(
            "The game has not begun: seat the players, open the salts, then `start`.".to_owned(),
        ));
    };
    let record = TurnRecord::read(game, position.turn)?;
    let set = gather(game, &position, &record)?;
    let ran = sit_on(game, &position, &record, &set, request)?;
    Ok((ran, set))
}

/// The same with what was just read of the game, which must be locked and found sound.
///
/// # Errors
/// [`SittingError`]; nothing has happened then.
pub fn sit_on(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<Ran, SittingError> {
    // Whether it can do anything is seen when it is played.
    let due = policy(game, position, record, set, request);
    if due != Due::Now {
        return Ok(Ran::Nothing(due));
    }
    // Whoever left word for good would not want the turn to be played as if he had not.
    let standing = set.refused.iter().find(|r| r.what == Refused::Standing);
    if let Some(refusal) = standing {
        return Err(StoreError::Problems(refusal.problems.clone()).into());
    }
    let request = &by_hand(game, position, record, set, request)?;
    let late = request.overdue || super::lapsed(game, position, request.at);
    one(
        game,
        position.turn,
        position.sitting + 1,
        Some(position),
        record,
        set,
        late,
        request,
    )
}

/// Taking defaults where no deadline has passed is the GM's own doing, and is published as such.
fn by_hand(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<Request, SittingError> {
    let mut request = request.clone();
    let by_itself = Request {
        overdue: false,
        early: None,
        ..request.clone()
    };
    if !request.overdue
        || request.early.is_some()
        || policy(game, position, record, set, &by_itself) == Due::Now
    {
        return Ok(request);
    }
    if let Some(deadline) = super::lapse(game, position) {
        return Err(SittingError::NotNow(format!(
            "The deadline is {} and has not passed. To take defaults before it, say why: `--overdue --now REASON`; the reason is published.",
            deadline.format("%Y-%m-%d %H:%M UTC")
        )));
    }
    request.early = Some("no deadline is set, and whoever had not answered got the default".into());
    Ok(request)
}

/// Runs one sitting of a turn and makes it happen; with a beacon, as far as its lock.
#[expect(
    clippy::too_many_arguments,
    reason = "a sitting is all of these and nothing less"
)]
pub(super) fn one(
    game: &Game,
    turn: u32,
    sitting: u32,
    position: Option<&Position>,
    record: &TurnRecord,
    set: &OnFileSet,
    overdue: bool,
    request: &Request,
) -> Result<Ran, SittingError> {
    let (late, climb) = position
        .map(|position| lateness(game, position, record, set, overdue, request))
        .transpose()?
        .unwrap_or_default();
    let fixed = Fixed {
        turn,
        sitting,
        position,
        record,
        set,
        late,
        missed: climb.clock.missed,
        bots: climb.clock.bots,
        at: request.at,
    };
    let announce = |publisher: &mut Publisher<'_>, round| {
        if let Some(reason) = &request.early {
            note_early(publisher, reason, request.at)?;
        }
        for note in &climb.notes {
            publisher.note(note, None)?;
        }
        publisher.lock(set, overdue, &fixed.late.bots, request.at, round)
    };
    match game.file.dice {
        DiceLevel::Plain | DiceLevel::Drawn => {
            drawn(game, &fixed, None, request.at, |p| announce(p, None))
        }
        DiceLevel::Beacon => super::lock::lock(game, &fixed, announce),
    }
}
