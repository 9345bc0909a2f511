//! One line of an order file.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A line of an order file: its path, such as `actions/2` or `headquarters/maintain`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Line(pub String);

impl Line {
    /// Returns the line that is the n-th entry of a list, counted from 0.
    pub fn nth(section: &str, n: usize) -> Self {
        Self(format!("{section}/{n}"))
    }

    /// Returns the lines of a list with so many entries.
    pub(crate) fn all(section: &str, len: usize) -> impl Iterator<Item = Self> {
        (0..len).map(move |n| Self::nth(section, n))
    }

    /// Checks whether the line is an entry of a list.
    pub fn is_item(&self) -> bool {
        self.list().is_some()
    }

    /// Returns the list that the line is an entry of; `None` if it is not an entry.
    pub fn list(&self) -> Option<&str> {
        let (section, n) = self.0.rsplit_once('/')?;
        n.parse::<usize>().ok().map(|_| section)
    }
}

impl From<String> for Line {
    fn from(path: String) -> Self {
        Self(path)
    }
}

impl From<&str> for Line {
    fn from(path: &str) -> Self {
        Self(path.to_owned())
    }
}

impl From<Line> for String {
    fn from(line: Line) -> Self {
        line.0
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A line of an order file that reacts to actions of other players, and the actions that would set it off now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetOff {
    /// The line.
    pub line: Line,
    /// The possible actions of other players that it reacts to now.
    pub by: Vec<String>,
    /// The reason why it cannot react to others that fit, as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unable: Option<String>,
}
