//! The game as any viewer may see it: all of it. Everything lies open in The LOOP but the order of piles and the tiles that
//! are face down, and those are not decided before they are turned up (ruling L1).

use super::{TheLoop, state::State};
use serde::{Deserialize, Serialize};

/// The game as any viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct View(pub State);

impl TheLoop {
    /// Returns the view, which is the same for all viewers.
    #[expect(clippy::unused_self, reason = "it belongs to the others")]
    pub(super) fn seen(&self, state: &State) -> View {
        View(state.clone())
    }
}
