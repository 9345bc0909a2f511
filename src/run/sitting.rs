//! One sitting, from the check that it is due to its commit.

use super::{
    due::policy,
    escalation::lateness,
    execute::{Fixed, drawn},
    publish::Publisher,
    request::{Due, Request, RunOutcome},
    save::note_early,
};
use crate::{
    error::GameError,
    game_dir::{DiceLevel, Game, LockedGame, Position, StoreError, TurnRecord, Verified},
    orders::{OnFileSet, Refused, load},
};

/// Runs a sitting if one is due.
///
/// ```no_run
/// use chronojudge::{
///     game_dir::{Disk, Game},
///     run::{self, Request, RunOutcome},
/// };
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let now = chrono::Utc::now();
/// let game = Game::open(Path::new("gem"), Disk::new())?.lock(now)?;
/// let request = Request { at: now, overdue: false, early: None };
/// match run::sit(&game, &request)? {
///     (RunOutcome::Sat { position, mails, .. }, _) => {
///         println!("turn {} is open, {mails} mails are in the outbox", position.turn);
///     }
///     (RunOutcome::Nothing(due), orders) => {
///         println!("{} order files are valid; no sitting ran: {due:?}", orders.orders.len());
///     }
///     (other, _) => println!("no sitting ran: {other:?}"),
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`GameError`] if the sitting cannot run; the game is unchanged then.
pub fn sit(game: &LockedGame, request: &Request) -> Result<(RunOutcome, OnFileSet), GameError> {
    let Some(position) = crate::game_dir::verify(game)? else {
        return Err(GameError::NotNow(
            "The game has not begun: seat the players, open the salts, then `start`.".to_owned(),
        ));
    };
    let record = TurnRecord::read(game, position.turn)?;
    let set = load(game, &position, &record)?;
    let ran = sit_on(game, &position, &record, &set, request)?;
    Ok((ran, set))
}

/// Runs a sitting if one is due, from files that the caller has just loaded. The caller must have verified the
/// files of the game.
///
/// # Errors
/// Returns [`GameError`] if the sitting cannot run; the game is unchanged then.
pub(crate) fn sit_on(
    game: &LockedGame,
    position: &Verified,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<RunOutcome, GameError> {
    // A sitting that would add nothing is detected when it is played.
    let due = policy(game, position, record, set, request);
    if due != Due::Now {
        return Ok(RunOutcome::Nothing(due));
    }
    // Invalid standing orders stop the sitting: the turn must not be played as if their player had sent none.
    let standing = set.refused.iter().find(|r| r.what == Refused::Standing);
    if let Some(refusal) = standing {
        return Err(StoreError::Problems(refusal.problems.clone()).into());
    }
    let request = &by_hand(game, position, record, set, request)?;
    let late = request.overdue || super::due::lapsed(game, position, request.at);
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

/// Returns the request with a published reason if the GM takes defaults although no deadline has passed.
fn by_hand(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<Request, GameError> {
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
    if let Some(deadline) = super::due::lapse(game, position) {
        return Err(GameError::NotNow(format!(
            "The deadline is {} and has not passed. To take defaults before it, say why: `--overdue --now REASON`; the reason is published.",
            deadline.format("%Y-%m-%d %H:%M UTC")
        )));
    }
    request.early =
        Some("no deadline is set, and seats that had not answered got the default".into());
    Ok(request)
}

/// Runs one sitting of a turn and commits it; with a beacon, only up to its lock.
#[expect(
    clippy::too_many_arguments,
    reason = "a sitting is all of these and nothing less"
)]
pub(crate) fn one(
    game: &LockedGame,
    turn: u32,
    sitting: u32,
    position: Option<&Position>,
    record: &TurnRecord,
    set: &OnFileSet,
    overdue: bool,
    request: &Request,
) -> Result<RunOutcome, GameError> {
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
