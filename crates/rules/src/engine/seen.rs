//! What a player sees when they are asked.

use std::{any::Any, fmt};

/// The game as the seat that is asked may see it at this moment, of the type `Ruleset::View`.
pub enum Seen<'r> {
    /// A view that is made when it is looked at.
    Made(Box<dyn Fn() -> Box<dyn Any> + 'r>),
    /// The view itself, because it is kept as such.
    Kept(&'r dyn Any),
}

impl Seen<'_> {
    /// Calls `look` with the view.
    pub fn look<T>(&self, look: impl FnOnce(&dyn Any) -> T) -> T {
        match self {
            Self::Made(view) => look(&*view()),
            Self::Kept(view) => look(*view),
        }
    }
}

impl fmt::Debug for Seen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Made(_) => "Seen::Made",
            Self::Kept(_) => "Seen::Kept",
        })
    }
}
