//! The differences between two JSON values, place by place.

use crate::collect::Collect;
use serde_json::Value;
use std::{collections::BTreeSet, fmt};

/// One place at which two values differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The place: keys and numbers with `/` between them.
    pub path: String,
    /// The value before; `None` if the place did not exist.
    pub was: Option<Value>,
    /// The value now; `None` if the place does not exist any more.
    pub is: Option<Value>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() {
            "all of it"
        } else {
            &self.path
        };
        match (&self.was, &self.is) {
            (None, Some(is)) => write!(f, "{path}: + {is}"),
            (Some(was), None) => write!(f, "{path}: - {was}"),
            (was, is) => {
                let null = Value::Null;
                let (was, is) = (was.as_ref().unwrap_or(&null), is.as_ref().unwrap_or(&null));
                write!(f, "{path}: {was} -> {is}")
            }
        }
    }
}

/// Returns every place at which two values differ, in order.
pub(super) fn differences(was: &Value, is: &Value) -> Vec<Difference> {
    let mut all = vec![];
    gather("", Some(was), Some(is), &mut all);
    all
}

fn gather(path: &str, was: Option<&Value>, is: Option<&Value>, all: &mut Vec<Difference>) {
    let below = |key: &str| match path {
        "" => key.to_owned(),
        path => format!("{path}/{key}"),
    };
    match (was, is) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect_set();
            for key in keys {
                gather(&below(key), a.get(key), b.get(key), all);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for n in 0..a.len().max(b.len()) {
                gather(&below(&n.to_string()), a.get(n), b.get(n), all);
            }
        }
        (was, is) if was == is => {}
        (was, is) => all.push(Difference {
            path: path.to_owned(),
            was: was.cloned(),
            is: is.cloned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_place_is_named_once() {
        let was = json!({"a": {"b": 1, "c": [1, 2, 3]}, "d": null, "e": "x"});
        let is = json!({"a": {"b": 2, "c": [1, 4]}, "d": null, "f": {"g": true}});
        let lines: Vec<String> = differences(&was, &is)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            lines,
            [
                "a/b: 1 -> 2",
                "a/c/1: 2 -> 4",
                "a/c/2: - 3",
                "e: - \"x\"",
                "f: + {\"g\":true}"
            ]
        );
        assert_eq!(differences(&was, &was), []);
        assert_eq!(differences(&json!(1), &json!([])).len(), 1);
    }
}
