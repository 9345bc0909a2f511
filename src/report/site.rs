//! Pages of a site: what a page says comes with it, how it says that is a template.

use super::{
    Page, ReportError, Words,
    clean::{self, Shown},
};
use serde_json::Value as Json;

impl Words {
    /// A page of a site about a game that has not begun.
    ///
    /// # Errors
    /// [`ReportError`] if the template is not there or fails.
    pub fn site(&self, page: &str, context: &Json) -> Result<String, ReportError> {
        let mut context = clean::context(context);
        context.insert("folder".to_owned(), self.ruleset.into());
        self.fill(&name(page), &Shown::context(context))
    }
}

impl Page<'_> {
    /// A page of a site that may show what this page's reader sees.
    ///
    /// # Errors
    /// [`ReportError`] if the template is not there or fails.
    pub fn site(&self, page: &str, context: &Json) -> Result<String, ReportError> {
        let mut context = clean::context(context);
        context.extend(self.story()?);
        Ok(self.filled(context, &[name(page)])?.swap_remove(0))
    }
}

fn name(page: &str) -> String {
    format!("site/{page}.html.j2")
}
