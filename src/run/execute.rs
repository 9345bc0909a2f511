//! The execution of a sitting whose dice can be drawn: play, publish, save, notify.

use super::{
    cache::Shelf,
    kept::Kept,
    notify,
    play::play,
    publish::Publisher,
    request::{Due, RunOutcome},
    save::{built_on, keep},
    told,
};
use crate::{
    collect::Collect,
    dice::{Beacon, Dice, Fair, Signature},
    engine::{Flow, Outcome, Overdue, Prompt, SeatId, Stop, Viewer},
    error::GameError,
    game_dir::{
        Ended, Game, LockedGame, Position, StandIn, TurnRecord, bytes, next_deadline, number,
        sitting_key, try_map,
    },
    log::Log,
    orders::OnFileSet,
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// Returns all readers of a sitting: the public and every seat.
pub(crate) fn readers(game: &Game) -> Vec<Viewer> {
    let seats = game.seat_ids().into_iter().map(Viewer::Seat);
    std::iter::once(Viewer::Public).chain(seats).collect()
}

/// Builds the view of a state for each reader.
pub(crate) fn views(game: &Game, state: &Value) -> Result<BTreeMap<Viewer, Arc<Value>>, GameError> {
    let readers = readers(game);
    let per_core = readers.len().div_ceil(rayon::current_num_threads());
    let shares: Vec<&[Viewer]> = readers.chunks(per_core).collect();
    let views = try_map(&shares, |share| game.rules.views(state, share))?;
    let shared = |(viewer, view)| (viewer, Arc::new(view));
    Ok(views.into_iter().flatten().map(shared).collect_map())
}

/// Returns the time at which the orders after a sitting are due.
pub(crate) fn deadline(
    game: &Game,
    ended: Ended,
    at: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, GameError> {
    match (&game.file.schedule, ended) {
        (_, Ended::GameOver) | (None, _) => Ok(None),
        (Some(schedule), _) => Ok(Some(next_deadline(schedule, at)?)),
    }
}

/// Returns the number of prompts of each seat.
fn asked(prompts: &[Prompt]) -> BTreeMap<SeatId, usize> {
    let mut asked = BTreeMap::new();
    for prompt in prompts {
        *asked.entry(prompt.seat.clone()).or_default() += 1;
    }
    asked
}

/// The inputs of a sitting that are fixed before its dice are drawn.
pub(crate) struct Fixed<'a> {
    pub turn: u32,
    pub sitting: u32,
    pub position: Option<&'a Position>,
    pub record: &'a TurnRecord,
    pub set: &'a OnFileSet,
    /// The seats and prompts that are overdue.
    pub late: Overdue,
    /// The number of deadlines in a row that each seat has missed, as of this sitting.
    pub missed: BTreeMap<SeatId, u32>,
    /// The seats that the GM has given to a bot, as of this sitting.
    pub bots: BTreeMap<SeatId, StandIn>,
    /// The only clock reading of the sitting: the time of its lock.
    pub at: DateTime<Utc>,
}

/// Returns the end of a run, and the prompts that it leaves open.
fn end(outcome: &Outcome) -> (Ended, &[Prompt]) {
    match &outcome.flow {
        Ok(Flow::Next) => (Ended::TurnComplete, &[]),
        Ok(Flow::Over { .. }) => (Ended::GameOver, &[]),
        Err(Stop::Waiting(prompts)) => (Ended::Waiting, prompts),
        Err(_) => (Ended::Waiting, &[]),
    }
}

/// Returns the seats that a run waits for, if it has added nothing new; such a run is not made a sitting.
pub(crate) fn idle(outcome: &Outcome, record: &TurnRecord) -> Option<Vec<SeatId>> {
    let Err(Stop::Waiting(prompts)) = &outcome.flow else {
        return None;
    };
    let nothing_new = outcome.journal.len() == record.journal.len()
        && outcome.facts.len() == record.facts.len()
        && *prompts == record.prompts;
    nothing_new.then(|| {
        let mut seats: Vec<SeatId> = prompts.iter().map(|p| p.seat.clone()).collect();
        seats.dedup();
        seats
    })
}

/// The outcome of the rules, the views of all readers and the files to save; or the seats that the rules wait for.
type Executed = Result<(Outcome, BTreeMap<Viewer, Arc<Value>>, Kept), Vec<SeatId>>;

fn come(
    game: &Game,
    fixed: &Fixed<'_>,
    log: &Log,
    dice: &mut dyn Dice,
    beacon: bool,
) -> Result<Executed, GameError> {
    let record = fixed.record;
    let late = fixed.late.clone();
    let outcome = play(
        game,
        log,
        fixed.turn,
        record,
        fixed.set,
        fixed.sitting,
        late,
        dice,
    )?;
    // With a beacon this was checked before the lock.
    if !beacon && let Some(seats) = idle(&outcome, record) {
        return Ok(Err(seats));
    }
    let views = views(game, &outcome.state)?;
    let complete = end(&outcome).0 == Ended::TurnComplete;
    let kept = Kept::of(&outcome, record.facts.len(), &views, complete)?;
    Ok(Ok((outcome, views, kept)))
}

/// Draws the dice of a sitting, plays it, and commits it. `announce` writes the records that precede the result, unless
/// they are in the log.
pub(crate) fn drawn(
    game: &LockedGame,
    fixed: &Fixed<'_>,
    round: Option<(u64, Signature)>,
    now: DateTime<Utc>,
    announce: impl FnOnce(&mut Publisher<'_>) -> Result<(), GameError>,
) -> Result<RunOutcome, GameError> {
    let Fixed {
        turn,
        sitting,
        position,
        record,
        set,
        ..
    } = *fixed;
    let mut publisher = Publisher::new(game, turn, sitting, number(sitting))?;
    if let Some((round, signature)) = round {
        publisher.draw.beacon = Beacon::from_signature(round, &signature.to_string())
            .expect("a signature has 48 bytes");
        publisher.signature = Some(signature);
    }
    let (key, ahead) = sitting_key::of(game, &publisher.log, sitting)?;
    if let Some(ahead) = ahead {
        publisher.secret(&game.layout.key(), ahead);
    }
    let draw = &publisher.draw;
    let mut dice = Fair::new(&draw.public_key(&key), draw.hidden_key(&publisher.secret));
    publisher.key = Some(key);
    let beacon = publisher.signature.is_some();
    // The templates are compiled in parallel with the run.
    let (shelf, came) = rayon::join(
        || Shelf::ready(game),
        || come(game, fixed, &publisher.log, &mut dice, beacon),
    );
    let (outcome, views, kept) = match came? {
        Ok(came) => came,
        Err(seats) => return Ok(RunOutcome::Nothing(Due::Waits(seats))),
    };
    let (ended, prompts) = end(&outcome);
    let open_turn = turn + u32::from(ended == Ended::TurnComplete);
    announce(&mut publisher)?;
    publisher.result(&outcome, &kept, record.openings.len(), ended)?;
    keep(&mut publisher, kept, open_turn)?;
    let mut position_now =
        Position::new(open_turn, (sitting, turn), ended, fixed.at).by_this_program();
    position_now.deadline = deadline(game, ended, now)?;
    position_now.clock.missed.clone_from(&fixed.missed);
    position_now.clock.bots.clone_from(&fixed.bots);
    position_now.used = set.digests();
    if let Ok(Flow::Over { winners }) = &outcome.flow {
        position_now.winners.clone_from(winners);
    }
    let notify::Everybody {
        mails,
        collected,
        alerts,
    } = notify::everybody(
        &mut publisher,
        &told::Told {
            shelf: &*shelf?,
            record,
            set,
            outcome: &outcome,
            views: &views,
            position: &position_now,
            before: position,
            anew: None,
        },
    )?;
    position_now.collected = collected;
    position_now.head = Some(publisher.log.head_field());
    position_now.checkpoint = publisher.checkpoint()?;
    position_now.files = built_on(&publisher.stage, open_turn, position);
    publisher.secret(&game.layout.position(), bytes("position", &position_now)?);
    let ran = RunOutcome::Sat {
        position: position_now,
        asked: asked(prompts),
        mails,
        alerts,
        facts: outcome.facts.len() - record.facts.len(),
        dice: super::publish::rolls_of(&outcome.journal, sitting).len(),
    };
    game.commit(publisher.stage)?;
    Ok(ran)
}
