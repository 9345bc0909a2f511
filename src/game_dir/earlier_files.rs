//! Checks of a new order file against the earlier files of its seat and the reports since.

use super::{orders::Filed, schedule_settings::Locked};
use crate::{
    collect::Collect,
    engine::{AskKind, Line, Past, Prompt, Sent, ToCome, left_out, repeated},
    yaml::Problem,
};
use serde_json::Value;
use std::collections::BTreeSet;

impl Filed {
    /// Returns the problems of this file that come from the seat's earlier files in this turn. `past` are their
    /// executed lines, `done` the lines of this file that are used up, `to_come` the lines of the previous file that
    /// are still to come, and `sitting` is the last sitting that was reported.
    pub fn after(
        &self,
        past: &[Past],
        done: &BTreeSet<Line>,
        to_come: &[ToCome],
        sitting: u32,
    ) -> Vec<Problem> {
        let mut problems = self.too_late(past);
        problems.extend(self.leaves_out(to_come, done));
        match self.envelope.sitting {
            Some(answers) if answers > sitting => {
                problems.push(self.of_no_report(answers, sitting));
            }
            Some(answers) if answers < sitting => problems.push(self.older(past, done, sitting)),
            Some(_) => {}
            None => problems.extend(self.again(past, sitting)),
        }
        problems
    }

    /// Returns the problem of a file that names a sitting which has not taken place.
    fn of_no_report(&self, answers: u32, sitting: u32) -> Problem {
        let words = format!(
            "This answers the report of sitting {answers}; the last is of sitting {sitting}."
        );
        Problem::error("E0312", words)
            .at(self.span("sitting"))
            .help(format!(
                "Write `sitting: {sitting}`, or take the form of the last report."
            ))
    }

    /// Returns the problem of a file that answers an older report than the last: it lists for each line whether it
    /// counts as done or as new.
    fn older(&self, past: &[Past], done: &BTreeSet<Line>, sitting: u32) -> Problem {
        let sent = self.sent_after(sitting);
        let answers = sent.answers();
        let words = format!(
            "This form came with the report of sitting {answers}; the last is of sitting {sitting}."
        );
        let mut problem = Problem::warning("E0312", words).at(self.span("sitting"));
        let since = past.iter().filter(|past| past.sitting > answers);
        let since = since.map(|past| &past.line);
        let lists: BTreeSet<&str> = since.chain(done).filter_map(Line::list).collect_set();
        let played = repeated(past, &sent);
        for list in lists {
            for n in 0..sent.items(list).len() {
                let line = Line::nth(list, n);
                let (row, text) = self.place(&line);
                problem = problem.note(if played.contains(&line) {
                    format!("line {row}, `{text}`: done, because it was played since")
                } else if done.contains(&line) {
                    format!("line {row}, `{text}`: done, because it was put aside since")
                } else {
                    format!("line {row}, `{text}`: new")
                });
            }
        }
        let look = "Look at the last report first: more may be known, or asked, by now.";
        problem.help(if played.iter().chain(done).any(Line::is_item) {
            format!("{look} If all of this is new, write `sitting: {sitting}`.")
        } else {
            look.to_owned()
        })
    }

    /// Returns the problem of a file that names no report, and so answers the last one, but repeats lines that were
    /// executed.
    fn again(&self, past: &[Past], sitting: u32) -> Option<Problem> {
        let sent = self.sent();
        let mut known: Vec<&Past> = past.iter().filter(|past| past.line.is_item()).collect();
        let lists: BTreeSet<&str> = known
            .iter()
            .filter_map(|past| past.line.list())
            .collect_set();
        let mut twice = vec![];
        for list in lists {
            for (n, item) in sent.items(list).iter().enumerate() {
                let same = |past: &&Past| {
                    past.line.list() == Some(list) && !past.held && past.says.as_ref() == Some(item)
                };
                if let Some(at) = known.iter().position(same) {
                    twice.push((Line::nth(list, n), known.remove(at).sitting));
                }
            }
        }
        let (first, _) = twice.first()?;
        let words = format!(
            "This file names no report, so it answers the last, of sitting {sitting}, and what it repeats is ordered \
             again."
        );
        let mut problem = Problem::warning("E0314", words).at(self.span(&first.0));
        for (line, played) in &twice {
            let (row, text) = self.place(line);
            problem = problem.note(format!(
                "line {row}, `{text}`: new, and sitting {played} has played the same"
            ));
        }
        Some(problem.help(format!(
            "Leave out what is not to be played again. To order all of it again, write `sitting: {sitting}`."
        )))
    }

