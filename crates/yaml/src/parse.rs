//! Parsing of text into nodes, through the event parser, in a strict profile.

use super::codes;
use super::node::{Entry, Kind, Node};
use super::problem::Problem;
use super::suggest::ticked;
use serde_saphyr::granit_parser::{
    ErrorKind, Event, Options, Parser, ScalarStyle, ScanError, Span, StructureStyle, options,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// Maximum number of problems that are reported at once.
const MOST: usize = 20;

/// The size limits of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub depth: usize,
    pub nodes: usize,
}

/// The reason why a text has no tree.
#[derive(Debug)]
pub(super) enum Failure {
    /// The parser stopped at this byte; the error still has to be explained.
    Scan(ErrorKind, usize),
    /// The text is YAML, but not in the strict profile.
    Refused(Vec<Problem>),
}

/// Reads one document; `None` when the text holds no value at all.
pub(super) fn parse(text: &str, limits: Limits) -> Result<Option<Node>, Failure> {
    let mut builder = Builder {
        text,
        limits,
        stack: Vec::new(),
        root: None,
        problems: Vec::new(),
        nodes: 0,
        documents: 0,
    };
    for next in Parser::new_from_str_with_options(text, strict(limits.depth)) {
        let (event, span) = next.map_err(|error| builder.scan(&error))?;
        let range = span.byte_range().unwrap_or(0..0);
        if !builder.take(event, &span, range) {
            return Err(Failure::Refused(builder.problems));
        }
    }
    if builder.problems.is_empty() {
        Ok(builder.root)
    } else {
        Err(Failure::Refused(builder.problems))
    }
}

/// Returns the byte where the parser stops, if it does; possible corrections are tried with it.
pub(super) fn stops_at(text: &str) -> Option<usize> {
    Parser::new_from_str_with_options(text, strict(32))
        .find_map(Result::err)
        .map(|error| offset(text, &error))
}

fn strict(depth: usize) -> Options {
    options! {
        disallow_directives: true,
        emit_comments: false,
        // An alias is refused here, with a better message than "unknown anchor".
        emit_unresolved_aliases: true,
        flow_nesting_limit: depth,
        block_nesting_limit: depth,
    }
}

fn offset(text: &str, error: &ScanError) -> usize {
    let at = error.marker().byte_offset().unwrap_or(0).min(text.len());
    (0..=at)
        .rev()
        .find(|&n| text.is_char_boundary(n))
        .unwrap_or(0)
}

struct Builder<'a> {
    text: &'a str,
    limits: Limits,
    stack: Vec<Open>,
    root: Option<Node>,
    problems: Vec<Problem>,
    nodes: usize,
    documents: usize,
}

/// A list or map whose end was not read yet.
struct Open {
    flow: bool,
    start: usize,
    end: usize,
    items: Vec<Node>,
    entries: Vec<Entry>,
    keys: BTreeSet<String>,
    key: Option<(String, Range<usize>)>,
    is_map: bool,
}

