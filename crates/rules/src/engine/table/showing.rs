//! Shows a question to plans, bots and choosers, as plain data, and judges their answers.

use crate::engine::{
    Answer, Ask, Asked, Fields, Illegal, SeatId, Seen, Witnessed, listed::Listed, shapes::plain,
};
use serde_json::Value;
use std::{any::Any, cell::LazyCell, ops::Deref};

/// An ask whose answers are plain data, whatever their type is: all that looks for an answer is compiled once, and not for
/// each type of answer.
pub(super) trait Question {
    /// The kind of ask.
    fn kind(&self) -> &'static str;
    /// Checks whether the ask is an offer ([`Ask::offered`]).
    fn is_offered(&self) -> bool;
    /// Checks whether an offer waits for the first order file ([`Ask::patient`]).
    fn is_patient(&self) -> bool;
    /// Checks whether there is only one legal answer.
    fn is_forced(&self) -> bool;
    /// Returns the seats that learn the answer besides the one that gives it ([`Ask::known_to`]); `None` if all do.
    fn learned_by(&self) -> Option<&Vec<SeatId>>;
    /// Returns the view of the seat.
    fn view(&self) -> Option<&Seen<'_>>;
    /// Returns the fields that describe the ask.
    fn fields(&self) -> Fields;
    /// Returns the legal answers.
    fn listed(&self) -> &dyn Listed;
    /// Returns the answer that is taken when the deadline passes.
    fn default(&self) -> Value;
    /// Returns the only legal answer; `None` if there are several.
    fn only(&self) -> Option<Value>;
    /// Returns a legal answer as its type writes it, or the reason why it is illegal.
    fn judge(&self, answer: &Value) -> Result<Value, Illegal>;
    /// Returns an answer that was given before, if it can be given now: a legal one, or the default.
    fn again(&self, answer: &Value) -> Option<Value>;
    /// Returns the legal answer that an incomplete one given in advance means; `None` if it means none.
    fn completed(&self, answer: &Value) -> Option<Value>;
}

impl<A: Answer> Question for Ask<'_, A> {
    fn kind(&self) -> &'static str {
        self.kind
    }
    fn is_offered(&self) -> bool {
        self.offered
    }
    fn is_patient(&self) -> bool {
        self.patient
    }
    fn is_forced(&self) -> bool {
        Ask::only(self).is_some()
    }
    fn learned_by(&self) -> Option<&Vec<SeatId>> {
        self.known_to.as_ref()
    }
    fn view(&self) -> Option<&Seen<'_>> {
        self.seen.as_ref()
    }
    fn fields(&self) -> Fields {
        Ask::fields(self)
    }
    fn listed(&self) -> &dyn Listed {
        self.shape.listed()
    }
    fn default(&self) -> Value {
        plain(&self.default)
    }
    fn only(&self) -> Option<Value> {
        Ask::only(self).as_ref().map(plain)
    }
    fn judge(&self, answer: &Value) -> Result<Value, Illegal> {
        judge(self, answer).map(|answer| plain(&answer))
    }
    fn again(&self, answer: &Value) -> Option<Value> {
        let answer = A::deserialize(answer).ok()?;
        (self.legal(&answer) || answer == self.default).then(|| plain(&answer))
    }
    fn completed(&self, answer: &Value) -> Option<Value> {
        Ask::completed(self, answer).as_ref().map(plain)
    }
}

/// Decodes an answer and checks that it is legal. Otherwise returns the reason why not.
pub(super) fn judge<A: Answer>(ask: &Ask<'_, A>, value: &Value) -> Result<A, Illegal> {
    let stranger = || Illegal {
        code: "E0301".into(),
        words: format!("{value} does not answer `{}`.", ask.kind),
    };
    let answer = A::deserialize(value).map_err(|_| stranger())?;
    if ask.legal(&answer) {
        Ok(answer)
    } else {
        Err(ask
            .why
            .as_ref()
            .and_then(|why| why(&answer))
            .unwrap_or_else(stranger))
    }
}

/// Shows a function what a seat is asked.
pub(super) fn show<T>(
    seat: &SeatId,
    ask: &dyn Question,
    about: &dyn Deref<Target = Fields>,
    so_far: &dyn Fn() -> Vec<Witnessed>,
    look: impl FnOnce(&Asked<'_>) -> T,
) -> T {
    look(&Asked {
        kind: ask.kind(),
        seat,
        about,
        choices: ask.listed(),
        default: &|| ask.default(),
        why_not: &|value| ask.judge(value).err(),
        so_far,
    })
}

/// The error of a bot whose answer is against the rules.
pub(crate) struct Slip;

/// Returns the answer of a function that is shown the game as the seat may see it at this moment. Returns the only
/// legal answer if there is just one, and the default if there is no view or the function has no answer.
pub(super) fn by_view(
    seat: &SeatId,
    ask: &dyn Question,
    so_far: &dyn Fn() -> Vec<Witnessed>,
    answer: &mut dyn FnMut(&dyn Any, &Asked<'_>) -> Option<Value>,
) -> Result<Value, Slip> {
    if let Some(only) = ask.only() {
        return Ok(only);
    }
    let Some(seen) = ask.view() else {
        return Ok(ask.default());
    };
    let about = LazyCell::new(|| ask.fields());
    let answer = |asked: &Asked<'_>| seen.look(|view| answer(view, asked));
    match show(seat, ask, &about, so_far, answer) {
        Some(value) => ask.judge(&value).map_err(|_| Slip),
        None => Ok(ask.default()),
    }
}
