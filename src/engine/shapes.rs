//! The shapes of a set of legal answers: one of several, some of them, an order of preference, or one that is seldom given.

use super::{
    Choices,
    prompt::{distinct, draw_from, ranked},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{cell::LazyCell, fmt};

/// The requirements on the type of an answer.
pub trait Answer: Clone + PartialEq + Serialize + DeserializeOwned + fmt::Debug {}
impl<T: Clone + PartialEq + Serialize + DeserializeOwned + fmt::Debug> Answer for T {}

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
    /// Returns the legal answer that an incomplete one given in advance means; `None` if it means none.
    fn completed(&self, _: &Value) -> Option<A> {
        None
    }
    /// Notes that there are at least two legal answers, which a set may not know without making a list.
    fn several(&mut self) {}
    /// Returns an answer drawn with `pick(n)`, which returns an index below `n`.
    fn draw(&self, pick: &mut dyn FnMut(usize) -> usize) -> A;
    /// Returns the answer of a bot that weighs all choices: picks are indices into [`Compound::choices`].
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
}

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

impl<B: Answer> Compound<Vec<B>> for SomeOf<B> {
    fn legal(&self, answer: &Vec<B>) -> bool {
        (self.min..=self.max).contains(&answer.len()) && distinct(answer, &self.items)
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

impl<B: Answer> Compound<Vec<B>> for Ranking<B> {
    fn legal(&self, answer: &Vec<B>) -> bool {
        answer.len() == self.items.len() && distinct(answer, &self.items)
    }
    fn choices(&self) -> Choices {
        Choices::Ranking {
            of: self.items.iter().map(plain).collect(),
        }
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
