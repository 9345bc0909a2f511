//! Errors of the rules, and the error of a [`DynRuleset`](super::DynRuleset) that may also come from its data.

use super::{SeatId, Viewer, data::DecodeError};
use std::borrow::Cow;

/// The error of a function that decodes plain data and then asks the rules, which give their reason as an `E`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DynError<E> {
    /// The data cannot be decoded as the ruleset's own type.
    #[error(transparent)]
    Decode(DecodeError),
    /// The rules refuse it.
    #[error(transparent)]
    Rules(E),
}

impl<E> DynError<E> {
    /// Converts the error; `rules` converts the reason of the rules.
    pub fn into_error<F: From<DecodeError>>(self, rules: impl FnOnce(E) -> F) -> F {
        match self {
            Self::Decode(error) => error.into(),
            Self::Rules(why) => rules(why),
        }
    }
}

impl<E> From<DecodeError> for DynError<E> {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

/// The property of all states of a game that does not hold in a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidState(Cow<'static, str>);

impl InvalidState {
    /// Makes the error from a statement of the property.
    pub(crate) fn new(property: impl Into<Cow<'static, str>>) -> Self {
        Self(property.into())
    }

    /// Checks one property.
    ///
    /// # Errors
    /// The error with the statement of the property, unless it holds.
    pub fn unless(holds: bool, property: &'static str) -> Result<(), Self> {
        if holds {
            Ok(())
        } else {
            Err(Self::new(property))
        }
    }
}

/// A fact that contradicts itself, the content or the facts before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Contradiction(pub String);

/// The law of all games that a state breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LawBroken {
    /// The state cannot be saved; the message is that of serde.
    #[error("it cannot be kept: {0}")]
    NotSaved(String),
    /// The saved state is loaded as another state.
    #[error("what was kept is read as another state")]
    Changed,
    /// The saved state cannot be loaded; the message is that of serde.
    #[error("what was kept cannot be read: {0}")]
    NotLoaded(String),
    /// No state can be imagined from the view of this viewer.
    #[error("{0:?} cannot imagine it")]
    NotImagined(Viewer),
    /// A seat that is asked cannot imagine a position that leads to the question and looks as the real one does.
    #[error("{seat} cannot imagine how it came to be asked `{ask}`")]
    Lost {
        /// The seat.
        seat: SeatId,
        /// The kind of ask.
        ask: String,
    },
    /// A state that a viewer imagines breaks an invariant.
    #[error("as {viewer:?} may think it is: {why}")]
    Imagined {
        /// The viewer.
        viewer: Viewer,
        /// The invariant.
        why: InvalidState,
    },
    /// The view of this viewer depends on information that is hidden from them.
    #[error("{0:?} sees what is hidden from them")]
    Leak(Viewer),
}
