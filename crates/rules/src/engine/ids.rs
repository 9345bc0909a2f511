//! Names of seats, and the viewers of a game.

use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};

/// The name of a seat: lower-case letters, digits and hyphens, at most 64 of them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeatId(Arc<str>);

/// The error for a text that is not a valid name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a name: a name is 1 to 64 lower-case letters, digits or hyphens")]
pub struct BadName(pub String);

impl SeatId {
    /// Checks a name and returns it as a seat's name.
    ///
    /// # Errors
    /// [`BadName`] if the name has other characters than `a-z`, `0-9` and `-`, if it is empty, or if it has more
    /// than 64 characters.
    pub fn new(name: &str) -> Result<Self, BadName> {
        if is_name(name) {
            Ok(Self(name.into()))
        } else {
            Err(BadName(name.to_owned()))
        }
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Checks whether a text may name a game, a seat or a deck.
pub fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

impl TryFrom<String> for SeatId {
    type Error = BadName;
    fn try_from(name: String) -> Result<Self, BadName> {
        Self::new(&name)
    }
}

impl From<SeatId> for String {
    fn from(seat: SeatId) -> Self {
        seat.0.as_ref().to_owned()
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl schemars::JsonSchema for SeatId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seat".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^[a-z0-9-]{1,64}$"})
    }
}

/// A side at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Its name.
    pub id: SeatId,
    /// The team, if any. The seats of one team belong to one player: they share what they know, and win together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// The person a view is made for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// A viewer without a seat.
    Public,
    /// The player of one seat.
    Seat(SeatId),
}

impl Viewer {
    /// Returns the seat; `None` for the public.
    pub fn seat(&self) -> Option<&SeatId> {
        match self {
            Self::Public => None,
            Self::Seat(seat) => Some(seat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_lower_case_and_not_too_long() {
        for good in ["a", "zytal-2", "0", "-", &"a".repeat(64)] {
            assert_eq!(SeatId::new(good).map(String::from), Ok(good.to_owned()));
        }
        for bad in ["", "A", "a b", "a_b", "a.b", "ä", &"a".repeat(65)] {
            assert_eq!(SeatId::new(bad), Err(BadName(bad.to_owned())));
            assert_eq!(
                SeatId::try_from(bad.to_owned()),
                Err(BadName(bad.to_owned()))
            );
        }
    }

    #[test]
    fn a_seat_is_shown_by_its_name() {
        let roo = SeatId::new("roo").unwrap();
        assert_eq!(format!("{roo:5}|"), "roo  |");
        assert_eq!(serde_json::to_string(&roo).unwrap(), r#""roo""#);
        assert_eq!(serde_json::from_str::<SeatId>(r#""roo""#).unwrap(), roo);
        assert!(serde_json::from_str::<SeatId>(r#""Roo""#).is_err());
        assert_eq!(Viewer::Seat(roo.clone()).seat(), Some(&roo));
        assert_eq!(Viewer::Public.seat(), None);
    }

    #[test]
    fn a_schema_says_what_a_seat_is_called() {
        let schema = schemars::schema_for!(Vec<SeatId>).to_value();
        assert_eq!(schema["items"]["$ref"], "#/$defs/Seat");
        let pattern = &schema["$defs"]["Seat"]["pattern"];
        assert_eq!(pattern, "^[a-z0-9-]{1,64}$");
    }
}
