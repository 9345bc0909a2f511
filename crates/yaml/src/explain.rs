//! The reason why a text is not YAML, described as the mistake that was probably made.
//!
//! A parser reports where it could not go on, which is often not where the mistake is. So each common mistake is tried:
//! if the parser gets further once it is corrected, that was it. A hint is given only if it is confirmed in this way,
//! or by what the parser says.

use super::{
    codes,
    line::Line,
    lint::{is_odd_space, nbsp},
    parse::{self, Limits, stops_at},
    problem::{Problem, line_of},
    said::{mixed, said},
    suggest::ticked,
};
use serde_saphyr::granit_parser::ErrorKind;
use std::{cell::Cell, ops::Range};

/// Maximum number of corrections tried for one file; each parses the text once more. Each kind of mistake tries the few
/// that are nearest to the place where the parser stopped.
pub(super) const TRIALS: usize = 6;

/// The result of parsing a changed text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trial {
    /// The parser reads it to its end.
    Whole,
    /// The parser stops in it, at this byte.
    Stops(usize),
    /// It was not parsed: the file's corrections are used up.
    Spent,
}

/// Describes the error at the byte of the text where the parser stopped.
pub(super) fn explain(text: &str, kind: &ErrorKind, at: usize, limits: Limits) -> Problem {
    if matches!(kind, ErrorKind::RecursionLimitExceeded) {
        return parse::too_deep(limits.depth, at..at);
    }
    Stop::new(text, at).explain(kind)
}

/// The place where the parser stopped.
pub(super) struct Stop<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// The lines up to and including the one it stopped in.
    lines: Vec<Line<'a>>,
    /// The number of corrections tried so far.
    pub(super) trials: Cell<usize>,
}

