//! The range check for the numbers in a game's own content.

use super::{InvalidContent, below};
use serde_json::{Number, Value};

/// The largest number allowed in content, and with a minus sign the smallest. Real components have no larger ones,
/// and the limit keeps sums in the rules far from overflow.
const FARTHEST: i64 = 10_000;

/// Checks that all numbers are in the range allowed for content.
///
/// # Errors
/// [`InvalidContent`] with the place of each number that is out of range.
pub(super) fn checked(file: &str, value: &Value) -> Result<(), InvalidContent> {
    let mut beyond = vec![];
    out_of_range(file, "", value, &mut beyond);
    InvalidContent::all(beyond).map_or(Ok(()), Err)
}

fn out_of_range(file: &str, path: &str, value: &Value, beyond: &mut Vec<InvalidContent>) {
    let within = |n: &Number| match n.as_i64() {
        Some(n) => (-FARTHEST..=FARTHEST).contains(&n),
        // A `u64` above `i64::MAX` is out of range. A fraction is left to the decoder, which rejects it.
        None => !n.is_u64(),
    };
    match value {
        Value::Number(n) if !within(n) => {
            let words = format!("{n} is out of range: from {} to {FARTHEST}", -FARTHEST);
            beyond.push(InvalidContent::new(file, words).at("E0206", path));
        }
        Value::Object(map) => {
            for (key, value) in map {
                out_of_range(file, &below(path, key), value, beyond);
            }
        }
        Value::Array(items) => {
            for (n, value) in items.iter().enumerate() {
                out_of_range(file, &below(path, &n.to_string()), value, beyond);
            }
        }
        _ => {}
    }
}
