//! A question with its legal answers.

use super::{Illegal, SeatId, line::Line};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{any::Any, cell::LazyCell, collections::BTreeMap, fmt};

/// The fields that describe a prompt: plain data that a standing order may compare with.
pub type Fields = BTreeMap<String, Value>;

/// Makes fields from pairs.
pub fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Fields {
    pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
}

/// The requirements on the type of an answer.
pub trait Answer: Clone + PartialEq + Serialize + DeserializeOwned + fmt::Debug {}
impl<T: Clone + PartialEq + Serialize + DeserializeOwned + fmt::Debug> Answer for T {}

/// A question to one seat.
pub struct Ask<'r, A> {
    pub(super) kind: &'static str,
    pub(super) shape: Shape<'r, A>,
    pub(super) default: A,
    pub(super) offered: bool,
    pub(super) patient: bool,
    /// True if the choices form a scale, so that neighbours are similar.
    pub(super) scale: bool,
    pub(super) about: Option<Box<dyn Fn() -> Fields + 'r>>,
    pub(super) why: Option<Why<'r, A>>,
    pub(super) seen: Option<Seen<'r>>,
    /// The seats that learn the answer besides the one that gives it; `None` if all do.
    pub(super) known_to: Option<Vec<SeatId>>,
}

/// A function that returns the reason why an answer is illegal.
type Why<'r, A> = Box<dyn Fn(&A) -> Option<Illegal> + 'r>;

/// A function that returns the game as the seat that is asked may see it.
pub(super) type Seen<'r> = Box<dyn Fn() -> Box<dyn Any> + 'r>;

/// The forms of a set of legal answers.
pub(super) enum Shape<'r, A> {
    OneOf(Vec<A>),
    Compound(Box<dyn Compound<A> + 'r>),
}

/// A set of legal answers too large to list. It can validate an answer, describe the set and draw one answer.
pub(super) trait Compound<A> {
    fn legal(&self, answer: &A) -> bool;
    fn choices(&self) -> Choices;
    /// Returns the only legal answer; `None` if there are several.
    fn only(&self) -> Option<A>;
    /// Notes that there are at least two legal answers, which a set may not know without making a list.
    fn several(&mut self) {}
    /// Returns an answer drawn with `pick(n)`, which returns an index below `n`.
    fn draw(&self, pick: &mut dyn FnMut(usize) -> usize) -> A;
    /// Returns the answer of a bot that weighs all choices: picks are indices into [`Compound::choices`].
    fn weigh(&self, pick: &mut dyn FnMut(usize) -> usize) -> A {
        self.draw(pick)
    }
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
    /// Asks for one of the choices; the first is the default unless [`Ask::or`] says otherwise.
    ///
    /// # Panics
    /// If there are no choices: a question that cannot be answered is a bug in the rules.
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
            known_to: None,
        }
    }

    /// Asks for one of some amounts, in their order; the first is the default unless [`Ask::or`] says otherwise.
    ///
    /// A bot that plays at random takes the first amount with even odds and each next one with half of that: an
    /// even choice among amounts would spend nearly everything on the first ask.
    ///
    /// # Panics
    /// As [`Ask::one_of`].
    pub fn amount(kind: &'static str, amounts: Vec<A>) -> Self {
        Self {
            scale: true,
            ..Self::one_of(kind, amounts)
        }
    }

    /// Sets the answer that is taken when the deadline passes.
    #[must_use]
    pub fn or(mut self, default: A) -> Self {
        self.default = default;
        self
    }

    /// Sets the fields that describe the ask, as this seat may see them.
    #[must_use]
    pub fn about(mut self, about: impl Fn() -> Fields + 'r) -> Self {
        self.about = Some(Box::new(about));
        self
    }

    /// Sets the function that returns the reason why an answer outside the choices is illegal.
    #[must_use]
    pub fn why(mut self, why: impl Fn(&A) -> Option<Illegal> + 'r) -> Self {
        self.why = Some(Box::new(why));
        self
    }

    /// Sets the function that returns the game as the seat may see it at this moment: a `Ruleset::View`, for a bot
    /// that has to answer.
    #[must_use]
    pub fn seen<V: 'static>(mut self, view: impl Fn() -> V + 'r) -> Self {
        self.seen = Some(Box::new(move || Box::new(view())));
        self
    }

    /// Keeps the answer, once it is given, between its seat and these seats.
    #[must_use]
    pub fn known_to(mut self, seats: Vec<SeatId>) -> Self {
        self.known_to = Some(seats);
        self
    }

    /// Makes the ask an offer: a right and not a duty. The turn does not wait for an answer unless the seat said
    /// `wake`.
    #[must_use]
    pub fn offered(mut self) -> Self {
        self.offered = true;
        self
    }

    /// Lets an offer wait, until its deadline, for a seat that has sent no order file yet. Without this, a sitting
    /// that is run early would pass the offer over for good.
    #[must_use]
    pub fn patient(mut self) -> Self {
        self.patient = true;
        self
    }

    /// Says that there are at least two choices, so that no list of them is made only to find that out.
    #[must_use]
    pub fn several(mut self) -> Self {
        if let Shape::Compound(compound) = &mut self.shape {
            compound.several();
        }
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
    /// Asks for some of the items, at least `min` and at most `max`; the default is the first `max` of them.
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
            known_to: None,
        }
    }

    /// Asks for all the items in an order of preference; the default is the given order.
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
            known_to: None,
        }
    }
}

