//! What happened to a queued mail so far: the `.status.yaml` beside it.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::{
    clean,
    delivery::{DeliveryError, Kind},
};

/// Where a queued mail stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It waits for the next run.
    #[default]
    Queued,
    /// It is being handed over; after a crash, nobody knows whether it was.
    Sending,
    /// It was refused for good (5xx) and waits for the GM.
    Failed,
    /// The connection broke when the server may already have had it.
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

/// The record of a queued mail; a mail without one was never tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Status {
    /// Where it stands.
    pub state: State,
    /// How often it was tried.
    #[serde(default)]
    pub attempts: u32,
    /// When it was tried last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_attempt: Option<DateTime<Utc>>,
    /// What went wrong then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// A mail that may have been delivered is handed over at most so often without a word of the GM.
const MOST_ATTEMPTS: u32 = 5;
/// The time between the first two of these attempts, in minutes; it doubles with each.
const FIRST_REST: i64 = 10;

impl Status {
    /// Whether a mail that may have been delivered was handed over so often that only the GM sends it again.
    pub fn is_given_up(&self) -> bool {
        self.is_doubtful() && self.attempts >= MOST_ATTEMPTS
    }

    /// Whether a mail that may have been delivered is left alone for now: a server that takes a mail and drops the line
    /// would deliver it with every attempt. After a crash it is tried again at once.
    pub(super) fn rests(&self, now: DateTime<Utc>) -> bool {
        if self.is_given_up() {
            return true;
        }
        let (State::Uncertain, Some(last)) = (self.state, self.last_attempt) else {
            return false;
        };
        let doublings = self.attempts.saturating_sub(1).min(MOST_ATTEMPTS);
        // A clock that was put back must not make it rest for longer.
        now >= last && now < last + TimeDelta::minutes(FIRST_REST << doublings)
    }

    pub(super) fn to_yaml(&self) -> Vec<u8> {
        // Plain text and numbers: the writer has nothing to refuse.
        crate::yaml::keep::to_string(self)
            .expect("a status is plain data")
            .into_bytes()
    }

    /// A record that cannot be read counts as uncertain: the mail may have been under way.
    pub(super) fn from_yaml(bytes: &[u8]) -> Self {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        crate::yaml::keep::from_str(text).unwrap_or_else(|_| Self {
            state: State::Uncertain,
            error: Some("the status file could not be read".to_owned()),
            ..Self::default()
        })
    }

    /// True when an earlier attempt may have reached the reader.
    pub fn is_doubtful(&self) -> bool {
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

    /// After a failure; `before` is what the mail's state was when the attempt began.
    pub(super) fn after(mut self, before: &Self, error: &DeliveryError) -> Self {
        self.state = match (error.kind, error.stops_all()) {
            (Kind::Uncertain, _) => State::Uncertain,
            // A wrong password is no fault of the mail: it goes out once the settings are mended.
            (Kind::Permanent, false) => State::Failed,
            // A doubt does not go away because a later attempt did not get through.
            _ if before.is_doubtful() => State::Uncertain,
            _ => State::Queued,
        };
        self.error = Some(clean::one_line(&error.words, 500));
        self.hint = error.hint.as_deref().map(|hint| clean::one_line(hint, 500));
        self
    }
}
