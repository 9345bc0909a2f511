//! A turn that the GM begins: a rewind to an earlier turn, or the open turn with a corrected state.
//!
//! Nothing is deleted and no closed turn is touched. The turn gets a new number and its own checkpoint, which a public
//! note binds. Its dice are rolled in new sittings, and so with keys that were never used.

use super::diff::{Difference, differences};
use crate::{
    engine::{Entry, SeatId},
    error::GameError,
    game_dir::{ClockState, Ended, Game, LockedGame, Note, Position, Verified, Who, read},
    log::{Deed, Kind, Log, branches, lineage, pair},
    run::{Begun, Publisher, begin, checkpoint, deadline, readers},
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::borrow::Borrow;

/// A preview of a rewind or a correction; nothing is changed before [`commit`](Self::commit). Only the preview of a
/// [`LockedGame`] can be committed.
#[derive(Debug)]
pub struct Anew<'a, G = Game> {
    game: &'a G,
    before: Verified,
    at: DateTime<Utc>,
    what: Deed,
    to: Option<u32>,
    state: Value,
    /// The text of the public note.
    pub text: String,
    /// The differences from the checkpoint of the open turn.
    pub differences: Vec<Difference>,
    /// The turns whose play does not count any more.
    pub dropped: Vec<u32>,
    /// The seats whose orders for the open turn are not executed.
    pub orders: Vec<SeatId>,
}

/// Prepares a rewind to an earlier turn. A game that is not locked gets a preview that cannot be committed.
///
/// ```no_run
/// use chronojudge::{
///     game_dir::{Disk, Game},
///     history,
/// };
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let now = chrono::Utc::now();
/// let game = Game::open(Path::new("gem"), Disk::new())?.lock(now)?;
/// let rewind = history::rewind(&game, 3, now, "an order of turn 3 was lost")?;
/// println!("{} Dropped turns: {:?}.", rewind.text, rewind.dropped);
///
/// // Only the commit changes the game.
/// let begun = rewind.commit()?;
/// println!("turn {} is open, {} mails are in the outbox", begun.position.turn, begun.mails);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`GameError::NotNow`] if the turn does not exist or has only just begun, if a deck was dealt in a turn
/// that would be dropped, or if the game cannot be changed now.
pub fn rewind<'a, G: Borrow<Game>>(
    game: &'a G,
    to: u32,
    at: DateTime<Utc>,
    reason: &str,
) -> Result<Anew<'a, G>, GameError> {
    let plain: &Game = game.borrow();
    let (log, before) = open(plain)?;
    let open = before.turn;
    if to == 0 {
        return not_now(
            "Turn 0 is the set-up, which cannot be rewound: to set up again, found another game.",
        );
    }
    if to > open {
        return not_now(format!("Turn {to} has not begun: turn {open} is open."));
    }
    if to == open && before.sat_in != open {
        return not_now(format!(
            "Turn {to} has only just begun: nothing of it was played yet."
        ));
    }
    let state = checkpoint(plain, &log, to)?;
    let made = branches(&log);
    let kept = lineage(&made, to);
    let mut dropped = lineage(&made, open);
    if before.sat_in == open {
        dropped.push(open);
    }
    dropped.retain(|turn| !kept.contains(turn));
    for turn in &dropped {
        let journal: Option<Vec<Entry>> = read(&plain.layout.journal(*turn))?;
        let dealt = |entry: &Entry| matches!(entry, Entry::Deal { .. });
        if journal.unwrap_or_default().iter().any(dealt) {
            return not_now(format!(
                "In turn {turn} a deck was dealt and sealed. A deck is sealed once: go back to a later turn."
            ));
        }
    }
    let words = format!(
        "Turn {} begins as turn {to} did, which is drawn twice. {} not count: it is played again, with dice that \
         were never drawn before.",
        open + 1,
        match &dropped[..] {
            [] => "Nothing that was played does".to_owned(),
            [one] => format!("What was played in turn {one} does"),
            several => format!("What was played in turns {} does", numbers(several)),
        },
    );
    look(
        game,
        before,
        at,
        Deed::Rewind,
        Some(to),
        state,
        &words,
        reason,
        dropped,
    )
}

