//! The check of an order file: the diagnostics that the walk through a plan collects.

use crate::engine::{Diagnostic, Illegal};

/// The diagnostics that a check has found so far.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Returns the only diagnostic for a view that was cut short on its way to the player.
    pub(crate) fn of_cut_view(why: impl Into<Illegal>) -> Vec<Diagnostic> {
        let help = "Take the file as it came with the report, or ask the GM for it.";
        vec![Diagnostic::error("", why.into()).help(help)]
    }

    /// Adds an error.
    pub(crate) fn error(&mut self, path: impl Into<String>, why: impl Into<Illegal>) {
        self.0.push(Diagnostic::error(path, why.into()));
    }

    /// Adds an error with a description of what would be right.
    pub(crate) fn error_with_help(
        &mut self,
        path: impl Into<String>,
        why: impl Into<Illegal>,
        help: impl Into<String>,
    ) {
        self.0.push(Diagnostic::error(path, why.into()).help(help));
    }

    /// Adds a warning: the order may turn out to be wrong, and `help` says when it is not.
    pub(crate) fn doubt(&mut self, path: impl Into<String>, why: impl Into<Illegal>, help: &str) {
        self.0.push(Diagnostic::doubt(path, why.into()).help(help));
    }

    /// Returns the number of diagnostics so far.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl From<Diagnostics> for Vec<Diagnostic> {
    fn from(found: Diagnostics) -> Self {
        found.0
    }
}
