//! What became of the orders in a mail.

use crate::{game_dir::Filed, mail::inbound::Candidate, orders::Way, yaml::Problems};

/// What became of one order file, for one seat to hear.
pub(crate) struct Ruled {
    /// Where in the mail it was; nothing if there was none.
    pub candidate: Option<Candidate>,
    /// The file, if it was accepted.
    pub accepted: Option<Filed>,
    /// Whether it waits for the player to confirm it.
    pub held: bool,
    /// How the mail showed whose it was.
    pub way: Way,
    /// The player's signature on it, if it came with one.
    pub signature: Option<String>,
    /// What is wrong with it, or may be.
    pub problems: Option<Problems>,
    /// What there is to say.
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

    /// Whether it was accepted, and more than the sender's address shows whose it is.
    pub fn is_proven(&self) -> bool {
        self.accepted.is_some() && self.way >= Way::Known
    }

    /// The verdict, as it stands in a subject.
    pub fn verdict(&self) -> &'static str {
        match (&self.accepted, &self.problems) {
            (None, _) => "REJECTED",
            (Some(_), _) if self.held => "HELD",
            (Some(_), Some(problems)) if !problems.list.is_empty() => "ACCEPTED WITH WARNINGS",
            (Some(_), _) => "ACCEPTED",
        }
    }
}

/// Where orders came from, in words.
pub(crate) fn source(subject: &str, part: &str) -> String {
    if subject.is_empty() {
        format!("{part} of a mail without a subject")
    } else {
        format!("{part} of the mail \"{subject}\"")
    }
}
