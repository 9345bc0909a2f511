//! One sitting: lock, rules, stage, flip, log, reports, outbox.

use super::{
    Due, OnFileSet, Refused, SittingError,
    again::rules,
    deadline::next_deadline,
    gather,
    keep::{built_on, keep, note_early},
    ladder::lateness,
    publish::Publisher,
    tell,
};
use crate::{
    audit::{Kind, Log},
    dice::{
        Beacon, Dice, Draw, Fair, Hash, Name,
        chain::{salt_hash, salts_hash},
    },
    engine::{Flow, Outcome, Overdue, Prompt, Run, SeatId, Stop, Viewer},
    store::{Clockwork, Ended, Game, Position, Stage, StoreError, TurnRecord, bytes, number, read},
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

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
#[expect(
    clippy::large_enum_variant,
    reason = "there is one at a time, and it is looked at at once"
)]
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
        /// New facts.
        facts: usize,
        /// New public dice.
        dice: usize,
    },
}

/// The salts' hash that goes into every key, from the public log.
fn salts(log: &Log, game: &Name) -> Option<Hash> {
    let record = log.of(Kind::Salts).next()?;
    let salts: BTreeMap<Name, Hash> = record
        .record
        .under("salt.")
        .filter_map(|(seat, salt)| Some((Name::new(seat).ok()?, salt.parse().ok()?)))
        .collect();
    // Only what was promised counts; the audit says so too.
    let seated = log.of(Kind::Seated).next()?;
    let kept = salts
        .into_iter()
        .filter(|(seat, salt)| {
            seated.hash(&format!("salt-hash.{seat}")).ok() == Some(salt_hash(game, seat, salt))
        })
        .collect();
    salts_hash(game, &kept)
}

/// The log and what the keys of a sitting are made from.
pub(super) fn draw(game: &Game, sitting: u32) -> Result<(Log, Draw), SittingError> {
    let log = Log::read(&game.layout.public())?;
    let draw = Draw {
        game: game.name.clone(),
        sitting,
        beacon: Beacon::None,
        salts: salts(&log, &game.name),
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
    let outcome =
        rules(&*game.rules, &game.file, record.state.as_ref(), run, dice).map_err(|garbled| {
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
    let due = super::due(game, position, record, set, request);
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
        || super::due(game, position, record, set, &by_itself) == Due::Now
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

/// All whose eyes a sitting is shown to.
pub(super) fn readers(game: &Game) -> Vec<Viewer> {
    let seats = game.seat_ids().into_iter().map(Viewer::Seat);
    std::iter::once(Viewer::Public).chain(seats).collect()
}

/// The digests of the order files in force.
fn used(set: &OnFileSet) -> BTreeMap<SeatId, String> {
    let orders = set.orders.iter();
    orders
        .map(|(seat, filed)| (seat.clone(), filed.digest.clone()))
        .collect()
}

/// When the orders after a sitting are due.
pub(super) fn deadline(
    game: &Game,
    ended: Ended,
    at: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, SittingError> {
    match (&game.file.schedule, ended) {
        (_, Ended::GameOver) | (None, _) => Ok(None),
        (Some(schedule), _) => Ok(Some(next_deadline(schedule, at)?)),
    }
}

/// How much each seat is asked.
fn asked(prompts: &[Prompt]) -> BTreeMap<SeatId, usize> {
    let mut asked = BTreeMap::new();
    for prompt in prompts {
        *asked.entry(prompt.seat.clone()).or_default() += 1;
    }
    asked
}

/// Runs one sitting of a turn and makes it happen.
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
    let master = game.master()?;
    let chain = game.chain()?;
    let secret = master.hidden(&game.name);
    let (log, draw) = draw(game, sitting)?;
    let key = chain
        .key(sitting)
        .ok_or(SittingError::NoKey(game.file.keys))?;
    let mut dice = Fair::new(&draw.public_key(key), draw.hidden_key(&secret));
    let (lateness, climb) = lateness(game, position, record, set, overdue, request)?;
    let outcome = play(game, turn, record, set, sitting, lateness, &mut dice)?;

    let (ended, open_turn) = match &outcome.flow {
        Ok(Flow::Next) => (Ended::TurnComplete, turn + 1),
        Ok(Flow::Over { .. }) => (Ended::GameOver, turn),
        Err(_) => (Ended::Waiting, turn),
    };
    let prompts: &[Prompt] = match &outcome.flow {
        Err(Stop::Waiting(prompts)) => prompts,
        _ => &[],
    };
    let nothing_new = outcome.journal.len() == record.journal.len()
        && outcome.facts.len() == record.facts.len()
        && prompts == record.prompts;
    if ended == Ended::Waiting && nothing_new {
        // A sitting that adds nothing is none.
        let mut seats: Vec<SeatId> = prompts.iter().map(|p| p.seat.clone()).collect();
        seats.dedup();
        return Ok(Ran::Nothing(Due::Waits(seats)));
    }
    let mut publisher = Publisher {
        game,
        secret,
        chain,
        draw,
        log,
        decks: read(&game.layout.decks())?.unwrap_or_default(),
        stage: Stage::new(number(sitting)),
        turn,
    };
    if let Some(reason) = &request.early {
        note_early(&mut publisher, reason, request.at)?;
    }
    for note in &climb.notes {
        publisher.note(note, None)?;
    }
    publisher.lock(set, overdue, request.at)?;
    let views = game.rules.views(&outcome.state, &readers(game))?;
    let next_state = (ended != Ended::Waiting).then_some(&outcome.state);
    publisher.result(
        &outcome,
        &views[&Viewer::Public],
        record.facts.len(),
        record.openings.len(),
        next_state.filter(|_| ended == Ended::TurnComplete),
        ended,
    )?;
    keep(&mut publisher, &outcome, &views, open_turn)?;
    let mut now = Position {
        turn: open_turn,
        sitting,
        sat_in: turn,
        ended,
        at: request.at,
        deadline: deadline(game, ended, request.at)?,
        clock: Clockwork {
            missed: climb.missed,
            ..Clockwork::default()
        },
        program: Some(env!("CARGO_PKG_VERSION").to_owned()),
        used: used(set),
        winners: match &outcome.flow {
            Ok(Flow::Over { winners }) => winners.clone(),
            _ => vec![],
        },
        head: None,
        files: BTreeMap::new(),
    };
    let mails = tell::everybody(
        &mut publisher,
        &tell::Told {
            record,
            set,
            outcome: &outcome,
            views: &views,
            position: &now,
            before: position,
            anew: None,
        },
    )?;
    now.head = Some(publisher.log.head_field());
    now.files = built_on(&publisher.stage, open_turn, position);
    publisher.secret(&game.layout.position(), bytes("position", &now)?);
    let dice = super::publish::rolls_of(&outcome.journal, sitting).len();
    let stage = publisher.stage;
    stage.commit(&game.disk, &game.layout)?;
    Ok(Ran::Sat {
        position: now,
        asked: asked(prompts),
        mails,
        facts: outcome.facts.len() - record.facts.len(),
        dice,
    })
}
