//! Tests of reports of a real position: two rounds of a game for four, executed by the ruleset itself.

mod asks;
mod ending;
mod facts;
mod form;
mod golden;
mod leaks;
mod overlay;
mod picture;
mod samples;
mod status;
mod table;

pub(super) use table::{Played, reading};

use super::{Format, Page, Reading, ReportError, Words};

fn render(words: &Words, reading: &Reading, format: Format) -> Result<String, ReportError> {
    Page::new(words, reading).report(format)
}

fn form(words: &Words, reading: &Reading, schema: &str) -> Result<String, ReportError> {
    Page::new(words, reading).form(schema)
}

fn subject(words: &Words, reading: &Reading) -> Result<String, ReportError> {
    Page::new(words, reading).subject()
}
