//! The YAML that people write and that the program saves, and its diagnostics.
//!
//! This crate is the only place of chronojudge that names another YAML crate. Files that people write go through [`Document`], which is
//! strict and knows the line and column of every value; files that the program saves go through [`keep`].
//!
//! ```
//! use chronojudge_yaml::{Budget, Document};
//!
//! #[derive(Debug, serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Orders {
//!     game: String,
//!     moves: Vec<String>,
//! }
//!
//! let text = "game: gem\nmovs: [agent-1]\n";
//! let document = Document::read("orders.yaml", text.as_bytes(), Budget::Orders).expect("YAML");
//! let problems = document.decode_all::<Orders>().expect_err("a misspelt key");
//! let shown = document.problems(problems).render(false);
//! assert!(shown.contains("orders.yaml:2:1"), "{shown}");
//! assert!(shown.contains("`moves`"), "{shown}");
//! ```

#![forbid(unsafe_code)]
#![warn(unnameable_types, unreachable_pub)] // the word `pub` marks what an outsider can call
#![allow(clippy::result_large_err)] // a problem is a large value, but it is created only for a file with an error

mod brackets;
mod codes;
mod collect;
mod decode;
mod explain;
pub mod flow;
mod hidden;
pub mod keep;
mod line;
mod lint;
mod node;
mod parse;
mod plain;
mod problem;
mod said;
mod slips;
mod suggest;
mod wrong;

#[cfg(test)]
mod tests;

pub use codes::{CODES, Code};
pub use hidden::is_hidden;
pub use node::{Entry, Kind, Node};
pub use problem::{Problem, Problems, Severity, flat};
pub use suggest::{folded, nearest};

use parse::{Failure, Limits};
use serde::de::DeserializeOwned;
use std::ops::Range;

/// A file's name and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name to show.
    pub name: String,
    /// The text, without a byte order mark.
    pub text: String,
}

impl Source {
    /// Creates a source from bytes that may not be text; unreadable bytes are shown as `�`.
    pub fn lossy(name: impl Into<String>, bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(lint::BOM).unwrap_or(bytes);
        Self {
            name: name.into(),
            text: String::from_utf8_lossy(bytes).into_owned(),
        }
    }

    /// Returns line and column of a byte, both from 1; columns count characters.
    pub fn position(&self, at: usize) -> (usize, usize) {
        problem::position(&self.text, at)
    }
}

/// The size limit of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// For files from a player: 256 KiB, 5 000 values.
    Orders,
    /// For files from the host: 64 MiB, 2 000 000 values.
    Large,
}

impl Budget {
    /// Returns the maximum size of a file, in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Orders => 1 << 18,
            Self::Large => 1 << 26,
        }
    }

    const fn limits(self) -> Limits {
        match self {
            Self::Orders => Limits {
                depth: 32,
                nodes: 5_000,
            },
            Self::Large => Limits {
                depth: 64,
                nodes: 2_000_000,
            },
        }
    }
}

/// A file that is YAML in this program's strict profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The text.
    pub source: Source,
    /// The content.
    pub root: Node,
    /// Warnings: values that can be read, but may be mistakes.
    pub warnings: Vec<Problem>,
}

impl Document {
    /// Reads a file, strictly.
    ///
    /// # Errors
    ///
    /// When the file is not YAML in the strict profile; returns all problems found. [`Source::lossy`] gives the text to
    /// show them with.
    pub fn read(
        name: impl Into<String>,
        bytes: &[u8],
        budget: Budget,
    ) -> Result<Self, Vec<Problem>> {
        let text = lint::text(bytes, budget.bytes())?;
        let root = match parse::parse(text, budget.limits()) {
            Ok(Some(root)) => root,
            Ok(None) => return Err(vec![lint::empty()]),
            Err(Failure::Refused(problems)) => return Err(problems),
            Err(Failure::Scan(kind, at)) => {
                return Err(vec![explain::explain(text, &kind, at, budget.limits())]);
            }
        };
        if root.kind == Kind::Null && root.text.is_empty() {
            return Err(vec![lint::empty()]);
        }
        let found = lint::tree(text, &root);
        let (errors, warnings): (Vec<_>, Vec<_>) = found
            .into_iter()
            .partition(|problem| problem.severity == Severity::Error);
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            source: Source {
                name: name.into(),
                text: text.to_owned(),
            },
            root,
            warnings,
        })
    }

    /// Makes the whole document a value.
    ///
    /// # Errors
    ///
    /// When a value does not fit; the problem says where.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        decode::decode(&self.root, &[])
    }

    /// Makes the document a value without some of its top keys, which another reader takes. These keys still count as
    /// known in the message about an unknown key.
    ///
    /// # Errors
    ///
    /// When any value does not fit; returns a problem with the place of each.
    pub fn decode_without<T: DeserializeOwned>(&self, keys: &[&str]) -> Result<T, Vec<Problem>> {
        collect::collect(self.filtered(|key| !keys.contains(&key)), keys)
    }

    /// Makes a value from some of the document's top keys.
    ///
    /// # Errors
    ///
    /// When any value does not fit; returns a problem with the place of each.
    pub fn decode_only<T: DeserializeOwned>(&self, keys: &[&str]) -> Result<T, Vec<Problem>> {
        collect::collect(self.filtered(|key| keys.contains(&key)), keys)
    }

    /// Makes the whole document a value, and looks for every error.
    ///
    /// # Errors
    ///
    /// When any value does not fit; returns a problem with the place of each.
    pub fn decode_all<T: DeserializeOwned>(&self) -> Result<T, Vec<Problem>> {
        collect::collect(self.root.clone(), &[])
    }

    /// Returns the root with only the top keys that are wanted.
    fn filtered(&self, wanted: impl Fn(&str) -> bool) -> Node {
        let Kind::Map(entries) = &self.root.kind else {
            return self.root.clone();
        };
        let kept = entries.iter().filter(|entry| wanted(&entry.key)).cloned();
        Node {
            kind: Kind::Map(kept.collect()),
            span: self.root.span.clone(),
            text: String::new(),
        }
    }

    /// Returns the value at a path such as `moves/1/to`, if there is one.
    pub fn at(&self, path: &str) -> Option<&Node> {
        steps(path).try_fold(&self.root, |node, step| node.child(step))
    }

    /// Returns the span of the value at a path such as `moves/1/to`.
    pub fn span(&self, path: &str) -> Option<Range<usize>> {
        self.at(path).map(|node| node.span.clone())
    }

    /// Returns the span of the key at a path such as `moves/1/to`.
    pub fn key_span(&self, path: &str) -> Option<Range<usize>> {
        let (above, key) = path.rsplit_once('/').unwrap_or(("", path));
        let entry = self.at(above)?.entry(key)?;
        Some(entry.key_span.clone())
    }

    /// Returns the span of the value at a path, or of the nearest existing value around it.
    pub fn nearest_span(&self, path: &str) -> Range<usize> {
        let mut node = &self.root;
        for step in steps(path) {
            match node.child(step) {
                Some(child) => node = child,
                None => break,
            }
        }
        node.span.clone()
    }

    /// Returns the document as JSON; words stay strings.
    pub fn to_json(&self) -> serde_json::Value {
        self.root.to_json()
    }

    /// Returns problems that were found later in this document, ready to be shown.
    pub fn problems(&self, list: Vec<Problem>) -> Problems {
        Problems::new(self.source.clone(), list)
    }
}

fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|step| !step.is_empty())
}
