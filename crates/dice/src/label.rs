//! Labels of rolls and names of games, seats and decks (fair1, section 2).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The maximum length of a label in characters, with its `#2` (fair1, section 2).
pub const LONGEST_LABEL: usize = 200;

/// The maximum length of a name in characters (fair1, section 2).
pub const LONGEST_NAME: usize = 64;

/// The label of a roll (fair1, section 2).
///
/// Its form is `[a-z0-9._-]+(/[a-z0-9._-]+)*`; the last part may end in `#2`, `#3` …, which the table appends when
/// a label is used again.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Label(String);

/// The error for a text that is not a valid label (fair1, section 2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadLabel {
    /// A part between two slashes is empty, or the text is.
    #[error("label `{0}` has an empty part")]
    EmptyPart(String),
    /// The text has a character outside of `[a-z0-9._-]`.
    #[error(
        "label `{label}` holds {found:?}; only a-z, 0-9, `.`, `_`, `-` and `/` may stand in a label"
    )]
    Character {
        /// The text.
        label: String,
        /// The first such character.
        found: char,
    },
    /// The text has a `#` that is not the `#2`, `#3` … at the end.
    #[error("label `{0}` has a `#` that is not the number of a repeat (`#2`, `#3` …) at its end")]
    Repeat(String),
    /// The text has more than 200 characters.
    #[error("label `{0}` is longer than {LONGEST_LABEL} characters")]
    TooLong(String),
}

impl Label {
    /// Checks a text and makes it a label (fair1, section 2).
    ///
    /// # Errors
    /// [`BadLabel`] if the text is not a valid label.
    pub fn new(text: impl Into<String>) -> Result<Self, BadLabel> {
        let text = text.into();
        if text.len() > LONGEST_LABEL {
            return Err(BadLabel::TooLong(text));
        }
        let (base, repeat) = match text.split_once('#') {
            Some((base, number)) => (base, Some(number)),
            None => (text.as_str(), None),
        };
        if repeat.is_some_and(|number| !is_repeat(number)) {
            return Err(BadLabel::Repeat(text));
        }
        for part in base.split('/') {
            if part.is_empty() {
                return Err(BadLabel::EmptyPart(text));
            }
            if let Some(found) = part.chars().find(|&c| !is_label_char(c)) {
                return Err(BadLabel::Character { label: text, found });
            }
        }
        Ok(Self(text))
    }

    /// Returns the label of the `n`-th use of this one in a turn (fair1, section 2): without a number for 1, then
    /// with `#2`, `#3` ….
    ///
    /// # Errors
    /// [`BadLabel`] if the number makes the label too long.
    pub fn repeat(&self, n: u32) -> Result<Self, BadLabel> {
        let base = self.base();
        if n < 2 {
            Self::new(base)
        } else {
            Self::new(format!("{base}#{n}"))
        }
    }

    /// Returns the label without the number of a repeat (fair1, section 2).
    pub fn base(&self) -> &str {
        self.0.split_once('#').map_or(&self.0, |(base, _)| base)
    }

    /// Returns the label that a repeat comes after (fair1, section 2): the label without its `#2`, or with the number
    /// before. Returns `None` if the label is not a repeat.
    pub fn before(&self) -> Option<Self> {
        let (base, number) = self.0.split_once('#')?;
        if number == "2" {
            return Some(Self(base.to_owned()));
        }
        // A number may be longer than any integer: one less, digit by digit.
        let mut digits = number.as_bytes().to_vec();
        for digit in digits.iter_mut().rev() {
            if *digit == b'0' {
                *digit = b'9';
            } else {
                *digit -= 1;
                break;
            }
        }
        let number = String::from_utf8(digits).ok()?;
        let number = number.trim_start_matches('0');
        Some(Self(format!("{base}#{number}")))
    }

    /// Returns the label of a deck's shuffle (fair1, section 5): `deck/` and the deck's name.
    pub fn of_deck(deck: &Name) -> Self {
        Self(format!("deck/{deck}"))
    }

    /// Returns a label for a deck whose name may be invalid. It is used in error messages only.
    pub(super) fn of_any_deck(deck: &str) -> Self {
        let part: String = deck
            .chars()
            .take(LONGEST_NAME)
            .map(|c| if is_label_char(c) { c } else { '-' })
            .collect();
        Self(format!(
            "deck/{}",
            if part.is_empty() { "-" } else { &part }
        ))
    }

