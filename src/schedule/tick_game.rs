//! `tick` in one game: its mail is read, what is due is done, its outbox is sent.

use super::{
    ScheduleError,
    cache::Hint,
    reminders::{self, remind},
    run::{draw_game, is_pause_over, run, run_on},
};
use crate::{
    error::GameError,
    game_dir::{
        self, Disk, Ended, Game, LockError, Locked, LockedGame, Position, StoreError, TurnRecord,
    },
    history,
    inbox::take,
    lobby::{self, Wanted},
    log::Kind,
    mail::{self, InboxSettings, MailError, Outcome, SendOptions, Settings},
    orders::{self, OnFileSet},
    run::{self, Due, Request, RunOutcome, due, lapse},
};
use chrono::{DateTime, TimeDelta, Utc};
use std::path::Path;

/// Time between the end of a game and the opening of its secrets.
const OPENED_AFTER: TimeDelta = TimeDelta::days(1);

/// Does everything that is due in one game: reminders, a sitting, the mail. Returns false if another process has locked
/// the game or its outbox.
///
/// # Errors
/// Returns [`ScheduleError`] if a step fails; the steps in `done` were completed all the same.
pub fn tick_game(
    dir: &Path,
    disk: Disk,
    at: DateTime<Utc>,
    last: Option<DateTime<Utc>>,
    done: &mut Vec<String>,
) -> Result<bool, ScheduleError> {
    let mut game = match Game::open(dir, disk)?.lock(at) {
        Ok(game) => game,
        // The other process does what is due, or the next tick does.
        Err(StoreError::Lock(LockError::Busy { .. })) => return Ok(false),
        Err(error) => return Err(error.into()),
    };
    done.append(&mut game.take_warnings());
    let before = done.len();
    // No seat counts as late before the waiting mail has been read.
    let result = match take_mail(&game, at, done) {
        Ok(true) => play(&game, at, last, done),
        // Orders may be among the mails that still wait; the next tick accepts them.
        Ok(false) => Ok(None),
        Err(error) => Err(error),
    };
    // The outbox is sent even if another step has failed, but not while a commit is incomplete: its mails must still be
    // there when it is completed.
    let whole = result.is_ok() || game.recover().is_ok();
    let sent = if whole {
        send(&game, at, done)
    } else {
        Ok(false)
    };
    let game = game.unlock();
    let (next, sent) = (result?, sent?);
    // Any action makes the cache file stale; the next tick writes a new one.
    if sent
        && done.len() == before
        && !has_to_ask(&game)?
        && let Some((hint, next)) = next
    {
        hint.keep(&game, next)?;
    }
    Ok(sent)
}

/// Accepts the mail that waits in the configured source; returns true if no more is waiting.
fn take_mail(
    game: &LockedGame,
    at: DateTime<Utc>,
    done: &mut Vec<String>,
) -> Result<bool, ScheduleError> {
    let settings: Settings = game.mail_settings().map_err(GameError::from)?;
    let Some(inbox) = settings.inbox.filter(InboxSettings::is_fetched) else {
        return Ok(true);
    };
    let mut source = mail::open_source(&inbox, game.layout.root())?;
    let take::Fetching { taken, is_complete } = take::take_all(game, &mut *source, at)?;
    if !taken.is_empty() {
        done.push(format!("{} received", taken.len()));
    }
    let aside = taken.iter().filter(|one| one.became.is_set_aside()).count();
    if aside > 0 {
        done.push(format!("{aside} of them set aside: see inbox/aside"));
    }
    if !is_complete {
        done.push("more mail waits: nothing is played before it is taken".to_owned());
    }
    Ok(is_complete)
}

/// Returns true if mail arrives on a server, which must be asked at every tick.
fn has_to_ask(game: &Game) -> Result<bool, ScheduleError> {
    let settings: Settings = game.mail_settings().map_err(GameError::from)?;
    Ok(settings.inbox.is_some_and(|inbox| inbox.imap.is_some()))
}

/// The cache entry of an idle game, and the time at which something is due in it; `None` if the game is not idle.
type Idle = Option<(Hint, Option<DateTime<Utc>>)>;

/// Sends reminders, and runs the game.
fn play(
    game: &LockedGame,
    at: DateTime<Utc>,
    last: Option<DateTime<Utc>>,
    done: &mut Vec<String>,
) -> Result<Idle, ScheduleError> {
    // The states are recorded before anything is read, so that changes in the meantime make the entry stale.
    let hint = Hint::of(game, game.position()?.as_ref())?;
    let Some(position) = game_dir::verify(game)? else {
        return begin(game, hint, at, done);
    };
    if position.ended == Ended::GameOver {
        return open_all(game, &position, hint, at, done);
    }
    let record = TurnRecord::read(game, position.turn)?;
    let set = orders::load(game, &position, &record)?;
    let reminded = remind(game, &position, &record, &set, at)?;
    if reminded > 0 {
        done.push(format!("{reminded} reminded"));
    }
    let over = is_pause_over(&position, at);
    let idle = !over && is_waiting(game, &position, &record, &set, at);
    let hand_over = !run::unattended(game, &position).is_empty();
    if idle && !hand_over {
        let next = [
            reminders::next(game, &position, at),
            lapse(game, &position).filter(|lapse| *lapse > at),
            position.clock.paused.as_ref().map(|pause| pause.until),
            position.locked.as_ref().and_then(Locked::out),
        ];
        return Ok(Some((hint, next.into_iter().flatten().min())));
    }
    let came = if over {
        run(game, at, last)?.came
    } else {
        run_on(game, &position, &record, &set, at, last)?
    };
    say(came, done);
    Ok(None)
}

