//! What an answer is about.

use super::ruled::Ruled;
use crate::compose;
use chrono::{DateTime, Utc};

/// What an answer is about.
pub(crate) enum Said {
    /// Orders, or what should have been some.
    Orders(Box<Ruled>),
    /// A letter to other players: its verdict, and words about it.
    Press(&'static str, Vec<String>),
    /// An absence, likewise.
    Absence(&'static str, Vec<String>),
    /// A mail without orders, likewise.
    Passed(&'static str, Vec<String>),
}

pub(crate) fn utc(at: DateTime<Utc>) -> String {
    compose::utc(at)
}
