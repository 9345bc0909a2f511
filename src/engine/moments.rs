//! The questions of one seat in a turn, and the moments at which the rules had to leave one out.

use super::{By, Entry, Fields, Line, Outcome, SeatId};
use serde_json::Value;

/// A question that the rules would have put to a seat, but for a condition that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The seat.
    pub seat: SeatId,
    /// The kind of ask.
    pub ask: &'static str,
    /// What the question would have been about.
    pub about: Fields,
    /// The condition that was not met, as half a sentence for the report.
    pub why: String,
}

/// A moment of a turn at which a line of an order file might have answered a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The kind of ask.
    pub ask: String,
    /// What the question was about.
    pub about: Fields,
    /// Whether the seat was asked.
    pub came: Came,
}

/// Whether a question was put.
#[derive(Clone, Debug, PartialEq)]
pub enum Came {
    /// It was put and answered.
    Answered {
        /// The answer.
        value: Value,
        /// The source of the answer.
        by: By,
    },
    /// It was left out, for this reason.
    LeftOut(String),
}

/// A line of an order file that has answered no question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// The line.
    pub line: Line,
    /// The reason why it was not used, as half a sentence for the report.
    pub why: String,
    /// Whether the line can still answer a question of this turn.
    pub pending: bool,
}

/// Returns the moments of a turn that concern one seat: the answered questions, then those left out.
pub fn moments(seat: &SeatId, outcome: &Outcome) -> Vec<Moment> {
    let answered = outcome.journal.iter().filter_map(|entry| match entry {
        Entry::Answer {
            id,
            seat: whose,
            about,
            value,
            by,
            ..
        } if whose == seat => Some(Moment {
            ask: id.split('@').next()?.to_owned(),
            about: about.clone(),
            came: Came::Answered {
                value: value.clone(),
                by: by.clone(),
            },
        }),
        _ => None,
    });
    let own = outcome.left_out.iter().filter(|left| left.seat == *seat);
    let left_out = own.map(|left| Moment {
        ask: left.ask.to_owned(),
        about: left.about.clone(),
        came: Came::LeftOut(left.why.clone()),
    });
    answered.chain(left_out).collect()
}
