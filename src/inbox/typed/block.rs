//! The block of order lines in a text, and the lines before and after it.

use super::{
    Sections, Typed,
    lenient::{Change, plain},
    sections::{is_value, key_of},
    shown,
};
use crate::yaml::{Budget, Document};
use serde_json::Value;
use std::collections::BTreeSet;

/// The lines of one depth of a mail, divided.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    before: Vec<String>,
    /// The order lines, in the spelling of a file.
    lines: Vec<String>,
    changes: BTreeSet<Change>,
    after: Vec<String>,
}

impl Block {
    /// Finds the order lines in a text.
    pub(super) fn find(text: Vec<&str>, sections: &Sections) -> Self {
        let mut block = Self::default();
        let mut rest = text.into_iter().peekable();
        while let Some(line) = rest.next_if(|line| !sections.begin(line)) {
            block.before.push(line.to_owned());
        }
        if rest.peek().is_some() {
            block.lines = comments_above(&mut block.before);
        }
        // Some programs put a blank before the first line of a mail.
        let margin = rest.peek().map_or(0, |line| {
            let line = plain(line).text;
            line.len() - line.trim_start().len()
        });
        let plain = |line: &str| {
            let mut line = plain(line);
            let blanks = line.text.len() - line.text.trim_start().len();
            line.text.drain(..blanks.min(margin));
            line
        };
        let (mut open, mut after_gap) = (0_i64, false);
        while let Some(line) =
            rest.next_if(|line| open > 0 || continues(&plain(line).text, after_gap, sections))
        {
            let line = plain(line);
            after_gap = line.text.trim().is_empty();
            let open_before = open;
            open = (open_before + brackets(&line.text)).max(0);
            block.changes.extend(line.changes);
            // A mail program has broken an entry in two.
            let is_rest = open_before > 0 && !line.text.starts_with(' ');
            match block.lines.last_mut().filter(|_| is_rest) {
                Some(before) => *before = format!("{before} {}", line.text),
                None => block.lines.push(line.text),
            }
        }
        block.after = rest.map(str::to_owned).collect();
        while block
            .lines
            .last()
            .is_some_and(|line| line.trim().is_empty())
        {
            block.lines.pop();
        }
        block
    }

    /// Finds all blocks of order lines in a text.
    pub(super) fn all(text: Vec<&str>, sections: &Sections) -> Vec<Self> {
        let mut blocks = vec![];
        let mut rest: Vec<String> = text.into_iter().map(str::to_owned).collect();
        loop {
            let block = Self::find(rest.iter().map(String::as_str).collect(), sections);
            if !block.has_orders() {
                return blocks;
            }
            rest.clone_from(&block.after);
            blocks.push(block);
        }
    }

    /// Returns the order lines as a text.
    pub(super) fn text(&self) -> String {
        let mut text = self.lines.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    /// Returns true if there are order lines.
    pub(super) fn has_orders(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Returns the lines that are no orders, without empty ones.
    pub(super) fn others(&self) -> Vec<String> {
        let lines = self.before.iter().chain(&self.after);
        let lines = lines.map(|line| line.trim());
        lines
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Returns a sentence for each line outside the block that looks like an order.
    pub(super) fn suspects(&self, sections: &Sections) -> Vec<String> {
        let mut said = vec![];
        let outside = [
            (&self.before, "no section stands above it"),
            (&self.after, "the orders had ended above it"),
        ];
        for (lines, why) in outside {
            for line in lines {
                let text = plain(line).text;
                let why = match suspect(&text, sections) {
                    None => continue,
                    Some(Suspect::Misspelt(near)) => format!("did you mean `{near}:`?"),
                    Some(Suspect::Misplaced) => format!("{why}."),
                };
                said.push(format!(
                    "A line looks like an order and is not part of one: `{}`; {why}",
                    line.trim()
                ));
            }
        }
        shown(said)
    }

    /// Returns the orders, with the other lines.
    pub(super) fn typed(&self, part: &'static str) -> Typed {
        Typed {
            text: self.text(),
            part,
            notes: { self.changes.iter() }
                .map(|change| change.note().to_owned())
                .collect(),
            left: shown(self.others()),
            quoted_tokens: vec![],
        }
    }
}

/// Takes the comments directly above the first section: they are the head of an order form that was pasted whole.
fn comments_above(before: &mut Vec<String>) -> Vec<String> {
    let is_comment = |line: &String| line.trim_start().starts_with('#');
    let others = |line: &String| !is_comment(line) && !line.trim().is_empty();
    let end = before.iter().rposition(others).map_or(0, |at| at + 1);
    let first = before[end..].iter().position(is_comment);
    let comments = first.map_or_else(Vec::new, |first| before.split_off(end + first));
    comments
        .iter()
        .map(|line| plain(line).text.trim_start().to_owned())
        .collect()
}

/// Parses a text as YAML; `None` if it is not valid.
pub(super) fn parsed(text: &str) -> Option<Value> {
    let document = Document::read("form", text.as_bytes(), Budget::Orders).ok()?;
    Some(document.to_json())
}

/// Returns true if a line can stand in the block after its first one. After an empty line, a hyphen may also begin the
/// name of the writer.
fn continues(line: &str, after_gap: bool, sections: &Sections) -> bool {
    let is_item = line.starts_with("- ") || line == "-";
    line.trim().is_empty()
        || line.starts_with([' ', '#'])
        || (is_item && (!after_gap || suspect(line, sections).is_some()))
        || sections.begin_plain(line)
}

/// Returns the number of brackets that a line opens, less those that it closes.
fn brackets(line: &str) -> i64 {
    let code = if line.trim_start().starts_with('#') {
        ""
    } else {
        line.split(" #").next().unwrap_or_default()
    };
    code.chars()
        .map(|c| match c {
            '[' | '{' => 1,
            ']' | '}' => -1,
            _ => 0,
        })
        .sum()
}

/// A line outside the orders that looks like one of them.
enum Suspect<'a> {
    /// An order that stands where none is expected.
    Misplaced,
    /// The section that a misspelt one was probably meant as.
    Misspelt(&'a str),
}

/// Checks whether a line outside the orders, in the spelling of a file, looks like one of them.
fn suspect<'a>(line: &str, sections: &'a Sections) -> Option<Suspect<'a>> {
    let is_collection = |text: &str| text.starts_with(['[', '{']);
    let line = line.trim();
    if let Some((key, value)) = key_of(line) {
        if sections.has(key) {
            // A sentence such as "moves: what do they cost?" is for a person.
            let is_sentence = !is_value(value)
                && (value.ends_with('?') || !value.contains(|c: char| c.is_ascii_digit()));
            return (!is_sentence).then_some(Suspect::Misplaced);
        }
        let near = { sections.near(key) }.filter(|_| is_collection(value) || value.is_empty());
        let misplaced = || is_collection(value).then_some(Suspect::Misplaced);
        return near.map(Suspect::Misspelt).or_else(misplaced);
    }
    let item = line.strip_prefix("- ")?.trim();
    let is_pair = key_of(item).is_some_and(|(_, value)| is_value(value));
    (is_collection(item) || is_pair || item == "hold").then_some(Suspect::Misplaced)
}
