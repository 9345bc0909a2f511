//! A question with its legal answers.

use super::{Illegal, Line, SeatId};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{any::Any, collections::BTreeMap, fmt};

/// What is at stake in a prompt: plain fields that a standing order may compare with.
pub type Fields = BTreeMap<String, Value>;

/// Makes fields of pairs.
pub fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Fields {
    pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
}

/// What an answer is made of.
pub trait Answer: Clone + PartialEq + Serialize + DeserializeOwned + fmt::Debug {}
impl<T: Clone + PartialEq + Serialize + DeserializeOwned + fmt::Debug> Answer for T {}

/// A question to one seat.
pub struct Ask<'r, A> {
    pub(super) kind: &'static str,
    pub(super) shape: Shape<'r, A>,
    pub(super) default: A,
    pub(super) offered: bool,
    pub(super) patient: bool,
    /// The choices go up or down a scale, so that neighbours are much alike.
    pub(super) scale: bool,
    pub(super) about: Option<Box<dyn Fn() -> Fields + 'r>>,
    pub(super) why: Option<Why<'r, A>>,
    pub(super) seen: Option<Seen<'r>>,
}

/// Says why an answer is illegal.
type Why<'r, A> = Box<dyn Fn(&A) -> Option<Illegal> + 'r>;

/// Shows the game as the one who is asked may see it.
pub(super) type Seen<'r> = Box<dyn Fn() -> Box<dyn Any> + 'r>;

/// The forms a set of legal answers takes.
pub(super) enum Shape<'r, A> {
    OneOf(Vec<A>),
    Compound(Box<dyn Compound<A> + 'r>),
}

/// A set of legal answers too large to list: it can judge, describe and draw one.
pub(super) trait Compound<A> {
    fn legal(&self, answer: &A) -> bool;
    fn choices(&self) -> Choices;
    /// The only legal answer, where there is just one.
    fn only(&self) -> Option<A>;
    /// An answer drawn with `pick(n)`, which gives an index below `n`.
    fn draw(&self, pick: &mut dyn FnMut(usize) -> usize) -> A;
}

impl<A> fmt::Debug for Ask<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("kind", &self.kind)
            .field("offered", &self.offered)
            .finish_non_exhaustive()
    }
}

impl<'r, A: Answer + 'r> Ask<'r, A> {
    /// One of the choices; the first is the default unless [`Ask::or`] says otherwise.
    ///
    /// # Panics
    /// If there is no choice at all: a question that cannot be answered is a bug in the rules.
    pub fn one_of(kind: &'static str, choices: Vec<A>) -> Self {
        let default = choices
            .first()
            .unwrap_or_else(|| panic!("{kind}: a question needs an answer"))
            .clone();
        Self {
            kind,
            shape: Shape::OneOf(choices),
            default,
            offered: false,
            patient: false,
            scale: false,
            about: None,
            why: None,
            seen: None,
        }
    }

    /// One of some amounts, in their order; the first is the default unless [`Ask::or`] says otherwise.
    ///
    /// A bot that plays at random takes the first with even odds and each next one with half of that:
    /// an even choice among amounts would spend nearly everything on whatever is asked first.
    ///
    /// # Panics
    /// As [`Ask::one_of`].
    pub fn amount(kind: &'static str, amounts: Vec<A>) -> Self {
        Self {
            scale: true,
            ..Self::one_of(kind, amounts)
        }
    }

    /// The answer that is taken when the deadline passes.
    #[must_use]
    pub fn or(mut self, default: A) -> Self {
        self.default = default;
        self
    }

    /// What is at stake, as this seat may see it.
    #[must_use]
    pub fn about(mut self, about: impl Fn() -> Fields + 'r) -> Self {
        self.about = Some(Box::new(about));
        self
    }

    /// Says why an answer that is not among the choices is illegal.
    #[must_use]
    pub fn why(mut self, why: impl Fn(&A) -> Option<Illegal> + 'r) -> Self {
        self.why = Some(Box::new(why));
        self
    }

    /// Shows the game as the one who is asked may see it, at this very moment: a `Ruleset::View`, for a
    /// bot that has to answer.
    #[must_use]
    pub fn seen<V: 'static>(mut self, view: impl Fn() -> V + 'r) -> Self {
        self.seen = Some(Box::new(move || Box::new(view())));
        self
    }

    /// Makes it an offer: a right and not a duty, for which nobody waits unless the seat said `wake`.
    #[must_use]
    pub fn offered(mut self) -> Self {
        self.offered = true;
        self
    }

    /// Lets an offer wait for a seat of which no order file has come yet, until its deadline: in a
    /// sitting that is run early it is not passed over for good.
    #[must_use]
    pub fn patient(mut self) -> Self {
        self.patient = true;
        self
    }

    pub(super) fn legal(&self, answer: &A) -> bool {
        match &self.shape {
            Shape::OneOf(choices) => choices.contains(answer),
            Shape::Compound(compound) => compound.legal(answer),
        }
    }

    pub(super) fn only(&self) -> Option<A> {
        match &self.shape {
            Shape::OneOf(choices) => match &choices[..] {
                [only] => Some(only.clone()),
                _ => None,
            },
            Shape::Compound(compound) => compound.only(),
        }
    }

    pub(super) fn choices(&self) -> Choices {
        match &self.shape {
            Shape::OneOf(choices) => Choices::OneOf(choices.iter().map(plain).collect()),
            Shape::Compound(compound) => compound.choices(),
        }
    }
}

