//! The answers that a seat gave in a turn, from which an order file can be written.

use super::Fields;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// One answer of a seat, as [`Ruleset::written`](super::Ruleset::written) reads it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Answered {
    /// The kind of ask.
    pub ask: String,
    /// The fields that describe the ask.
    #[serde(default, skip_serializing_if = "Fields::is_empty")]
    pub about: Fields,
    /// The answer.
    pub value: Value,
    /// The answer that is taken when the deadline passes.
    pub default: Value,
    /// True if there was only one legal answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
}

impl Answered {
    /// Returns the answer as a value of the ruleset; `None` if it does not have that type.
    pub fn read<A: DeserializeOwned>(&self) -> Option<A> {
        A::deserialize(&self.value).ok()
    }

    /// Returns a field of the ask as a value of the ruleset; `None` if there is no such field.
    pub fn field<A: DeserializeOwned>(&self, name: &str) -> Option<A> {
        A::deserialize(self.about.get(name)?).ok()
    }

    /// Checks whether the answer is another than the default.
    pub fn differs(&self) -> bool {
        self.value != self.default
    }
}
