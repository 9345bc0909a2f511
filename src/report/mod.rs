//! What a sitting came to, for reading: reports, order forms and subject lines.
//!
//! Floor 4. A [`Reading`] is everything one reader may know of one sitting, as plain data; [`Words`]
//! are the templates that say it. Text, HTML and the order form come from the same reading, so they
//! cannot disagree. Nothing here decides who may know what: a reading holds only what its reader may
//! know before any template sees it.

mod clean;
mod embedded;
mod error;
mod filters;
mod gather;
mod reading;
#[cfg(test)]
mod tests;
mod verdict;
mod words;
mod yaml_words;

pub use error::ReportError;
pub use gather::{dice, events, orders};
pub use reading::{
    Deadline, Die, Ended, Game, Happened, Intervention, Next, OrderLine, Outcome, Reader,
    ReaderKind, Reading, Slot, Verify, Waiting,
};
pub use verdict::{Verdict, VerdictKind};
pub use words::Words;

/// How a report is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain text of at most [`WIDTH`] columns.
    Text,
    /// One self-contained HTML file.
    Html,
}

impl Format {
    /// The ending of a file of this format.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Html => "html",
        }
    }
}

/// The columns of a text report: what every mail reader shows without wrapping.
pub const WIDTH: usize = 78;

/// One reader's report of one sitting.
///
/// # Errors
/// [`ReportError`] if a template is not there or fails.
pub fn render(words: &Words, reading: &Reading, format: Format) -> Result<String, ReportError> {
    let name = format!("report.{}.j2", format.ending());
    let text = words.render(&name, words.context(reading))?;
    Ok(match format {
        Format::Text => filters::tidy(&text, WIDTH),
        Format::Html => text,
    })
}

/// The order file for the next orders of a reading's seat, valid as delivered.
///
/// `schema` is the path of the order file's JSON Schema as the player will find it.
///
/// # Errors
/// [`ReportError`] if the reader is no seat, or a template is not there or fails.
pub fn form(words: &Words, reading: &Reading, schema: &str) -> Result<String, ReportError> {
    if reading.reader.seat.is_none() {
        return Err(ReportError::NoSeat);
    }
    let mut context = words.context(reading);
    context["schema"] = clean::line(schema).into();
    let name = words.own("form.yaml.j2");
    Ok(filters::trim_lines(&words.render(&name, context)?))
}

/// The subject line of the mail that carries a reading's report.
///
/// # Errors
/// [`ReportError`] if the template is not there or fails.
pub fn subject(words: &Words, reading: &Reading) -> Result<String, ReportError> {
    let text = words.render("subject.txt.j2", words.context(reading))?;
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
