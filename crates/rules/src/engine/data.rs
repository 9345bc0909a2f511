//! Plain data at the boundary of a ruleset: reading and writing it, and what is wrong with it.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Data that can not be decoded as a type of this ruleset.
#[derive(Debug, thiserror::Error)]
#[error("this is no {what} of {ruleset}: {error}")]
pub struct DecodeError {
    /// The kind of data that was expected, such as `state`.
    pub what: &'static str,
    /// The name of the ruleset.
    pub ruleset: &'static str,
    /// The error from serde.
    pub error: serde_json::Error,
}

pub(crate) fn read<T: DeserializeOwned>(
    what: &'static str,
    ruleset: &'static str,
    value: &Value,
) -> Result<T, DecodeError> {
    T::deserialize(value).map_err(|error| DecodeError {
        what,
        ruleset,
        error,
    })
}

pub(crate) fn write<T: Serialize>(
    what: &'static str,
    ruleset: &'static str,
    value: &T,
) -> Result<Value, DecodeError> {
    serde_json::to_value(value).map_err(|error| DecodeError {
        what,
        ruleset,
        error,
    })
}
