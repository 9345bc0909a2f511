//! The progress of a seat's order files, and the lines of a new file that repeat an earlier one.
//!
//! One rule holds for all games: an order that was executed stays executed. A file answers the report of one
//! sitting, and states everything its seat still wants after that sitting. If it answers the last report, each
//! entry of its lists is a new order, even if it equals one that was executed. If it answers an older report, it
//! was written without regard to what has been executed since: its entries are matched against that, and entries
//! with a match are used up. A line outside the lists answers a question that a turn asks once, so the line is used
//! up when that question is answered, no matter which file has it.

use super::{Aside, By, Entry, OrderLine, SeatId, Sent, line::Line};
use crate::collect::Collect;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeSet, mem::discriminant};

/// A line of an order file that a sitting has executed, or at which it has stopped a queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Past {
    /// The sitting.
    pub sitting: u32,
    /// The line.
    pub line: Line,
    /// The content of the line in the file; `None` if the file leaves it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<Value>,
    /// The answer that the line gave, if the file has another one of the same kind there, or leaves a list out; only
    /// for lines outside the lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<Value>,
    /// True if the queue stopped at this line; the line had no other effect.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

impl Past {
    /// Returns the answer that the line gave, if it is not what the file says.
    fn differs(&self, given: &Value) -> Option<Value> {
        let differs = match &self.says {
            _ if self.line.is_item() => false,
            Some(says) => discriminant(says) == discriminant(given) && !same(says, given),
            None => given.is_array(),
        };
        differs.then(|| given.clone())
    }

    /// Returns true if a new file wants something else on a line outside the lists than was executed.
    pub fn is_too_late(&self, now: &Value) -> bool {
        match (&self.played, &self.says) {
            (Some(played), _) => !same(played, now),
            (None, Some(says)) => says != now,
            // A line that was left out had no content.
            (None, None) => now.as_u64().is_some_and(|n| n > 0) || *now == true,
        }
    }
}

/// Returns true if two answers are the same. The order of a list that answers one question does not matter.
fn same(one: &Value, other: &Value) -> bool {
    let sorted = |value: &Value| {
        let mut items: Vec<String> = value.as_array()?.iter().map(Value::to_string).collect();
        items.sort_unstable();
        Some(items)
    };
    one == other || sorted(one).is_some_and(|one| Some(one) == sorted(other))
}

/// Everything the turn so far has done with the order files of one seat.
#[derive(Debug, Default)]
struct History {
    /// Lines that were executed or have stopped a queue, with the index of their file, in the order in which it
    /// happened.
    past: Vec<(usize, Past)>,
    /// Lines that are used up, executed or not.
    done: BTreeSet<(usize, Line)>,
    /// Lines that have given an answer.
    answered: BTreeSet<(usize, Line)>,
}

impl History {
    fn of(seat: &SeatId, journal: &[Entry], files: &[Sent]) -> Self {
        let mut history = Self::default();
        for entry in journal {
            match entry {
                Entry::PutAside {
                    sitting,
                    seat: whose,
                    order,
                    why,
                } if whose == seat => history.put_aside(files, *sitting, order, why),
                Entry::Answer {
                    sitting,
                    seat: whose,
                    value,
                    by: By::Order(order) | By::Forced(Some(order)),
                    ..
                } if whose == seat => history.answer(files, *sitting, order, value),
                _ => {}
            }
        }
        history
    }

    fn put_aside(&mut self, files: &[Sent], sitting: u32, order: &OrderLine, why: &Aside) {
        let Some(file) = place(files, sitting, &order.file) else {
            return;
        };
        self.idle(files, file, sitting, order);
        let key = (file, order.line.clone());
        match why {
            Aside::Held => self.push(files, key, sitting, true),
            Aside::Hold => {
                self.done.insert(key.clone());
                self.push(files, key, sitting, true);
            }
            Aside::NothingToDo(why) => self.finish(files, key, sitting, why.is_none()),
            // A line that was not executed can be ordered again.
            Aside::Illegal(_) => {
                self.done.insert(key);
            }
        }
    }

    fn answer(&mut self, files: &[Sent], sitting: u32, order: &OrderLine, value: &Value) {
        let Some(file) = place(files, sitting, &order.file) else {
            return;
        };
        self.idle(files, file, sitting, order);
        let key = (file, order.line.clone());
        self.answered.insert(key.clone());
        if order.spent {
            self.finish(files, key, sitting, true);
            if let Some((_, past)) = self.past.last_mut()
                && past.line == order.line
            {
                past.played = past.differs(value);
            }
        }
    }

    /// Marks the lines before this one that had nothing more to do.
    fn idle(&mut self, files: &[Sent], file: usize, sitting: u32, order: &OrderLine) {
        for idle in &order.done {
            let key = (file, idle.line.clone());
            self.finish(files, key, sitting, idle.why.is_none());
        }
    }

    /// Marks a line as used up. A line that had no effect and never gave an answer does not count as executed.
    fn finish(&mut self, files: &[Sent], key: (usize, Line), sitting: u32, played: bool) {
        let played = played || self.answered.contains(&key);
        self.done.insert(key.clone());
        if played {
            self.push(files, key, sitting, false);
        }
    }

    fn push(&mut self, files: &[Sent], (file, line): (usize, Line), sitting: u32, held: bool) {
        let known = |(f, past): &(usize, Past)| *f == file && past.line == line;
        if self.past.iter().any(known) {
            return;
        }
        let past = Past {
            sitting,
            says: files[file].says(&line).cloned(),
            line,
            played: None,
            held,
        };
        self.past.push((file, past));
    }
}

