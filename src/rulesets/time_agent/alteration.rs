//! An alteration of a tile (9.5).

use super::places::{HexId, Spot};
use serde::{Deserialize, Serialize};

/// 9.5: one alteration, or the end of altering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Alteration {
    Done,
    Reverse { spot: Spot },
    Rotate { hex: HexId, to: u8 },
}

impl Alteration {
    pub(crate) fn spot(self) -> Option<Spot> {
        match self {
            Self::Done => None,
            Self::Reverse { spot } => Some(spot),
            Self::Rotate { hex, .. } => Some(Spot::Hex(hex)),
        }
    }

    /// Returns the edge that a rotation turns its tile to.
    pub(crate) fn edge(self) -> Option<u8> {
        match self {
            Self::Rotate { to, .. } => Some(to),
            Self::Done | Self::Reverse { .. } => None,
        }
    }
}
