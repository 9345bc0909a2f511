//! From orders to answers: what a seat has sent, and how far it has been played.

use super::{Aside, By, Choices, Entry, Fields, Illegal, OrderLine, SeatId, ask::plain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The word that stops a queue of orders until a new file comes.
pub const HOLD: &str = "hold";

/// A line of an order file: its path, such as `actions/2` or `headquarters/maintain`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Line(pub String);

impl Line {
    /// The n-th entry of a list.
    pub fn nth(section: &str, n: usize) -> Self {
        Self(format!("{section}/{n}"))
    }

    /// Whether it is an entry of a list.
    pub fn is_item(&self) -> bool {
        self.split().is_some()
    }

    /// The list and the index, for an entry of a list.
    fn split(&self) -> Option<(&str, usize)> {
        let (section, n) = self.0.rsplit_once('/')?;
        Some((section, n.parse().ok()?))
    }
}

impl From<String> for Line {
    fn from(path: String) -> Self {
        Self(path)
    }
}

impl From<&str> for Line {
    fn from(path: &str) -> Self {
        Self(path.to_owned())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A line whose turn came when there was nothing (more) for it to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idle {
    /// The line.
    pub line: Line,
    /// Why it came to nothing; a line that has done its work needs no reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Illegal>,
    /// Whether it was tried and failed, so that it does not count as played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
}

impl Idle {
    /// A line that was tried, and failed.
    pub fn failed(line: Line, why: impl Into<Illegal>) -> Self {
        Self {
            failed: true,
            ..Self::because(line, why)
        }
    }

    /// A line that came to nothing.
    pub fn because(line: Line, why: impl Into<Illegal>) -> Self {
        Self {
            line,
            why: Some(why.into()),
            failed: false,
        }
    }
}

impl From<Line> for Idle {
    fn from(line: Line) -> Self {
        Self {
            line,
            why: None,
            failed: false,
        }
    }
}

/// What a seat wants done with an illegal order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum IfIllegal {
    /// Stop there and ask again, with the reason.
    #[default]
    Ask,
    /// Leave it out and go on with the next line.
    Skip,
}

/// An answer given in advance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Fields the prompt must have, equal to these; `ask` is the kind of ask.
    pub when: Fields,
    /// Answers in order of preference: the first legal one is given.
    pub prefer: Vec<Value>,
}

/// One order file as it came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// The SHA-256 of its bytes, as hex.
    pub digest: String,
    /// Its body, the ruleset's own sections, as plain data.
    pub body: Value,
}

/// Everything a seat has on file for a turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OnFile {
    /// Its order files of this turn, oldest first; the last one is in force.
    pub files: Vec<Sent>,
    /// Answers given in advance, those of the turn before those of the game.
    pub standing: Vec<Standing>,
    /// Offers the seat wants to be waited for.
    pub wake: BTreeSet<String>,
    /// What to do with an illegal order.
    pub if_illegal: IfIllegal,
    /// Nothing else is wanted: whatever is not answered above takes its default.
    pub no_orders: bool,
}

/// A seat's orders and how far they have been played.
#[derive(Debug)]
pub struct Plan<'a, O> {
    /// The orders in the rulebook's words.
    pub orders: &'a O,
    spent: &'a BTreeSet<Line>,
}

impl<'a, O> Plan<'a, O> {
    pub(super) fn new(orders: &'a O, spent: &'a BTreeSet<Line>) -> Self {
        Self { orders, spent }
    }

    /// Whether a line is done with.
    pub fn spent(&self, line: &str) -> bool {
        self.spent.iter().any(|l| l.0 == line)
    }

    /// The first line of a list that is not done with.
    pub fn head(&self, section: &str, len: usize) -> Option<usize> {
        (0..len).find(|&n| !self.spent.contains(&Line::nth(section, n)))
    }
}

/// What a prompt is about, for the one who looks for its answer in a plan.
pub struct Asked<'a> {
    /// The kind of ask.
    pub kind: &'a str,
    /// Who is asked.
    pub seat: &'a SeatId,
    /// What is at stake.
    pub about: &'a Fields,
    /// Lists the legal answers; not cheap.
    pub choices: &'a dyn Fn() -> Choices,
    /// The answer that is taken when the deadline passes.
    pub default: &'a dyn Fn() -> Value,
    /// Why an answer would be against the rules.
    pub why_not: &'a dyn Fn(&Value) -> Option<Illegal>,
}

impl Asked<'_> {
    /// The choices, where it is one of them that is wanted.
    pub fn one_of<T: DeserializeOwned>(&self) -> Vec<T> {
        match (self.choices)() {
            Choices::OneOf(values) => values
                .into_iter()
                .filter_map(|v| T::deserialize(v).ok())
                .collect(),
            Choices::SomeOf { .. } | Choices::Ranking { .. } => vec![],
        }
    }
}

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{} {:?}", self.kind, self.seat, self.about)
    }
}

/// What a plan says to one prompt.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Nothing.
    Silent,
    /// Stop here and let me see what happened.
    Hold {
        /// The line that says so.
        line: Line,
        /// Lines before it that turned out to have nothing more to say.
        done: Vec<Idle>,
    },
    /// Ask me, each time.
    AskMe,
    /// Nothing; ask me if nothing else answers, though it be an offer.
    Wake,
    /// What the plan as a whole says to questions that none of its lines is for. A seat that said `wake` is asked
    /// instead.
    Rest {
        /// The section that says so.
        line: Line,
        /// The answer.
        value: Value,
    },
    /// An answer.
    Say {
        /// The line that gives it.
        line: Line,
        /// The answer.
        value: Value,
        /// Whether the line is done with after this.
        spent: bool,
        /// Lines that turned out to have nothing more to say.
        done: Vec<Idle>,
    },
    /// The first of these that is legal; nothing if none is.
    Prefer {
        /// The line that gives them.
        line: Line,
        /// The answers, the most wanted first.
        values: Vec<Value>,
    },
}

