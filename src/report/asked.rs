//! Renders a decision in words: its question and its answers.

use super::{Reader, ReportError, Words, clean::TemplateView};
use crate::engine::Prompt;
use serde_json::{Value, json};

/// A decision in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AskedWords {
    /// The question.
    pub question: String,
    /// The answers, in the order in which they were given.
    pub answers: Vec<String>,
}

impl Words {
    /// Renders a decision of a seat; `view` is the game as the seat sees it.
    ///
    /// # Errors
    /// Returns [`ReportError`] if a template fails.
    pub(crate) fn asked(
        &self,
        prompt: &Prompt,
        answers: &[&Value],
        view: &TemplateView,
    ) -> Result<AskedWords, ReportError> {
        let context = json!({
            "folder": self.ruleset, "p": prompt, "values": answers,
            "reader": Reader::seat(prompt.seat.as_str(), None),
        });
        let text = self.fill("asked.txt.j2", &view.with(&context))?;
        let mut lines = text.lines().map(str::to_owned);
        Ok(AskedWords {
            question: lines.next().unwrap_or_default(),
            answers: lines.collect(),
        })
    }
}
