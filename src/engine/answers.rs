//! From orders to answers: what a seat has sent, and how far it has been played.

use super::{Choices, Fields, Illegal, Prompt, SeatId, ask::plain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{collections::BTreeSet, fmt};

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
        self.list().is_some()
    }

    /// The list, for an entry of one.
    pub fn list(&self) -> Option<&str> {
        let (section, n) = self.0.rsplit_once('/')?;
        n.parse::<usize>().ok().map(|_| section)
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
    /// The first sitting that has it in force, or will.
    pub since: u32,
    /// The sitting whose report it answers, as it says itself.
    pub sitting: Option<u32>,
}

impl Sent {
    /// A file with these bytes and this body, of no sitting in particular.
    pub fn new(digest: impl Into<String>, body: Value) -> Self {
        Self {
            digest: digest.into(),
            body,
            since: 0,
            sitting: None,
        }
    }

    /// The sitting whose report it answers: the one it names, or the last before it came into force.
    pub fn answers(&self) -> u32 {
        let last = self.since.saturating_sub(1);
        self.sitting.map_or(last, |sitting| sitting.min(last))
    }

    /// Whether it answers an older report than the last before it came into force.
    pub fn is_older(&self) -> bool {
        self.answers() < self.since.saturating_sub(1)
    }

    /// What a line says; nothing if it was left out.
    pub fn says(&self, line: &Line) -> Option<&Value> {
        self.body.pointer(&format!("/{line}"))
    }

    /// Its body without the entries of lists that are done with.
    pub fn left(&self, done: &BTreeSet<Line>) -> Value {
        let mut body = self.body.clone();
        for line in done.iter().filter(|line| line.is_item()) {
            if let Some(entry) = body.pointer_mut(&format!("/{line}")) {
                *entry = Value::Null;
            }
        }
        let lists: BTreeSet<&str> = done.iter().filter_map(Line::list).collect();
        for list in lists {
            let list = body.pointer_mut(&format!("/{list}"));
            if let Some(entries) = list.and_then(Value::as_array_mut) {
                entries.retain(|entry| !entry.is_null());
            }
        }
        body
    }

    /// The entries of a list.
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

impl Prompt {
    /// Shows this open prompt to `look` as a question that may be answered with any of its choices and with nothing else.
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
            about: &self.about,
            choices: &|| self.choices.clone(),
            default: &|| self.default.clone(),
            why_not: &why_not,
        })
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
