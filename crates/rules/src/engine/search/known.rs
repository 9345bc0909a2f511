//! All that a seat knows when it is asked.

use crate::engine::{Asked, Ruleset, SeatId, Viewer, Witnessed, fingerprint::Fingerprint};
use serde::Serialize;

/// All that a seat knows when it is asked: nothing else reaches the search.
#[derive(Debug)]
pub(in crate::engine) struct Known<'a, R: Ruleset> {
    /// The seat.
    pub seat: &'a SeatId,
    /// The game as the seat saw it when the turn began.
    pub then: &'a R::View,
    /// The game as the seat sees it now.
    pub now: &'a R::View,
    /// The turn so far, as the seat saw it.
    pub so_far: &'a [Witnessed],
}

impl<R: Ruleset> Known<'_, R> {
    /// Returns the viewer.
    pub(super) fn viewer(&self) -> Viewer {
        Viewer::Seat(self.seat.clone())
    }

    /// Checks whether something of the turn so far is hidden from the seat.
    pub(super) fn hides(&self) -> bool {
        self.so_far.iter().any(|entry| {
            matches!(
                entry,
                Witnessed::Answer { value: None, .. } | Witnessed::Deal(_)
            )
        })
    }

    /// Returns the name of the question, which is the seed of all chance of a search too.
    pub(super) fn question(&self, asked: &Asked<'_>) -> u64 {
        question(self.now, asked)
    }
}

/// Returns the name of a question: a hash of all that its seat sees and is asked. The choices are part of it, because they
/// may depend on what happened in the turn before.
pub(super) fn question<V: Serialize>(view: &V, asked: &Asked<'_>) -> u64 {
    let mut print = Fingerprint::of(view);
    print.add(asked.seat);
    print.add(asked.kind);
    print.add(asked.about());
    asked.choices.print(&mut print);
    print.0
}
