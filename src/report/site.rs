//! Renders the pages of a site from their data and templates.

use super::{
    Page, ReportError, Words,
    clean::{self, Shown},
};
use serde_json::Value as Json;

impl Words {
    /// Renders a page of a site about a game that has not begun.
    ///
    /// # Errors
    /// Returns [`ReportError`] if the template is missing or fails.
    pub(crate) fn site(&self, page: &str, context: &Json) -> Result<String, ReportError> {
        let mut context = clean::context(context);
        context.insert("folder".to_owned(), self.ruleset.into());
        self.fill(&name(page), &Shown::context(context))
    }
}

impl Page<'_> {
    /// Renders a page of a site that may show everything this page's reader sees.
    ///
    /// # Errors
    /// Returns [`ReportError`] if the template is missing or fails.
    pub(crate) fn site(&self, page: &str, context: &Json) -> Result<String, ReportError> {
        let mut context = clean::context(context);
        context.extend(self.story()?);
        Ok(self.filled(context, &[name(page)])?.swap_remove(0))
    }
}

fn name(page: &str) -> String {
    format!("site/{page}.html.j2")
}
