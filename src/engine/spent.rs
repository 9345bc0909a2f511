//! How far a seat's order files have been played, and what a new file repeats of the ones before.
//!
//! One rule for all games. What was played stays played. A file answers the report of one sitting, and
//! is the whole of what its seat still wants after it: where it answers the last report, each entry of its
//! lists is a new order, even if it repeats one that was played. A file that answers an older report was
//! written before, or without regard to, what has been played since: its entries are matched against
//! that, and those that are found there are done with. A line outside the lists answers a question that a
//! turn puts once, so it is done with when that question is answered, whichever file says it.

use super::{Aside, By, Entry, Line, OrderLine, SeatId, Sent};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// A line of an order file that a sitting has played, or at which it has stopped a queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Past {
    /// The sitting.
    pub sitting: u32,
    /// The line.
    pub line: Line,
    /// What the file says there; nothing if it leaves the line out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<Value>,
    /// The queue has stopped here, and nothing else was done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

/// Everything that a turn has done so far with the order files of one seat.
#[derive(Debug, Default)]
struct History {
    /// Lines that were played or have stopped a queue, by file, in the order in which it happened.
    past: Vec<(usize, Past)>,
    /// Lines that are done with, played or not.
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
                    by: By::Order(order) | By::Forced(Some(order)),
                    ..
                } if whose == seat => history.answer(files, *sitting, order),
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
            // What was not played can be ordered again.
            Aside::Illegal(_) => {
                self.done.insert(key);
            }
        }
    }

    fn answer(&mut self, files: &[Sent], sitting: u32, order: &OrderLine) {
        let Some(file) = place(files, sitting, &order.file) else {
            return;
        };
        self.idle(files, file, sitting, order);
        let key = (file, order.line.clone());
        self.answered.insert(key.clone());
        if order.spent {
            self.finish(files, key, sitting, true);
        }
    }

    /// Lines before it that have nothing more to say.
    fn idle(&mut self, files: &[Sent], file: usize, sitting: u32, order: &OrderLine) {
        for idle in &order.done {
            let key = (file, idle.line.clone());
            self.finish(files, key, sitting, idle.why.is_none());
        }
    }

    /// A line is done with. One that came to nothing, and never gave an answer, was not played.
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
            held,
        };
        self.past.push((file, past));
    }
}

/// The file that an entry of the journal speaks of: the last one with these bytes that was in force then.
pub(crate) fn place(files: &[Sent], sitting: u32, digest: &str) -> Option<usize> {
    files
        .iter()
        .rposition(|file| file.digest == digest && file.since <= sitting)
}

/// Lines of the order file in force that are done with, and where its queues have stopped.
#[derive(Clone, Debug, Default)]
pub(super) struct Spent {
    done: BTreeSet<Line>,
    held: BTreeSet<Line>,
}

impl Spent {
    /// How far the last of these files has been played, as far as a journal tells.
    pub fn of(seat: &SeatId, journal: &[Entry], files: &[Sent]) -> Self {
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
            held: held.map(|(_, past)| past.line).collect(),
        }
    }

    /// Marks lines as done with.
    pub fn extend(&mut self, lines: impl IntoIterator<Item = Line>) {
        self.done.extend(lines);
    }

    /// What a line put aside means for the file.
    pub fn note(&mut self, order: &OrderLine, why: &Aside) {
        let set = if *why == Aside::Held {
            &mut self.held
        } else {
            &mut self.done
        };
        set.insert(order.line.clone());
        self.extend(order.done.iter().map(|idle| idle.line.clone()));
    }

    /// What one answer uses up.
    pub fn use_up(&mut self, order: &OrderLine) {
        if order.spent {
            self.done.insert(order.line.clone());
        }
        self.extend(order.done.iter().map(|idle| idle.line.clone()));
    }

    /// Whether a queue has stopped at a line.
    pub fn is_held(&self, line: &Line) -> bool {
        self.held.contains(line)
    }

    /// The lines that are done with.
    pub fn done(&self) -> &BTreeSet<Line> {
        &self.done
    }
}

/// The lines of a seat's order file in force that are done with, as far as a journal tells.
pub fn played(seat: &SeatId, journal: &[Entry], files: &[Sent]) -> BTreeSet<Line> {
    Spent::of(seat, journal, files).done
}

/// What the order files of a seat have done in a turn, in the order in which it happened.
pub fn past(seat: &SeatId, journal: &[Entry], files: &[Sent]) -> Vec<Past> {
    let history = History::of(seat, journal, files);
    history.past.into_iter().map(|(_, past)| past).collect()
}

/// The lines of a new order file that are done with before it is played, by what earlier files have done.
///
/// Entries of lists only count if the file answers an older report than the last: each that was played
/// since that report stands for one equal entry, wherever it stands. A word that has stopped a queue, such
/// as `hold`, counts only where everything before it in its list is what happened before it.
pub fn repeated(past: &[Past], new: &Sent) -> BTreeSet<Line> {
    let single = past.iter().filter(|past| !past.line.is_item());
    let mut done: BTreeSet<Line> = single.map(|past| past.line.clone()).collect();
    if !new.is_older() {
        return done;
    }
    let since: Vec<&Past> = past
        .iter()
        .filter(|past| past.sitting > new.answers() && past.line.is_item())
        .collect();
    let lists: BTreeSet<&str> = since.iter().filter_map(|past| past.line.list()).collect();
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
