//! The decisions that a seat's part of a turn puts to it, and the orders that take one of them in another way.

use super::{
    questions::{Decision, Questions},
    stage::Stage,
    ways::Came,
};
use crate::engine::{Answered, Ruleset, Stop, ahead::Drawn, shapes::plain};
use serde_json::{Map, Value};

impl<R: Ruleset> Stage<'_, R> {
    /// Returns the decisions of the own seat in the way in which chance is kindest to it.
    pub(super) fn decisions(&self) -> Result<Vec<Decision>, Stop> {
        let questions = Questions::default();
        let mut drawn = Drawn::new();
        loop {
            match self.run(&drawn, Some(&questions))? {
                Came::Through(way) => return Ok(way.decisions),
                Came::ToChance(draw) => {
                    let (value, _) = draw.ways.first().ok_or(Stop::Runaway)?;
                    drawn.insert(draw.label, *value);
                }
            }
        }
    }
}

/// Returns the orders that take one of these decisions in another way. What the orders say besides stays as it is.
pub(in crate::engine) fn decided<R: Ruleset>(
    rules: &R,
    orders: &Value,
    decisions: &[Decision],
    n: usize,
    value: &Value,
) -> Value {
    // Questions that the orders leave open after this decision stay open: the rules may ask something else then.
    let said = decisions.iter().enumerate();
    let said = said.filter(|(at, decision)| *at <= n || decision.ordered);
    let mut answers: Vec<_> = said.map(|(_, decision)| decision.answered()).collect();
    let written = |answers: &[Answered]| plain(&rules.written(answers));
    let before = written(&answers);
    if let Some(answer) = answers.get_mut(n) {
        answer.value.clone_from(value);
    }
    let after = written(&answers);
    changed(orders, &before, &after)
}

/// Applies to orders the change that leads from `before` to `after`.
fn changed(orders: &Value, before: &Value, after: &Value) -> Value {
    if before == after {
        return orders.clone();
    }
    match (orders, before, after) {
        (Value::Object(entries), Value::Object(before), Value::Object(after)) => {
            Value::Object(changed_entries(entries, before, after))
        }
        (Value::Array(items), Value::Array(before), Value::Array(after)) => {
            let same = |(a, b): &(&Value, &Value)| a == b;
            let most = before.len().min(after.len());
            let head = before.iter().zip(after).take_while(same).count();
            let tail = before.iter().rev().zip(after.iter().rev());
            let tail = tail.take(most - head).take_while(same).count();
            let (gone, come) = (head..before.len() - tail, head..after.len() - tail);
            // Items may stand in the orders that led to no answer; they stay where they are.
            if items.starts_with(&before[..gone.end]) {
                let mut items = items.clone();
                items.splice(gone, after[come].iter().cloned());
                items.into()
            } else {
                after.clone().into()
            }
        }
        _ => after.clone(),
    }
}

fn changed_entries(
    entries: &Map<String, Value>,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
) -> Map<String, Value> {
    let mut entries = entries.clone();
    for key in before.keys().filter(|key| !after.contains_key(*key)) {
        entries.shift_remove(key);
    }
    for (key, after) in after {
        let new = match (entries.get(key), before.get(key)) {
            (_, Some(before)) if before == after => continue,
            (Some(entry), Some(before)) => changed(entry, before, after),
            (Some(entry), None) => changed(entry, &empty(after), after),
            (None, _) => after.clone(),
        };
        entries.insert(key.clone(), new);
    }
    entries
}

/// Returns an empty list or section if the value is one.
fn empty(value: &Value) -> Value {
    match value {
        Value::Object(_) => Map::new().into(),
        Value::Array(_) => Value::Array(vec![]),
        _ => Value::Null,
    }
}
