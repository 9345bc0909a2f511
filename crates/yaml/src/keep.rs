//! The YAML that the program saves, written so that every YAML reader reads the same.
//!
//! Enums are maps with one key (`searched: {…}`), never tags; words that YAML 1.1 takes for another type (`no`,
//! `12:30`, `2026-11-21`) are quoted; maps keep their order.

use super::{Budget, Document, Problem, Source, hidden::is_hidden, plain::plain};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::ser::{CharEscape, Formatter};
use std::io;
use thiserror::Error;

/// The reason why a value could not be saved, or could not be read again.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KeepError {
    /// The value cannot be written so that it is read as the same value.
    #[error("this cannot be kept: {0}")]
    Write(String),
    /// The text does not hold a value of the wanted type.
    #[error("{0}")]
    Read(String),
}

/// Writes a value as YAML.
///
/// # Errors
///
/// When a text in it has control characters, or a map has keys that are not texts or numbers.
pub fn to_string<T: Serialize>(value: &T) -> Result<String, KeepError> {
    let mut look = serde_json::Serializer::with_formatter(io::sink(), Look::default());
    let looked = value.serialize(&mut look);
    looked.map_err(|error| KeepError::Write(error.to_string()))?;
    // Long texts stay on one line: wrapped lines change many lines of a diff for one word.
    let options = serde_saphyr::ser_options! { folded_wrap_chars: 1_000_000 };
    let text = serde_saphyr::to_string_with_options(value, options)
        .map_err(|error| KeepError::Write(error.to_string()))?;
    // In a variant with fields, an empty list is written at the column of its key, where it is not read again.
    let misplaced = |line: &str| matches!(line.trim(), "[]" | "{}");
    if !text.lines().any(misplaced) {
        return Ok(text);
    }
    let options = serde_saphyr::ser_options! { folded_wrap_chars: 1_000_000 };
    let plain = serde_json::to_value(value).map_err(|error| KeepError::Write(error.to_string()))?;
    serde_saphyr::to_string_with_options(&plain, options)
        .map_err(|error| KeepError::Write(error.to_string()))
}

/// Reads the output of [`to_string`].
///
/// # Errors
///
/// When the text is not YAML or does not fit the type; the message has line and column.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, KeepError> {
    if let Some(why) = unread(text) {
        return Err(KeepError::Read(why));
    }
    plain(text)
        .and_then(|value| T::deserialize(&value).map_err(|error| error.to_string()))
        .map_err(|error| KeepError::Read(precise::<T>(text).unwrap_or(error)))
}

/// Maximum number of brackets, and of columns before the first word of a line, with which a text cannot be so deep that
/// its depth costs time. The output of [`to_string`] is far below both.
const SHALLOW: (usize, usize) = (64, 128);

/// Returns the reason why a text is refused before it is read as a whole.
pub(super) fn unread(text: &str) -> Option<String> {
    may_be_deep(text).then(|| too_deep(text)).flatten()
}

/// Returns true if a text may be nested so deeply that the reader, whose time is quadratic in the depth, takes long.
/// Each byte is examined once; brackets in a quoted text count too, so only `false` is certain.
fn may_be_deep(text: &str) -> bool {
    let bytes = text.as_bytes();
    let opens = |at: &usize| {
        let empty = |pair: &[u8]| bytes[*at..].starts_with(pair);
        matches!(bytes[*at], b'[' | b'{') && !empty(b"[]") && !empty(b"{}")
    };
    if (0..bytes.len()).filter(opens).nth(SHALLOW.0).is_some() {
        return true;
    }
    let indented = |line: &[u8]| {
        let start = line.iter().take(SHALLOW.1 + 1);
        start.filter(|b| b" -?:".contains(b)).count() > SHALLOW.1
    };
    bytes.split(|b| matches!(b, b'\n' | b'\r')).any(indented)
}

/// Returns the strict reader's reason why a text is not read; that reader stops where the text becomes too deep.
fn too_deep(text: &str) -> Option<String> {
    let problem = Document::read(NAME, text.as_bytes(), Budget::Large);
    let problem = problem.err()?.into_iter().next()?;
    Some(one_line(text, &problem))
}

/// The name of the text in a problem; it is removed from the message.
const NAME: &str = "line";

/// A problem with its line and column.
fn one_line(text: &str, problem: &Problem) -> String {
    let source = Source::lossy(NAME, text.as_bytes());
    problem.one_line(&source).replacen("line:", "line ", 1)
}

/// Returns the better message of the strict reader, which is too slow to be used when there is no error.
fn precise<T: DeserializeOwned>(text: &str) -> Option<String> {
    let problem = match Document::read(NAME, text.as_bytes(), Budget::Large) {
        Ok(document) => document.decode::<T>().err()?,
        Err(problems) => problems.into_iter().next()?,
    };
    Some(one_line(text, &problem))
}

/// A writer that checks every text and discards it.
#[derive(Default)]
struct Look {
    /// The present text so far.
    text: String,
}

impl Look {
    /// Checks for characters that YAML readers interpret differently, and that harm terminals and mail.
    fn is_unfit(c: char) -> bool {
        c.is_control() && c != '\n' || is_hidden(c)
    }

    fn unfit(&self, c: char) -> io::Error {
        let shown = self.text.chars().take(40).flat_map(char::escape_default);
        let (shown, number) = (shown.collect::<String>(), u32::from(c));
        let message = format!("the text \"{shown}\" has the character U+{number:04X}");
        io::Error::other(message)
    }
}

impl Formatter for Look {
    fn begin_string<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.text.clear();
        Ok(())
    }

    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        _: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        self.text.push_str(fragment);
        // Most texts are plain ASCII, which a fast check confirms.
        if fragment.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return Ok(());
        }
        let found = fragment.chars().find(|c| Self::is_unfit(*c));
        found.map_or(Ok(()), |c| Err(self.unfit(c)))
    }

    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        _: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        let c = match escape {
            CharEscape::Quote => '"',
            CharEscape::ReverseSolidus => '\\',
            CharEscape::Solidus => '/',
            CharEscape::LineFeed => '\n',
            CharEscape::Backspace => '\u{8}',
            CharEscape::FormFeed => '\u{c}',
            CharEscape::CarriageReturn => '\r',
            CharEscape::Tab => '\t',
            CharEscape::AsciiControl(byte) => char::from(byte),
        };
        self.text.push(c);
        if Self::is_unfit(c) {
            return Err(self.unfit(c));
        }
        Ok(())
    }
}
