//! An ability that is being resolved, and how far it has come.

use super::{
    artifacts::Artifact,
    missions::Deed,
    names::{Agent, Era},
};

/// An ability that is being resolved.
#[derive(Debug)]
pub(super) struct Resolving {
    /// The Agent that the ability calls "you".
    pub you: Agent,
    /// The Artifact that was used; none for a special ability.
    pub used: Option<Artifact>,
    /// The cards whose abilities are being resolved, the innermost last.
    pub cards: Vec<Artifact>,
    /// The Era of the step before.
    pub there: Option<Era>,
    /// The Origin Era of the card that the ability touched last.
    pub origin: Option<Era>,
    /// The number of choices so far, forced ones included.
    pub choices: u32,
    /// The deeds so far that Missions count.
    pub deeds: Vec<Deed>,
    /// The number of changes so far.
    pub changes: u32,
    /// Revealing in a Vortex: cards that are destroyed when the ability is resolved.
    pub doomed: Vec<(Era, Artifact)>,
}

impl Resolving {
    /// Begins an ability of an Agent.
    pub(super) fn of(you: Agent, artifact: Option<Artifact>) -> Self {
        Self {
            you,
            used: artifact,
            cards: artifact.into_iter().collect(),
            there: None,
            origin: None,
            choices: 0,
            deeds: vec![],
            changes: 0,
            doomed: vec![],
        }
    }
}
