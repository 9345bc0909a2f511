//! The questions that the rules put to the own seat, and the decisions that they become.

use crate::engine::{
    Answered, Asked, By, Choices, Entry, Fields, Prompt, Ruleset, SeatId,
    answers::{Plan, Reply},
};
use serde::Serialize;
use serde_json::Value;
use std::{cell::RefCell, collections::BTreeSet};

/// One decision of a seat, as its orders take it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The kind of ask.
    pub ask: String,
    /// The fields that describe the prompt.
    #[serde(skip_serializing_if = "Fields::is_empty")]
    pub about: Fields,
    /// The legal answers.
    pub choices: Choices,
    /// The answer that is taken if none is given.
    pub default: Value,
    /// The answer that the orders give, or the default.
    pub value: Value,
    /// True if the orders give the answer.
    pub ordered: bool,
    /// True if there is only one legal answer.
    pub forced: bool,
}

impl Decision {
    /// Returns the open question of a report as a decision, with the answer of an order file, if it gives a legal one.
    pub(super) fn of_prompt<R: Ruleset>(
        rules: &R,
        orders: Option<&R::Orders>,
        prompt: &Prompt,
    ) -> Self {
        let none = BTreeSet::new();
        let said = orders.and_then(|orders| {
            prompt.as_asked(|asked| said(&rules.answer(&Plan::new(orders, &none), asked), asked))
        });
        Self {
            ask: prompt.ask.clone(),
            about: prompt.about.clone(),
            choices: prompt.choices.clone(),
            default: prompt.default.clone(),
            ordered: said.is_some(),
            value: said.unwrap_or_else(|| prompt.default.clone()),
            forced: false,
        }
    }

    pub(super) fn answered(&self) -> Answered {
        Answered {
            ask: self.ask.clone(),
            about: self.about.clone(),
            value: self.value.clone(),
            default: self.default.clone(),
            forced: self.forced,
        }
    }
}

/// Returns the legal answer of a reply; `None` if it leaves the choice open.
fn said(reply: &Reply, asked: &Asked<'_>) -> Option<Value> {
    let legal = |value: &&Value| (asked.why_not)(value).is_none();
    match reply {
        Reply::Say { value, .. } | Reply::Rest { value, .. } => Some(value).filter(legal),
        Reply::Prefer { values, .. } => values.iter().find(legal),
        Reply::Silent | Reply::Wake | Reply::AskMe | Reply::Hold { .. } => None,
    }
    .cloned()
}

/// A question to the own seat, as the rules put it.
struct Put {
    ask: String,
    about: Fields,
    choices: Choices,
    default: Value,
    /// True if the line that should have answered it was put aside, and the rules ask again.
    again: bool,
}

/// The questions to the own seat in one run of the rules.
#[derive(Default)]
pub(super) struct Questions(RefCell<Vec<Put>>);

impl Questions {
    pub(super) fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    /// Notes a question with the reply that the orders give to it.
    pub(super) fn note(&self, asked: &Asked<'_>, reply: &Reply) {
        let mut all = self.0.borrow_mut();
        let same = |put: &Put| put.again && put.ask == asked.kind && put.about == *asked.about();
        if all.last().is_some_and(same) {
            all.pop();
        }
        let again = match reply {
            Reply::Say { .. } | Reply::Rest { .. } => said(reply, asked).is_none(),
            Reply::Hold { .. } => true,
            Reply::Prefer { .. } | Reply::Silent | Reply::Wake | Reply::AskMe => false,
        };
        all.push(Put {
            ask: asked.kind.to_owned(),
            about: asked.about().clone(),
            choices: asked.choices(),
            default: (asked.default)(),
            again,
        });
    }

    /// Returns the decisions of a seat, in the order of its answers; last those that wait for an answer.
    pub(super) fn decisions(&self, seat: &SeatId, journal: &[Entry]) -> Vec<Decision> {
        let mut left = self.0.take();
        let mut decisions = vec![];
        for entry in journal {
            let Entry::Answer {
                id,
                seat: of,
                about,
                value,
                by,
                ..
            } = entry
            else {
                continue;
            };
            let is_it = |put: &Put| {
                of == seat && Some(&*put.ask) == id.split('@').next() && put.about == *about
            };
            let Some(at) = left.iter().position(is_it) else {
                continue;
            };
            let put = left.remove(at);
            let ordered = match by {
                By::Order(line) | By::Forced(Some(line)) => line.spent || *value != put.default,
                By::Standing => true,
                By::Forced(None) | By::Passed | By::Bot(_) | By::Nmr => false,
            };
            let forced = matches!(by, By::Forced(_));
            decisions.push(put.decision(Some(value.clone()), ordered, forced));
        }
        let waiting = left.into_iter().map(|put| put.decision(None, false, false));
        decisions.extend(waiting);
        decisions
    }
}

impl Put {
    fn decision(self, value: Option<Value>, ordered: bool, forced: bool) -> Decision {
        Decision {
            ask: self.ask,
            about: self.about,
            choices: self.choices,
            value: value.unwrap_or_else(|| self.default.clone()),
            default: self.default,
            ordered,
            forced,
        }
    }
}