/// Opens the secrets of a game that is over, a day after its end: until then the GM can still correct a mistake.
fn open_all(
    game: &LockedGame,
    position: &Position,
    hint: Hint,
    at: DateTime<Utc>,
    done: &mut Vec<String>,
) -> Result<Idle, ScheduleError> {
    let log = game.log_end().map_err(GameError::from)?;
    if log.of(Kind::Final).next().is_some() {
        return Ok(Some((hint, None)));
    }
    let due = position.at + OPENED_AFTER;
    if at < due {
        return Ok(Some((hint, Some(due))));
    }
    let files = history::reveal(game)?;
    done.push(format!(
        "the game is over: all secrets are opened ({files} files)"
    ));
    Ok(None)
}

/// Appends the result of a run to `done`.
fn say(came: RunOutcome, done: &mut Vec<String>) {
    match came {
        RunOutcome::Nothing(_) => {}
        RunOutcome::Held(guard, words) => {
            done.push(format!("held by the guard `{}`: {words}", guard.as_str()));
        }
        RunOutcome::Moved(to) => {
            done.push(format!("the deadline moved to {}", super::terms::utc(to)));
        }
        RunOutcome::Sat {
            position,
            mails,
            alerts,
            ..
        } => {
            done.push(format!(
                "sitting {} of turn {}, {mails} mails",
                position.sitting, position.sat_in
            ));
            done.extend(alerts.iter().map(|alert| format!("plain reports: {alert}")));
        }
        RunOutcome::Begun(begun) => {
            let (turn, mails) = (begun.position.turn, begun.mails);
            done.push(format!("turn {turn} begins, {mails} mails"));
            let alerts = begun.alerts.iter();
            done.extend(alerts.map(|alert| format!("plain reports: {alert}")));
        }
        RunOutcome::Locked { locked, mails, .. } => done.push(format!(
            "sitting {} is locked, its dice come with round {} of the beacon, {mails} mails",
            locked.sitting, locked.round
        )),
    }
}

/// Begins a game that waits only for its round of the beacon, when the round is out.
fn begin(
    game: &LockedGame,
    hint: Hint,
    at: DateTime<Utc>,
    done: &mut Vec<String>,
) -> Result<Idle, ScheduleError> {
    match lobby::advance(game, at)? {
        Wanted::Round(_, out) if out > at => return Ok(Some((hint, Some(out)))),
        Wanted::Round(round, _) => {
            if !draw_game(game, round, at)? {
                return Ok(None);
            }
            done.push(format!("drawn with round {round} of the beacon"));
        }
        // An earlier run was interrupted between the draw and the set-up.
        Wanted::Nothing if lobby::is_drawn(game)? => {}
        _ => return Ok(Some((hint, None))),
    }
    let request = Request {
        at,
        overdue: false,
        early: None,
    };
    say(lobby::start(game, &request)?, done);
    Ok(None)
}

/// Returns true if no sitting is due.
fn is_waiting(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    at: DateTime<Utc>,
) -> bool {
    let request = Request {
        at,
        overdue: false,
        early: None,
    };
    match due(game, position, record, set, &request) {
        Due::Now => false,
        Due::Beacon(_, out) => out > at,
        _ => true,
    }
}

/// Sends the mails in the outbox; returns false if another process is sending them.
fn send(game: &Game, at: DateTime<Utc>, done: &mut Vec<String>) -> Result<bool, ScheduleError> {
    let root = game.layout.root();
    if mail::outbox::is_empty(root)? {
        return Ok(true);
    }
    let settings: Settings = game.mail_settings().map_err(GameError::from)?;
    let mut transport = mail::open(&settings, root)?;
    let options = SendOptions::patient(at);
    let deliveries = match mail::send_all(root, &mut *transport, &options, &mut |_| ()) {
        Err(MailError::Busy { .. }) => return Ok(false),
        deliveries => deliveries?,
    };
    let good = deliveries.iter().filter(|d| d.outcome.is_sent()).count();
    if good > 0 {
        done.push(format!("{good} sent"));
    }
    if good < deliveries.len() {
        done.push(format!(
            "{} not sent: see `chronojudge send`",
            deliveries.len() - good
        ));
    }
    let given_up = |delivery: &&mail::Delivery| match &delivery.outcome {
        Outcome::Held(status) => status.is_given_up(),
        _ => false,
    };
    let given_up: Vec<&str> = deliveries
        .iter()
        .filter(given_up)
        .map(|delivery| delivery.stem.as_str())
        .collect();
    if given_up.is_empty() {
        return Ok(true);
    }
    Err(ScheduleError::Guard {
        words: format!(
            "The mail server took these mails several times and dropped the connection each time, so they may have \
             been delivered: {}.",
            given_up.join(", ")
        ),
        hint: format!(
            "Ask their readers. `chronojudge send {}` sends them once more; a mail that arrived can be moved from \
             outbox/ to sent/ manually.",
            super::guards::folder(game)
        ),
    })
}
