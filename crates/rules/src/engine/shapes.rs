//! The shapes of a set of legal answers: one of several, some of them, an order of preference, or one that is seldom given.

use super::{
    Choices,
    fingerprint::Fingerprint,
    listed::Listed,
    prompt::{distinct, draw_from, ranked},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{any::Any, cell::LazyCell, fmt};

/// The requirements on the type of an answer.
pub trait Answer: Clone + PartialEq + Serialize + DeserializeOwned + fmt::Debug + 'static {}
impl<T: Clone + PartialEq + Serialize + DeserializeOwned + fmt::Debug + 'static> Answer for T {}

/// The forms of a set of legal answers.
pub(super) enum Shape<'r, A> {
    OneOf(Vec<A>),
    Compound(Box<dyn Compound<A> + 'r>),
}

impl<A: Answer> Shape<'_, A> {
    /// Returns the answers as a set that can be listed.
    pub(super) fn listed(&self) -> &dyn Listed {
        match self {
            Self::OneOf(choices) => choices,
            Self::Compound(compound) => &**compound,
        }
    }
}

/// Exactly one of these answers is to be given.
impl<T: Answer> Listed for Vec<T> {
    fn plain(&self) -> Choices {
        Choices::OneOf(self.iter().map(plain).collect())
    }
    fn print(&self, print: &mut Fingerprint) {
        print.add(&Choices::OneOf(self.iter().collect()));
    }
    fn list(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(self.clone()))
    }
    fn place(&self, answer: &Value) -> Option<usize> {
        let answer = T::deserialize(answer).ok()?;
        self.iter().position(|choice| *choice == answer)
    }
}

/// A set of legal answers that is made of parts, or whose list is made only when it is needed. It can validate an answer and
/// draw one.
pub(super) trait Compound<A>: Listed {
    fn legal(&self, answer: &A) -> bool;
    /// Returns the only legal answer; `None` if there are several.
    fn only(&self) -> Option<A>;
    /// Returns the legal answer that an incomplete one given in advance means; `None` if it means none.
    fn completed(&self, _: &Value) -> Option<A> {
        None
    }
    /// Notes that there are at least two legal answers, which a set may not know without making a list.
    fn several(&mut self) {}
    /// Returns an answer drawn with `pick(n)`, which returns an index below `n`.
    fn draw(&self, pick: &mut dyn FnMut(usize) -> usize) -> A;
    /// Returns the answer of a bot that weighs all choices: picks are indices into [`Listed::plain`].
    fn weigh(&self, pick: &mut dyn FnMut(usize) -> usize) -> A {
        self.draw(pick)
    }
}

/// One of the usual answers, or of others whose list is made only when it is needed.
pub(super) struct Seldom<'r, A> {
    usual: Vec<A>,
    others: LazyCell<Vec<A>, Box<dyn FnOnce() -> Vec<A> + 'r>>,
    /// True if there is another choice, as the rules know without the list.
    several: bool,
}

/// A bot that plays at random takes one of the other choices about once in so many questions.
pub(super) const SELDOM: usize = 16;

impl<'r, A> Seldom<'r, A> {
    pub(super) fn new(usual: Vec<A>, others: impl FnOnce() -> Vec<A> + 'r) -> Self {
        Self {
            usual,
            others: LazyCell::new(Box::new(others)),
            several: false,
        }
    }

    /// Returns all choices, the usual ones first.
    fn all(&self) -> impl Iterator<Item = &A> {
        self.usual.iter().chain(&*self.others)
    }
}

impl<A: Answer> Listed for Seldom<'_, A> {
    fn plain(&self) -> Choices {
        Choices::OneOf(self.all().map(plain).collect())
    }
    fn print(&self, print: &mut Fingerprint) {
        print.add(&Choices::OneOf(self.all().collect()));
    }
    fn list(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(self.all().cloned().collect::<Vec<A>>()))
    }
    fn place(&self, answer: &Value) -> Option<usize> {
        let answer = A::deserialize(answer).ok()?;
        self.all().position(|choice| *choice == answer)
    }
}

impl<A: Answer> Compound<A> for Seldom<'_, A> {
    fn legal(&self, answer: &A) -> bool {
        self.usual.contains(answer) || self.others.contains(answer)
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

/// Some of the items.
pub(super) struct SomeOf<B> {
    items: Vec<B>,
    min: usize,
    max: usize,
}

impl<B> SomeOf<B> {
    pub(super) fn new(items: Vec<B>, min: usize, max: usize) -> Self {
        Self { items, min, max }
    }
}

impl<B: Answer> SomeOf<B> {
    fn shown<'b, V>(&'b self, item: impl Fn(&'b B) -> V) -> Choices<V> {
        Choices::SomeOf {
            of: self.items.iter().map(item).collect(),
            min: self.min,
            max: self.max,
        }
    }
}

impl<B: Answer> Listed for SomeOf<B> {
    fn plain(&self) -> Choices {
        self.shown(plain)
    }
    fn print(&self, print: &mut Fingerprint) {
        print.add(&self.shown(|item| item));
    }
}

impl<B: Answer> Compound<Vec<B>> for SomeOf<B> {
    fn legal(&self, answer: &Vec<B>) -> bool {
        (self.min..=self.max).contains(&answer.len()) && distinct(answer, &self.items)
    }
    fn only(&self) -> Option<Vec<B>> {
        (self.max == 0 || (self.min == self.items.len())).then(|| self.items[..self.max].to_vec())
    }
    fn draw(&self, pick: &mut dyn FnMut(usize) -> usize) -> Vec<B> {
        let count = self.min + pick(self.max - self.min + 1);
        draw_from(&self.items, count, pick)
    }
}

/// All of the items, the most preferred first.
pub(super) struct Ranking<B> {
    items: Vec<B>,
}

impl<B> Ranking<B> {
    pub(super) fn new(items: Vec<B>) -> Self {
        Self { items }
    }
}

impl<B: Answer> Ranking<B> {
    fn shown<'b, V>(&'b self, item: impl Fn(&'b B) -> V) -> Choices<V> {
        Choices::Ranking {
            of: self.items.iter().map(item).collect(),
        }
    }
}

impl<B: Answer> Listed for Ranking<B> {
    fn plain(&self) -> Choices {
        self.shown(plain)
    }
    fn print(&self, print: &mut Fingerprint) {
        print.add(&self.shown(|item| item));
    }
}

impl<B: Answer> Compound<Vec<B>> for Ranking<B> {
    fn legal(&self, answer: &Vec<B>) -> bool {
        answer.len() == self.items.len() && distinct(answer, &self.items)
    }
    fn completed(&self, answer: &Value) -> Option<Vec<B>> {
        let wanted = answer.as_array()?.iter();
        ranked(
            wanted.filter_map(|item| B::deserialize(item).ok()),
            &self.items,
        )
    }
    fn only(&self) -> Option<Vec<B>> {
        (self.items.len() < 2).then(|| self.items.clone())
    }
    fn draw(&self, pick: &mut dyn FnMut(usize) -> usize) -> Vec<B> {
        draw_from(&self.items, self.items.len(), pick)
    }
}

/// Encodes an answer as plain data.
pub(super) fn plain<A: Serialize>(answer: &A) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data with text keys")
}
