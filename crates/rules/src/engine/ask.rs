//! A question with its legal answers.

use super::{
    Answer, Fields, Illegal, SeatId, Seen,
    shapes::{Ranking, Seldom, Shape, SomeOf},
};
use serde_json::Value;
use std::fmt;

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

impl<A> fmt::Debug for Ask<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("kind", &self.kind)
            .field("offered", &self.offered)
            .finish_non_exhaustive()
    }
}

/// Returns the first of the choices.
fn first<A: Clone>(kind: &str, choices: &[A]) -> A {
    let first = choices.first();
    first
        .unwrap_or_else(|| panic!("{kind}: a question needs an answer"))
        .clone()
}

impl<'r, A: Answer + 'r> Ask<'r, A> {
    fn of_shape(kind: &'static str, shape: Shape<'r, A>, default: A) -> Self {
        Self {
            kind,
            shape,
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

    /// Asks for one of the choices; the first is the default unless [`Ask::or`] says otherwise.
    ///
    /// # Panics
    /// If there are no choices: a question that cannot be answered is a bug in the rules.
    pub fn one_of(kind: &'static str, choices: Vec<A>) -> Self {
        let default = first(kind, &choices);
        Self::of_shape(kind, Shape::OneOf(choices), default)
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

    /// Asks for one of the usual choices, of which the first is the default, or for one of those that `others` lists. Their
    /// list is made only when it is needed, because rules may put such a question to every seat after each event.
    ///
    /// A bot that plays at random seldom takes one of the others.
    ///
    /// # Panics
    /// If there is no usual choice: a question that cannot be answered is a bug in the rules.
    pub fn seldom(kind: &'static str, usual: Vec<A>, others: impl FnOnce() -> Vec<A> + 'r) -> Self {
        let default = first(kind, &usual);
        let shape = Seldom::new(usual, others);
        Self::of_shape(kind, Shape::Compound(Box::new(shape)), default)
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
        self.seen = Some(Seen::Made(Box::new(move || Box::new(view()))));
        self
    }

    /// Sets the game as the seat may see it at this moment, if it is kept as a `Ruleset::View`: if all of it lies open.
    #[must_use]
    pub fn shown<V: 'static>(mut self, view: &'r V) -> Self {
        self.seen = Some(Seen::Kept(view));
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

    /// Returns the fields that describe the ask.
    pub(super) fn fields(&self) -> Fields {
        self.about
            .as_ref()
            .map_or_else(Fields::new, |about| about())
    }

    pub(super) fn legal(&self, answer: &A) -> bool {
        match &self.shape {
            Shape::OneOf(choices) => choices.contains(answer),
            Shape::Compound(compound) => compound.legal(answer),
        }
    }

    /// Returns the legal answer that an incomplete one given in advance means; `None` if it means none.
    pub(super) fn completed(&self, answer: &Value) -> Option<A> {
        match &self.shape {
            Shape::OneOf(_) => None,
            Shape::Compound(compound) => compound.completed(answer),
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
}

impl<'r, B: Answer + 'r> Ask<'r, Vec<B>> {
    /// Asks for some of the items, at least `min` and at most `max`; the default is the first `max` of them.
    pub fn some_of(kind: &'static str, items: Vec<B>, min: usize, max: usize) -> Self {
        let max = max.min(items.len());
        let default = items[..max].to_vec();
        let shape = SomeOf::new(items, min.min(max), max);
        Self::of_shape(kind, Shape::Compound(Box::new(shape)), default)
    }

    /// Asks for all the items in an order of preference; the default is the given order.
    pub fn ranking(kind: &'static str, items: Vec<B>) -> Self {
        let default = items.clone();
        let shape = Ranking::new(items);
        Self::of_shape(kind, Shape::Compound(Box::new(shape)), default)
    }
}

#[cfg(test)]
mod tests;
