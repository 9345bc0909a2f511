//! `--weigh`: what the answers of a decision bring.

use super::{
    super::{CliError, Ui, ui::Tone},
    Orders, Said, Teller, answers, said,
};
use crate::{
    engine::{Effort, Rehearsal},
    orders::{
        Weighed,
        preview::{is_likely, odds, range, reason},
    },
    yaml::{flat, flow::flow},
};
use serde::Serialize;
use serde_json::Value;
use std::{collections::BTreeMap, path::Path};

/// The effort for one answer: many are weighed at a time.
const EFFORT: Effort = Effort {
    runs: 240,
    samples: 80,
};

/// The answers to weigh: those of a decision, by its number from 1, or one of them.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    n: usize,
    answer: Option<Value>,
}

/// Parses the argument of `--weigh`.
pub(super) fn wanted(text: &str) -> Result<Wanted, String> {
    if let Ok(n) = text.trim().parse() {
        return Ok(Wanted { n, answer: None });
    }
    let Said { n, answer } = said(text)?;
    Ok(Wanted {
        n,
        answer: Some(answer),
    })
}

/// An answer, and what it brings.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    /// The number of the decision, from 1.
    decision: usize,
    #[serde(skip)]
    question: String,
    value: Value,
    words: String,
    #[serde(flatten)]
    weighed: Weighed,
}

/// Weighs answers: the turn is played with each of them, and with the answer that is taken if none is given.
pub(super) fn weigh(
    teller: &Teller,
    orders: &Orders,
    name: &Path,
    wanted: &[Wanted],
) -> Result<Vec<Answer>, CliError> {
    let own = teller.own;
    let played = |n: usize, answer: &Value| -> Result<Rehearsal, CliError> {
        let answer = answer.clone();
        let filed = orders.say(own, name, &Said { n, answer })?;
        let done = own.look(&filed)?.done;
        own.preview(&teller.words, &filed, &done, BTreeMap::new(), EFFORT)
    };
    let mut weighed = vec![];
    // The turn with the default answer, by decision.
    let mut defaults: BTreeMap<usize, Rehearsal> = BTreeMap::new();
    for Wanted { n, answer } in wanted {
        let decision = orders.decision(*n)?;
        if !defaults.contains_key(n) {
            defaults.insert(*n, played(*n, &decision.default)?);
        }
        let values = answer.as_ref().map_or_else(
            || {
                answers(decision)
                    .into_iter()
                    .filter(|one| decision.choices.allow(one))
                    .collect()
            },
            |answer| vec![answer.clone()],
        );
        if values.is_empty() {
            let hint = format!("Weigh one list: `--weigh '{n}=[…]'`.");
            let words = format!("Decision {n} is answered with a list.");
            return Err(CliError::user(words).hint(hint));
        }
        for value in values {
            let asked = teller.asked(decision, &[&value])?;
            weighed.push(Answer {
                decision: *n,
                question: asked.question,
                words: asked.answers.into_iter().next().unwrap_or_default(),
                weighed: Weighed::of(played(*n, &value)?, &defaults[n]),
                value,
            });
        }
    }
    Ok(weighed)
}

/// Prints what the answers bring.
pub(super) fn print(weighed: &[Answer], ui: &Ui) -> Result<(), CliError> {
    let mut asked = None;
    for answer in weighed {
        let n = answer.decision;
        if asked.replace(n) != Some(n) {
            ui.line(flat(&format!("{n}. {}", answer.question)))?;
        }
        let words = ui.toned(Tone::Good, &answer.words);
        ui.line(flat(&format!("   {n}={}  {words}", flow(&answer.value))))?;
        let brought = brought(&answer.weighed);
        if brought.is_empty() {
            ui.line("              nothing that the default does not bring")?;
        }
        for line in brought {
            ui.line(format!("     {line}"))?;
        }
    }
    Ok(())
}

/// Returns what an answer brings, as lines.
fn brought(weighed: &Weighed) -> Vec<String> {
    let steps = { weighed.steps.iter() }
        .filter(|step| is_likely(step.chance))
        .map(|step| {
            let odds = if step.what.open {
                "open".to_owned()
            } else {
                odds(step)
            };
            format!("{odds:>7}  {}", step.what.what)
        });
    let idle = { weighed.unplayed.iter() }
        .filter(|line| is_likely(line.chance))
        .map(|line| {
            let (odds, why) = (odds(line), reason(&line.what));
            format!("{odds:>7}  a line of the orders is not executed: {why}")
        });
    let left = weighed.left.iter().map(|left| {
        let now = range(left.least, left.most);
        let without = range(left.least_without, left.most_without);
        format!(
            "         {}: {now} left, and {without} by default",
            left.name
        )
    });
    steps.chain(idle).chain(left).collect()
}
