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
    collect::Collect,
    dice::{Dice, Label},
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
            .collect_set();
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
                .collect_set()
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
                        moved: moved.collect_set(),
                    };
                    (*race, side)
                })
                .collect_map(),
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
                .collect_set(),
            reversed_originals: view
                .technologies
                .iter()
                .filter(|t| t.original_reversed)
                .map(|t| t.technology)
                .collect_set(),
            reversed_secondaries: view
                .hexes
                .iter()
                .filter_map(|hex| hex.tile.as_ref())
                .filter(|t| {
                    matches!(t.tile.legend, Legend::Invention(_)) && t.reversed == Some(true)
                })
                .map(|t| t.tile)
                .collect_set(),
            disconnected: view
                .technologies
                .iter()
                .filter(|t| !t.connected)
                .map(|t| t.technology)
                .collect_set(),
        }
    }

    /// Returns such a state with the unknown tiles laid out at random within their zones, except those that a later view
    /// of the same round shows. Returns `None` if the view was cut short.
    pub(super) fn imagined_at_random(
        &self,
        view: &View,
        later: Option<&View>,
        dice: &mut dyn Dice,
    ) -> Option<State> {
        if view.hexes.len() != self.content.hexes().len() {
            return None;
        }
        let shown = |view: &View, hexes: &mut BTreeMap<HexId, TileId>| {
            let seen = view.hexes.iter();
            hexes.extend(seen.filter_map(|hex| Some((hex.hex, hex.tile.as_ref()?.tile))));
        };
        let mut said = BTreeMap::new();
        for view in std::iter::once(view).chain(later) {
            shown(view, &mut said);
        }
        let known: BTreeSet<TileId> = said.values().copied().collect_set();
        for zone in Zone::ALL {
            let of_zone = |hex: HexId| hex.zone == zone && !said.contains_key(&hex);
            let hidden: Vec<HexId> = view
                .hexes
                .iter()
                .map(|hex| hex.hex)
                .filter(|hex| of_zone(*hex))
                .collect();
            let tiles = self.content.tiles().iter().map(|tile| tile.id);
            let tiles: Vec<TileId> = tiles
                .filter(|tile| tile.zone == zone && !known.contains(tile))
                .collect();
            let count = u32::try_from(tiles.len()).ok()?;
            if hidden.len() != tiles.len() {
                return None;
            }
            let label = Label::new(format!("imagined/{zone}")).expect("a plain label");
            let order = dice.shuffle(&label, count).ok()?;
            said.extend(
                hidden
                    .into_iter()
                    .zip(order.into_iter().map(|n| tiles[n as usize])),
            );
        }
        Some(self.imagined_with(view, &said))
    }
}
