//! The results of a sitting as text: reports, order forms and subject lines.
//!
//! Layer 4. A [`Reading`] is everything one reader may know of one sitting, as plain data; [`Words`]
//! are the templates that render it. Text, HTML and the order form come from the same reading, so they
//! cannot disagree. This module does not decide who may know a fact: a reading is already limited to its
//! reader's knowledge before a template sees it.

mod asked;
mod bounds;
mod chronicle;
mod clean;
mod context;
mod embedded;
mod error;
mod filters;
mod gather;
mod lines;
mod look;
mod mail_page;
mod page;
mod paper;
mod pictures;
mod plain;
mod plot;
mod press;
mod printed;
mod public;
mod reading;
mod receipt;
mod replaced;
mod sentences;
mod short_form;
mod shown;
mod site;
mod standalone;
mod teams;
#[cfg(test)]
mod tests;
mod unchanged;
mod verdict;
mod words;

pub(crate) use asked::AskedWords;
pub use clean::TemplateView;
pub use context::Public;
pub use error::ReportError;
pub(crate) use filters::order_line;
pub use gather::{dice, events, interrupted, orders, unused};
pub use mail_page::PICTURE;
pub(crate) use mail_page::for_mail;
pub use page::Page;
pub use paper::Paper;
pub use reading::{
    Deadline, Die, Ended, Fork, Game, Happened, Intervention, Moved, Next, OrderLine, Outcome,
    Past, Reader, ReaderKind, Reading, Score, Slot, Verify, Waiting,
};
pub use receipt::{Amount, Chanced, OnFileNow, Press, Preview, Receipt, Used};
pub use replaced::replaced;
pub use teams::{Team, teams};
pub(crate) use unchanged::abridged;
pub use verdict::{Verdict, VerdictKind};
pub use words::Words;

use sentences::Sentences;

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain text of at most 78 columns.
    Text,
    /// One self-contained HTML file.
    Html,
}

impl Format {
    /// Returns the file name extension of this format, without the dot.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Html => "html",
        }
    }
}

/// The width of a text report in columns; mail readers show it without wrapping.
pub(crate) const WIDTH: usize = 78;
