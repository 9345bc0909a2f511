//! Typing slips: a missing space or a surplus colon. Each diagnosis is confirmed by a trial correction.

use super::{codes, explain::Stop, problem::Problem, suggest::ticked};

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

    /// Finds `-item`: a dash marks an item only when a space follows.
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
}