/// Returns the index of the file that a journal entry refers to: the last one with this digest in force at that
/// sitting.
pub fn place(files: &[Sent], sitting: u32, digest: &str) -> Option<usize> {
    files
        .iter()
        .rposition(|file| file.digest == digest && file.since <= sitting)
}

/// The lines of the order file in force that are used up, and the lines at which its queues have stopped.
#[derive(Clone, Debug, Default)]
pub(super) struct Spent {
    done: BTreeSet<Line>,
    held: BTreeSet<Line>,
}

impl Spent {
    /// Reads from a journal how far the last of these files has been executed.
    pub(crate) fn of(seat: &SeatId, journal: &[Entry], files: &[Sent]) -> Self {
        let Some((last, file)) = files.len().checked_sub(1).zip(files.last()) else {
            return Self::default();
        };
        let history = History::of(seat, journal, files);
        let (own, before): (Vec<_>, Vec<_>) =
            history.past.into_iter().partition(|(n, _)| *n == last);
        let before: Vec<Past> = before.into_iter().map(|(_, past)| past).collect();
        let mut done = repeated(&before, file);
        let finished = history.done.into_iter();
        done.extend(finished.filter(|(n, _)| *n == last).map(|(_, line)| line));
        let held = own.into_iter().filter(|(_, past)| past.held);
        Self {
            done,
            held: held.map(|(_, past)| past.line).collect_set(),
        }
    }

    /// Marks lines as used up.
    pub(crate) fn extend(&mut self, lines: impl IntoIterator<Item = Line>) {
        self.done.extend(lines);
    }

    /// Records a line that was put aside, with the lines before it that had nothing to do.
    pub(crate) fn note(&mut self, order: &OrderLine, why: &Aside) {
        let set = if *why == Aside::Held {
            &mut self.held
        } else {
            &mut self.done
        };
        set.insert(order.line.clone());
        self.extend(order.done.iter().map(|idle| idle.line.clone()));
    }

    /// Records the lines that one answer uses up.
    pub(crate) fn use_up(&mut self, order: &OrderLine) {
        if order.spent {
            self.done.insert(order.line.clone());
        }
        self.extend(order.done.iter().map(|idle| idle.line.clone()));
    }

    /// Checks whether a queue has stopped at a line.
    pub(crate) fn is_held(&self, line: &Line) -> bool {
        self.held.contains(line)
    }

    /// Returns the lines that are used up.
    pub(crate) fn done(&self) -> &BTreeSet<Line> {
        &self.done
    }
}

/// Returns the lines of the last of a seat's order files that are used up, have given an answer, or stop their queue.
pub fn settled(seat: &SeatId, journal: &[Entry], files: &[Sent]) -> BTreeSet<Line> {
    let Spent { done, held } = Spent::of(seat, journal, files);
    let mut settled = done;
    settled.extend(held.into_iter().filter(Line::is_item));
    let answered = History::of(seat, journal, files).answered.into_iter();
    let last = files.len().saturating_sub(1);
    settled.extend(answered.filter(|(n, _)| *n == last).map(|(_, line)| line));
    settled
}

/// Returns the used-up lines of a seat's order file in force, according to a journal.
pub fn played(seat: &SeatId, journal: &[Entry], files: &[Sent]) -> BTreeSet<Line> {
    Spent::of(seat, journal, files).done
}

/// Returns what the order files of a seat have done in a turn, in the order in which it happened.
pub fn past(seat: &SeatId, journal: &[Entry], files: &[Sent]) -> Vec<Past> {
    let history = History::of(seat, journal, files);
    history.past.into_iter().map(|(_, past)| past).collect()
}

/// Returns the lines of a new order file that earlier files have used up before it is executed.
///
/// List entries count only if the file answers an older report than the last: each entry executed since that report
/// matches one equal entry of the new file, at any position. A line that has stopped a queue, such as `hold`,
/// matches only if the entries before it in the new list equal what happened before it.
pub fn repeated(past: &[Past], new: &Sent) -> BTreeSet<Line> {
    // A question at which the file before has stopped is open.
    let single = past
        .iter()
        .filter(|past| !past.line.is_item() && !past.held);
    let mut done: BTreeSet<Line> = single.map(|past| past.line.clone()).collect_set();
    if !new.is_older() {
        return done;
    }
    let since: Vec<&Past> = past
        .iter()
        .filter(|past| past.sitting > new.answers() && past.line.is_item())
        .collect();
    let lists: BTreeSet<&str> = since
        .iter()
        .filter_map(|past| past.line.list())
        .collect_set();
    for list in lists {
        let of_list = |past: &&&Past| past.line.list() == Some(list);
        let happened: Vec<&Past> = since.iter().filter(of_list).copied().collect();
        let mut left: Vec<&Past> = happened.iter().filter(|p| !p.held).copied().collect();
        let items = new.items(list);
        let same = |past: &Past, item: &Value| past.says.as_ref() == Some(item);
        let begins = happened
            .iter()
            .zip(items)
            .take_while(|(past, item)| same(past, item))
            .count();
        for (n, item) in items.iter().enumerate() {
            let matched = if n < begins && happened[n].held {
                true
            } else if let Some(place) = left.iter().position(|past| same(past, item)) {
                left.remove(place);
                true
            } else {
                false
            };
            if matched {
                done.insert(Line::nth(list, n));
            }
        }
    }
    done
}
