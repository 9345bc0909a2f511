//! Slips of the hand: a space, a comma or a bracket too few or too many, each confirmed by mending it.

use super::{codes, explain::Stop, problem::Problem, suggest::ticked};
use std::ops::Range;

impl Stop<'_> {
    pub(super) fn colon_space(&self) -> Option<Problem> {
        self.upwards().take(2).find_map(|line| {
            let item = line.text.trim_start().trim_start_matches("- ");
            let (key, value) = item.split_once(':')?;
            let word = key.starts_with(|c: char| c.is_alphabetic())
                && key.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
            if !word || value.is_empty() || value.starts_with([' ', '/', ':']) {
                return None;
            }
            let colon = line.text.find(':')?;
            let (head, tail) = line.text.split_at(colon + 1);
            if !self.cured_by(line, &format!("{head} {tail}")) {
                return None;
            }
            let at = line.start + colon;
            let problem = Problem::error(codes::COLON_SPACE, "no space after this colon");
            let right = ticked(&format!("{key}: {value}"));
            Some(problem.at(at..at + 1).help(format!("write {right}")))
        })
    }

    pub(super) fn colon_in_text(&self) -> Option<Problem> {
        let line = self.line();
        let colon = line.text.find(": ")?;
        let value = line.text.get(colon + 2..)?;
        let inner = value
            .find(": ")
            .or_else(|| value.strip_suffix(':').map(str::len))?;
        if value
            .trim_start()
            .starts_with(['"', '\'', '[', '{', '|', '>'])
        {
            return None;
        }
        let quoted = format!("'{}'", value.trim().replace('\'', "''"));
        let head = line.text.get(..colon + 2)?;
        if !self.cured_by(line, &format!("{head}{quoted}")) {
            return None;
        }
        let at = line.start + colon + 2 + inner;
        let problem = Problem::error(codes::COLON, "a colon inside a text that is not quoted");
        let right = ticked(&format!("{}{quoted}", head.trim_start()));
        Some(
            problem
                .at(at..at + 1)
                .help(format!("put quotes around the text: {right}")),
        )
    }

    /// `-item`: a dash is only one when a space follows.
    pub(super) fn dash_space(&self) -> Option<Problem> {
        let line = self.line();
        let body = line.text.trim_start().strip_prefix('-')?;
        if body.is_empty() || body.starts_with([' ', '-']) {
            return None;
        }
        let at = line.start + line.indent();
        let better = format!("{}- {body}", " ".repeat(line.indent()));
        self.cured_by(line, &better).then(|| {
            let problem = Problem::error(codes::COLON_SPACE, "no space after this dash");
            let right = ticked(&format!("- {body}"));
            problem.at(at..at + 1).help(format!("write {right}"))
        })
    }

    /// A comma too few between two values, or one too many.
    pub(super) fn commas(&self) -> Option<Problem> {
        let line = self.line();
        let stop = self.at.checked_sub(line.start)?.min(line.text.len());
        let before = line.text.get(..stop)?;
        let (head, tail) = (
            |at: usize| line.text.get(..at),
            |at: usize| line.text.get(at..),
        );
        let place = |at: usize, width: usize| line.start + at..line.start + at + width;
        let many = line.text.match_indices(',').find_map(|(at, _)| {
            let better = [head(at)?, tail(at + 1)?].concat();
            self.cured_by(line, &better).then(|| place(at, 1))
        });
        if let Some(place) = many {
            let problem = Problem::error(codes::COMMA, "a comma too many").at(place);
            return Some(problem.help("remove it"));
        }
        // Only inside brackets do commas part anything.
        before.find(['[', '{'])?;
        let spaces = before.rmatch_indices(' ').map(|(at, _)| at);
        spaces
            .chain(tail(stop)?.find(' ').map(|n| stop + n))
            .take(6)
            .find_map(|at| {
                let better = [head(at)?, ",", tail(at)?].concat();
                let one_too_few = !head(at)?.ends_with([',', ':', '[', '{', '-']);
                (one_too_few && self.cured_by(line, &better)).then(|| {
                    let problem = Problem::error(codes::COMMA, "a comma is missing here");
                    let right = ticked(better.trim());
                    problem.at(place(at, 1)).help(format!("write {right}"))
                })
            })
    }

    /// `- unit: agent-1, to: 4b-2`: several pairs in one line want braces around them.
    pub(super) fn braces(&self) -> Option<Problem> {
        let line = self.line();
        let indent = line.indent();
        let body = line.text.get(indent..)?;
        let (dash, body) = match body.strip_prefix("- ") {
            Some(body) => ("- ", body),
            None => ("", body),
        };
        let start = indent + dash.len();
        let whole = if body.contains('{') {
            None
        } else if body.trim_end().ends_with('}') {
            Some((start, format!("{{{body}")))
        } else if body.contains(", ") && body.matches(": ").count() > 1 {
            Some((start, format!("{{{body}}}")))
        } else {
            None
        };
        let inner = || {
            let (key, value) = body.split_once(": ")?;
            let pairs = !dash.is_empty() && value.contains(": ") && !value.starts_with(['{', '[']);
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
                    problem.help(format!("write {}", ticked(better.trim())))
                })
            })
    }
}
