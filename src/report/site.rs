//! Pages of a site: what a page says comes with it, how it says that is a template.

use super::{Page, ReportError, Words, clean};
use minijinja::value::{Serde, Value, merge_maps};
use serde_json::Value as Json;

impl Words {
    /// A page of a site about a game that has not begun.
    ///
    /// # Errors
    /// [`ReportError`] if the template is not there or fails.
    pub fn site(&self, page: &str, mut context: Json) -> Result<String, ReportError> {
        clean::value(&mut context);
        context["folder"] = self.ruleset.into();
        self.fill(
            &format!("site/{page}.html.j2"),
            &Value::from(Serde(context)),
        )
    }
}

impl Page<'_> {
    /// A page of a site that may show what this page's reader sees.
    ///
    /// # Errors
    /// [`ReportError`] if the template is not there or fails.
    pub fn site(&self, page: &str, mut context: Json) -> Result<String, ReportError> {
        // Shell lines keep their line breaks.
        let lines = context.pointer("/example/lines").cloned();
        clean::value(&mut context);
        if let (Some(lines), Some(place)) = (lines, context.pointer_mut("/example/lines")) {
            *place = lines;
        }
        let context = merge_maps([Value::from(Serde(context)), self.context.clone()]);
        self.words.fill(&format!("site/{page}.html.j2"), &context)
    }
}
