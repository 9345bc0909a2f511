//! The texts that a reader receives: report, order form and subject line.

use super::{Format, WIDTH, lines, short_form, unchanged::without_marks};

/// One text for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper<'a> {
    /// The report.
    Report(Format),
    /// The report with marks around the tables of the state, for a mail that leaves out the unchanged tables.
    Marked(Format),
    /// The order file for a seat's next orders, valid as delivered.
    Form {
        /// The path of the order file's JSON Schema on the player's side.
        schema: &'a str,
    },
    /// The order file without explanations and without the entries that a mail implies, for the text of a mail.
    ShortForm {
        /// The path of the order file's JSON Schema on the player's side.
        schema: &'a str,
    },
    /// The subject line of the mail that carries the report.
    Subject,
}

impl Paper<'_> {
    pub(super) fn template(self, ruleset: &str) -> String {
        match self {
            Self::Report(format) | Self::Marked(format) => {
                format!("report.{}.j2", format.ending())
            }
            Self::Form { .. } | Self::ShortForm { .. } => format!("{ruleset}/form.yaml.j2"),
            Self::Subject => "subject.txt.j2".to_owned(),
        }
    }

    /// Returns the final text, from the text that the template produced: lines are wrapped, folded or trimmed.
    pub(super) fn finished(self, text: &str) -> String {
        match self {
            Self::Report(Format::Text) => lines::tidy(&without_marks(text), WIDTH),
            Self::Report(Format::Html) => lines::folded(&without_marks(text)),
            Self::Marked(Format::Text) => lines::tidy(text, WIDTH),
            Self::Marked(Format::Html) => lines::folded(text),
            Self::Form { .. } => short_form::full(text),
            Self::ShortForm { .. } => short_form::short(text),
            Self::Subject => text.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}