impl Reply {
    /// A stop.
    pub fn hold(line: impl Into<Line>) -> Self {
        Self::Hold {
            line: line.into(),
            done: vec![],
        }
    }

    /// An answer that uses up its line.
    pub fn say(line: impl Into<Line>, value: Value) -> Self {
        Self::Say {
            line: line.into(),
            value,
            spent: true,
            done: vec![],
        }
    }

    /// An answer for all that a section has no line for.
    pub fn rest(section: &str, answer: impl Serialize) -> Self {
        Self::Rest {
            line: section.into(),
            value: plain(&answer),
        }
    }

    /// An answer that follows from a plan without using up any of its lines.
    pub fn by_the_way(line: impl Into<Line>, answer: impl Serialize, done: Vec<Idle>) -> Self {
        Self::Say {
            line: line.into(),
            value: plain(&answer),
            spent: false,
            done,
        }
    }
}

/// Which lines of which file are done with, and which of those were put aside unplayed.
#[derive(Clone, Debug, Default)]
pub(super) struct Spent {
    done: BTreeMap<String, BTreeSet<Line>>,
    aside: BTreeSet<(String, Line)>,
    /// Lines where a queue has stopped.
    held: BTreeSet<(String, Line)>,
}

impl Spent {
    pub fn mark(&mut self, file: &str, line: &Line) {
        match self.done.get_mut(file) {
            Some(lines) => lines.insert(line.clone()),
            None => self
                .done
                .entry(file.to_owned())
                .or_default()
                .insert(line.clone()),
        };
    }

    /// Marks a line that was put aside: a new file may say something else in its place.
    fn put_aside(&mut self, file: &str, line: &Line) {
        self.mark(file, line);
        self.aside.insert((file.to_owned(), line.clone()));
    }

    /// What a line put aside means for the file it stands in.
    pub fn note(&mut self, order: &OrderLine, why: &Aside) {
        if *why == Aside::Held {
            self.held.insert((order.file.clone(), order.line.clone()));
        } else {
            self.put_aside(&order.file, &order.line);
        }
        for idle in &order.done {
            self.mark(&order.file, &idle.line);
        }
    }

    /// Whether a queue has stopped at a line.
    pub fn is_held(&self, file: &str, line: &Line) -> bool {
        self.held.contains(&(file.to_owned(), line.clone()))
    }

    /// What one answer uses up.
    pub fn use_up(&mut self, order: &OrderLine) {
        if order.spent {
            self.mark(&order.file, &order.line);
        }
        for idle in &order.done {
            self.mark(&order.file, &idle.line);
        }
    }

    pub fn of(&self, file: &str) -> BTreeSet<Line> {
        self.done.get(file).cloned().unwrap_or_default()
    }

    /// Carries what was played from each file to the next: a new file holds what is left to do, and
    /// where it begins by repeating what was already played, that beginning is done with.
    pub fn carry(&mut self, files: &[Sent]) {
        for pair in files.windows(2) {
            let old = self.of(&pair[0].digest);
            let mut lines: Vec<Line> = old
                .iter()
                .filter(|l| l.split().is_none())
                .filter(|l| !self.aside.contains(&(pair[0].digest.clone(), (*l).clone())))
                .cloned()
                .collect();
            let held = self.held.iter().filter(|(file, _)| *file == pair[0].digest);
            let lists: BTreeSet<&str> = held
                .map(|(_, line)| line)
                .chain(&old)
                .filter_map(|l| l.split().map(|(list, _)| list))
                .collect();
            for list in lists {
                let (before, after) = (items(&pair[0], list), items(&pair[1], list));
                // A `hold` that has stopped the queue has done its work, so it counts as played.
                lines.extend(
                    before
                        .iter()
                        .zip(after)
                        .enumerate()
                        .take_while(|(n, (b, a))| {
                            b == a && {
                                let line = Line::nth(list, *n);
                                old.contains(&line) || self.is_held(&pair[0].digest, &line)
                            }
                        })
                        .map(|(n, _)| Line::nth(list, n)),
                );
            }
            for line in &lines {
                self.mark(&pair[1].digest, line);
            }
        }
    }
}

/// The lines of a seat's order file in force that are done with, as far as a journal tells.
pub fn played(seat: &SeatId, journal: &[Entry], files: &[Sent]) -> BTreeSet<Line> {
    let mut spent = Spent::default();
    for entry in journal {
        match entry {
            Entry::PutAside {
                seat: whose,
                order,
                why,
                ..
            } if whose == seat => spent.note(order, why),
            Entry::Answer {
                seat: whose,
                by: By::Order(order) | By::Forced(Some(order)),
                ..
            } if whose == seat => spent.use_up(order),
            _ => {}
        }
    }
    spent.carry(files);
    files
        .last()
        .map(|file| spent.of(&file.digest))
        .unwrap_or_default()
}

/// What of a new order file is done with, when some lines of the one before were played.
pub fn carried(played: &BTreeSet<Line>, old: &Sent, new: &Sent) -> BTreeSet<Line> {
    let mut spent = Spent::default();
    for line in played {
        spent.mark(&old.digest, line);
    }
    spent.carry(&[old.clone(), new.clone()]);
    spent.of(&new.digest)
}

fn items<'a>(sent: &'a Sent, list: &str) -> &'a [Value] {
    sent.body
        .pointer(&format!("/{list}"))
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}
