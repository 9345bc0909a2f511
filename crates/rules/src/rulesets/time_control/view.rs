//! The game as any viewer may see it: all of it. The boards, the tokens and the Problems lie open, the order of a deck is drawn
//! only when a card is turned up (ruling T2), and plans are in sealed order files.

use super::state::State;

/// The game as any viewer may see it.
pub type View = State;
