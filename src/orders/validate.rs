//! Validation of one order file against the view of its seat.

use super::{error::NotAccepted, unanswered::unanswered};
use crate::{
    collect::Collect,
    engine::{
        DecodeError, DynRuleset, Entry, Line, Past, Prompt, SeatId, Sent, ToCome, Viewer, past,
        played, to_come,
    },
    error::GameError,
    game_dir::{Filed, Game, Position, StoreError, TurnRecord, Verified, verdict},
    yaml::{Problem, Problems, Severity},
};
use serde_json::Value;
use std::{cell::OnceCell, collections::BTreeSet, sync::Arc};

/// Validates one order file that has just arrived, as a whole; returns it with its warnings.
///
/// # Errors
/// [`NotAccepted`] if it is invalid, or if a file of the game cannot be read or decoded.
pub fn validate(
    game: &Game,
    position: &Verified,
    seat: &SeatId,
    record: &TurnRecord,
    used: &[Filed],
    name: &str,
    bytes: &[u8],
) -> Result<(Filed, Problems), NotAccepted> {
    let view = LastView::of(game, position.turn, seat);
    let (filed, mut warnings) = judge_by(&view, position, record, used, name, bytes)?;
    let sitting = position.sitting;
    let next = position.next_lock();
    let before = Before::of(&*game.rules, seat, record, used, &filed, next)
        .map_err(StoreError::DecodeError)?;
    let is_same = used.last().is_some_and(|last| last.digest == filed.digest);
    let unclear = filed
        .unclear(&before.past, sitting)
        .filter(|_| is_same)
        .or_else(|| {
            let repeats = !used.is_empty() && !is_same;
            let locked = position.locked.as_ref().filter(|_| repeats);
            filed.during_lock(locked, sitting)
        });
    if let Some(problem) = unclear {
        return Err(filed.wrap(vec![problem]).into());
    }
    if is_same {
        warnings = filed.wrap(before.remarks(&filed, sitting));
    }
    let asked = record.prompts.iter().filter(|p| p.seat == *seat).count();
    let open = unanswered(game, position, record, &filed)?;
    warnings
        .list
        .extend(filed.leaves_open(&open, asked, game.rules.asks()));
    Ok((filed, warnings))
}

/// The effects of the turn so far on an order file.
#[derive(Debug)]
pub struct Before {
    /// The effects of the earlier files of its seat.
    pub past: Vec<Past>,
    /// Its lines that are used up.
    pub done: BTreeSet<Line>,
    /// The lines that are still to come of the seat's file that was in force in the last sitting.
    to_come: Vec<ToCome>,
}

impl Before {
    /// Computes the effects of the turn so far on a file that comes after those that were in force in its sittings;
    /// `next` is the first sitting in which the file can be in force.
    ///
    /// # Errors
    /// [`DecodeError`] if the rules cannot decode a file that they accepted before.
    pub fn of(
        rules: &dyn DynRuleset,
        seat: &SeatId,
        record: &TurnRecord,
        used: &[Filed],
        filed: &Filed,
        next: u32,
    ) -> Result<Self, DecodeError> {
        let sent: Vec<Sent> = used.iter().map(Filed::sent).collect();
        let to_come = left_of_file(rules, seat, &record.journal, &sent, &record.prompts)?;
        let mut all = used.to_vec();
        filed.clone().follow(&mut all, next);
        let files: Vec<Sent> = all.iter().map(Filed::sent).collect();
        Ok(Self {
            past: past(seat, &record.journal, &files),
            done: played(seat, &record.journal, &files),
            to_come,
        })
    }

    /// Returns the diagnostics that follow from it for a file.
    pub fn remarks(&self, filed: &Filed, sitting: u32) -> Vec<Problem> {
        filed.after(&self.past, &self.done, &self.to_come, sitting)
    }
}

/// Returns the lines of a seat's order file in force, the last of `files`, that are still to come. A refused line is
/// not one of them, because the seat is asked again.
pub(crate) fn left_of_file(
    rules: &dyn DynRuleset,
    seat: &SeatId,
    journal: &[Entry],
    files: &[Sent],
    prompts: &[Prompt],
) -> Result<Vec<ToCome>, DecodeError> {
    let Some(file) = files.last() else {
        return Ok(vec![]);
    };
    let refused: BTreeSet<&Line> = prompts
        .iter()
        .filter(|prompt| prompt.seat == *seat)
        .filter_map(|prompt| Some(&prompt.refused.as_ref()?.line))
        .collect_set();
    let mut entries = rules.entries(&file.body)?;
    entries.retain(|line| !refused.contains(line));
    Ok(to_come(seat, journal, files, entries))
}

/// The view of a seat after the last sitting, read when orders are first validated against it.
pub(crate) struct LastView<'a> {
    game: &'a Game,
    turn: u32,
    seat: &'a SeatId,
    read: OnceCell<Option<Arc<Value>>>,
}

impl<'a> LastView<'a> {
    pub(super) fn of(game: &'a Game, turn: u32, seat: &'a SeatId) -> Self {
        Self {
            game,
            turn,
            seat,
            read: OnceCell::new(),
        }
    }

    fn get(&self) -> Result<Option<&Value>, StoreError> {
        if self.read.get().is_none() {
            let viewer = Viewer::Seat(self.seat.clone());
            let view = self.game.view(self.turn, &viewer)?.map(Arc::new);
            let _ = self.read.set(view);
        }
        Ok(self.read.get().and_then(Option::as_deref))
    }

    /// The view, if it was read.
    pub(super) fn into_inner(self) -> Option<Arc<Value>> {
        self.read.into_inner().flatten()
    }
}

/// Validates one order file that may have arrived earlier, against a view that several files share.
pub(crate) fn judge_by(
    view: &LastView<'_>,
    position: &Position,
    record: &TurnRecord,
    used: &[Filed],
    name: &str,
    bytes: &[u8],
) -> Result<(Filed, Problems), NotAccepted> {
    let LastView { game, seat, .. } = *view;
    let filed = game.read_orders(name, bytes)?;
    // The file that was in force in the last sitting was accepted then.
    if used.last().is_some_and(|u| u.digest == filed.digest) {
        let none = filed.wrap(vec![]);
        return Ok((filed, none));
    }
    let mut problems: Vec<Problem> = filed.misdirected(
        game.name.as_str(),
        position.turn,
        Some(seat),
        &game.seat_ids(),
        &*game.rules,
    );
    problems.extend(filed.of_another_log(game).map_err(GameError::from)?);
    if problems.is_empty()
        && let Some(view) = view.get()?
    {
        let next = position.next_lock();
        let before = Before::of(&*game.rules, seat, record, used, &filed, next)
            .map_err(StoreError::DecodeError)?;
        problems = verdict(game, &filed, view, &before.done).map_err(StoreError::DecodeError)?;
        problems.extend(before.remarks(&filed, position.sitting));
        problems.extend(filed.after_lock(position.locked.as_ref(), position.turn));
    }
    let wrapped = filed.wrap(problems);
    if wrapped.list.iter().any(|p| p.severity == Severity::Error) {
        Err(wrapped.into())
    } else {
        Ok((filed, wrapped))
    }
}