/// Prepares a correction, which begins the open turn with another state. A game that is not locked gets a preview that
/// cannot be committed.
///
/// # Errors
/// Returns [`GameError::NotNow`] if nothing is different, if the rules do not allow such a state, or if the game
/// cannot be changed now.
pub fn amend<'a, G: Borrow<Game>>(
    game: &'a G,
    state: Value,
    at: DateTime<Utc>,
    reason: &str,
) -> Result<Anew<'a, G>, GameError> {
    let plain: &Game = game.borrow();
    let (_, before) = open(plain)?;
    if before.ended == Ended::GameOver {
        return not_now("The game is over. To play on, `rewind` it to a turn first.");
    }
    if before.turn == 0 {
        return not_now("The set-up is not over: there is no state yet that could be amended.");
    }
    plain.rules.invariants(&state).map_err(|error| {
        error.into_error(|why| {
            GameError::NotNow(format!("The rules do not allow such a state: {why}."))
        })
    })?;
    // The views of all readers must be computable too.
    plain.rules.views(&state, &readers(plain))?;
    let dropped: Vec<u32> = (before.sat_in == before.turn)
        .then_some(before.turn)
        .into_iter()
        .collect();
    let words = format!(
        "Turn {} begins with the state of turn {}, corrected by the GM.{}",
        before.turn + 1,
        before.turn,
        if dropped.is_empty() {
            String::new()
        } else {
            format!(
                " What was played in turn {} does not count, and is drawn again.",
                before.turn
            )
        }
    );
    let anew = look(
        game,
        before,
        at,
        Deed::Amend,
        None,
        state,
        &words,
        reason,
        dropped,
    )?;
    if anew.differences.is_empty() {
        return not_now("Nothing is different: that is the state the open turn began with.");
    }
    Ok(anew)
}

fn not_now<T>(words: impl Into<String>) -> Result<T, GameError> {
    Err(GameError::NotNow(words.into()))
}

fn numbers(turns: &[u32]) -> String {
    let all: Vec<String> = turns.iter().map(ToString::to_string).collect();
    match &all[..] {
        [some @ .., last] if !some.is_empty() => format!("{} and {last}", some.join(", ")),
        all => all.join(", "),
    }
}

/// Returns the log and the position of a game that can be rewound or corrected: it has begun, no sitting is locked, and
/// its secrets are not opened.
fn open(game: &Game) -> Result<(Log, Verified), GameError> {
    let Some(position) = crate::game_dir::verify(game)? else {
        return not_now("The game has not begun.");
    };
    if let Some(locked) = &position.locked {
        return not_now(format!(
            "Sitting {} is locked and waits for its round of the beacon: draw it first.",
            locked.sitting
        ));
    }
    let log = game.log()?;
    if log.of(Kind::Final).next().is_some() {
        return not_now("All secrets of the game are open: nothing more can be played in it.");
    }
    Ok((log, position))
}

#[expect(clippy::too_many_arguments, reason = "the parts of a move")]
fn look<'a, G: Borrow<Game>>(
    game: &'a G,
    before: Verified,
    at: DateTime<Utc>,
    what: Deed,
    to: Option<u32>,
    state: Value,
    words: &str,
    reason: &str,
    dropped: Vec<u32>,
) -> Result<Anew<'a, G>, GameError> {
    let plain: &Game = game.borrow();
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    let then: Value = read(&plain.layout.state(before.turn))?.unwrap_or_default();
    let mut orders = plain.seat_ids();
    orders.retain(|seat| plain.layout.order(before.turn, seat).exists());
    Ok(Anew {
        differences: differences(&then, &state),
        text: format!("{words}\nReason: {reason}"),
        game,
        before,
        at,
        what,
        to,
        state,
        dropped,
        orders,
    })
}

impl<G> Anew<'_, G> {
    /// Returns the number of the turn that it begins.
    pub fn turn(&self) -> u32 {
        self.before.turn + 1
    }
}

impl Anew<'_, LockedGame> {
    /// Executes it.
    ///
    /// # Errors
    /// Returns [`GameError`] if it fails; nothing has been changed then.
    pub fn commit(self) -> Result<Begun, GameError> {
        let (game, before, turn) = (self.game, &self.before, self.turn());
        let mut publisher = Publisher::new(game, turn, before.sitting, "anew")?;
        let due = deadline(game, Ended::TurnComplete, self.at)?;
        let mut clock = ClockState {
            missed: before.clock.missed.clone(),
            bots: before.clock.bots.clone(),
            held: before.clock.held.clone(),
            paused: before.clock.paused.clone(),
            ..ClockState::default()
        };
        // A paused clock stays paused; the turn has its full time left.
        if let Some(pause) = &mut clock.paused {
            pause.left = due.map(|due| (due - self.at).num_seconds());
        }
        let sat = (before.sitting, before.sat_in);
        let mut position = Position::new(turn, sat, Ended::TurnComplete, self.at);
        position.deadline = due.filter(|_| clock.paused.is_none());
        position.clock = clock;
        position.program.clone_from(&before.program);
        let note = Note {
            binds: self.to.map(|to| pair("to", to)).into_iter().collect(),
            ..Note::new(self.what, Who::Gm, (turn, self.at), self.text.clone())
        };
        begin(
            &mut publisher,
            note,
            &self.state,
            position,
            Some(before),
            true,
        )
    }
}
