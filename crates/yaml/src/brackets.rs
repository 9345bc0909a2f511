//! Missing and surplus commas and brackets. Each diagnosis is confirmed by a trial correction.

use super::{codes, explain::Stop, line::Line, problem::Problem, suggest::ticked};
use serde_saphyr::granit_parser::ErrorKind;
use std::ops::Range;

/// The number of places near the stop that are tried for a surplus comma, and for a missing one.
const NEAREST: usize = 2;

impl Stop<'_> {
    /// Finds a missing comma between two values, or a surplus one.
    pub(super) fn commas(&self) -> Option<Problem> {
        let line = self.line();
        let stop = self.at.checked_sub(line.start)?.min(line.text.len());
        let before = line.text.get(..stop)?;
        let (head, tail) = (
            |at: usize| line.text.get(..at),
            |at: usize| line.text.get(at..),
        );
        let place = |at: usize, width: usize| line.start + at..line.start + at + width;
        let mut near = idle_commas(line.text);
        near.sort_by_key(|at| at.abs_diff(stop));
        near.truncate(NEAREST);
        near.sort_unstable();
        let many = near.into_iter().find_map(|at| {
            let better = [head(at)?, tail(at + 1)?].concat();
            self.cured_by(line, &better).then(|| place(at, 1))
        });
        if let Some(place) = many {
            let problem = Problem::error(codes::COMMA, "a comma too many").at(place);
            return Some(problem.help("remove it"));
        }
        // Commas separate values only inside brackets.
        before.find(['[', '{'])?;
        let spaces = before.rmatch_indices(' ').map(|(at, _)| at);
        spaces
            .chain(tail(stop)?.find(' ').map(|n| stop + n))
            .filter(|at| {
                let head = head(*at).unwrap_or_default();
                !head.is_empty() && !head.ends_with([',', ':', '[', '{', '-', ' '])
            })
            .take(NEAREST)
            .find_map(|at| {
                let better = [head(at)?, ",", tail(at)?].concat();
                self.cured_by(line, &better).then(|| {
                    let problem = Problem::error(codes::COMMA, "a comma is missing here");
                    problem.at(place(at, 1)).help(write(&better))
                })
            })
    }

    /// Finds `- unit: agent-1 to: 4b-2`: several pairs in one line, without braces around or commas between them.
    pub(super) fn pairs(&self) -> Option<Problem> {
        let line = self.line();
        let (start, is_item) = item(line);
        let body = line.text.get(start..)?;
        let pairs = pairs_of(body).filter(|pairs| pairs.len() > 1)?;
        let each: Vec<String> = pairs.iter().map(|(k, v)| format!("{k}: {v}")).collect();
        let head = line.text.get(..start)?;
        let braced = format!("{head}{{{}}}", each.join(", "));
        let place = line.start + start..line.end();
        let message = "several `key: value` pairs in one line";
        let problem = Problem::error(codes::BRACKET, message).at(place);
        if is_item && self.cured_by(line, &braced) {
            return Some(problem.help(format!("put them in braces: {}", ticked(braced.trim()))));
        }
        let apart = format!("{head}{}", each.join(&format!("\n{head}")));
        let listed: Vec<String> = each.iter().map(|pair| ticked(pair)).collect();
        (!is_item && self.cured_by(line, &apart)).then(|| {
            let lines = listed.join(" and ");
            problem.help(format!("write each in a line of its own: {lines}"))
        })
    }

    /// Finds `- unit: agent-1, to: 4b-2}`: the opening brace is missing, or both are.
    pub(super) fn braces(&self) -> Option<Problem> {
        let line = self.line();
        let (start, is_item) = item(line);
        let body = line.text.get(start..)?;
        if body.contains('{') {
            return None;
        }
        let whole = if body.trim_end().ends_with('}') {
            Some((start, format!("{{{body}")))
        } else if body.contains(", ") && body.matches(": ").count() > 1 {
            Some((start, format!("{{{body}}}")))
        } else {
            None
        };
        let inner = || {
            let (key, value) = body.split_once(": ")?;
            let pairs = is_item && pairs_of(value).is_some();
            pairs.then(|| (start + key.len() + 2, format!("{{{}}}", value.trim_end())))
        };
        [whole, inner()]
            .into_iter()
            .flatten()
            .find_map(|(at, better)| {
                let better = format!("{}{better}", line.text.get(..at)?);
                self.cured_by(line, &better).then(|| {
                    let place: Range<usize> = line.start + at..line.end();
                    let message = "several `key: value` pairs in one line stand in braces";
                    let problem = Problem::error(codes::BRACKET, message).at(place);
                    problem.help(write(&better))
                })
            })
    }

    /// Finds a bracket that is open where the parser stopped, if closing it at the end of its line helps.
    pub(super) fn open_bracket(&self) -> Option<Problem> {
        let mut open = self.upwards().take(20).filter_map(|line| {
            let mut open: Vec<(usize, char)> = vec![];
            for (at, c) in line.text.char_indices() {
                match c {
                    '[' | '{' => open.push((at, c)),
                    ']' | '}' => drop(open.pop()),
                    _ => {}
                }
            }
            (!open.is_empty()).then_some((line, open))
        });
        let (line, open) = open.next()?;
        let head = line.text.trim_end().trim_end_matches(',');
        if line.text.contains(" #") {
            return None;
        }
        let close: String = open.iter().rev().map(|(_, c)| closing(*c)).collect();
        let better = format!("{head}{close}");
        let (at, sign) = *open.last()?;
        self.cured_by(line, &better).then(|| {
            let at = line.start + at;
            let message = format!("this `{sign}` is never closed");
            let problem = Problem::error(codes::BRACKET, message).at(at..at + 1);
            problem.help(write(&better))
        })
    }

    /// Finds a bracket that is closed by one of the other kind: its own is missing in front of that.
    pub(super) fn other_bracket(&self, kind: &ErrorKind) -> Option<Problem> {
        let ErrorKind::MismatchedFlowCollectionEnd { open, close } = kind else {
            return None;
        };
        let line = self.line();
        let stop = self.at.checked_sub(line.start)?.min(line.text.len());
        let close_at = stop + line.text.get(stop..)?.find(*close)?;
        let (head, tail) = (line.text.get(..close_at)?, line.text.get(close_at..)?);
        let own = closing(*open);
        let added = format!("{head}{own}{tail}");
        let instead = format!("{head}{own}{}", tail.get(1..)?);
        let mut better = [added, instead].into_iter();
        let better = better.find(|better| self.cured_by(line, better))?;
        let message = format!("`{open}` is closed by `{close}`");
        let problem = Problem::error(codes::BRACKET, message).at(self.here());
        Some(problem.help(write(&better)))
    }
}

