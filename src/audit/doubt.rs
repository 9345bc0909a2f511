//! The reason why a check does not pass.

use std::{error::Error, fmt};

/// The reason why a check does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// It is wrong.
    Wrong(String),
    /// It does not prove anything.
    Unproven(String),
    /// This program was built without what verifies it.
    NotBuilt,
}

impl Doubt {
    /// Returns the doubt about something that is wrong.
    pub(super) fn wrong(why: impl Into<String>) -> Self {
        Self::Wrong(why.into())
    }

    /// Returns the reasons of all checks that found something wrong.
    pub(super) fn reasons<T>(checked: impl IntoIterator<Item = Result<T, Self>>) -> Vec<String> {
        let failed = checked.into_iter().filter_map(Result::err);
        failed.map(|doubt| doubt.to_string()).collect()
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(why) | Self::Unproven(why) => f.write_str(why),
            Self::NotBuilt => f.write_str("this program was built without what verifies it"),
        }
    }
}

impl<E: Error> From<E> for Doubt {
    /// An error of a file or a record is wrong, in its words.
    fn from(why: E) -> Self {
        Self::Wrong(why.to_string())
    }
}