impl Builder<'_> {
    fn scan(&mut self, error: &ScanError) -> Failure {
        // A refusal before the parser stopped is the earlier and clearer message.
        if self.problems.is_empty() {
            Failure::Scan(error.kind().clone(), offset(self.text, error))
        } else {
            Failure::Refused(std::mem::take(&mut self.problems))
        }
    }

    /// Handles one event. Returns `false` when parsing should stop.
    fn take(&mut self, event: Event<'_>, span: &Span, range: Range<usize>) -> bool {
        if event.is_node() {
            self.nodes += 1;
            if self.nodes > self.limits.nodes {
                let most = self.limits.nodes;
                let message = format!("more than {most} values in one file");
                self.refuse(codes::TOO_MUCH, message, range);
                return false;
            }
            self.properties(&event, span, &range);
        }
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    let message = "a second YAML document begins here".to_owned();
                    self.refuse(codes::DOCUMENTS, message, range);
                    return false;
                }
            }
            Event::Scalar(text, style, ..) => self.scalar(text.into_owned(), style, range),
            Event::SequenceStart(style, ..) => return self.open(style, range, false),
            Event::MappingStart(style, ..) => return self.open(style, range, true),
            Event::SequenceEnd | Event::MappingEnd => self.close(&range),
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                let name = self.text.get(range.clone()).unwrap_or("*");
                let message = format!("{} is an alias in YAML, and not taken here", ticked(name));
                self.refuse(codes::REFUSED, message, range.clone());
                self.help("put quotes around a text that begins with `*`");
                // An empty value is put here, because otherwise the rest of the map would be read shifted.
                self.put(Node::quoted(String::new(), range));
            }
            _ => {}
        }
        self.problems.len() < MOST
    }

    fn refuse(&mut self, code: &'static str, message: String, range: Range<usize>) {
        self.problems.push(Problem::error(code, message).at(range));
    }

    fn help(&mut self, help: &str) {
        if let Some(problem) = self.problems.last_mut() {
            problem.help = Some(help.to_owned());
        }
    }

    fn properties(&mut self, event: &Event<'_>, span: &Span, range: &Range<usize>) {
        if !event.is_alias() && event.anchor_id().is_some_and(|id| id > 0) {
            let before = self.text.get(..range.start).unwrap_or("");
            let at = before.rfind('&').unwrap_or(range.start);
            let end = before
                .get(at..)
                .and_then(|rest| rest.find(char::is_whitespace));
            let place = at..end.map_or(range.start, |n| at + n);
            let name = self.text.get(place.clone()).unwrap_or("&");
            let message = format!("{} is an anchor in YAML, and not taken here", ticked(name));
            self.refuse(codes::REFUSED, message, place);
            self.help("put quotes around a text that begins with `&`");
        }
        if event.tag().is_some() {
            let place = span.tag_span().and_then(|tag| tag.byte_range());
            let place = place.unwrap_or_else(|| range.clone());
            let name = self.text.get(place.clone()).unwrap_or("!");
            let message = format!("{} is a tag in YAML, and not taken here", ticked(name));
            self.refuse(codes::REFUSED, message, place);
            self.help("put quotes around a text that begins with `!`");
        }
    }

    fn scalar(&mut self, mut text: String, style: ScalarStyle, range: Range<usize>) {
        // The parser returns `~` for a missing value.
        if range.is_empty() && style == ScalarStyle::Plain {
            text.clear();
        }
        let wants_key = matches!(self.stack.last(), Some(top) if top.is_map && top.key.is_none());
        let plain = style == ScalarStyle::Plain;
        if wants_key {
            self.key(text, plain, range);
        } else if plain {
            self.put(Node::plain(text, range));
        } else {
            self.put(Node::quoted(text, range));
        }
    }

    fn key(&mut self, key: String, plain: bool, range: Range<usize>) {
        if plain && key == "<<" {
            let message = "`<<` is a merge key in YAML, and not taken here".to_owned();
            self.refuse(codes::REFUSED, message, range.clone());
        } else if key.is_empty() {
            let message = "there is no key before this colon".to_owned();
            self.refuse(codes::BAD_KEY, message, range.clone());
        }
        let Some(top) = self.stack.last_mut() else {
            return;
        };
        if !top.keys.insert(key.clone()) {
            let first = top.entries.iter().find(|entry| entry.key == key);
            let line = first.map_or(0, |entry| {
                super::problem::position(self.text, entry.key_span.start).0
            });
            let message = format!("the key {} is given twice", ticked(&key));
            let mut problem = Problem::error(codes::DUPLICATE_KEY, message)
                .at(range.clone())
                .label("given again here");
            problem
                .notes
                .push(format!("it was first given in line {line}"));
            self.problems.push(problem);
        }
        top.key = Some((key, range));
    }

    fn open(&mut self, style: StructureStyle, range: Range<usize>, is_map: bool) -> bool {
        if matches!(self.stack.last(), Some(top) if top.is_map && top.key.is_none()) {
            let what = if is_map { "`{…}`" } else { "a list" };
            let message = format!("{what} cannot be the key before a colon");
            self.refuse(codes::BAD_KEY, message, range);
            return false;
        }
        if self.stack.len() >= self.limits.depth {
            self.problems.push(too_deep(self.limits.depth, range));
            return false;
        }
        self.stack.push(Open {
            flow: style == StructureStyle::Flow,
            start: range.start,
            end: range.end,
            items: Vec::new(),
            entries: Vec::new(),
            keys: BTreeSet::new(),
            key: None,
            is_map,
        });
        true
    }

    fn close(&mut self, range: &Range<usize>) {
        let Some(done) = self.stack.pop() else {
            return;
        };
        // A block ends where its last value ends; the parser returns the start of the next line.
        let end = if done.flow { range.end } else { done.end };
        let kind = if done.is_map {
            Kind::Map(done.entries)
        } else {
            Kind::List(done.items)
        };
        self.put(Node {
            kind,
            span: done.start..end.max(done.start),
            text: String::new(),
        });
    }

    fn put(&mut self, mut node: Node) {
        let Some(top) = self.stack.last_mut() else {
            self.root = Some(node);
            return;
        };
        // A missing value is shown at its key; the parser would point at the next line.
        if let (true, Some((_, key))) = (node.span.is_empty(), &top.key) {
            node.span = key.clone();
        }
        top.end = top.end.max(node.span.end);
        if !top.is_map {
            top.items.push(node);
        } else if let Some((key, key_span)) = top.key.take() {
            top.end = top.end.max(key_span.end);
            top.entries.push(Entry {
                key,
                key_span,
                value: node,
            });
        } else {
            // This is an alias as a key. It was refused already, but parsing needs a key to continue.
            top.key = Some((String::new(), node.span));
        }
    }
}

/// Returns the problem of a text that is nested too deeply.
pub(super) fn too_deep(depth: usize, range: Range<usize>) -> Problem {
    let message = format!("nested more than {depth} levels deep");
    Problem::error(codes::TOO_MUCH, message).at(range)
}