impl<'r, B: Answer + 'r> Ask<'r, Vec<B>> {
    /// Some of the items, at least `min` and at most `max`; the default is the first `max` of them.
    pub fn some_of(kind: &'static str, items: Vec<B>, min: usize, max: usize) -> Self {
        let max = max.min(items.len());
        let default = items[..max].to_vec();
        Self {
            kind,
            shape: Shape::Compound(Box::new(SomeOf {
                items,
                min: min.min(max),
                max,
            })),
            default,
            offered: false,
            patient: false,
            scale: false,
            about: None,
            why: None,
            seen: None,
        }
    }

    /// All the items in an order of preference; the default is the order they come in.
    pub fn ranking(kind: &'static str, items: Vec<B>) -> Self {
        Self {
            kind,
            default: items.clone(),
            shape: Shape::Compound(Box::new(Ranking { items })),
            offered: false,
            patient: false,
            scale: false,
            about: None,
            why: None,
            seen: None,
        }
    }
}

struct SomeOf<B> {
    items: Vec<B>,
    min: usize,
    max: usize,
}

impl<B: Answer> Compound<Vec<B>> for SomeOf<B> {
    fn legal(&self, answer: &Vec<B>) -> bool {
        (self.min..=self.max).contains(&answer.len())
            && answer
                .iter()
                .enumerate()
                .all(|(i, a)| self.items.contains(a) && !answer[..i].contains(a))
    }
    fn choices(&self) -> Choices {
        Choices::SomeOf {
            of: self.items.iter().map(plain).collect(),
            min: self.min,
            max: self.max,
        }
    }
    fn only(&self) -> Option<Vec<B>> {
        (self.max == 0 || (self.min == self.items.len())).then(|| self.items[..self.max].to_vec())
    }
    fn draw(&self, pick: &mut dyn FnMut(usize) -> usize) -> Vec<B> {
        let count = self.min + pick(self.max - self.min + 1);
        let mut left = self.items.clone();
        (0..count)
            .map(|_| {
                let i = pick(left.len());
                left.remove(i)
            })
            .collect()
    }
}

struct Ranking<B> {
    items: Vec<B>,
}

impl<B: Answer> Compound<Vec<B>> for Ranking<B> {
    fn legal(&self, answer: &Vec<B>) -> bool {
        answer.len() == self.items.len()
            && answer
                .iter()
                .enumerate()
                .all(|(i, a)| self.items.contains(a) && !answer[..i].contains(a))
    }
    fn choices(&self) -> Choices {
        Choices::Ranking {
            of: self.items.iter().map(plain).collect(),
        }
    }
    fn only(&self) -> Option<Vec<B>> {
        (self.items.len() < 2).then(|| self.items.clone())
    }
    fn draw(&self, pick: &mut dyn FnMut(usize) -> usize) -> Vec<B> {
        let mut left = self.items.clone();
        (0..self.items.len())
            .map(|_| {
                let i = pick(left.len());
                left.remove(i)
            })
            .collect()
    }
}

/// An answer as plain data.
pub(super) fn plain<A: Serialize>(answer: &A) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data with text keys")
}

/// The legal answers of a prompt, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choices {
    /// One of these.
    OneOf(Vec<Value>),
    /// Between `min` and `max` of these.
    SomeOf {
        /// The items.
        of: Vec<Value>,
        /// At least so many.
        min: usize,
        /// At most so many.
        max: usize,
    },
    /// All of these, the most wanted first.
    Ranking {
        /// The items.
        of: Vec<Value>,
    },
}

impl Choices {
    /// Whether an answer is one of them.
    pub fn allow(&self, answer: &Value) -> bool {
        let distinct = |of: &[Value], min: usize, max: usize| {
            answer.as_array().is_some_and(|items| {
                (min..=max).contains(&items.len())
                    && items
                        .iter()
                        .enumerate()
                        .all(|(i, a)| of.contains(a) && !items[..i].contains(a))
            })
        };
        match self {
            Self::OneOf(values) => values.contains(answer),
            Self::SomeOf { of, min, max } => distinct(of, *min, *max),
            Self::Ranking { of } => distinct(of, of.len(), of.len()),
        }
    }
}

/// A decision that one seat has to take, as that seat may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// Its name within the turn, such as `oppose@roo#2`.
    pub id: String,
    /// Who decides.
    pub seat: SeatId,
    /// The kind of ask.
    pub ask: String,
    /// What is at stake.
    #[serde(default, skip_serializing_if = "Fields::is_empty")]
    pub about: Fields,
    /// What may be answered.
    pub choices: Choices,
    /// What is taken when the deadline passes.
    pub default: Value,
    /// Whether it is an offer: the seat wanted to be woken for it, or has sent no order file yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offered: bool,
    /// The order that was to answer it and could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
}

/// An order that was played and found illegal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// The line of the order file.
    pub line: Line,
    /// The answer it gave.
    pub value: Value,
    /// Why not.
    pub why: Illegal,
}

#[cfg(test)]
mod tests;
