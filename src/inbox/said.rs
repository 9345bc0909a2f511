//! The topic of a reply.

use super::ruled::Ruled;
use crate::compose;
use chrono::{DateTime, Utc};

/// The topic of a reply.
pub(crate) enum Said {
    /// Orders, or a mail that should have held some.
    Orders(Box<Ruled>),
    /// A letter to other players: its verdict, and sentences about it.
    Press(&'static str, Vec<String>),
    /// An absence: its verdict, and sentences about it.
    Absence(&'static str, Vec<String>),
    /// The answer to an invitation: its verdict, and sentences about it.
    Invitation(&'static str, Vec<String>),
    /// A mail without orders: its verdict, and sentences about it.
    Passed(&'static str, Vec<String>),
    /// The orders on file and the open questions, which the player has asked for.
    Status,
}

pub(crate) fn utc(at: DateTime<Utc>) -> String {
    compose::utc(at)
}
