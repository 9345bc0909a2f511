//! The outcome of the orders in a mail.

use crate::{game_dir::Filed, mail::inbound::Candidate, orders::Way, yaml::Problems};

/// The outcome of one order file, for the reply to one seat.
pub(crate) struct Ruled {
    /// The part of the mail that held it; `None` if there was no file.
    pub candidate: Option<Candidate>,
    /// The file, if it was accepted.
    pub accepted: Option<Filed>,
    /// True if it waits for the player to confirm it.
    pub held: bool,
    /// The proof of the sender that the mail had.
    pub way: Way,
    /// The player's signature on it, if it came with one.
    pub signature: Option<String>,
    /// Its errors and warnings.
    pub problems: Option<Problems>,
    /// Sentences for the reply.
    pub words: Vec<String>,
}

impl Ruled {
    pub(crate) fn refused(candidate: Option<&Candidate>, words: impl Into<String>) -> Self {
        Self {
            candidate: candidate.cloned(),
            accepted: None,
            held: false,
            way: Way::Address,
            signature: None,
            problems: None,
            words: vec![words.into()],
        }
    }

    pub(crate) fn wrong(candidate: &Candidate, problems: Problems) -> Self {
        Self {
            problems: Some(problems),
            words: vec![],
            ..Self::refused(Some(candidate), "")
        }
    }

    /// Returns true if it was accepted and its sender is proven by more than the address.
    pub(super) fn is_proven(&self) -> bool {
        self.accepted.is_some() && self.way >= Way::Known
    }

    /// Returns the verdict, as it appears in the subject of the reply.
    pub(super) fn verdict(&self) -> &'static str {
        match (&self.accepted, &self.problems) {
            (None, _) => "REJECTED",
            (Some(_), _) if self.held => "HELD",
            (Some(_), Some(problems)) if !problems.list.is_empty() => "ACCEPTED WITH WARNINGS",
            (Some(_), _) => "ACCEPTED",
        }
    }
}

/// Describes the origin of orders.
pub(crate) fn source(subject: &str, part: &str) -> String {
    if subject.is_empty() {
        format!("{part} of a mail without a subject")
    } else {
        format!("{part} of the mail \"{subject}\"")
    }
}
