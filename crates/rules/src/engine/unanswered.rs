//! Finds the open prompts of a seat that its orders leave unanswered, by the prompts as the seat was shown them and
//! by nothing else.

use super::{
    Fields, IfIllegal, OnFile, Prompt, Reply, Ruleset, Standing,
    answers::Plan,
    data::{DecodeError, read},
    line::Line,
};
use std::collections::BTreeSet;

/// A limit on the lines tried for one prompt; no real order file needs as many.
const LINES: usize = 1_000;

/// Returns the prompts that the seat's files do not answer. Lines that are `done` are passed over.
pub(super) fn unanswered<R: Ruleset>(
    rules: &R,
    on_file: &OnFile,
    done: &BTreeSet<Line>,
    prompts: &[Prompt],
) -> Result<Vec<Prompt>, DecodeError> {
    let orders: Option<R::Orders> = match on_file.files.last() {
        Some(file) => Some(read("order file", rules.id(), &file.body)?),
        None => None,
    };
    let mut spent = done.clone();
    let open = |prompt: &&Prompt| {
        // Another version of the program may have asked it.
        if !rules.asks().iter().any(|kind| kind.name == prompt.ask) {
            return true;
        }
        let said = match &orders {
            Some(orders) => {
                let woken = on_file.wake.contains(&prompt.ask);
                said(
                    rules,
                    orders,
                    (on_file.if_illegal, woken),
                    &mut spent,
                    prompt,
                )
            }
            None => Said::Nothing,
        };
        match said {
            Said::Answer => false,
            Said::Stop => true,
            Said::Wake => !in_advance(&on_file.standing, prompt),
            Said::Nothing => {
                let passed = prompt.offered && !on_file.wake.contains(&prompt.ask);
                !passed && !on_file.no_orders && !in_advance(&on_file.standing, prompt)
            }
        }
    };
    Ok(prompts.iter().filter(open).cloned().collect())
}

/// The reply of an order file to a prompt.
enum Said {
    Nothing,
    /// The seat wants to be asked if nothing else answers.
    Wake,
    Stop,
    Answer,
}

fn said<R: Ruleset>(
    rules: &R,
    orders: &R::Orders,
    (if_illegal, woken): (IfIllegal, bool),
    spent: &mut BTreeSet<Line>,
    prompt: &Prompt,
) -> Said {
    for _ in 0..LINES {
        match prompt.as_asked(|asked| rules.answer(&Plan::new(orders, spent), asked)) {
            Reply::Silent => return Said::Nothing,
            Reply::AskMe | Reply::Hold { .. } => return Said::Stop,
            Reply::Wake => return Said::Wake,
            // A seat that said `wake` is asked instead.
            Reply::Rest { .. } if woken => return Said::Nothing,
            Reply::Rest { value, .. } => {
                return if prompt.choices.allow(&value) {
                    Said::Answer
                } else {
                    Said::Stop
                };
            }
            Reply::Prefer { line, values } => {
                if !values.iter().any(|value| prompt.choices.allow(value)) {
                    return Said::Nothing;
                }
                spent.insert(line);
                return Said::Answer;
            }
            Reply::Say {
                line,
                value,
                spent: used,
                done,
            } => {
                spent.extend(done.into_iter().map(|idle| idle.line));
                if prompt.choices.allow(&value) {
                    if used {
                        spent.insert(line);
                    }
                    return Said::Answer;
                }
                // The line is put aside, and the next line may answer.
                if if_illegal == IfIllegal::Ask || !spent.insert(line) {
                    return Said::Stop;
                }
            }
        }
    }
    Said::Stop
}

/// Checks whether a standing order answers a prompt.
fn in_advance(standing: &[Standing], prompt: &Prompt) -> bool {
    let fits = |when: &Fields| {
        when.iter().all(|(key, value)| match key.as_str() {
            "ask" => *value == prompt.ask,
            _ => prompt.about.get(key) == Some(value),
        })
    };
    let given = standing.iter().filter(|line| fits(&line.when));
    given
        .flat_map(|line| &line.prefer)
        .any(|value| prompt.choices.allow_in_advance(value))
}
