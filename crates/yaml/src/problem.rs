//! The problems of a file, and three ways to show them.

use super::{Source, hidden::is_hidden};

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use std::{collections::HashSet, fmt, ops::Range};

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but it may not say what was meant.
    Warning,
}

/// One problem of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A stable code, such as `E0103`.
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The error, in one line.
    pub message: String,
    /// The place, in bytes of the source text.
    pub span: Option<Range<usize>>,
    /// A few words for the place itself.
    pub label: Option<String>,
    /// Further notes.
    pub notes: Vec<String>,
    /// The remedy.
    pub help: Option<String>,
}

impl Problem {
    /// Creates an error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            span: None,
            label: None,
            notes: Vec::new(),
            help: None,
        }
    }

    /// Creates a warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, message)
        }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets a few words for the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Sets the remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Renders the problem as one line: `orders.yaml:3:5: error[E0103]: …`.
    pub fn one_line(&self, source: &Source) -> String {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let place = self.span.as_ref().map_or_else(String::new, |span| {
            let (line, column) = source.position(span.start);
            format!(":{line}:{column}")
        });
        let name = flat(&source.name);
        let message = flat(&self.message);
        format!("{name}{place}: {severity}[{}]: {message}", self.code)
    }

    /// Renders the problem as a compiler does: the line, a caret under the place, notes and help.
    pub fn render(&self, source: &Source, styled: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = level
            .primary_title(flat(&self.message))
            .id(self.code)
            .elements(Vec::<Origin<'_>>::new());
        if let Some(span) = &self.span {
            let (line, column) = source.position(span.start);
            let (text, place, cut) = excerpt(&source.text, span);
            let mark = AnnotationKind::Primary
                .span(place)
                .label(self.label.as_deref());
            let snippet = Snippet::source(text).line_start(line).annotation(mark);
            if cut {
                // The column cannot be counted in a shortened line, so it is given.
                let origin = Origin::path(source.name.as_str()).line(line);
                group = group.element(origin.char_column(column)).element(snippet);
            } else {
                group = group.element(snippet.path(source.name.as_str()));
            }
        } else {
            group = group.element(Origin::path(source.name.as_str()));
        }
        for note in &self.notes {
            group = group.element(Level::NOTE.message(flat(note)));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(flat(help)));
        }
        let renderer = if styled {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let mut out = renderer.render(&[group]);
        out.push('\n');
        out
    }

    fn to_json(&self, source: &Source) -> serde_json::Value {
        let place = |at: usize| {
            let (line, column) = source.position(at);
            serde_json::json!({"line": line, "column": column})
        };
        serde_json::json!({
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "file": source.name,
            "start": self.span.as_ref().map(|span| place(span.start)),
            "end": self.span.as_ref().map(|span| place(span.end.max(span.start))),
            "label": self.label,
            "notes": self.notes,
            "help": self.help,
        })
    }
}

/// All problems of one file, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    /// The file.
    pub source: Source,
    /// The problems.
    pub list: Vec<Problem>,
}

impl Problems {
    /// Sorts the problems of a file by their places, drops duplicates, and limits their number; errors are kept before
    /// warnings.
    pub fn new(mut source: Source, mut list: Vec<Problem>) -> Self {
        source.name = flat(&source.name);
        let place = |p: &Problem| p.span.as_ref().map(|span| span.start);
        list.sort_by_key(|p| (p.severity, place(p)));
        let mut seen = HashSet::new();
        list.retain(|p| seen.insert((p.code, p.span.clone(), p.message.clone())));
        let more = list.len().saturating_sub(MOST);
        list.truncate(MOST);
        list.sort_by_key(place);
        if let Some(last) = list.last_mut().filter(|_| more > 0) {
            let note = format!("{more} more of this file are not shown");
            last.notes.push(note);
        }
        Self { source, list }
    }

    /// Checks whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.list
            .iter()
            .any(|problem| problem.severity == Severity::Error)
    }

    /// Renders all of them as a compiler does.
    pub fn render(&self, styled: bool) -> String {
        let shown: Vec<String> = self
            .list
            .iter()
            .map(|problem| problem.render(&self.source, styled))
            .collect();
        shown.join("\n")
    }

    /// Renders one line for each.
    pub fn lines(&self) -> String {
        let mut out = String::new();
        for problem in &self.list {
            out.push_str(&problem.one_line(&self.source));
            out.push('\n');
        }
        out
    }

    /// Returns a JSON list of them.
    pub fn to_json(&self) -> serde_json::Value {
        self.list
            .iter()
            .map(|problem| problem.to_json(&self.source))
            .collect()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.lines().trim_end())
    }
}

impl std::error::Error for Problems {}

/// Returns line and column of a byte, both from 1; columns count characters.
///
/// A line ends with LF, CR LF or CR, as in YAML.
pub(super) fn position(text: &str, at: usize) -> (usize, usize) {
    let (line, range) = line_of(text, at);
    let at = floor(text, at).clamp(range.start, range.end);
    let column = text.get(range.start..at).map_or(0, |s| s.chars().count());
    (line, column + 1)
}

/// Returns the number of the line that a byte is in, and the range of that line without its end.
pub(super) fn line_of(text: &str, at: usize) -> (usize, Range<usize>) {
    let at = at.min(text.len());
    let bytes = text.as_bytes();
    let (mut line, mut start, mut n) = (1, 0, 0);
    while n < bytes.len() {
        let width = match bytes[n] {
            b'\r' if bytes.get(n + 1) == Some(&b'\n') => 2,
            b'\r' | b'\n' => 1,
            _ => 0,
        };
        if width == 0 {
            n += 1;
            continue;
        }
        if at < n + width {
            return (line, start..n);
        }
        line += 1;
        n += width;
        start = n;
    }
    (line, start..text.len())
}

/// Returns the text as one line that is safe for a terminal, for any content of a file.
pub fn flat(text: &str) -> String {
    let shown = |c: char| match c {
        _ if c.is_control() => ' ',
        _ if is_hidden(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    text.chars().map(shown).collect()
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns the line of a place, cut to a length that can be shown; the place in it; and whether its head was cut.
fn excerpt(text: &str, span: &Range<usize>) -> (String, Range<usize>, bool) {
    const BEFORE: usize = 60;
    const WHOLE: usize = 400;
    let (_, line) = line_of(text, span.start);
    let start = floor(text, span.start).clamp(line.start, line.end);
    // A place that goes on in the next line is shown to the end of this one.
    let end = floor(text, span.end).clamp(start, line.end);
    let part = |range: Range<usize>| text.get(range).unwrap_or("").chars();
    let shown = |c: char| {
        if is_hidden(c) {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };

    let mut out = String::new();
    let head = part(line.start..start);
    let length = head.clone().count();
    let cut = length > WHOLE;
    if cut {
        out.push('…');
        out.extend(head.skip(length - BEFORE).map(shown));
    } else {
        out.extend(head.map(shown));
    }
    let from = out.len();
    out.extend(part(start..end).take(WHOLE).map(shown));
    let to = out.len();
    let rest = part(start..line.end).count();
    let middle = part(start..end).count();
    out.extend(
        part(end..line.end)
            .take(WHOLE.saturating_sub(middle))
            .map(shown),
    );
    if rest > WHOLE {
        out.push('…');
    }
    (out, from..to, cut)
}

/// Maximum number of errors that are reported at once.
pub(crate) const MOST: usize = 20;
