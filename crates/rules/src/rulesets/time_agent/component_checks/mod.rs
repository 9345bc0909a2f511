//! The statements of the rulebook and of public sources about components they do not print, checked against the content
//! in use: constraints 1 to 88 of this project's list, in its groups A to G.
//!
//! Exact ones are counted. Others are tried at random, with fixed seeds, or by bots that play whole games. Shares are
//! in thousandths: the rules use no floats.
#![expect(
    clippy::too_many_lines,
    reason = "a list of claims is read from top to bottom"
)]

mod a_map;
mod b_travel;
mod c_inventions;
mod d_paths;
mod e_points;
mod f_units;
mod g_pace;
mod play;
#[cfg(test)]
mod tests;

use super::{
    TimeAgent,
    cell::Cell,
    content::{Beyond, Hex},
    names::{Race, Technology},
    places::{TileId, Zone},
    state::{Phase, State},
    units::Units,
};
use crate::{
    engine::RandomBot,
    rulesets::{Claim, Effort, Proof, SideBySide},
};
use std::collections::{BTreeMap, BTreeSet};

/// Seven parts; an eighth part can only be checked by play.
const PARTS: &[fn(&TimeAgent, Effort) -> Vec<Claim>] = &[
    a_map::check,
    b_travel::check,
    c_inventions::check,
    d_paths::check,
    e_points::check,
    f_units::check,
    g_pace::check,
];

fn exact(number: u32, claim: &'static str, holds: bool, measured: impl Into<String>) -> Claim {
    Claim::new(number, Proof::Exact, claim, holds, measured)
}

fn chance(number: u32, claim: &'static str, holds: bool, measured: impl Into<String>) -> Claim {
    Claim::new(number, Proof::Chance, claim, holds, measured)
}

fn rule(number: u32, claim: &'static str, holds: bool, measured: impl Into<String>) -> Claim {
    Claim::new(number, Proof::Rules, claim, holds, measured)
}

/// Returns a share in thousandths.
fn share(part: usize, of: usize) -> u32 {
    u32::try_from(part * 1000 / of.max(1)).unwrap_or(1000)
}

/// Returns a share in words: `47.5 %`.
fn percent(per_mille: u32) -> String {
    format!("{}.{} %", per_mille / 10, per_mille % 10)
}

/// Returns a mean in words, with one decimal place.
fn mean(sum: usize, of: usize) -> String {
    let tenths = sum * 10 / of.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join(", ")
}

impl TimeAgent {
    /// Returns one part of the table of constraints.
    pub(super) fn component_checks(
        &self,
        part: usize,
        effort: Effort,
        jobs: SideBySide<'_>,
    ) -> Option<Vec<Claim>> {
        if part == PARTS.len() {
            return Some(play::check(self, effort, jobs));
        }
        Some(PARTS.get(part)?(self, effort))
    }

    /// Returns a board without operatives, with everything face down in the order of the content.
    fn bare(&self) -> State {
        let mut hexes = vec![];
        for zone in Zone::ALL {
            let cells = self.content.zone(zone).iter().zip(self.tiles_of(zone));
            hexes.extend(cells.map(|(hex, tile)| (hex.id, Cell { tile, facing: None })));
        }
        State {
            round: 1,
            phase: Phase::RoundStart,
            order: vec![],
            sides: BTreeMap::new(),
            units: Units::default(),
            hexes: hexes.into_iter().collect(),
            reversed_events: BTreeSet::new(),
            reversed_originals: BTreeSet::new(),
            reversed_secondaries: BTreeSet::new(),
            disconnected: BTreeSet::new(),
        }
    }

    fn tiles_of(&self, zone: Zone) -> Vec<TileId> {
        let tiles = self.content.tiles().iter().map(|tile| tile.id);
        tiles.filter(|tile| tile.zone == zone).collect()
    }

    /// Returns the board with every tile turned up at random: the n-th of a fixed series of such boards.
    fn flipped(&self, n: u32) -> State {
        let mut state = self.bare();
        let mut chance = RandomBot::new(u64::from(n) + 1);
        for zone in Zone::ALL {
            let mut tiles = self.tiles_of(zone);
            for hex in self.content.zone(zone) {
                let tile = tiles.swap_remove(chance.below(tiles.len()));
                let facing = u8::try_from(chance.below(6) + 1).expect("a die");
                if let Some(cell) = state.hexes.get_mut(hex.id) {
                    *cell = Cell {
                        tile,
                        facing: Some(facing),
                    };
                }
            }
        }
        state
    }

    /// Returns the hexes beside an indicator of a technology, each with the edge that touches it.
    pub(super) fn beside_indicators(&self, technology: Technology) -> Vec<(&Hex, usize)> {
        let hexes = self.content.hexes().iter();
        hexes
            .flat_map(|hex| {
                let edges = hex.beyond.iter().enumerate();
                edges
                    .filter(|(_, beyond)| **beyond == Beyond::Indicator(technology))
                    .map(move |(edge, _)| (hex, edge))
            })
            .collect()
    }

    /// Returns the points that every race begins with, by 9.7.
    fn opening(&self, race: Race) -> super::content::Points {
        self.points(&self.bare(), race)
    }
}

fn name(race: Race) -> &'static str {
    race.name()
}

fn races(races: impl IntoIterator<Item = Race>) -> String {
    list(races.into_iter().map(name))
}