/// Returns the commas of a line that separate nothing: at its start, next to another comma, after one of `[{:-`, or
/// outside of brackets after a closing bracket or a quote.
fn idle_commas(line: &str) -> Vec<usize> {
    let mut found = vec![];
    let (mut open, mut last) = (0_usize, None);
    for (at, c) in line.char_indices() {
        match c {
            '[' | '{' => open += 1,
            ']' | '}' => open = open.saturating_sub(1),
            ',' => {
                let idle = match last {
                    None => true,
                    Some((before, ',')) => {
                        found.push(before);
                        true
                    }
                    Some((_, sign)) if "[{:-".contains(sign) => true,
                    Some((_, sign)) => open == 0 && "]}\"'".contains(sign),
                };
                if idle {
                    found.push(at);
                }
            }
            _ => {}
        }
        if c != ' ' {
            last = Some((at, c));
        }
    }
    found.dedup();
    found
}

fn write(better: &str) -> String {
    format!("write {}", ticked(better.trim()))
}

const fn closing(open: char) -> char {
    match open {
        '[' => ']',
        _ => '}',
    }
}

/// Returns where the text of a line begins, after the dash of an item, and whether the line is an item.
fn item(line: Line<'_>) -> (usize, bool) {
    let indent = line.indent();
    let body = line.text.get(indent..).unwrap_or("");
    if body.starts_with("- ") {
        (indent + 2, true)
    } else {
        (indent, false)
    }
}

/// Returns the pairs of `key: value key: value`, with or without commas between them. Returns `None` unless the text
/// begins with a key, each key has a plain value, and the text has no brackets or quotes.
fn pairs_of(text: &str) -> Option<Vec<(&str, &str)>> {
    if text.contains(['{', '}', '[', ']', '"', '\'', '#']) {
        return None;
    }
    let is_key = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let mut keys: Vec<(usize, &str)> = vec![];
    for (colon, _) in text.match_indices(": ") {
        let word = text.get(..colon)?.rsplit([' ', ',']).next()?;
        if is_key(word) {
            keys.push((colon - word.len(), word));
        }
    }
    let ends = keys.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    let pairs = keys.iter().zip(ends).map(|((at, key), end)| {
        let value = text.get(at + key.len() + 1..end)?;
        let value = value.trim().trim_end_matches(',').trim_end();
        (!value.is_empty()).then_some((*key, value))
    });
    let pairs: Vec<(&str, &str)> = pairs.collect::<Option<_>>()?;
    (keys.first()?.0 == 0).then_some(pairs)
}