    /// Returns a problem for each answer that differs from what was executed, to an ask that comes once in a turn.
    fn too_late(&self, past: &[Past]) -> Vec<Problem> {
        let sent = self.sent();
        let late = |past: &&Past| {
            sent.says(&past.line)
                .is_some_and(|now| past.is_too_late(now))
        };
        past.iter()
            .filter(|past| !past.line.is_item() && !past.held)
            .filter(late)
            .map(|past| {
                let line = &past.line;
                let words = format!("`{line}` comes too late: it was played already this turn.");
                let problem = Problem::warning("E0308", words).at(self.span(&line.0));
                match &past.played {
                    Some(played) => {
                        let why = match past.says {
                            Some(_) => "What your earlier file says was against the rules, so",
                            None => "Your earlier file left it out, so",
                        };
                        problem.note(format!(
                            "{why} the default was played: {}",
                            in_words(played)
                        ))
                    }
                    None => problem,
                }
                .help("What was played from your earlier file stays; the rest of this file counts.")
            })
            .collect()
    }

    /// Returns the problem of a file that leaves out lines of the previous file that were still to come.
    fn leaves_out(&self, to_come: &[ToCome], done: &BTreeSet<Line>) -> Option<Problem> {
        let sent = self.sent();
        let gone = left_out(to_come, &sent, done);
        let words = match gone.len() {
            0 => return None,
            1 => "This file leaves out a line of your file before it that was still to come."
                .to_owned(),
            n => format!(
                "This file leaves out {n} lines of your file before it that were still to come."
            ),
        };
        let mut problem = Problem::warning("E0319", words).at(self.span("turn"));
        for ToCome { line, says } in &gone {
            problem = problem.note(format!("`{line}`: {}", in_words(says)));
        }
        Some(problem.help(
            "They are not played: a new file is the whole of what is still to come. Write into it what you still want.",
        ))
    }

    /// Returns a problem if this file has the same bytes as the file in force, some of that file was executed, and this
    /// file does not name the report that it answers: it may contain new orders or be a duplicate.
    pub fn unclear(&self, past: &[Past], sitting: u32) -> Option<Problem> {
        if self.envelope.sitting.is_some() || past.is_empty() {
            return None;
        }
        let words = "This file is the same, byte for byte, as the orders on file, of which some were played. It is \
                     unclear if they are to be played again.";
        Some(self.name_report(words, sitting))
    }

    /// Returns a problem if this file arrives while a sitting is locked and does not name the report that it answers:
    /// it may repeat what that sitting executes, or contain new orders.
    pub fn during_lock(&self, locked: Option<&Locked>, sitting: u32) -> Option<Problem> {
        if self.envelope.sitting.is_some() || !has_entries(&self.body) {
            return None;
        }
        let words = format!(
            "The orders of sitting {} are locked, and this file does not say which report it answers, so it is unclear \
             if it repeats what that sitting plays.",
            locked?.sitting
        );
        Some(self.name_report(words, sitting))
    }

    /// Returns the problem of a file that leaves prompts open; `asked` is the number of prompts that were put to the
    /// seat.
    pub fn leaves_open(&self, open: &[Prompt], asked: usize, kinds: &[AskKind]) -> Option<Problem> {
        let words = match (open.len(), asked) {
            (0, _) => return None,
            (1, 1) => "This file does not answer the question that is open.".to_owned(),
            (all, asked) if all == asked => {
                format!("This file answers none of the {asked} questions that are open.")
            }
            (some, asked) => {
                format!(
                    "This file leaves {some} of the {asked} questions open that were put to you."
                )
            }
        };
        let mut problem = Problem::warning("E0315", words).at(self.span("turn"));
        for prompt in open {
            let kind = kinds.iter().find(|kind| kind.name == prompt.ask);
            let what = kind.map_or("", |kind| kind.what);
            let about: Vec<String> = prompt
                .about
                .iter()
                .filter(|(_, value)| !value.is_object() && !value.is_array())
                .map(|(key, value)| match value.as_str() {
                    Some(text) => format!("{key} {text}"),
                    None => format!("{key} {value}"),
                })
                .collect();
            let about = match &about[..] {
                [] => String::new(),
                about => format!(" ({})", about.join(", ")),
            };
            problem = problem.note(format!("`{}`{about}: {what}", prompt.ask));
        }
        Some(problem.help(
            "The sitting waits for you until they are answered, or until the deadline takes the default. A new file may \
             answer them.",
        ))
    }

    /// Returns the file for the engine, as one that comes after the report of a sitting.
    pub fn sent_after(&self, sitting: u32) -> Sent {
        Sent {
            since: sitting + 1,
            ..self.sent()
        }
    }

    fn name_report(&self, words: impl Into<String>, sitting: u32) -> Problem {
        Problem::error("E0314", words).at(self.span("turn")).help(format!(
            "The orders on file have not changed. Write `sitting: {sitting}` into the file, to name the report that it \
             answers, and send it again."
        ))
    }
}

/// Formats a value on one line, as people write it.
fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(in_words).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| format!("{key}: {}", in_words(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns true if a body has a list with at least one entry.
fn has_entries(body: &Value) -> bool {
    match body {
        Value::Array(entries) => !entries.is_empty(),
        Value::Object(sections) => sections.values().any(has_entries),
        _ => false,
    }
}
