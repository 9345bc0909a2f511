//! The path from orders to answers: what a seat has sent, and how far it has been executed.

use super::{
    Choices, Fields, Illegal, Prompt, SeatId, Witnessed, line::Line, listed::Listed, shapes::plain,
};
use crate::collect::Collect;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{collections::BTreeSet, fmt, ops::Deref};

/// The word that stops a queue of orders until a new file comes.
pub const HOLD: &str = "hold";

/// A line that was reached when it had nothing, or nothing more, to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idle {
    /// The line.
    pub line: Line,
    /// The reason why it had no effect; `None` if it has already had its effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Illegal>,
    /// True if the line was tried and failed, so that it does not count as executed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
}

impl Idle {
    /// Makes the record of a line that was tried and failed.
    pub(crate) fn failed(line: Line, why: impl Into<Illegal>) -> Self {
        Self {
            failed: true,
            ..Self::because(line, why)
        }
    }

    /// Makes the record of a line that had no effect.
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

/// The treatment that a seat wants for an illegal order.
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
    /// Answers in order of preference: the first legal one is given. Where all items of a list are ranked, an answer may name
    /// some items only; the others follow as they lie, and an answer that names none of them is passed over.
    pub prefer: Vec<Value>,
}

/// One order file as it was received.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// The SHA-256 of its bytes, in hex.
    pub digest: String,
    /// Its body as plain data: the ruleset's own sections.
    pub body: Value,
    /// The first sitting in which the file is in force; it may be a future one.
    pub since: u32,
    /// The sitting whose report the file answers, as stated in the file.
    pub sitting: Option<u32>,
}

impl Sent {
    /// Makes a file with this digest and body, in force from the first sitting and answering no particular report.
    pub fn new(digest: impl Into<String>, body: Value) -> Self {
        Self {
            digest: digest.into(),
            body,
            since: 0,
            sitting: None,
        }
    }

    /// Returns the sitting whose report the file answers: the one it names, or the last before it came into force.
    pub fn answers(&self) -> u32 {
        let last = self.since.saturating_sub(1);
        self.sitting.map_or(last, |sitting| sitting.min(last))
    }

    /// Checks whether the file answers an older report than the last before it came into force.
    pub(crate) fn is_older(&self) -> bool {
        self.answers() < self.since.saturating_sub(1)
    }

    /// Returns the content of a line; `None` if the file leaves it out.
    pub fn says(&self, line: &Line) -> Option<&Value> {
        self.body.pointer(&format!("/{line}"))
    }

    /// Returns the body without the list entries that are used up.
    pub fn left(&self, done: &BTreeSet<Line>) -> Value {
        let mut body = self.body.clone();
        for line in done.iter().filter(|line| line.is_item()) {
            if let Some(entry) = body.pointer_mut(&format!("/{line}")) {
                *entry = Value::Null;
            }
        }
        let lists: BTreeSet<&str> = done.iter().filter_map(Line::list).collect_set();
        for list in lists {
            let list = body.pointer_mut(&format!("/{list}"));
            if let Some(entries) = list.and_then(Value::as_array_mut) {
                entries.retain(|entry| !entry.is_null());
            }
        }
        body
    }

    /// Returns the entries of a list; empty if there is no such list.
    pub fn items(&self, list: &str) -> &[Value] {
        let list = self.body.pointer(&format!("/{list}"));
        list.and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}

/// Everything a seat has on file for a turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OnFile {
    /// Its order files of this turn, oldest first; the last one is in force.
    pub files: Vec<Sent>,
    /// Answers given in advance, those of the turn before those of the game.
    pub standing: Vec<Standing>,
    /// Offers for which the seat wants the turn to wait.
    pub wake: BTreeSet<String>,
    /// The treatment of an illegal order.
    pub if_illegal: IfIllegal,
    /// True if the seat gives no further orders: every prompt not answered by the above takes its default.
    pub no_orders: bool,
}

/// A seat's orders, and how far they have been executed.
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

    /// Checks whether a line is used up.
    pub fn spent(&self, line: &str) -> bool {
        self.spent.iter().any(|l| l.0 == line)
    }

    /// Returns the entries of a list that are not used up, with their lines.
    pub(crate) fn left<I: IntoIterator>(
        &self,
        section: &str,
        entries: I,
    ) -> impl Iterator<Item = (Line, I::Item)> {
        let entries = entries.into_iter().enumerate();
        entries
            .map(move |(n, entry)| (Line::nth(section, n), entry))
            .filter(|(line, _)| !self.spent.contains(line))
    }

    /// Returns the index of the first entry of a list that is not used up.
    pub fn head(&self, section: &str, len: usize) -> Option<usize> {
        (0..len).find(|&n| !self.spent.contains(&Line::nth(section, n)))
    }
}

