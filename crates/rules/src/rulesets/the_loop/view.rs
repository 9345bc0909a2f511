//! The game as any viewer may see it: all of it. Everything lies open in The LOOP but the order of piles and the tiles that
//! are face down, and those are not decided before they are turned up (ruling L1).

use super::state::State;

/// The game as any viewer may see it.
pub type View = State;
