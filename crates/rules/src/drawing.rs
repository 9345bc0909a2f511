//! Drawings: how a game offers pictures to the templates, and the SVG that all of them write.
//!
//! A game draws in its own folder, with fractions of a unit, which its rules may not use. It sees the values that a
//! template passes, and nothing else.

use serde::de::{DeserializeOwned, Error as _};
use serde_json::Value;
use std::{
    any::Any,
    borrow::Cow,
    fmt::{self, Display},
    sync::{Arc, OnceLock},
};

/// A picture that templates ask for by name.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The name of the function in the templates.
    pub name: &'static str,
    /// Draws it from the arguments of the call.
    ///
    /// # Errors
    /// Returns [`serde_json::Error`] if an argument is missing or has another shape than the picture needs.
    pub draw: fn(&[&dyn Argument]) -> Result<Drawing, serde_json::Error>,
}

/// A drawing, as a template shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// HTML or SVG, which is not escaped again.
    Markup(String),
    /// Lines of text.
    Text(String),
}

/// A value that a template passes to a picture.
pub trait Argument {
    /// The value as plain data.
    ///
    /// # Errors
    /// Returns [`serde_json::Error`] if it is not plain data.
    fn json(&self) -> Result<Cow<'_, Value>, serde_json::Error>;

    /// The place that keeps the decoded value for the next picture of the same reader, if the template has one.
    fn memo(&self) -> Option<&OnceLock<Arc<dyn Any + Send + Sync>>>;
}

/// Decodes one argument of a picture, or takes it from its memo.
///
/// # Errors
/// Returns [`serde_json::Error`] if the argument is missing or has another shape.
pub fn argument<T>(arguments: &[&dyn Argument], n: usize) -> Result<Arc<T>, serde_json::Error>
where
    T: DeserializeOwned + Send + Sync + 'static,
{
    let missing = || serde_json::Error::custom(format!("argument {} is missing", n + 1));
    let value = arguments.get(n).ok_or_else(missing)?;
    let decode = || T::deserialize(&*value.json()?).map(Arc::new);
    let Some(memo) = value.memo() else {
        return decode();
    };
    if let Some(known) = memo.get() {
        // A value is decoded as two types only where two pictures need different parts of it.
        return Arc::clone(known).downcast().or_else(|_| decode());
    }
    let decoded = decode()?;
    let _ = memo.set(decoded.clone());
    Ok(decoded)
}

/// A text in a column, padded to its width or cut with `~`; widths are in characters.
pub fn cell(text: &str, columns: usize) -> String {
    let length = text.chars().count();
    let Some(spaces) = columns.checked_sub(length) else {
        let kept: String = text.chars().take(columns.saturating_sub(1)).collect();
        return kept + "~";
    };
    let mut cell = String::with_capacity(text.len() + spaces);
    cell.push_str(text);
    cell.extend(std::iter::repeat_n(' ', spaces));
    cell
}

/// A number with its sign: `+3`, `0`, `-1`.
pub fn signed(number: i64) -> String {
    if number > 0 {
        format!("+{number}")
    } else {
        number.to_string()
    }
}

/// A length, displayed with at most one decimal; a tenth of a unit is not visible.
#[derive(Clone, Copy, Debug)]
pub struct N(pub f64);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[expect(clippy::cast_possible_truncation, reason = "pictures are small")]
        let tenths = (self.0 * 10.0).round() as i64;
        // Digits are written from the last to the first, without allocation: a drawing has thousands of numbers.
        let mut digits = [0; 24];
        let mut at = digits.len();
        let mut put = |digit: u8| {
            at -= 1;
            digits[at] = digit;
        };
        let (mut whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        let digit = |n: u64| b'0' + u8::try_from(n % 10).unwrap_or_default();
        if rest != 0 {
            put(digit(rest));
            put(b'.');
        }
        loop {
            put(digit(whole));
            whole /= 10;
            if whole == 0 {
                break;
            }
        }
        if tenths < 0 {
            put(b'-');
        }
        f.write_str(std::str::from_utf8(&digits[at..]).unwrap_or_default())
    }
}

/// A text, displayed with its markup characters escaped, for use between tags or in an attribute.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(pub &'a str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
            f.write_str(&rest[..at])?;
            f.write_str(match rest.as_bytes()[at] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                _ => "&#39;",
            })?;
            rest = &rest[at + 1..];
        }
        f.write_str(rest)
    }
}

/// Writes formatted text into a `String`, which cannot fail.
#[macro_export]
macro_rules! draw {
    ($into:expr, $($what:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($into, $($what)*);
    }};
}
pub use draw;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_text_is_escaped() {
        let shown: Vec<String> = [0.04, -0.04, 1.0, 27.713, -3.25]
            .iter()
            .map(|n| N(*n).to_string())
            .collect();
        assert_eq!(shown, ["0", "0", "1", "27.7", "-3.3"]);
        assert_eq!(
            Text("a <b> & 'c' \"d\" é").to_string(),
            "a &lt;b&gt; &amp; &#39;c&#39; &quot;d&quot; é"
        );
    }
}
