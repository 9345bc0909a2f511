//! Converts the engine's results into the parts of a reading.

use super::{Die, Happened, OrderLine, Outcome};
use crate::yaml::flow as yaml_flow;
use crate::{
    collect::Collect,
    engine::{
        Aside, By, Entry, Event, Fields, HOLD, Illegal, Interrupted, Line, OrderLine as Played,
        Outcome as Run, SeatId, Sent, Stop, Told, Unused, Viewer, place,
    },
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the events that a viewer was told; `None` is the GM, who is told everything.
///
/// `seen` is the last sitting that the reader had a report of; facts of later sittings are new.
pub fn events(facts: &[Told<Value>], viewer: Option<&Viewer>, seen: u32) -> Vec<Happened> {
    // An absence is reported once per sitting, with all questions that took their defaults.
    let mut missed: BTreeMap<(u32, &SeatId), Vec<String>> = BTreeMap::new();
    for told in facts {
        if let Event::Nmr { seat, ask } = &told.event {
            let asks = missed.entry((told.sitting, seat)).or_default();
            if !asks.contains(ask) {
                asks.push(ask.clone());
            }
        }
    }
    let mut absent = BTreeSet::new();
    facts
        .iter()
        .enumerate()
        .filter(|(_, told)| viewer.is_none_or(|viewer| told.to.includes(viewer)))
        .filter(|(_, told)| match &told.event {
            Event::Nmr { seat, .. } => absent.insert((told.sitting, seat)),
            _ => true,
        })
        .map(|(place, told)| Happened {
            place,
            rule: told.rule.clone(),
            sitting: told.sitting,
            new: told.sitting > seen,
            private: told.to != crate::engine::Audience::All,
            missed: match &told.event {
                Event::Nmr { seat, .. } => missed[&(told.sitting, seat)].clone(),
                _ => vec![],
            },
            event: told.event.clone(),
        })
        .collect()
}

/// Returns the dice of a journal from one sitting on, in the order of the rolls. Hidden shuffles are left out.
pub fn dice(journal: &[Entry], from: u32) -> Vec<Die> {
    journal
        .iter()
        .filter(|entry| entry.sitting() >= from)
        .filter_map(|entry| match entry {
            Entry::Roll {
                sitting,
                label,
                sides,
                faces,
            } => Some(Die {
                label: label.clone(),
                sides: Some(*sides),
                faces: faces.clone(),
                sitting: *sitting,
            }),
            Entry::Shuffle {
                sitting,
                label,
                order,
            } => Some(Die {
                label: label.clone(),
                sides: None,
                faces: order.clone(),
                sitting: *sitting,
            }),
            Entry::Answer { .. } | Entry::PutAside { .. } | Entry::Deal { .. } => None,
        })
        .collect()
}

/// Returns the lines of a seat's order files of this turn with their outcomes, oldest file first: the lines that were
/// played, in the order in which they were played, then the others.
pub fn orders(seat: &SeatId, files: &[Sent], run: &Run) -> Vec<OrderLine> {
    let mut book = Book::new(files);
    for entry in &run.journal {
        book.read(seat, entry);
    }
    let Some(last) = files.last() else {
        return book.lines;
    };
    let refused: BTreeMap<&Line, &Illegal> = match &run.flow {
        Err(Stop::Waiting(prompts)) => prompts
            .iter()
            .filter(|prompt| prompt.seat == *seat)
            .filter_map(|prompt| prompt.refused.as_ref())
            .map(|refused| (&refused.line, &refused.why))
            .collect_map(),
        _ => BTreeMap::new(),
    };
    let file = files.len() - 1;
    for (line, why) in &refused {
        book.note(file, line, Outcome::Refused, Some((*why).clone()));
    }
    for line in run.played.get(seat).into_iter().flatten() {
        book.played_before(file, line);
    }
    let rest = match run.flow {
        Ok(_) => Outcome::NotPlayed,
        Err(_) => Outcome::Waiting,
    };
    for line in run.unplayed.get(seat).into_iter().flatten() {
        // A `hold` that was not reached by the end of the turn is not an order that failed.
        let idle = rest == Outcome::NotPlayed && last.says(line) == Some(&HOLD.into());
        if !idle && !refused.contains_key(line) && !book.has_held(file, line) {
            book.note(file, line, rest, None);
        }
    }
    book.lines
}

/// Adds the lines of the last order file that answer questions as they come and are not in `orders` yet.
pub fn unused(orders: &mut Vec<OrderLine>, files: &[Sent], lines: Vec<Unused>) {
    let Some(last) = files.last() else {
        return;
    };
    for unused in lines {
        let known = |order: &OrderLine| order.file == files.len() && order.line == unused.line.0;
        let Some(value) = last.says(&unused.line) else {
            continue;
        };
        if !orders.iter().any(known) {
            orders.push(OrderLine {
                line: unused.line.0,
                text: yaml_flow::flow(value),
                outcome: if unused.pending {
                    Outcome::Waiting
                } else {
                    Outcome::Unused
                },
                why: None,
                file: files.len(),
                note: Some(unused.why),
            });
        }
    }
}

/// Changes the outcome of each line of a seat's order files that announced something, if no announcement of the line was
/// executed.
pub fn interrupted(
    orders: &mut [OrderLine],
    seat: &SeatId,
    files: &[Sent],
    journal: &[Entry],
    interrupted: &[Interrupted],
) {
    let answers = |order: &OrderLine, entry: &Entry| {
        matches!(
            entry,
            Entry::Answer { sitting, seat: who, by: By::Order(by) | By::Forced(Some(by)), .. }
                if who == seat
                    && by.line.0 == order.line
                    && place(files, *sitting, &by.file).is_some_and(|n| n + 1 == order.file)
        )
    };
    for order in orders {
        if order.outcome != Outcome::Played {
            continue;
        }
        let mut last = None;
        for (n, entry) in journal.iter().enumerate() {
            if answers(order, entry) {
                last = interrupted.iter().find(|one| one.entry == n);
                if last.is_none() {
                    break;
                }
            }
        }
        if let Some(one) = last {
            order.note = Some(one.why.clone());
            order.outcome = if one.pending {
                Outcome::Announced
            } else {
                Outcome::Interrupted
            };
        }
    }
}

/// The outcomes noted so far, one entry per line.
struct Book<'a> {
    files: &'a [Sent],
    lines: Vec<OrderLine>,
    noted: BTreeMap<(usize, Line), usize>,
}

