//! The numbers of a game's own content.

use super::{Unfit, below};
use serde_json::{Number, Value};

/// No number that is printed on a component is beyond this, on either side of nothing: what rules add up
/// stays far from where numbers end.
const FARTHEST: i64 = 10_000;

/// Complains of all numbers that are too great or too small for any game.
///
/// # Errors
/// [`Unfit`] names each, with its place.
pub(super) fn checked(file: &str, value: &Value) -> Result<(), Unfit> {
    let mut beyond = vec![];
    out_of_range(file, "", value, &mut beyond);
    Unfit::all(beyond).map_or(Ok(()), Err)
}

fn out_of_range(file: &str, path: &str, value: &Value, beyond: &mut Vec<Unfit>) {
    let within = |n: &Number| match n.as_i64() {
        Some(n) => (-FARTHEST..=FARTHEST).contains(&n),
        // Beyond all whole numbers, or a fraction, which no game has: said where it is read.
        None => !n.is_u64(),
    };
    match value {
        Value::Number(n) if !within(n) => {
            let words = format!("{n} is out of range: from {} to {FARTHEST}", -FARTHEST);
            beyond.push(Unfit::new(file, words).at("E0206", path));
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
