//! What can go wrong with a template, without a word of what it was to show.

use minijinja::ErrorKind;

/// Why a report could not be written.
///
/// It names the template and the line, never a value: what a template had in hand when it failed may
/// be one player's secret, and the message may reach another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// A template does not work.
    #[error("template {template}{}: {what}", at(*.line))]
    Template {
        /// The template.
        template: String,
        /// The line, if it is known.
        line: Option<usize>,
        /// What is wrong.
        what: String,
    },
    /// There is no template of this name.
    #[error("there is no template {0}")]
    Missing(String),
    /// A template's name leads out of its folder, or is none of a report.
    #[error("`{0}` is no name for a template: plain names below templates/, with / between them")]
    BadName(String),
    /// What a template drew cannot be made a picture.
    #[error("the picture cannot be made: {0}")]
    Picture(String),
    /// An order form was wanted for a reader without a seat.
    #[error("only a seat has an order form")]
    NoSeat,
    /// The content that the templates quote cannot be read.
    #[error("{0}")]
    Content(#[from] crate::content::Unfit),
}

fn at(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(", line {line}"))
}

impl ReportError {
    /// A paper that holds the mark behind papers.
    pub(super) fn marked(template: &str) -> Self {
        Self::Template {
            template: template.to_owned(),
            line: None,
            what: "a paper holds U+001D, which marks the end of papers".to_owned(),
        }
    }

    /// A template engine's error, without what it says about values.
    pub(super) fn of(asked: &str, error: &minijinja::Error) -> Self {
        // An error inside a template that another one included hides behind that one.
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
        K::SyntaxError => "it is no valid template",
        K::TemplateNotFound => "a template it names is not there",
        K::UnknownFilter => "there is no filter of this name",
        K::UnknownTest => "there is no test of this name",
        K::UnknownFunction => "there is no function of this name",
        K::UnknownMethod => "there is no method of this name",
        K::UnknownBlock => "there is no block of this name",
        K::UndefinedError => "there is no variable of this name",
        K::OutOfFuel => "it does not come to an end",
        K::WriteFailure => "it makes more text than a report may have (16 MiB)",
        K::MissingArgument | K::TooManyArguments => "the arguments are too few or too many",
        K::InvalidOperation => "an operation does not fit its values",
        _ => "it failed",
    };
    // These speak of the template's own text, which holds no variables.
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
