//! What a sitting came to, for reading: reports, order forms and subject lines.
//!
//! Floor 4. A [`Reading`] is everything one reader may know of one sitting, as plain data; [`Words`]
//! are the templates that say it. Text, HTML and the order form come from the same reading, so they
//! cannot disagree. Nothing here decides who may know what: a reading holds only what its reader may
//! know before any template sees it.

mod bounds;
mod chronicle;
mod clean;
mod context;
mod embedded;
mod error;
mod filters;
mod gather;
mod lines;
mod page;
mod paper;
mod picture;
mod plain;
mod press;
mod public;
#[cfg(feature = "png")]
mod raster;
mod reading;
mod receipt;
mod replaced;
mod sentences;
mod shown;
mod site;
mod standalone;
mod teams;
#[cfg(test)]
mod tests;
mod verdict;
mod words;
mod yaml_words;

pub use context::Public;
pub use error::ReportError;
pub use gather::{dice, events, orders, unused};
pub use page::Page;
pub use paper::Paper;
pub use reading::{
    Deadline, Die, Ended, Fork, Game, Happened, Intervention, Moved, Next, OrderLine, Outcome,
    Reader, ReaderKind, Reading, Score, Slot, Verify, Waiting,
};
pub use receipt::{OnFileNow, Press, Receipt, Used};
pub use replaced::replaced;
pub use teams::{Team, teams};
pub use verdict::{Verdict, VerdictKind};
pub use words::Words;

use sentences::Sentences;

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
