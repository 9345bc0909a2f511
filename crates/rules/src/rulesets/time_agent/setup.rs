//! 3 Set-up.

use super::{
    Table, TimeAgent,
    board::Board,
    cell::Cell,
    facts::Fact,
    names::{Item, Kind, Race},
    places::Place,
    state::{Phase, Side, State},
    units::Units,
};
use crate::{
    collect::Collect,
    engine::{Play, Seat},
    rulesets::kit::side,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The variants of a game of Time Agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// 12: which races play: `two`, `three`, `four`, `five` or `six` players, `four-without-buralti`,
    /// `five-without-buralti`, or another scenario of `races.yaml`.
    pub scenario: String,
}

impl TimeAgent {
    /// 3: shuffles each zone's tiles face down, places markers and gives each race its starting equipment.
    pub(super) fn set_up(&self, seats: &[Seat], table: &mut Table<'_>) -> Play<State> {
        table.rule("3");
        let teams: BTreeMap<Race, Option<String>> = seats
            .iter()
            .filter_map(|seat| Some((side(&seat.id)?, seat.team.clone())))
            .collect_map();
        let mut state = State {
            round: 1,
            phase: Phase::RoundStart,
            order: self.opening_order(&teams.keys().copied().collect_set()),
            sides: BTreeMap::new(),
            units: Units::default(),
            hexes: self.lay_out(table)?,
            reversed_events: BTreeSet::new(),
            reversed_originals: BTreeSet::new(),
            reversed_secondaries: BTreeSet::new(),
            disconnected: BTreeSet::new(),
        };
        for (race, team) in teams {
            let content = &self.content.races[&race];
            let points = self.points(&state, race);
            let mut side = Side {
                team,
                credits: 0,
                machines: content.machines,
                used: 0,
                looks: 0,
                rp: points.rp,
                vp: points.vp,
                agents: 0,
                squads: 0,
                looked: BTreeSet::new(),
                moved: BTreeSet::new(),
            };
            let starting = [(Item::Squad, content.squads), (Item::Agent, content.agents)];
            for (item, count) in starting {
                for unit in side.receive(item, count.into()) {
                    state.units.put(unit.of(race), Place::Present);
                }
            }
            table.tell_all(Fact::SetUp {
                race,
                machines: side.machines,
                agents: *side.numbered(Kind::Agent),
                squads: *side.numbered(Kind::Squad),
                rp: side.rp,
                vp: side.vp,
            });
            state.sides.insert(race, side);
        }
        Ok(state)
    }

    /// 3: mixes the tiles of each zone and places them face down on its hexes.
    fn lay_out(&self, table: &mut Table<'_>) -> Play<Board> {
        let mut hexes = vec![];
        for zone in super::places::Zone::ALL {
            let tiles: Vec<_> = self
                .content
                .tiles()
                .iter()
                .map(|tile| tile.id)
                .filter(|id| id.zone == zone)
                .collect();
            let items: Vec<String> = tiles.iter().map(ToString::to_string).collect();
            let order = table.deal(&deck(zone), &items)?;
            for (hex, start) in self.content.zone(zone).iter().zip(order) {
                let cell = Cell {
                    tile: tiles[start as usize],
                    facing: None,
                };
                hexes.push((hex.id, cell));
            }
        }
        Ok(hexes.into_iter().collect())
    }

    /// 7.2: returns the order of decreasing victory points that the rulebook prints, for the races in play.
    pub(super) fn opening_order(&self, playing: &BTreeSet<Race>) -> Vec<Race> {
        self.content
            .opening_order
            .iter()
            .copied()
            .filter(|race| playing.contains(race))
            .collect()
    }
}

/// Returns the name of the deck of a zone's tiles; slot i is the i-th hex of the zone in content order.
pub(super) fn deck(zone: super::places::Zone) -> String {
    format!("zone-{zone}")
}
