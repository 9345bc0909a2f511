//! Lines of an order file that are still to come, and those that a new file leaves out.

use super::{Entry, HOLD, SeatId, Sent, line::Line, spent::settled};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// A line of an order file that is still to come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToCome {
    /// The line.
    pub line: Line,
    /// The content of the line.
    pub says: Value,
}

/// Returns those of the lines of a seat's order file in force, the last of `files`, that have not been played, put
/// aside or found to have nothing to do. Lines that order nothing, and those at which a queue has stopped, are not among
/// them.
pub fn to_come(
    seat: &SeatId,
    journal: &[Entry],
    files: &[Sent],
    lines: impl IntoIterator<Item = Line>,
) -> Vec<ToCome> {
    let Some(file) = files.last() else {
        return vec![];
    };
    let settled = settled(seat, journal, files);
    let open = lines.into_iter().filter(|line| !settled.contains(line));
    open.filter_map(|line| {
        let says = file.says(&line).filter(|says| orders(says))?.clone();
        Some(ToCome { line, says })
    })
    .collect()
}

/// Returns the lines that a new file leaves out of those that were to come; `done` are its own lines that are used
/// up. Each entry of its lists that is still to come matches one equal entry, at any position.
pub fn left_out<'a>(to_come: &'a [ToCome], new: &Sent, done: &BTreeSet<Line>) -> Vec<&'a ToCome> {
    let mut used: BTreeSet<Line> = done.clone();
    let mut is_there = |old: &ToCome| {
        let Some(list) = old.line.list() else {
            return new.says(&old.line) == Some(&old.says);
        };
        let places = 0..new.items(list).len();
        let mut places = places.map(|n| Line::nth(list, n));
        let found = places.find(|line| !used.contains(line) && new.says(line) == Some(&old.says));
        found.is_some_and(|line| used.insert(line))
    };
    to_come.iter().filter(|old| !is_there(old)).collect()
}

/// Returns true if the content of a line orders anything.
fn orders(says: &Value) -> bool {
    let nothing = match says {
        Value::Null => true,
        Value::Bool(yes) => !yes,
        Value::Number(n) => n.as_u64() == Some(0),
        Value::String(word) => word == HOLD,
        Value::Array(items) => items.is_empty(),
        Value::Object(_) => false,
    };
    !nothing
}
