//! States that agree with a view: for previews, and for proving that no secret leaks.

use super::{
    TimeAgent,
    cell::Cell,
    names::Race,
    places::{HexId, Legend, TileId, Zone},
    state::{Side, State},
    view::View,
};
use crate::{
    dice::{Dice, Label},
    engine::Viewer,
};
use std::collections::{BTreeMap, BTreeSet};

impl TimeAgent {
    /// Returns a state that agrees with a view, so that the rules' own code can run on it. Tiles the viewer does not
    /// know are arbitrary: the rules never look at a facedown tile.
    pub(super) fn imagined(&self, view: &View) -> State {
        self.imagined_with(view, &BTreeMap::new())
    }

    /// Returns such a state with some of the unknown tiles at given hexes.
    pub(super) fn imagined_with(&self, view: &View, said: &BTreeMap<HexId, TileId>) -> State {
        let mut unknown: BTreeMap<Zone, Vec<TileId>> = BTreeMap::new();
        let known: BTreeSet<TileId> = view
            .hexes
            .iter()
            .filter_map(|hex| Some(hex.tile.as_ref()?.tile))
            .chain(said.values().copied())
            .collect();
        for tile in self
            .content
            .tiles()
            .iter()
            .filter(|t| !known.contains(&t.id))
        {
            unknown.entry(tile.id.zone).or_default().push(tile.id);
        }
        let hexes = self
            .content
            .hexes()
            .iter()
            .enumerate()
            .filter_map(|(place, hex)| {
                // A view has the hexes in the order of the board.
                let seen = view.hexes.get(place).filter(|seen| seen.hex == hex.id);
                let seen = seen.or_else(|| view.hexes.iter().find(|seen| seen.hex == hex.id))?;
                let tile = match (&seen.tile, said.get(&hex.id)) {
                    (Some(tile), _) => tile.tile,
                    (None, Some(tile)) => *tile,
                    (None, None) => unknown.get_mut(&hex.id.zone)?.pop()?,
                };
                let facing = seen.facing;
                Some((hex.id, Cell { tile, facing }))
            })
            .collect();
        let looked = |race: Race| {
            view.hexes
                .iter()
                .filter(move |hex| hex.looked_at_by.contains(&race))
                .map(|hex| hex.hex)
                .collect()
        };
        State {
            round: view.round,
            phase: view.phase,
            order: view.order.clone(),
            sides: view
                .sides
                .iter()
                .map(|(race, side)| {
                    let moved = side.units.iter().filter(|u| u.moved).map(|u| u.unit);
                    let side = Side {
                        team: side.team.clone(),
                        credits: side.credits,
                        machines: side.machines,
                        used: side.used.min(side.machines),
                        looks: side.looks,
                        rp: side.rp,
                        vp: side.vp,
                        agents: side.agents,
                        squads: side.squads,
                        looked: looked(*race),
                        moved: moved.collect(),
                    };
                    (*race, side)
                })
                .collect(),
            units: view
                .sides
                .values()
                .flat_map(|side| side.units.iter().map(|u| (u.unit, u.at)))
                .collect(),
            hexes,
            reversed_events: view
                .events
                .iter()
                .filter(|e| e.reversed)
                .map(|e| e.event)
                .collect(),
            reversed_originals: view
                .technologies
                .iter()
                .filter(|t| t.original_reversed)
                .map(|t| t.technology)
                .collect(),
            reversed_secondaries: view
                .hexes
                .iter()
                .filter_map(|hex| hex.tile.as_ref())
                .filter(|t| {
                    matches!(t.tile.legend, Legend::Invention(_)) && t.reversed == Some(true)
                })
                .map(|t| t.tile)
                .collect(),
            disconnected: view
                .technologies
                .iter()
                .filter(|t| !t.connected)
                .map(|t| t.technology)
                .collect(),
        }
    }

    /// Returns another state that looks the same to a viewer: the tiles they do not know are mixed again within their
    /// zones.
    pub(super) fn resampled(&self, state: &State, viewer: &Viewer, dice: &mut dyn Dice) -> State {
        let known = self.knowledge(state, viewer);
        let mut other = state.clone();
        for zone in Zone::ALL {
            let hidden: Vec<HexId> = state
                .hexes
                .iter()
                .filter(|(hex, cell)| {
                    hex.zone == zone && cell.facing.is_none() && !known.contains(hex)
                })
                .map(|(hex, _)| *hex)
                .collect();
            if hidden.len() < 2 {
                continue;
            }
            let label = Label::new(format!("resample/{zone}")).expect("a plain label");
            let count = u32::try_from(hidden.len()).expect("95 tiles at most");
            let Ok(order) = dice.shuffle(&label, count) else {
                continue;
            };
            for (to, from) in hidden.iter().zip(order) {
                let from = hidden[from as usize];
                if let Some(cell) = other.hexes.get_mut(*to) {
                    *cell = state.cell(from);
                }
            }
        }
        other
    }
}
