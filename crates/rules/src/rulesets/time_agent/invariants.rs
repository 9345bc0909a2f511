//! The conditions that hold in every state.

use super::{
    TimeAgent,
    names::Technology,
    places::{Place, TileId},
    state::{Phase, State},
};
use crate::engine::InvalidState;

impl TimeAgent {
    /// Checks the conditions that hold in every state.
    pub(super) fn consistent(&self, state: &State) -> Result<(), InvalidState> {
        let mut tiles: Vec<TileId> = state.hexes.values().map(|cell| cell.tile).collect();
        tiles.sort_unstable();
        tiles.dedup();
        InvalidState::unless(
            state.hexes.len() == self.content.hexes().len() && tiles.len() == state.hexes.len(),
            "every hex bears one tile, and every tile lies on one hex (3)",
        )?;
        for (hex, cell) in state.hexes.iter() {
            InvalidState::unless(
                self.content.index(*hex).is_some() && cell.tile.zone == hex.zone,
                "tiles stay in their zones (3)",
            )?;
            InvalidState::unless(
                cell.facing.is_none_or(|f| (1..=6).contains(&f)),
                "a face-up tile faces one of six edges (9.1)",
            )?;
        }
        let mut order = state.order.clone();
        order.sort_unstable();
        InvalidState::unless(
            order.iter().eq(state.sides.keys()),
            "every race in play is in the player order once (7)",
        )?;
        for (unit, place) in state.units.iter() {
            InvalidState::unless(
                state.sides.contains_key(&unit.race),
                "operatives belong to races in play",
            )?;
            if let Place::Past(spot) = place {
                InvalidState::unless(self.content.has(spot), "operatives are on the board")?;
                InvalidState::unless(
                    spot.hex()
                        .is_none_or(|hex| state.cell(hex).facing.is_some()),
                    "a tile with an operative is face up (9.14)",
                )?;
            }
        }
        let points = self.points_of_all(state);
        for (race, side) in &state.sides {
            let past = state
                .units_of(*race)
                .filter(|(_, place)| *place != Place::Present)
                .count();
            InvalidState::unless(
                side.used <= side.machines && past <= side.machines as usize,
                "a time machine maintains one operative (8.1)",
            )?;
            let points = points[*race as usize];
            InvalidState::unless(
                (side.rp, side.vp) == (points.rp, points.vp),
                "points are what stands and what is undone (9.7)",
            )?;
        }
        let connected = self.connected(state);
        for technology in Technology::ALL {
            InvalidState::unless(
                connected.has(*technology) != state.disconnected.contains(technology),
                "a technology is marked as it is (9.6)",
            )?;
        }
        InvalidState::unless(
            (state.phase == Phase::Over) == state.disconnected.contains(&Technology::TimeTravel),
            "the game ends when Time Travel is Disconnected, and only then (10)",
        )
    }
}
