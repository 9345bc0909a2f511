//! Decode errors as data, until they are worded.

use super::codes;
use super::problem::Problem;
use super::suggest::{listed, nearest, ticked};
use serde::de::{Error, Expected, Unexpected};
use std::fmt;
use std::ops::Range;

type Words = &'static [&'static str];

/// The reason why a value could not be made of a node.
#[derive(Debug)]
pub(super) struct Wrong(Box<Inner>);

#[derive(Debug)]
struct Inner {
    what: What,
    span: Option<Range<usize>>,
    /// The path, from the inside out.
    path: Vec<Step>,
}

#[derive(Debug)]
pub(super) enum Step {
    Key(String),
    Item(usize),
}

#[derive(Debug)]
pub(super) enum What {
    UnknownKey {
        key: String,
        known: Words,
    },
    UnknownWord {
        word: String,
        known: Words,
    },
    MissingKey(&'static str),
    DuplicateKey(&'static str),
    /// The message was worded where the error was found.
    Said {
        code: &'static str,
        message: String,
        help: Option<String>,
    },
}

impl From<What> for Wrong {
    fn from(what: What) -> Self {
        Self(Box::new(Inner {
            what,
            span: None,
            path: Vec::new(),
        }))
    }
}

impl Wrong {
    pub(super) fn said(code: &'static str, message: String) -> Self {
        let help = None;
        What::Said {
            code,
            message,
            help,
        }
        .into()
    }

    pub(super) fn help(mut self, text: Option<String>) -> Self {
        if let What::Said { help, .. } = &mut self.0.what {
            *help = text;
        }
        self
    }

    /// Sets the place, unless a smaller one inside it is known.
    pub(super) fn at(mut self, span: &Range<usize>) -> Self {
        self.0.span.get_or_insert_with(|| span.clone());
        self
    }

    /// Adds a step of the path, on the way out.
    pub(super) fn under(mut self, step: Step) -> Self {
        self.0.path.push(step);
        self
    }

    /// Words the error as a problem. `also_known` are more keys of the top map.
    pub(super) fn problem(self, also_known: &[&str]) -> Problem {
        let Inner { what, span, path } = *self.0;
        let inside = inside(&path);
        let problem = match what {
            What::UnknownKey { key, known } => {
                let others = also_known.iter().filter(|key| !known.contains(key));
                let mut all = known.to_vec();
                all.extend(others.filter(|_| path.is_empty()));
                let (code, what) = (codes::UNKNOWN_KEY, "key");
                let problem = unknown(code, what, &key, &all);
                worded(problem, inside.as_deref())
            }
            What::UnknownWord { word, known } => {
                let problem = unknown(codes::UNKNOWN_WORD, "word", &word, known);
                worded(problem, inside.as_deref())
            }
            What::MissingKey(key) => {
                let message = format!("the key {} is missing", ticked(key));
                worded(
                    Problem::error(codes::MISSING_KEY, message),
                    inside.as_deref(),
                )
            }
            What::DuplicateKey(key) => {
                let message = format!("the key {} is given twice", ticked(key));
                worded(
                    Problem::error(codes::DUPLICATE_KEY, message),
                    inside.as_deref(),
                )
            }
            What::Said {
                code,
                message,
                help,
            } => {
                let mut problem = Problem::error(code, message);
                problem.help = help;
                if let Some(inside) = inside {
                    problem.message = format!("{inside}: {}", problem.message);
                }
                problem
            }
        };
        Problem { span, ..problem }
    }
}

/// Returns the place in the file in the player's words: `turn`, or item 2 of `moves`, or `to` in item 2 of `moves`.
fn inside(path: &[Step]) -> Option<String> {
    let mut places: Vec<String> = vec![];
    let mut items = String::new();
    for step in path {
        match step {
            Step::Item(n) => items = format!("item {} of {items}", n + 1),
            // Of the keys around it, only those of a list are needed, to say which of several lines it is.
            Step::Key(key) if places.is_empty() || !items.is_empty() => {
                places.push(format!("{}{}", std::mem::take(&mut items), ticked(key)));
            }
            Step::Key(_) => {}
        }
    }
    if let Some(item) = items.strip_suffix(" of ") {
        places.push(item.to_owned());
    }
    (!places.is_empty()).then(|| places.join(" in "))
}

fn worded(mut problem: Problem, inside: Option<&str>) -> Problem {
    if let Some(inside) = inside {
        problem.message = format!("{} in {inside}", problem.message);
    }
    problem
}

fn unknown(code: &'static str, what: &str, word: &str, known: &[&str]) -> Problem {
    let problem = Problem::error(code, format!("unknown {what} {}", ticked(word)));
    if known.is_empty() {
        return problem.help(format!("no {what} is wanted here"));
    }
    // `search {tile: 4b-7}`: the colon behind the word is missing.
    let before_brace = word.split_once('{').map(|(before, _)| before.trim_end());
    if let Some(meant) = before_brace.filter(|before| known.contains(before)) {
        return problem.help(format!(
            "put a colon after it: {}",
            ticked(&format!("{meant}: {{…}}"))
        ));
    }
    // `{tile:4b-7}` is one key, which was surely not intended.
    let joined = word
        .split_once(':')
        .filter(|(key, _)| known.contains(key) || nearest(key, known.iter().copied()).is_some());
    if let Some((key, rest)) = joined {
        let right = ticked(&format!("{key}: {}", rest.trim_start()));
        return problem.help(format!("put a space after the colon: {right}"));
    }
    match nearest(word, known.iter().copied()) {
        Some(meant) => problem.help(format!("did you mean {}?", ticked(meant))),
        None => problem.help(format!("known here: {}", listed(known))),
    }
}

/// Describes a value of a file in the words of its author.
fn in_words(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => ticked(&value.to_string()),
        Unexpected::Unsigned(n) => format!("the number {}", ticked(&n.to_string())),
        Unexpected::Signed(n) => format!("the number {}", ticked(&n.to_string())),
        Unexpected::Float(n) => format!("the number {}", ticked(&n.to_string())),
        Unexpected::Char(c) => format!("the text {}", ticked(&c.to_string())),
        Unexpected::Str(text) => format!("the text {}", ticked(text)),
        Unexpected::Unit | Unexpected::Option => "nothing".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a group of `key: value` lines".to_owned(),
        other => other.to_string(),
    }
}

impl Wrong {
    /// Checks whether the error has this code.
    pub(super) fn is(&self, wanted: &str) -> bool {
        matches!(&self.0.what, What::Said { code, .. } if *code == wanted)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.what {
            What::UnknownKey { key, .. } => write!(f, "unknown key {}", ticked(key)),
            What::UnknownWord { word, .. } => write!(f, "unknown word {}", ticked(word)),
            What::MissingKey(key) => write!(f, "the key {} is missing", ticked(key)),
            What::DuplicateKey(key) => write!(f, "the key {} is given twice", ticked(key)),
            What::Said { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for Wrong {}

impl Error for Wrong {
    /// The text after the first line of the message is the help.
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string();
        let (message, help) = match message.split_once('\n') {
            Some((message, help)) => (message.to_owned(), Some(help.to_owned())),
            None => (message, None),
        };
        Self::said(codes::NOT_ACCEPTED, message).help(help)
    }

    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        let message = format!("{wanted} is wanted, but this is {}", in_words(found));
        Self::said(codes::WRONG_TYPE, message)
    }

    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        let wanted = match wanted.to_string() {
            // These are serde's names for the types of `std::num`.
            what if what.starts_with("a nonzero u") => "a whole number from 1".to_owned(),
            what => what,
        };
        let message = format!("{wanted} is wanted, but this is {}", in_words(found));
        Self::said(codes::NOT_ACCEPTED, message)
    }

    fn invalid_length(found: usize, wanted: &dyn Expected) -> Self {
        let plural = if found == 1 { "" } else { "s" };
        let message = format!("{wanted} is wanted, but this has {found} item{plural}");
        Self::said(codes::LENGTH, message)
    }

    fn unknown_variant(word: &str, known: Words) -> Self {
        let word = word.to_owned();
        What::UnknownWord { word, known }.into()
    }

    fn unknown_field(key: &str, known: Words) -> Self {
        let key = key.to_owned();
        What::UnknownKey { key, known }.into()
    }

    fn missing_field(key: &'static str) -> Self {
        What::MissingKey(key).into()
    }

    fn duplicate_field(key: &'static str) -> Self {
        What::DuplicateKey(key).into()
    }
}
