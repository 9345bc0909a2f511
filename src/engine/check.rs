//! What a look through an order file has to say.

use super::Illegal;
use serde::{Deserialize, Serialize};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// It may turn out to be wrong when it is played.
    Doubt,
    /// It is wrong.
    Error,
}

/// An objection to one place of an order file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objection {
    /// Where: a path such as `moves/1/to`.
    pub path: String,
    /// How bad.
    pub weight: Weight,
    /// What is wrong.
    pub why: Illegal,
    /// What would be right, if that is known.
    pub help: Option<String>,
}

impl Objection {
    /// An error.
    pub fn error(path: impl Into<String>, why: Illegal) -> Self {
        Self {
            path: path.into(),
            weight: Weight::Error,
            why,
            help: None,
        }
    }

    /// A doubt.
    pub fn doubt(path: impl Into<String>, why: Illegal) -> Self {
        Self {
            weight: Weight::Doubt,
            ..Self::error(path, why)
        }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