/// One prompt, as it is shown to the code that looks for its answer in a plan or asks a bot.
pub struct Asked<'a> {
    /// The kind of ask.
    pub kind: &'a str,
    /// The seat that is asked.
    pub seat: &'a SeatId,
    /// The fields that describe the prompt; they may be made only when they are read.
    pub(crate) about: &'a dyn Deref<Target = Fields>,
    /// The legal answers.
    pub(crate) choices: &'a dyn Listed,
    /// Returns the answer that is taken when the deadline passes.
    pub default: &'a dyn Fn() -> Value,
    /// Returns the reason why an answer would be illegal; `None` if it is legal.
    pub why_not: &'a dyn Fn(&Value) -> Option<Illegal>,
    /// Returns the turn so far, as the seat saw it; empty if nothing is asked on behalf of a bot.
    pub so_far: &'a dyn Fn() -> Vec<Witnessed>,
}

impl<'a> Asked<'a> {
    /// Returns the fields that describe the prompt.
    pub fn about(&self) -> &'a Fields {
        self.about
    }

    /// Returns the legal answers as plain data. This is not cheap.
    pub fn choices(&self) -> Choices {
        self.choices.plain()
    }

    /// Returns the choices if the ask wants exactly one of them; otherwise an empty list.
    pub fn one_of<T: Clone + DeserializeOwned + 'static>(&self) -> Vec<T> {
        let typed = self.choices.list().and_then(|list| list.downcast().ok());
        if let Some(list) = typed {
            return *list;
        }
        match self.choices() {
            Choices::OneOf(values) => values
                .into_iter()
                .filter_map(|v| T::deserialize(v).ok())
                .collect(),
            Choices::SomeOf { .. } | Choices::Ranking { .. } => vec![],
        }
    }
}

impl Prompt {
    /// Calls `look` with this open prompt as a question that accepts any of its choices and nothing else.
    pub(super) fn as_asked<T>(&self, look: impl FnOnce(&Asked<'_>) -> T) -> T {
        let why_not = |value: &Value| {
            (!self.choices.allow(value)).then(|| Illegal {
                code: "E0301".to_owned(),
                words: format!("{value} does not answer `{}`.", self.ask),
            })
        };
        look(&Asked {
            kind: &self.ask,
            seat: &self.seat,
            about: &&self.about,
            choices: &self.choices,
            default: &|| self.default.clone(),
            why_not: &why_not,
            so_far: &Vec::new,
        })
    }
}

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{} {:?}", self.kind, self.seat, self.about())
    }
}

/// The reply of a plan to one prompt.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The plan has no answer.
    Silent,
    /// The queue stops here, so that the seat can see what happened.
    Hold {
        /// The line that stops the queue.
        line: Line,
        /// Lines before it that had nothing more to do.
        done: Vec<Idle>,
    },
    /// The seat wants to be asked, each time.
    AskMe,
    /// The plan has no answer, but the seat wants to be asked if nothing else answers, even if the ask is an offer.
    Wake,
    /// The answer of the plan as a whole to prompts that none of its lines is for. A seat that said `wake` is asked
    /// instead.
    Rest {
        /// The section that gives it.
        line: Line,
        /// The answer.
        value: Value,
    },
    /// One line gives the answer.
    Say {
        /// The line that gives it.
        line: Line,
        /// The answer.
        value: Value,
        /// True if the answer uses up the line.
        spent: bool,
        /// Lines that had nothing more to do.
        done: Vec<Idle>,
    },
    /// The first of these answers that is legal; no answer if none of them is.
    Prefer {
        /// The line that gives them.
        line: Line,
        /// The answers, the most preferred first.
        values: Vec<Value>,
    },
}

impl Reply {
    /// Makes a reply that stops the queue at a line.
    pub fn hold(line: impl Into<Line>) -> Self {
        Self::Hold {
            line: line.into(),
            done: vec![],
        }
    }

    /// Makes a reply whose answer uses up its line.
    pub fn say(line: impl Into<Line>, value: Value) -> Self {
        Self::Say {
            line: line.into(),
            value,
            spent: true,
            done: vec![],
        }
    }

    /// Makes a reply that answers every prompt for which a section has no line.
    pub(crate) fn rest(section: &str, answer: impl Serialize) -> Self {
        Self::Rest {
            line: section.into(),
            value: plain(&answer),
        }
    }

    /// Makes a reply that follows from the plan without using up any of its lines.
    pub fn by_the_way(line: impl Into<Line>, answer: impl Serialize, done: Vec<Idle>) -> Self {
        Self::Say {
            line: line.into(),
            value: plain(&answer),
            spent: false,
            done,
        }
    }
}
