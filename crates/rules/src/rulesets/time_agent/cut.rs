//! The place where Time Travel was cut off, for statistics: the rulebook's notes describe three ways.

use super::{TimeAgent, content::Beyond, names::Technology, places::Legend, state::State};

/// The place where Time Travel was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// All of its inventions are reversed.
    Inventions,
    /// Its paths reach a tile beside an indicator, but not the indicator.
    NearThePresent,
    /// Its paths do not leave the zones where its inventions are.
    NearTheInventions,
    /// Somewhere between these.
    Between,
}

impl Cut {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Inventions => "all inventions reversed",
            Self::NearThePresent => "cut near the present",
            Self::NearTheInventions => "cut near the inventions",
            Self::Between => "cut in between",
        }
    }
}

impl TimeAgent {
    /// Returns the place where Time Travel is cut off, if it is.
    pub(super) fn cut(&self, state: &State) -> Cut {
        let red = Technology::TimeTravel;
        let secondary = state.hexes.values().any(|cell| {
            cell.tile.legend == Legend::Invention(red)
                && !state.reversed_secondaries.contains(&cell.tile)
        });
        if state.reversed_originals.contains(&red) && !secondary {
            return Cut::Inventions;
        }
        let flood = self.flood(state);
        let hexes = self.content.hexes().iter().enumerate();
        let reached: Vec<_> = hexes
            .filter(|(place, _)| flood.reached(*place).has(red))
            .map(|(_, hex)| hex)
            .collect();
        let beside = |beyond: &Beyond| *beyond == Beyond::Indicator(red);
        if reached.iter().any(|hex| hex.beyond.iter().any(beside)) {
            Cut::NearThePresent
        } else if reached.iter().all(|hex| hex.id.zone.is_oldest()) {
            Cut::NearTheInventions
        } else {
            Cut::Between
        }
    }
}
