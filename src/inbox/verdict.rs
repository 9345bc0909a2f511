//! The record that is kept beside a mail.

use super::{outcome::Became, post::Work};
use crate::{engine::SeatId, mail::Incoming};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `inbox/*.yaml`: what became of a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Verdict {
    /// When it was taken.
    pub taken: DateTime<Utc>,
    /// Its Message-ID.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// Whom it says it is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Its subject.
    pub subject: String,
    /// What became of it.
    pub became: Became,
    /// What became of the orders in it, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<SeatId, String>,
    /// The mails that it led to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<String>,
    /// What was not looked at, and why; who was not answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Verdict {
    pub(crate) fn of(taken: DateTime<Utc>, mail: &Incoming, work: &Work) -> Self {
        Self {
            taken,
            message_id: mail.message_id.as_ref().map(ToString::to_string),
            from: mail.from.clone(),
            subject: mail.subject.clone(),
            became: work.became.clone(),
            seats: work.seats.clone(),
            letters: work.letters.clone(),
            notes: work.notes.clone(),
        }
    }
}
