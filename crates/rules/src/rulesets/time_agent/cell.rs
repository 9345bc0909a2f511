//! One hex of the board.

use super::places::TileId;
use serde::{Deserialize, Serialize};

/// The tile on one hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The tile.
    pub tile: TileId,
    /// The board edge (1 to 6) that its marked edge points to; `None` while it is face down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<u8>,
}
