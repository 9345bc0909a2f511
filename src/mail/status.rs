//! The delivery status of a queued mail: the `.status.yaml` beside it.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::{
    clean,
    delivery::{DeliveryError, Kind},
};

/// The state of a queued mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It waits for the next run.
    #[default]
    Queued,
    /// It is being handed over; after a crash it may or may not have been delivered.
    Sending,
    /// It was permanently refused (5xx) and waits for the GM.
    Failed,
    /// The connection broke when the server might already have accepted it.
    Uncertain,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Queued => "queued",
            Self::Sending => "sending",
            Self::Failed => "failed",
            Self::Uncertain => "uncertain",
        })
    }
}

/// The status file of a queued mail; a mail without one was never tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Status {
    /// The state of the mail.
    pub state: State,
    /// The number of attempts.
    #[serde(default)]
    pub attempts: u32,
    /// The time of the last attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_attempt: Option<DateTime<Utc>>,
    /// The error of the last attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Advice for the GM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// Maximum number of attempts for a mail that may have been delivered, unless the GM sends it again.
const MOST_ATTEMPTS: u32 = 5;
/// The time between the first two of these attempts, in minutes; it doubles with each.
const FIRST_REST: i64 = 10;

impl Status {
    /// Returns true if a mail that may have been delivered was tried so often that only the GM can send it again.
    pub(crate) fn is_given_up(&self) -> bool {
        self.is_doubtful() && self.attempts >= MOST_ATTEMPTS
    }

    /// Returns true if a mail that may have been delivered must wait: a server that accepts a mail and drops the
    /// connection would deliver it with every attempt. After a crash the mail is tried again at once.
    pub(super) fn rests(&self, now: DateTime<Utc>) -> bool {
        if self.is_given_up() {
            return true;
        }
        let (State::Uncertain, Some(last)) = (self.state, self.last_attempt) else {
            return false;
        };
        let doublings = self.attempts.saturating_sub(1).min(MOST_ATTEMPTS);
        // If the clock was set back, the mail must not wait longer.
        now >= last && now < last + TimeDelta::minutes(FIRST_REST << doublings)
    }

    pub(super) fn to_yaml(&self) -> Vec<u8> {
        // A status has only plain text and numbers, which can always be written.
        crate::yaml::keep::to_string(self)
            .expect("a status is plain data")
            .into_bytes()
    }

    /// Parses a status file; one that cannot be read counts as uncertain, because the mail may have been delivered.
    pub(super) fn from_yaml(bytes: &[u8]) -> Self {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        crate::yaml::keep::from_str(text).unwrap_or_else(|_| Self {
            state: State::Uncertain,
            error: Some("the status file could not be read".to_owned()),
            ..Self::default()
        })
    }

    /// Returns true if an earlier attempt may have delivered the mail.
    pub(crate) fn is_doubtful(&self) -> bool {
        matches!(self.state, State::Sending | State::Uncertain)
    }

    pub(super) fn begin(&self, now: DateTime<Utc>) -> Self {
        Self {
            state: State::Sending,
            attempts: self.attempts.saturating_add(1),
            last_attempt: Some(now),
            ..self.clone()
        }
    }

    /// Returns the status after a failed attempt; `before` is the status before the attempt.
    pub(super) fn after(mut self, before: &Self, error: &DeliveryError) -> Self {
        self.state = match (error.kind, error.stops_all()) {
            (Kind::Uncertain, _) => State::Uncertain,
            // A wrong password is not a fault of the mail: it is sent when the settings are fixed.
            (Kind::Permanent, false) => State::Failed,
            // The state stays uncertain if a later attempt fails.
            _ if before.is_doubtful() => State::Uncertain,
            _ => State::Queued,
        };
        self.error = Some(clean::one_line(&error.words, 500));
        self.hint = error.hint.as_deref().map(|hint| clean::one_line(hint, 500));
        self
    }
}