    /// Returns the label as text (fair1, section 2).
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_label_char(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | '.' | '_' | '-')
}

fn is_repeat(number: &str) -> bool {
    let plain = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
    plain && !number.is_empty() && number != "1"
}

/// The name of a game, a seat or a deck (fair1, section 2): `[a-z0-9-]{1,64}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// The error for a text that is not a valid name (fair1, section 2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no name: 1 to {LONGEST_NAME} of a-z, 0-9 and `-`")]
pub struct BadName(pub String);

impl Name {
    /// Checks a text and makes it a name (fair1, section 2).
    ///
    /// # Errors
    /// [`BadName`] if the text is not a valid name.
    pub fn new(text: impl Into<String>) -> Result<Self, BadName> {
        let text = text.into();
        let fits = (1..=LONGEST_NAME).contains(&text.len());
        if fits
            && text
                .bytes()
                .all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
        {
            Ok(Self(text))
        } else {
            Err(BadName(text))
        }
    }

    /// Returns the name as text (fair1, section 2).
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Implements the conversions that every checked text type has.
macro_rules! text_type {
    ($type:ident, $error:ident) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $type {
            type Err = $error;
            fn from_str(text: &str) -> Result<Self, $error> {
                Self::new(text)
            }
        }

        impl TryFrom<String> for $type {
            type Error = $error;
            fn try_from(text: String) -> Result<Self, $error> {
                Self::new(text)
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.0
            }
        }
    };
}

text_type!(Label, BadLabel);
text_type!(Name, BadName);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn labels_follow_the_grammar() {
        for good in [
            "a",
            "combat/4a-3/zytal-squad-1",
            "x.y_z-0/9",
            "facing/2a-5#2",
            "a#10",
            "-",
            ".",
        ] {
            assert_eq!(Label::new(good).map(String::from), Ok(good.to_owned()));
        }
        for bad in [
            "", "/", "a/", "/a", "a//b", "A", "a b", "ä", "a#", "a#1", "a#02", "a#2/b", "a#2#3",
            "#2", "a\n",
        ] {
            assert!(Label::new(bad).is_err(), "{bad:?}");
        }
        assert!(Label::new("a".repeat(200)).is_ok());
        assert!(matches!(
            Label::new("a".repeat(201)),
            Err(BadLabel::TooLong(_))
        ));
    }

    #[test]
    fn a_repeat_counts_from_the_base() {
        let label = Label::new("combat/4a").expect("a label");
        let third = label.repeat(3).expect("short enough");
        assert_eq!(third.as_str(), "combat/4a#3");
        assert_eq!(third.base(), "combat/4a");
        assert_eq!(
            third.repeat(4).expect("short enough").as_str(),
            "combat/4a#4"
        );
        let second = label.repeat(2).expect("short enough");
        assert_eq!(second.as_str(), "combat/4a#2");
        assert_eq!(third.before(), Some(second.clone()));
        assert_eq!(second.before(), Some(label.clone()));
        assert_eq!(label.before(), None);
        assert_eq!(third.repeat(1), Ok(label));
        for (number, less) in [
            ("10", "9"),
            ("100", "99"),
            ("21", "20"),
            ("1000000000000000000000", "999999999999999999999"),
        ] {
            let label = |number| Label::new(format!("a#{number}")).expect("a label");
            assert_eq!(label(number).before(), Some(label(less)));
        }
    }

    #[test]
    fn names_follow_the_grammar() {
        assert!(Name::new("zone-4a").is_ok() && Name::new("a".repeat(64)).is_ok());
        for bad in ["", "A", "a_b", "a/b", "a b", "ä"] {
            assert_eq!(Name::new(bad), Err(BadName(bad.to_owned())));
        }
        assert!(Name::new("a".repeat(65)).is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_a_panic(text in ".{0,210}") {
            if let Ok(label) = Label::new(text.clone()) {
                prop_assert_eq!(label.to_string(), text.clone());
                prop_assert_eq!(label.base().parse::<Label>().map(|b| b.repeat(2)).is_ok(), true);
            }
            let _ = Name::new(text.clone());
            prop_assert!(Label::new(Label::of_any_deck(&text).to_string()).is_ok());
        }
    }
}