impl<'a> Stop<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        let mut lines = Vec::new();
        let mut rest = 0;
        while rest <= at && rest <= text.len() {
            let line = Line::at(text, rest);
            lines.push(line);
            let crlf = text
                .get(line.end()..)
                .is_some_and(|end| end.starts_with("\r\n"));
            rest = line.end() + if crlf { 2 } else { 1 };
        }
        // The end of the text is no line to point at, so the last line that is not blank is used.
        while lines.len() > 1 && lines.last().is_some_and(|line| line.is_blank()) {
            lines.pop();
        }
        let trials = Cell::new(0);
        Self {
            text,
            at,
            lines,
            trials,
        }
    }

    /// Describes the error at this place.
    pub(super) fn explain(&self, kind: &ErrorKind) -> Problem {
        self.mail()
            .or_else(|| self.signature())
            .or_else(|| self.odd_spaces())
            .or_else(|| self.tab(kind))
            .or_else(|| self.smart_quotes())
            .or_else(|| self.open_quote(kind))
            .or_else(|| self.dash_space())
            .or_else(|| self.colon_space())
            .or_else(|| self.commas())
            .or_else(|| self.braces())
            .or_else(|| self.pairs())
            .or_else(|| self.open_bracket())
            .or_else(|| self.other_bracket(kind))
            .or_else(|| said(kind, self.here(), self.text))
            .or_else(|| self.too_deep_line())
            .or_else(|| self.misaligned())
            .or_else(|| mixed(kind, self.line(), self.here()))
            .or_else(|| self.colon_in_text())
            .or_else(|| self.prose())
            .unwrap_or_else(|| self.general(kind))
    }

    /// The line it stopped in.
    pub(super) fn line(&self) -> Line<'a> {
        let start = Line { start: 0, text: "" };
        self.lines.last().copied().unwrap_or(start)
    }

    /// Returns the lines that are not blank, nearest first.
    pub(super) fn upwards(&self) -> impl Iterator<Item = Line<'a>> + '_ {
        self.lines
            .iter()
            .rev()
            .copied()
            .filter(|line| !line.is_blank())
    }

    /// Checks whether the parser gets past this line once the text is changed.
    fn cures(&self, changed: &str) -> bool {
        self.gets_past(changed, 0)
    }

    /// Checks whether the parser gets past this line once the text is changed, if the change added lines to the text.
    fn gets_past(&self, changed: &str, more: usize) -> bool {
        let line = |text, at| line_of(text, at).0;
        match self.read(changed) {
            Trial::Spent => false,
            Trial::Whole => true,
            Trial::Stops(at) => line(changed, at) > line(self.text, self.at) + more,
        }
    }

    /// Parses a changed text, unless the file's corrections are used up.
    fn read(&self, changed: &str) -> Trial {
        let tried = self.trials.get();
        if tried >= TRIALS {
            return Trial::Spent;
        }
        self.trials.set(tried + 1);
        stops_at(changed).map_or(Trial::Whole, Trial::Stops)
    }

    /// Checks whether the parser gets past this line once one line is written in another way.
    pub(super) fn cured_by(&self, line: Line<'_>, better: &str) -> bool {
        let (before, after) = (self.text.get(..line.start), self.text.get(line.end()..));
        let changed = [before.unwrap_or(""), better, after.unwrap_or("")].concat();
        self.gets_past(&changed, better.matches('\n').count())
    }

    fn mail(&self) -> Option<Problem> {
        let first = self.lines.iter().find(|line| !line.is_blank());
        let line = [self.line()]
            .into_iter()
            .chain(first.copied())
            .find(|line| line.text.starts_with('>'))?;
        let message = "this line begins with `>`, as mail programs quote";
        let problem = Problem::error(codes::MAIL, message).at(line.start..line.start + 1);
        Some(problem.help("remove the `> ` from all lines, or attach the file instead"))
    }

    fn signature(&self) -> Option<Problem> {
        let line = self
            .lines
            .iter()
            .find(|line| line.text.trim_end() == "--")?;
        let above = self.text.get(..line.start)?;
        if self.read(above) != Trial::Whole {
            return None;
        }
        let problem = Problem::error(codes::SIGNATURE, "a mail signature begins here");
        let problem = problem.at(line.start..line.end());
        Some(problem.help("remove this line and what follows it"))
    }

    fn odd_spaces(&self) -> Option<Problem> {
        let odd = |line: &Line<'_>| {
            let indent = line.text.find(|c: char| c != ' ' && !is_odd_space(c));
            let indent = line.text.get(..indent.unwrap_or(0)).unwrap_or("");
            let at = line.start + indent.find(is_odd_space)?;
            let width = self.text.get(at..)?.chars().next()?.len_utf8();
            Some(at..at + width)
        };
        let place = self.lines.iter().find_map(odd)?;
        let changed: String = self
            .text
            .chars()
            .map(|c| if is_odd_space(c) { ' ' } else { c })
            .collect();
        self.cures(&changed).then(|| nbsp(place))
    }

    fn tab(&self, kind: &ErrorKind) -> Option<Problem> {
        let tab = |line: Line<'_>| {
            let indent = line.text.len() - line.text.trim_start_matches([' ', '\t']).len();
            let at = line.text.get(..indent)?.find('\t')?;
            Some(line.start + at..line.start + indent)
        };
        let named = matches!(
            kind,
            ErrorKind::TabNotAllowed
                | ErrorKind::TabInBlockIndentation
                | ErrorKind::TabInIndentation
                | ErrorKind::TabAtBlockScalarStart
        );
        let place = if matches!(kind, ErrorKind::TabInPlainScalar) {
            // The parser points at the text, and the tab is in a line that continues it.
            let next = |line: &Line<'_>| {
                let start = self
                    .text
                    .get(line.end()..)?
                    .find(|c| !matches!(c, '\r' | '\n'))?;
                Some(Line::at(self.text, line.end() + start))
            };
            std::iter::successors(Some(self.line()), next).find_map(tab)?
        } else if named {
            self.upwards().take(2).find_map(tab)?
        } else {
            let place = self.lines.iter().copied().find_map(tab)?;
            // Try the widths of the lines around it; that may be 0.
            let widths = ["  ", "    ", "        ", ""];
            widths
                .iter()
                .any(|width| self.cures(&self.text.replace('\t', width)))
                .then_some(place)?
        };
        let problem = Problem::error(codes::TAB, "a tab in the indentation").at(place);
        Some(problem.help("indent with spaces; YAML does not take tabs here"))
    }

    fn smart_quotes(&self) -> Option<Problem> {
        let line = self.line();
        let smart = |c| matches!(c, '“' | '”' | '„' | '‟');
        let at = line.text.find(smart)?;
        let better = line.text.replace(smart, "\"");
        if !self.cured_by(line, &better) {
            return None;
        }
        let at = line.start + at;
        let width = self.text.get(at..)?.chars().next()?.len_utf8();
        let message = "typographic quotation marks do not quote";
        let problem = Problem::error(codes::SMART_QUOTES, message).at(at..at + width);
        Some(problem.help("use the straight quote `\"`"))
    }

    /// Finds an unclosed quote; its opening is found by closing it at the end of its line.
    fn open_quote(&self, kind: &ErrorKind) -> Option<Problem> {
        let named = matches!(
            kind,
            ErrorKind::UnclosedQuotedScalar
                | ErrorKind::DocumentIndicatorInQuotedScalar
                | ErrorKind::InvalidQuotedScalarIndent
                | ErrorKind::InvalidTrailingSingleQuotedScalar
                | ErrorKind::InvalidTrailingDoubleQuotedScalar
                | ErrorKind::UnknownQuotedScalarEscape
        );
        if !named {
            return None;
        }
        let opened = |line: Line<'a>| {
            let head = line.text.trim_end();
            let mut quotes = head.match_indices(['"', '\'']);
            let (at, quote) = quotes.find(|&(at, quote)| {
                let before = head.get(..at).unwrap_or("").trim_end_matches(' ');
                (before.is_empty() || before.ends_with([':', '-', '[', '{', ',']))
                    && !head.get(at + 1..).unwrap_or("").contains(quote)
            })?;
            self.cured_by(line, &format!("{head}{quote}"))
                .then_some(line.start + at)
        };
        let at = self.upwards().take(20).find_map(opened)?;
        Some(Problem::error(codes::QUOTE, "this quote is never closed").at(at..at + 1))
    }

    /// Finds a line that is indented under a key that already has its value.
    fn too_deep_line(&self) -> Option<Problem> {
        let mut upwards = self.upwards();
        let (line, above) = (upwards.next()?, upwards.next()?);
        let (_, value) = above.text.split_once(": ")?;
        let value = value.trim_start();
        if line.indent() <= above.indent() || value.is_empty() || value.starts_with(['|', '>', '#'])
        {
            return None;
        }
        let body = line.text.trim_start();
        // A key beside the first key of an item stands under that key, not under the dash.
        let dash = above.text.trim_start();
        let dashes = dash.len() - dash.trim_start_matches(['-', ' ']).len();
        let better = " ".repeat(above.indent() + dashes) + body;
        if !self.cured_by(line, &better) {
            return None;
        }
        let message = "this line is indented under a line that has its value already";
        let at = line.start + line.indent();
        let problem = Problem::error(codes::INDENT, message).at(at..line.end());
        let column = above.indent() + dashes + 1;
        let first = ticked(dash.trim_start_matches(['-', ' ']));
        Some(problem.help(format!(
            "if it is a key of its own, begin it in column {column}, as {first} above; \
             if it belongs to the text above, put quotes around the whole text"
        )))
    }

    /// Finds words in front of the first `key: value`, such as a greeting.
    fn prose(&self) -> Option<Problem> {
        let line = self.line();
        let (key, _) = line.text.split_once(':')?;
        let mut above: Vec<Line<'_>> = self.upwards().skip(1).collect();
        if above.is_empty() || above.iter().any(|line| line.text.contains(": ")) {
            return None;
        }
        if self.read(self.text.get(line.start..)?) != Trial::Whole {
            return None;
        }
        let first = above.pop()?;
        let problem = Problem::error(codes::NO_COLON, "this line is not `key: value`");
        let key = ticked(key);
        Some(problem.at(first.start..first.end()).help(format!(
            "remove what stands before {key}, or begin each line of it with `# `"
        )))
    }

    /// Finds a line that begins in a column where no line above it begins.
    fn misaligned(&self) -> Option<Problem> {
        let line = self.line();
        let mut open: Vec<usize> = Vec::new();
        for above in self.upwards().skip(1) {
            let least = open.last().copied().unwrap_or(usize::MAX);
            if above.indent() < least {
                open.push(above.indent());
            }
        }
        if open.contains(&line.indent()) {
            return None;
        }
        let body = line.text.trim_start();
        let right: Vec<usize> = open
            .into_iter()
            .take(8)
            .filter(|&indent| self.cured_by(line, &(" ".repeat(indent) + body)))
            .collect();
        if right.is_empty() {
            return None;
        }
        let columns: Vec<String> = right.iter().map(|n| (n + 1).to_string()).collect();
        let message = "this line does not begin in the column of any line it could belong to";
        let at = line.start + line.indent();
        let problem = Problem::error(codes::INDENT, message).at(at..line.end());
        Some(problem.help(format!(
            "it begins in column {}; begin it in column {}",
            line.indent() + 1,
            columns.join(" or ")
        )))
    }

    fn general(&self, kind: &ErrorKind) -> Problem {
        Problem::error(codes::NOT_YAML, format!("this is not YAML: {kind}")).at(self.here())
    }

    /// Returns the span of one character at the place, or the end of the last line that is not blank.
    pub(super) fn here(&self) -> Range<usize> {
        let line = self.line();
        if self.at > line.end() {
            return line.end()..line.end();
        }
        let width = self
            .text
            .get(self.at..)
            .and_then(|rest| rest.chars().next());
        let width = width.filter(|c| !matches!(c, '\r' | '\n'));
        self.at..self.at + width.map_or(0, char::len_utf8)
    }
}