impl<'r, A: Answer + 'r> Ask<'r, A> {
    /// Asks for one of the usual choices, of which the first is the default, or for one of those that `others` lists. Their
    /// list is made only when it is needed, because rules may put such a question to every seat after each event.
    ///
    /// A bot that plays at random seldom takes one of the others.
    ///
    /// # Panics
    /// If there is no usual choice: a question that cannot be answered is a bug in the rules.
    pub fn seldom(kind: &'static str, usual: Vec<A>, others: impl FnOnce() -> Vec<A> + 'r) -> Self {
        let default = usual
            .first()
            .unwrap_or_else(|| panic!("{kind}: a question needs an answer"))
            .clone();
        let others = LazyCell::new(Box::new(others) as Box<dyn FnOnce() -> Vec<A> + 'r>);
        Self {
            kind,
            shape: Shape::Compound(Box::new(Seldom {
                usual,
                others,
                several: false,
            })),
            default,
            offered: false,
            patient: false,
            scale: false,
            about: None,
            why: None,
            seen: None,
            known_to: None,
        }
    }
}

struct Seldom<'r, A> {
    usual: Vec<A>,
    others: LazyCell<Vec<A>, Box<dyn FnOnce() -> Vec<A> + 'r>>,
    /// True if there is another choice, as the rules know without the list.
    several: bool,
}

/// A bot that plays at random takes one of the other choices about once in so many questions.
const SELDOM: usize = 16;

impl<A: Answer> Compound<A> for Seldom<'_, A> {
    fn legal(&self, answer: &A) -> bool {
        self.usual.contains(answer) || self.others.contains(answer)
    }
    fn choices(&self) -> Choices {
        let all = self.usual.iter().chain(&*self.others);
        Choices::OneOf(all.map(plain).collect())
    }
    fn several(&mut self) {
        self.several = true;
    }
    fn only(&self) -> Option<A> {
        match &self.usual[..] {
            [only] if !self.several && self.others.is_empty() => Some(only.clone()),
            _ => None,
        }
    }
    fn draw(&self, pick: &mut dyn FnMut(usize) -> usize) -> A {
        let one_of = |choices: &[A], pick: &mut dyn FnMut(usize) -> usize| {
            let at = if choices.len() < 2 {
                0
            } else {
                pick(choices.len())
            };
            choices.get(at).cloned()
        };
        // The last index, because random bots like the first one.
        let other = if pick(SELDOM) == SELDOM - 1 {
            one_of(&self.others, pick)
        } else {
            None
        };
        other
            .or_else(|| one_of(&self.usual, pick))
            .expect("there is a usual choice")
    }
    fn weigh(&self, pick: &mut dyn FnMut(usize) -> usize) -> A {
        let n = self.usual.len() + self.others.len();
        let at = if n < 2 { 0 } else { pick(n) };
        let other = at.checked_sub(self.usual.len());
        let answer = other.map_or(self.usual.get(at), |at| self.others.get(at));
        answer.unwrap_or(&self.usual[0]).clone()
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

/// Encodes an answer as plain data.
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
        /// The least number of items.
        min: usize,
        /// The greatest number of items.
        max: usize,
    },
    /// All of these, the most preferred first.
    Ranking {
        /// The items.
        of: Vec<Value>,
    },
}

impl Choices {
    /// Returns an answer drawn with `pick(n)`, which returns an index below `n`; `None` if there is none.
    pub(super) fn drawn(&self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        let items = |of: &[Value], count: usize, pick: &mut dyn FnMut(usize) -> usize| {
            let mut left = of.to_vec();
            let mut items = vec![];
            while items.len() < count && !left.is_empty() {
                let at = pick(left.len()).min(left.len() - 1);
                items.push(left.remove(at));
            }
            Value::Array(items)
        };
        Some(match self {
            Self::OneOf(values) => {
                let at = pick(values.len());
                values.get(at)?.clone()
            }
            Self::SomeOf { of, min, max } => {
                let count = min + pick(max - min + 1);
                items(of, count, pick)
            }
            Self::Ranking { of } => items(of, of.len(), pick),
        })
    }

    /// Checks whether an answer is one of the legal ones.
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
    /// The seat that decides.
    pub seat: SeatId,
    /// The kind of ask.
    pub ask: String,
    /// The fields that describe the prompt.
    #[serde(default, skip_serializing_if = "Fields::is_empty")]
    pub about: Fields,
    /// The legal answers.
    pub choices: Choices,
    /// The answer that is taken when the deadline passes.
    pub default: Value,
    /// True if it is an offer. It is open because the seat said `wake`, or has sent no order file yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offered: bool,
    /// The order that should have answered it and was illegal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
}

/// An order that was reached and found illegal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// The line of the order file.
    pub line: Line,
    /// The answer it gave.
    pub value: Value,
    /// The reason why it is illegal.
    pub why: Illegal,
}

#[cfg(test)]
mod tests;
