//! Diagnostics of an order file.

use super::Illegal;
use serde::{Deserialize, Serialize};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// A warning: the order may turn out to be wrong when it is executed.
    Doubt,
    /// An error: the order is wrong.
    Error,
}

/// A diagnostic for one place of an order file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The place: a path such as `moves/1/to`.
    pub path: String,
    /// The severity.
    pub weight: Weight,
    /// A description of what is wrong.
    pub why: Illegal,
    /// A description of what would be right, if that is known.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Makes an error.
    pub fn error(path: impl Into<String>, why: Illegal) -> Self {
        Self {
            path: path.into(),
            weight: Weight::Error,
            why,
            help: None,
        }
    }

    /// Makes a warning.
    pub fn doubt(path: impl Into<String>, why: Illegal) -> Self {
        Self {
            weight: Weight::Doubt,
            ..Self::error(path, why)
        }
    }

    /// Adds a description of what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
