//! The outcome of a seat's orders, in one line.

use super::{Happened, Outcome, ReaderKind, Reading};
use crate::engine::Event;
use serde::Serialize;

/// The outcome of a seat's orders, with the number of lines for each result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The overall outcome.
    pub kind: VerdictKind,
    /// Lines carried out.
    pub played: usize,
    /// Lines that had nothing to do.
    pub nothing_to_do: usize,
    /// Lines put aside.
    pub put_aside: usize,
    /// Lines that were tried and failed.
    pub failed: usize,
    /// Lines whose announcements were interrupted and not executed.
    pub interrupted: usize,
    /// Lines refused: the seat is asked again.
    pub refused: usize,
    /// Lines of a file that answers an older report, matched with orders that were played since.
    pub played_before: usize,
    /// Lines of earlier files that the next file left out.
    pub replaced: usize,
    /// Lines still to come.
    pub waiting: usize,
    /// Lines that were not reached before the turn ended.
    pub not_played: usize,
}

/// The overall outcome of a [`Verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// The reader has no orders to give.
    Spectator,
    /// No orders on file, and none were asked for.
    Unasked,
    /// Orders are on file.
    Orders,
    /// No orders on file, and the turn waits for them.
    NoOrders,
    /// No orders on file, and a bot played the seat.
    Bot,
    /// No move received: a deadline passed without an answer.
    Nmr,
}

impl Verdict {
    /// Derives the verdict from a reading.
    pub(crate) fn of(reading: &Reading) -> Self {
        let count = |outcome| {
            reading
                .orders
                .iter()
                .filter(|order| order.outcome == outcome)
                .count()
        };
        Self {
            kind: kind(reading),
            played: count(Outcome::Played),
            nothing_to_do: count(Outcome::NothingToDo),
            failed: count(Outcome::Failed),
            put_aside: count(Outcome::PutAside),
            interrupted: count(Outcome::Interrupted),
            refused: count(Outcome::Refused),
            played_before: count(Outcome::PlayedBefore),
            replaced: count(Outcome::Replaced),
            waiting: count(Outcome::Waiting) + count(Outcome::Announced),
            not_played: count(Outcome::NotPlayed),
        }
    }
}

fn kind(reading: &Reading) -> VerdictKind {
    let (ReaderKind::Seat, Some(seat)) = (reading.reader.kind, &reading.reader.seat) else {
        return VerdictKind::Spectator;
    };
    // NMR means that no orders were on file; a file that leaves a question open is not NMR.
    let nmr =
        |told: &Happened| matches!(&told.event, Event::Nmr { seat: s, .. } if s.as_str() == seat);
    let bot =
        |told: &Happened| matches!(&told.event, Event::Bot { seat: s, .. } if s.as_str() == seat);
    if reading.on_file {
        VerdictKind::Orders
    } else if reading.events.iter().any(bot) {
        VerdictKind::Bot
    } else if reading.events.iter().any(nmr) {
        VerdictKind::Nmr
    } else if reading.prompts.is_empty() {
        VerdictKind::Unasked
    } else {
        VerdictKind::NoOrders
    }
}
