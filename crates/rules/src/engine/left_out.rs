//! Moments at which the rules left a question out, with the reason.

use super::{By, Fields, SeatId, line::Line};
use serde_json::Value;

/// The fate of a question: put to the seat, or left out.
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

/// A moment of a turn at which a line of an order file might have answered a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The kind of ask.
    pub ask: String,
    /// The fields that describe the question.
    pub about: Fields,
    /// The answer, or the reason why the seat was not asked.
    pub came: Came,
}

/// A line of an order file that has answered no question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// The line.
    pub line: Line,
    /// The reason why it was not used, as half a sentence for the report.
    pub why: String,
    /// True if the line can still answer a question of this turn.
    pub pending: bool,
}

/// A question that the rules would have put to a seat, but for a condition that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The seat.
    pub seat: SeatId,
    /// The kind of ask.
    pub ask: &'static str,
    /// The fields that would have described the question.
    pub about: Fields,
    /// The condition that was not met, as half a sentence for the report.
    pub why: String,
}
