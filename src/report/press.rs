//! Renders letters between players.

use super::{Format, ReportError, Words, clean, lines, plain, receipt::Press};
use serde_json::json;

impl Words {
    /// Renders a letter for the mail. No part of it is interpreted, and in HTML all of it is escaped. If the template
    /// fails, the letter is a plain one, and the template's error is returned with it.
    pub fn press(&self, press: &Press, format: Format) -> (String, Option<ReportError>) {
        let context = clean::value(&json!({ "press": press }));
        let name = format!("press.{}.j2", format.ending());
        match self.fill(&name, &context) {
            Ok(text) => (lines::trim_ends(&text), None),
            Err(error) => (plain::press(press, format), Some(error)),
        }
    }
}
