//! What the program keeps: written so that every YAML reader reads the same.
//!
//! Enums are maps with one key (`searched: {…}`), never tags; words that YAML 1.1 takes for
//! something else (`no`, `12:30`, `2026-11-21`) are quoted; maps keep their order.

use super::lint::is_hidden;
use super::{Budget, Document, Source};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{
    Value,
    ser::{CharEscape, Formatter},
};
use std::io;
use thiserror::Error;

/// Why something could not be kept, or not be read again.
#[derive(Debug, Error)]
pub enum KeepError {
    /// A value that cannot be written so that it is read as the same.
    #[error("this cannot be kept: {0}")]
    Write(String),
    /// A text that does not hold what is wanted.
    #[error("{0}")]
    Read(String),
}

/// Writes a value as YAML.
///
/// # Errors
///
/// When a text in it has control characters, or a map has keys that are not texts or numbers.
pub fn to_string<T: Serialize>(value: &T) -> Result<String, KeepError> {
    let unfit = |error: serde_json::Error| KeepError::Write(error.to_string());
    let mut look = serde_json::Serializer::with_formatter(io::sink(), Look);
    match value.serialize(&mut look) {
        Ok(()) => {}
        // Some text is unfit, or at least not plainly fit: which one, and why?
        Err(error) if error.is_io() => check(&serde_json::to_value(value).map_err(unfit)?)?,
        Err(error) => return Err(unfit(error)),
    }
    // Long texts stay on one line: wrapped ones change many lines of a diff for one word.
    let options = serde_saphyr::ser_options! { folded_wrap_chars: 1_000_000 };
    serde_saphyr::to_string_with_options(value, options)
        .map_err(|error| KeepError::Write(error.to_string()))
}

/// Reads what [`to_string`] wrote.
///
/// # Errors
///
/// When the text is not YAML or does not fit; with line and column.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, KeepError> {
    let reader = serde_yaml::Deserializer::from_str(text);
    serde_yaml::with::singleton_map_recursive::deserialize(reader)
        .map_err(|error| KeepError::Read(precise::<T>(text).unwrap_or_else(|| error.to_string())))
}

/// The better message of the strict reader, which is too slow to be used when all is well.
fn precise<T: DeserializeOwned>(text: &str) -> Option<String> {
    const NAME: &str = "line";
    let problem = match Document::read(NAME, text.as_bytes(), Budget::Large) {
        Ok(document) => document.decode::<T>().err()?,
        Err(problems) => problems.into_iter().next()?,
    };
    let source = Source::lossy(NAME, text.as_bytes());
    Some(problem.one_line(&source).replacen("line:", "line ", 1))
}

/// Looks at every text on its way to nowhere: nothing has to be copied for that.
struct Look;

impl Formatter for Look {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        _: &mut W,
        text: &str,
    ) -> io::Result<()> {
        check_text(text).map_err(io::Error::other)
    }

    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        _: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        match escape {
            CharEscape::Quote
            | CharEscape::ReverseSolidus
            | CharEscape::Solidus
            | CharEscape::LineFeed => Ok(()),
            _ => Err(io::Error::other("a control character")),
        }
    }
}

fn check(value: &Value) -> Result<(), KeepError> {
    match value {
        Value::String(text) => check_text(text),
        Value::Array(items) => items.iter().try_for_each(check),
        Value::Object(entries) => entries.iter().try_for_each(|(key, value)| {
            check_text(key)?;
            check(value)
        }),
        _ => Ok(()),
    }
}

/// Readers disagree about these characters, and terminals and mail do worse.
fn check_text(text: &str) -> Result<(), KeepError> {
    let bad = |&c: &char| c.is_control() && c != '\n' || is_hidden(c);
    // Most texts are plain, and seen to be so at once.
    let plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n');
    if text.bytes().all(plain) {
        return Ok(());
    }
    match text.chars().find(bad) {
        None => Ok(()),
        Some(c) => {
            let shown: String = text
                .chars()
                .take(40)
                .flat_map(char::escape_default)
                .collect();
            let number = u32::from(c);
            let message = format!("the text \"{shown}\" has the character U+{number:04X}");
            Err(KeepError::Write(message))
        }
    }
}
