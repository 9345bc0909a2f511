//! Renders a reader's view of the game alone, without a report.

use super::{Page, ReportError, lines};

/// A view as HTML that stands in another page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LookHtml {
    /// The elements.
    pub html: String,
    /// Their style sheet.
    pub style: String,
}

impl Page<'_> {
    /// Returns the view as HTML.
    ///
    /// # Errors
    /// Returns [`ReportError`] if a template fails.
    pub(crate) fn look(&self) -> Result<LookHtml, ReportError> {
        let names = ["look.html.j2", "look.css.j2"].map(str::to_owned);
        let mut texts = self.filled(self.story()?, &names)?;
        let style = texts.pop().unwrap_or_default();
        let html = texts.pop().unwrap_or_default();
        Ok(LookHtml { html, style })
    }

    /// Returns the view as text.
    ///
    /// # Errors
    /// Returns [`ReportError`] if a template fails.
    pub(crate) fn look_text(&self) -> Result<String, ReportError> {
        let names = ["look.txt.j2".to_owned()];
        let text = self.filled(self.story()?, &names)?.swap_remove(0);
        Ok(lines::trim_lines(&text))
    }
}
