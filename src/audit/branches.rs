//! Turns that the GM has begun (fair1, section 6): rewound, amended, or the first of a fork.

use crate::{
    audit::check::{Lines, Verdict},
    log::{Kind, Log, begins_with, branches},
};

/// Adds a line for every turn that the GM has begun, and checks, once the states are opened, that a rewind begins with
/// exactly the state that it names.
pub(crate) fn check(log: &Log, lines: &mut Lines) {
    let moves = branches(log);
    let last = log.of(Kind::Final).last();
    let opened = |path: &str| last?.record.get(&format!("file.{path}"));
    let later = || "the states are opened when the game is over".to_owned();
    for made in &moves {
        let own = opened(&made.opened());
        let verdict = match (&made.to, &made.of) {
            (_, Some(of)) => {
                Verdict::NotShown(format!("what was played before is in the log of {of}"))
            }
            (Some(to), _) => match (
                own,
                begins_with(log, *to).and_then(|start| opened(&start.opened())),
            ) {
                (Some(own), Some(then)) if own == then => Verdict::Ok,
                (Some(_), Some(_)) => {
                    Verdict::Failed(format!("it does not begin with the state of turn {to}"))
                }
                _ => Verdict::NotShown(later()),
            },
            _ if own.is_some() => Verdict::Ok,
            _ => Verdict::NotShown(later()),
        };
        lines.push(made.words(), verdict);
    }
}
