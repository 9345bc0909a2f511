//! Seats that are named after the sides of a game: its races, its colors, its players.

use crate::{
    collect::Collect,
    engine::{Seat, SeatId},
};
use std::{collections::BTreeMap, fmt::Display, str::FromStr};

/// The seats of all sides that a game may have.
#[derive(Debug)]
pub(crate) struct Seats<S>(BTreeMap<S, SeatId>);

impl<S: Copy + Ord + Display> Seats<S> {
    /// Makes the seats of these sides, each with the name of its side.
    ///
    /// # Panics
    /// If the name of a side is not a valid name for a seat: lowercase letters, digits and hyphens.
    pub(crate) fn of(sides: &[S]) -> Self {
        let id = |side: &S| SeatId::new(&side.to_string()).expect("sides have plain names");
        Self(sides.iter().map(|side| (*side, id(side))).collect_map())
    }

    /// Returns the name of a side's seat.
    ///
    /// # Panics
    /// If the game has no such side.
    pub(crate) fn id(&self, side: S) -> &SeatId {
        &self.0[&side]
    }

    /// Returns the seat of a side that is in no team.
    ///
    /// # Panics
    /// As [`Seats::id`].
    pub(crate) fn seat(&self, side: S) -> Seat {
        let id = self.id(side).clone();
        Seat { id, team: None }
    }
}

/// Returns the side that a seat plays; `None` if no side has its name.
pub(crate) fn side<S: FromStr>(seat: &SeatId) -> Option<S> {
    seat.as_str().parse().ok()
}

/// Returns the sides that these seats play.
pub(crate) fn sides<S: FromStr>(seats: &[Seat]) -> impl Iterator<Item = S> {
    seats.iter().filter_map(|seat| side(&seat.id))
}
