//! Errors of templates; they contain no value that the template was to show.

use minijinja::ErrorKind;

/// The reason why a report could not be rendered.
///
/// It names the template and the line, never a value: the values of a failing template may be one player's secret, and
/// the message may reach another player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A template failed.
    #[error("template {template}{}: {what}", at(*.line))]
    Template {
        /// The template.
        template: String,
        /// The line, if known.
        line: Option<usize>,
        /// The error.
        what: String,
    },
    /// The template does not exist.
    #[error("unknown template {0}")]
    Missing(String),
    /// The name of a template leads out of its folder, or is reserved.
    #[error("`{0}` is not a valid template name: use plain names below templates/, separated by /")]
    BadName(String),
    /// A template's drawing cannot be rendered as a picture.
    #[error("the picture cannot be rendered: {0}")]
    Picture(String),
    /// An order form was requested for a reader without a seat.
    #[error("only a seat has an order form")]
    NoSeat,
    /// The content that the templates quote cannot be read.
    #[error("{0}")]
    Content(#[from] crate::content::InvalidContent),
}

fn at(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(", line {line}"))
}

impl ReportError {
    /// Returns the error for a text that contains the mark written behind each text.
    pub(super) fn marked(template: &str) -> Self {
        Self::Template {
            template: template.to_owned(),
            line: None,
            what: "a report contains U+001D, which marks the end of a report".to_owned(),
        }
    }

    /// Converts an error of the template engine, leaving out everything it says about values.
    pub(super) fn of(asked: &str, error: &minijinja::Error) -> Self {
        // The error of an included template is the source of the error of the template that includes it.
        let mut inner = error;
        while let Some(source) = std::error::Error::source(inner)
            .and_then(|source| source.downcast_ref::<minijinja::Error>())
        {
            inner = source;
        }
        Self::Template {
            template: inner.name().unwrap_or(asked).to_owned(),
            line: inner.line(),
            what: what(inner),
        }
    }
}

fn what(error: &minijinja::Error) -> String {
    use ErrorKind as K;
    let words = match error.kind() {
        K::SyntaxError => "it is not a valid template",
        K::TemplateNotFound => "it uses a template that does not exist",
        K::UnknownFilter => "unknown filter",
        K::UnknownTest => "unknown test",
        K::UnknownFunction => "unknown function",
        K::UnknownMethod => "unknown method",
        K::UnknownBlock => "unknown block",
        K::UndefinedError => "undefined variable",
        K::OutOfFuel => "it takes too many steps and was stopped",
        K::WriteFailure => "it makes more text than a report may have (16 MiB)",
        K::MissingArgument | K::TooManyArguments => "wrong number of arguments",
        K::InvalidOperation => "an operation does not fit its values",
        _ => "it failed",
    };
    // The details of these errors quote only the template's own text, which contains no values.
    match (error.kind(), error.detail()) {
        (
            K::SyntaxError
            | K::UnknownFilter
            | K::UnknownTest
            | K::UnknownFunction
            | K::UnknownBlock,
            Some(detail),
        ) => format!("{words}: {detail}"),
        _ => words.to_owned(),
    }
}
