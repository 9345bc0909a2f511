//! Helpers for SVG drawings: short numbers and escaped text.

use std::fmt::{self, Display};

/// A length, displayed with at most one decimal; a tenth of a unit is not visible.
pub(super) struct N(pub f64);

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
pub(super) struct Text<'a>(pub &'a str);

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
macro_rules! draw {
    ($into:expr, $($what:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($into, $($what)*);
    }};
}
pub(super) use draw;

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
