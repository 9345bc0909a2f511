//! The file that is saved beside a mail.

use super::{outcome::Became, post::Work};
use crate::{engine::SeatId, mail::Incoming};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `inbox/*.yaml`: the outcome of a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Verdict {
    /// The time at which it was accepted.
    pub taken: DateTime<Utc>,
    /// Its Message-ID.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// The sender that it states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Its subject.
    pub subject: String,
    /// Its outcome.
    pub became: Became,
    /// The verdicts on the orders in it, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<SeatId, String>,
    /// The mails that were written because of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<String>,
    /// Notes: parts that were not read, with the reason, and replies that were not sent.
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
