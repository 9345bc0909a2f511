//! The whole game at a checkpoint.

use super::{
    board::Board,
    cell::Cell,
    names::{Event, Item, Kind, OwnUnit, Race, Technology, UnitId},
    places::{HexId, Legend, Place, Spot, TileId},
    units::Units,
};
use crate::{collect::Collect, rulesets::kit::is_default};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The point that the game has reached in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Before income (5).
    RoundStart,
    /// Determining the player order (7).
    PlayerOrder,
    /// The headquarters phase (8).
    Headquarters,
    /// This race's player turn (9).
    PlayerTurn(Race),
    /// The game is over (10).
    Over,
}

/// The whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct State {
    /// The round being played, from 1.
    pub round: u32,
    /// The point that the game has reached in the round.
    pub phase: Phase,
    /// The player order of this round, or of the last one while none is chosen.
    pub order: Vec<Race>,
    /// The races in play.
    pub sides: BTreeMap<Race, Side>,
    /// Every operative in play.
    pub units: Units,
    /// The cone of time.
    pub hexes: Board,
    /// Reversed events.
    pub reversed_events: BTreeSet<Event>,
    /// Reversed original inventions.
    pub reversed_originals: BTreeSet<Technology>,
    /// Reversed secondary inventions, by the tiles that bear them.
    pub reversed_secondaries: BTreeSet<TileId>,
    /// Technologies that are Disconnected, or presumed so (9.6).
    pub disconnected: BTreeSet<Technology>,
}

/// The belongings of one race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Side {
    /// The name of the player's seats together, if they have several (12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// The treasury, in galactic credits.
    pub credits: u32,
    /// Time machines.
    pub machines: u32,
    /// Time machines turned face down this round.
    pub used: u32,
    /// Looks left on the time machine that is used for research (8.3).
    #[serde(default, skip_serializing_if = "is_default")]
    pub looks: u32,
    /// Resource points: the income of a round.
    pub rp: i32,
    /// Victory points.
    pub vp: i32,
    /// The highest number ever given to one of its agents (ruling A41).
    pub agents: u16,
    /// The highest number ever given to one of its squads.
    pub squads: u16,
    /// Facedown tiles it has looked at (8.3).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub looked: BTreeSet<HexId>,
    /// Operatives that have moved or arrived in this player turn (9.1).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub moved: BTreeSet<UnitId>,
}

impl Side {
    /// Returns the number of time machines that can still be used this round.
    pub(crate) fn free_machines(&self) -> u32 {
        self.machines - self.used
    }

    /// Returns the highest number given to a kind of operative, to change it.
    pub fn numbered(&mut self, kind: Kind) -> &mut u16 {
        match kind {
            Kind::Agent => &mut self.agents,
            Kind::Squad => &mut self.squads,
        }
    }

    /// Adds purchases (8.2), and returns the names of new operatives.
    pub(crate) fn receive(&mut self, item: Item, count: u32) -> Vec<OwnUnit> {
        let kind = match item {
            Item::TimeMachine => {
                self.machines += count;
                return vec![];
            }
            Item::Squad => Kind::Squad,
            Item::Agent => Kind::Agent,
        };
        let last = self.numbered(kind);
        (0..count)
            .map(|_| {
                *last += 1;
                OwnUnit { kind, n: *last }
            })
            .collect()
    }
}

impl State {
    /// Returns the side of a race in play.
    ///
    /// # Panics
    /// If the race is not in play: the rules name only races in play.
    pub(crate) fn side(&self, race: Race) -> &Side {
        self.sides.get(&race).expect("a race in play")
    }

    /// Returns the side of a race in play, to change it.
    ///
    /// # Panics
    /// As [`State::side`].
    pub(crate) fn side_mut(&mut self, race: Race) -> &mut Side {
        self.sides.get_mut(&race).expect("a race in play")
    }

    /// Returns the cell of a hex.
    pub(crate) fn cell(&self, hex: HexId) -> Cell {
        self.hexes[hex]
    }

    /// Returns the operatives in one place of the past, in the order of their names.
    pub(crate) fn at(&self, spot: Spot) -> impl Iterator<Item = UnitId> {
        let place = Place::Past(spot);
        let there = self.units.iter().filter(move |(_, at)| *at == place);
        there.map(|(unit, _)| unit)
    }

    /// Returns a race's operatives.
    pub(crate) fn units_of(&self, race: Race) -> impl Iterator<Item = (UnitId, Place)> {
        self.units.of(race)
    }

    /// Returns the places of the past where a race has operatives.
    pub(crate) fn spots_of(&self, race: Race) -> BTreeSet<Spot> {
        self.units_of(race)
            .filter_map(|(_, place)| match place {
                Place::Past(spot) => Some(spot),
                Place::Present => None,
            })
            .collect_set()
    }

    /// Returns the races of other players with operatives in a place, in player order (rulings A30, A46).
    pub(crate) fn others_at(&self, spot: Spot, race: Race) -> Vec<Race> {
        let team = self.team_of(race);
        self.all_at(spot, race)
            .into_iter()
            .filter(|other| !team.contains(other))
            .collect()
    }

    /// Returns the other races with operatives in a place, in player order.
    pub(crate) fn all_at(&self, spot: Spot, race: Race) -> Vec<Race> {
        let mut there = [false; 6];
        for unit in self.at(spot) {
            there[unit.race as usize] = true;
        }
        self.order
            .iter()
            .copied()
            .filter(|r| *r != race && there[*r as usize])
            .collect()
    }

    /// Returns whether the event or invention in a place is reversed; `None` if the place has none.
    pub(crate) fn reversed(&self, spot: Spot) -> Option<bool> {
        match spot {
            Spot::Original(technology) => Some(self.reversed_originals.contains(&technology)),
            Spot::Hex(hex) => {
                let tile = self.cell(hex).tile;
                match tile.legend {
                    Legend::Event(event) => Some(self.reversed_events.contains(&event)),
                    Legend::Invention(_) => Some(self.reversed_secondaries.contains(&tile)),
                    Legend::Paths(_) => None,
                }
            }
        }
    }

    /// 12: returns the races of one player, including this one.
    pub(crate) fn team_of(&self, race: Race) -> Vec<Race> {
        match &self.side(race).team {
            None => vec![race],
            team => self
                .sides
                .iter()
                .filter(|(_, side)| side.team == *team)
                .map(|(race, _)| *race)
                .collect(),
        }
    }

    /// Returns the facedown tiles a race knows: its own looks and those of its player's other races (8.3, 12).
    pub(crate) fn known(&self, race: Race) -> BTreeSet<HexId> {
        self.known_in_order(race).into_iter().collect_set()
    }

    /// Returns the facedown tiles a race knows, in the order of the tiles.
    pub(crate) fn known_in_order(&self, race: Race) -> Vec<HexId> {
        let team = self.team_of(race);
        let looked = team.iter().flat_map(|r| &self.side(*r).looked).copied();
        let mut known: Vec<HexId> = looked
            .filter(|hex| self.cell(*hex).facing.is_none())
            .collect();
        // The looks of a single race are already in order.
        if team.len() > 1 {
            known.sort_unstable();
            known.dedup();
        }
        known
    }
}