impl<'a> Book<'a> {
    fn new(files: &'a [Sent]) -> Self {
        Self {
            files,
            lines: vec![],
            noted: BTreeMap::new(),
        }
    }

    fn read(&mut self, seat: &SeatId, entry: &Entry) {
        match entry {
            Entry::Answer {
                sitting,
                seat: who,
                by,
                ..
            } if who == seat => {
                if let (
                    By::Standing,
                    Entry::Answer {
                        id, about, value, ..
                    },
                ) = (by, entry)
                {
                    self.standing(id, about, value);
                }
                let (By::Order(order) | By::Forced(Some(order))) = by else {
                    return;
                };
                let Some(file) = place(self.files, *sitting, &order.file) else {
                    return;
                };
                self.idle(file, order);
                if order.spent || self.is_order(file, &order.line) {
                    self.note(file, &order.line, Outcome::Played, None);
                }
            }
            Entry::PutAside {
                sitting,
                seat: who,
                order,
                why,
            } if who == seat => {
                let Some(file) = place(self.files, *sitting, &order.file) else {
                    return;
                };
                self.idle(file, order);
                let (outcome, why) = match why {
                    Aside::Hold | Aside::Held => (Outcome::Held, None),
                    Aside::Illegal(illegal) => (Outcome::PutAside, Some(illegal.clone())),
                    Aside::NothingToDo(why) => (Outcome::NothingToDo, why.clone()),
                };
                self.note(file, &order.line, outcome, why);
            }
            _ => {}
        }
    }

    /// Adds an answer that was given in advance.
    fn standing(&mut self, id: &str, about: &Fields, value: &Value) {
        let ask = id.split('@').next().unwrap_or_default();
        let when = std::iter::once(("ask".to_owned(), ask.into()));
        let when: Value = when
            .chain(about.clone())
            .collect::<serde_json::Map<_, _>>()
            .into();
        self.lines.push(OrderLine {
            line: "standing".to_owned(),
            text: format!("{}: {}", yaml_flow::flow(&when), yaml_flow::flow(value)),
            outcome: Outcome::Played,
            why: None,
            file: 0,
            note: None,
        });
    }

    /// Notes the lines before this one that had nothing to do or failed.
    fn idle(&mut self, file: usize, order: &Played) {
        for idle in &order.done {
            let (line, why) = (&idle.line, idle.why.clone());
            let outcome = if idle.failed {
                Outcome::Failed
            } else {
                Outcome::NothingToDo
            };
            self.note(file, line, outcome, why);
        }
    }

    /// Notes a line of the last file that matches an order played earlier. A line outside the lists that repeats an
    /// earlier file is left out.
    fn played_before(&mut self, file: usize, line: &Line) {
        let says = self.text(file, line);
        let mut earlier = 0..file;
        let known = self.noted.contains_key(&(file, line.clone()));
        if known || (!line.is_item() && earlier.any(|n| self.text(n, line) == says)) {
            return;
        }
        self.note(file, line, Outcome::PlayedBefore, None);
    }

    /// Returns true if the queue has stopped at this line.
    fn has_held(&self, file: usize, line: &Line) -> bool {
        self.noted
            .get(&(file, line.clone()))
            .is_some_and(|&n| self.lines[n].outcome == Outcome::Held)
    }

    /// Returns true if the line is a single order. An answer derived from a whole list, such as "no more moves", plays
    /// no line of it.
    fn is_order(&self, file: usize, line: &Line) -> bool {
        self.text(file, line).is_some_and(|value| !value.is_array())
    }

    fn text(&self, file: usize, line: &Line) -> Option<&'a Value> {
        self.files.get(file)?.says(line)
    }

    fn note(&mut self, file: usize, line: &Line, outcome: Outcome, why: Option<Illegal>) {
        // Answers such as "buy no agents" come from lines that are not in the file.
        let Some(value) = self.text(file, line) else {
            return;
        };
        let key = (file, line.clone());
        if let Some(&n) = self.noted.get(&key) {
            // A search that was carried out keeps its outcome if it has nothing left to do later.
            if outcome != Outcome::NothingToDo {
                self.lines[n].outcome = outcome;
                self.lines[n].why = why;
            }
            return;
        }
        self.noted.insert(key, self.lines.len());
        self.lines.push(OrderLine {
            line: line.0.clone(),
            text: yaml_flow::flow(value),
            outcome,
            why,
            file: file + 1,
            note: None,
        });
    }
}
