//! Validation of the asks that an order file names in advance, against the asks of the game.

use crate::{
    engine::{DynRuleset, Standing},
    yaml::{Document, Problem},
};
use serde_json::Value;
use std::collections::BTreeSet;

/// Maximum number of unknown asks under `wake` that are reported.
const MOST_PROBLEMS: usize = 20;

/// Returns a problem for each ask or answer in `wake` and `standing` that can never occur in this game.
pub(super) fn unknown_asks(
    document: &Document,
    rules: &dyn DynRuleset,
    wake: &BTreeSet<String>,
    standing: &[Standing],
) -> Vec<Problem> {
    let asks = Asks { document, rules };
    let mut problems = vec![];
    for name in wake {
        if !rules.asks().iter().any(|ask| ask.name == name) {
            let written = (0..).map_while(|n| Some((n, document.at(&format!("wake/{n}"))?)));
            let n = written.into_iter().find(|(_, item)| item.text == *name);
            let path = n.map_or_else(|| "wake".to_owned(), |(n, _)| format!("wake/{n}"));
            problems.push(asks.never(name, &path));
        }
        if problems.len() == MOST_PROBLEMS {
            return problems;
        }
    }
    for (n, line) in standing.iter().enumerate() {
        problems.extend(asks.standing(line, &format!("standing/{n}")));
    }
    problems
}

/// The asks of a game and the document that is checked against them.
struct Asks<'a> {
    document: &'a Document,
    rules: &'a dyn DynRuleset,
}

impl Asks<'_> {
    fn error(&self, code: &'static str, path: &str, words: String) -> Problem {
        Problem::error(code, words).at(self.document.nearest_span(path))
    }

    /// Returns the problem of an ask that this game never has.
    fn never(&self, name: &str, path: &str) -> Problem {
        let names: Vec<&str> = self.rules.asks().iter().map(|a| a.name).collect();
        let problem = self.error("E0305", path, format!("This game never asks `{name}`."));
        match crate::yaml::nearest(name, names.iter().copied()) {
            Some(near) => problem.help(format!("Did you mean `{near}`?")),
            None => problem.help(format!("It asks {}.", names.join(", "))),
        }
    }

    /// Returns the problems of a standing order that can never apply.
    fn standing(&self, line: &Standing, path: &str) -> Vec<Problem> {
        let when = format!("{path}/when");
        let Some(name) = line.when.get("ask").and_then(Value::as_str) else {
            let words = "A standing order says which question it answers.".to_owned();
            let help = "Write `ask: ` and a kind of question under `when`.";
            return vec![self.error("E0307", &when, words).help(help)];
        };
        let Some(ask) = self.rules.asks().iter().find(|a| a.name == name) else {
            return vec![self.never(name, &format!("{when}/ask"))];
        };
        let mut problems = vec![];
        let fields: Vec<&str> = ask.fields.iter().map(|(field, _)| *field).collect();
        let strange = |key: &&String| *key != "ask" && !fields.contains(&key.as_str());
        for key in line.when.keys().filter(strange) {
            let words = format!("A question `{name}` has no `{key}`, so this never fits it.");
            let help = match crate::yaml::nearest(key, fields.iter().copied()) {
                Some(near) => format!("Did you mean `{near}`?"),
                None if fields.is_empty() => format!("`{name}` has no fields to compare with."),
                None => format!("`{name}` has the fields {}.", fields.join(", ")),
            };
            let place = format!("{when}/{key}");
            problems.push(self.error("E0306", &place, words).help(help));
        }
        for (key, value) in &line.when {
            let why = ask.field(key).and_then(|reads| reads(value).err());
            problems.extend(why.map(|why| {
                let words = format!("The `{key}` of a question `{name}` is never {value}.");
                self.error("E0310", &format!("{when}/{key}"), words)
                    .help(sentence(&why.to_string()))
            }));
        }
        for (i, value) in line.prefer.iter().enumerate() {
            problems.extend((ask.answer)(value).err().map(|why| {
                let words = format!("{value} is not an answer to `{name}`.");
                self.error("E0311", &format!("{path}/prefer/{i}"), words)
                    .help(sentence(&why.to_string()))
            }));
        }
        if line.prefer.is_empty() {
            let words = "This standing order has no answer.".to_owned();
            let help = "Write the answers under `prefer`, the most wanted first.";
            problems.push(self.error("E0311", path, words).help(help));
        }
        problems
    }
}

/// Turns a decode error into a sentence: the instruction on its second line, if there is one; the nearest variant; or
/// the error itself.
fn sentence(why: &str) -> String {
    let why = why.split_once('\n').map_or(why, |(_, to_do)| to_do);
    if let Some(known) = why.strip_prefix("unknown variant ") {
        let mut names = known.split('`').skip(1).step_by(2);
        let word = names.next().unwrap_or_default();
        if let Some(meant) = crate::yaml::nearest(word, names) {
            return format!("Did you mean `{meant}`?");
        }
    }
    let mut letters = why.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let end = if why.ends_with('?') { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
