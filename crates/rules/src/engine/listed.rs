//! Legal answers that can be listed: as the rules have them, or as plain data.

use super::{Choices, fingerprint::Fingerprint};
use serde_json::Value;
use std::any::Any;

/// A set of legal answers. Bots read the answers as the rules have them, because plain data is slow to write and to read.
pub(crate) trait Listed {
    /// Returns the answers as plain data. This is not cheap.
    fn plain(&self) -> Choices;
    /// Adds the answers to a fingerprint, which is that of their plain data.
    fn print(&self, print: &mut Fingerprint);
    /// Returns the answers as a list of the rules' own type, if exactly one of them is to be given.
    fn list(&self) -> Option<Box<dyn Any>> {
        None
    }
    /// Returns the place of an answer in the list, if exactly one is to be given and it is there.
    fn place(&self, _answer: &Value) -> Option<usize> {
        None
    }
}

impl Listed for Choices {
    fn plain(&self) -> Choices {
        self.clone()
    }
    fn print(&self, print: &mut Fingerprint) {
        print.add(self);
    }
    fn place(&self, answer: &Value) -> Option<usize> {
        match self {
            Self::OneOf(values) => values.iter().position(|value| value == answer),
            Self::SomeOf { .. } | Self::Ranking { .. } => None,
        }
    }
}
