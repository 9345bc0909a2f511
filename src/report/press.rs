//! Letters between players, in words.

use super::{Format, ReportError, Words, clean, lines, plain, receipt::Press};
use serde_json::json;

impl Words {
    /// A letter as it is mailed: nothing in it is interpreted, and in a page nothing of it is markup. It is a plain
    /// one if the template fails; then with what is wrong with that.
    pub fn press(&self, press: &Press, format: Format) -> (String, Option<ReportError>) {
        let context = clean::value(&json!({ "press": press }));
        let name = format!("press.{}.j2", format.ending());
        match self.fill(&name, &context) {
            Ok(text) => (lines::trim_ends(&text), None),
            Err(error) => (plain::press(press, format), Some(error)),
        }
    }
}
