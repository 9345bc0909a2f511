//! One order file, held against what its seat may see.

use super::{SittingError, gather::sent};
use crate::{
    engine::{SeatId, Sent, Viewer, played},
    store::{Filed, Game, Position, StoreError, TurnRecord, verdict},
    yaml::{Problem, Problems, Severity},
};
use serde_json::Value;
use std::{cell::OnceCell, sync::Arc};

/// Judges one order file as a whole: accepted, with warnings perhaps, or rejected.
///
/// # Errors
/// [`SittingError::Store`].
pub fn judge(
    game: &Game,
    position: &Position,
    seat: &SeatId,
    record: &TurnRecord,
    used: &[Filed],
    name: &str,
    bytes: &[u8],
) -> Result<Result<(Filed, Problems), Problems>, SittingError> {
    let view = LastView::of(game, position.turn, seat);
    judge_by(&view, position, record, used, name, bytes)
}

/// What a seat saw after the last sitting, read when orders are first held against it.
pub(super) struct LastView<'a> {
    game: &'a Game,
    turn: u32,
    seat: &'a SeatId,
    read: OnceCell<Option<Arc<Value>>>,
}

impl<'a> LastView<'a> {
    pub fn of(game: &'a Game, turn: u32, seat: &'a SeatId) -> Self {
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
    pub fn into_inner(self) -> Option<Arc<Value>> {
        self.read.into_inner().flatten()
    }
}

/// The same with a view that several files may be held against.
pub(super) fn judge_by(
    view: &LastView<'_>,
    position: &Position,
    record: &TurnRecord,
    used: &[Filed],
    name: &str,
    bytes: &[u8],
) -> Result<Result<(Filed, Problems), Problems>, SittingError> {
    let LastView { game, seat, .. } = *view;
    let filed = match game.read_orders(name, bytes) {
        Ok(filed) => filed,
        Err(problems) => return Ok(Err(problems)),
    };
    // What a sitting has locked was accepted then.
    if used.iter().any(|u| u.digest == filed.digest) {
        let none = filed.wrap(vec![]);
        return Ok(Ok((filed, none)));
    }
    let mut problems: Vec<Problem> = filed.misdirected(
        game.name.as_str(),
        position.turn,
        Some(seat),
        &game.seat_ids(),
        &*game.rules,
    );
    if problems.is_empty()
        && let Some(view) = view.get()?
    {
        let files: Vec<Sent> = used.iter().chain([&filed]).map(sent).collect();
        let done = played(seat, &record.journal, &files);
        problems = verdict(game, &filed, view, &done).map_err(StoreError::Garbled)?;
        if let [.., before, _] = files.as_slice() {
            problems.extend(filed.too_late(before, &done));
        }
        problems.extend(filed.stale(position.sitting));
        problems.extend(filed.after_lock(position.locked.as_ref(), position.turn));
    }
    let wrapped = filed.wrap(problems);
    if wrapped.list.iter().any(|p| p.severity == Severity::Error) {
        Ok(Err(wrapped))
    } else {
        Ok(Ok((filed, wrapped)))
    }
}
