//! The game as any viewer may see it: all of it. The boards, the tokens and the Problems lie open, the order of a deck is drawn
//! only when a card is turned up (ruling T2), and plans are in sealed order files.

use super::state::State;
use serde::{Deserialize, Serialize};

/// The game as any viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct View(pub State);
