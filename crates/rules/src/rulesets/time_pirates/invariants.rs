//! The conditions that hold in every state, also in the middle of a turn.

use super::{
    TimePirates,
    names::{Color, Counter, Marker},
    state::{Phase, State, Step, Stock},
};
use crate::engine::InvalidState;

impl TimePirates {
    /// Checks the conditions that hold in every state.
    pub(super) fn consistent(&self, state: &State) -> Result<(), InvalidState> {
        let mut order = state.order.clone();
        order.sort_unstable();
        InvalidState::unless(
            order.iter().eq(state.sides.keys())
                && order.len() == usize::from(state.options.players)
                && self.seating(state.options).is_ok(),
            "every player sits at the table once (Preparation)",
        )?;
        let spaces = state.epochs.iter().map(|(e, s)| (*e, s.len()));
        let printed = self.content.epochs.iter();
        InvalidState::unless(
            spaces.eq(printed.map(|(e, p)| (*e, p.spaces as usize))),
            "every Epoch has its spaces (Components)",
        )?;
        InvalidState::unless(
            self.content.epochs.contains_key(&state.police),
            "the Time Police are in an Epoch",
        )?;
        InvalidState::unless(
            self.counters(state) == self.content.counters,
            "no counter is lost or found (Components)",
        )?;
        let mut markers: Stock<Marker> = state.scoring_board.clone();
        for side in state.sides.values() {
            for (marker, n) in &side.markers {
                let count = markers.entry(*marker).or_default();
                *count = count.saturating_add(*n);
            }
        }
        InvalidState::unless(
            markers == self.content.markers,
            "no Scoring Marker is lost or found (Selling Artifacts)",
        )?;
        let drawn = state.drawn.len() as u64;
        let week = u64::from(super::scoring::WEEK);
        let over = state.phase == Phase::Over;
        // The last restock is left unfinished. In the other Weeks the eighth counter stays until all have scored.
        let ends =
            matches!(state.phase, Phase::Turn(turn) if matches!(turn.step, Step::Restocking(_)));
        InvalidState::unless(
            (drawn == week && (over || ends)) || (drawn < week && !over),
            "the eighth Time Police Counter ends the Week (Time Goes By)",
        )?;
        InvalidState::unless(
            (1..=state.options.weeks).contains(&state.week),
            "a game lasts its Weeks (Game End)",
        )?;
        let scored = state.week as usize - usize::from(!over);
        for side in state.sides.values() {
            InvalidState::unless(
                side.at.is_some() || state.phase == Phase::Placement,
                "Time Travelers are placed before the first turn (Preparation)",
            )?;
            InvalidState::unless(
                side.at
                    .is_none_or(|epoch| self.content.epochs.contains_key(&epoch)),
                "Time Travelers are on the board",
            )?;
            InvalidState::unless(
                side.scored.len() == scored && side.scored.iter().all(|points| *points < 1000),
                "each player scores once a Week (Scoring)",
            )?;
            let fits = side.assigned.iter().all(|(marker, colors)| {
                let held = side.markers.get(marker).copied().unwrap_or(0);
                marker.color == Color::World
                    && colors.len() <= held as usize
                    && colors.iter().all(|color| side.has_marker_of(*color))
            });
            InvalidState::unless(fits, "a World marker lies on a regular one (Scoring)")?;
        }
        InvalidState::unless(
            match state.phase {
                Phase::Turn(turn) => state.sides.contains_key(&turn.player),
                Phase::Placement | Phase::Over => true,
            },
            "it is the turn of a player in the game",
        )
    }

    /// Returns all counters of the game, from all places together.
    #[expect(clippy::unused_self, reason = "it belongs to the others")]
    fn counters(&self, state: &State) -> Stock<Counter> {
        let mut all = state.bag.clone();
        // A number in a file that was edited manually may be of any size.
        let mut add = |counter, n: u32| {
            let count = all.entry(counter).or_default();
            *count = count.saturating_add(n);
        };
        for artifact in state.epochs.values().flatten().flatten() {
            add(Counter::Artifact(*artifact), 1);
        }
        let held = state.sides.values().flat_map(|side| &side.artifacts);
        for (artifact, n) in held.chain(&state.discards) {
            add(Counter::Artifact(*artifact), *n);
        }
        for path in &state.drawn {
            add(Counter::Police(*path), 1);
        }
        all
    }
}
