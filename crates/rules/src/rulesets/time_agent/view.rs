//! The game as one viewer may see it: built, never stripped. There is no field for a facedown tile
//! that the viewer has not looked at.

use super::{
    TimeAgent,
    cell::Cell,
    content::{Indicator, Numbers, Values},
    names::{Event, Race, Technology, UnitId},
    places::{HexId, Legend, Place, Spot, TileId, Zone},
    state::{Phase, Side, State},
};
use crate::{
    collect::Collect,
    engine::Viewer,
    rulesets::kit::{is_default, side},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The game as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct View {
    pub round: u32,
    pub phase: Phase,
    pub order: Vec<Race>,
    pub sides: BTreeMap<Race, SideView>,
    pub technologies: Vec<TechnologyView>,
    /// The 13 status indicators in the present.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indicators: Vec<IndicatorView>,
    pub events: Vec<EventView>,
    pub hexes: Vec<HexView>,
}

/// 11.1: the belongings of one race, which are public.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct SideView {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    pub credits: u32,
    pub machines: u32,
    pub used: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub looks: u32,
    pub rp: i32,
    pub vp: i32,
    pub agents: u16,
    pub squads: u16,
    pub units: Vec<UnitView>,
    pub agent: ValuesView,
    pub squad: ValuesView,
}

/// One operative.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct UnitView {
    pub unit: UnitId,
    pub at: Place,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
}

/// Search, hiding, attack and defense.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct ValuesView {
    pub search: i32,
    pub hide: i32,
    pub attack: i32,
    pub defense: i32,
}

impl From<Values> for ValuesView {
    fn from(v: Values) -> Self {
        Self {
            search: v.search,
            hide: v.hide,
            attack: v.attack,
            defense: v.defense,
        }
    }
}

/// The numbers around a status indicator: resource points and victory points by race.
pub(crate) type NumbersView = BTreeMap<Race, [i32; 2]>;

/// One technology.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct TechnologyView {
    pub technology: Technology,
    pub name: String,
    pub letter: char,
    pub zones: Vec<u8>,
    pub connected: bool,
    pub original_cost: u32,
    pub original_reversed: bool,
    pub when_connected: NumbersView,
    pub when_disconnected: NumbersView,
}

/// One status indicator: Time Travel has seven, the others one each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndicatorView {
    /// Its name on the board, such as `time-travel-4`.
    pub indicator: String,
    /// The technology whose state it shows.
    pub technology: Technology,
    /// Set if that technology is Connected (9.6): all seven of Time Travel show the same.
    pub connected: bool,
    /// The edges of hexes that lead to it.
    pub edges: Vec<EdgeView>,
}

/// One edge of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeView {
    /// The hex.
    pub hex: HexId,
    /// The edge, from 1, which points towards the present.
    pub edge: usize,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct EventView {
    pub event: Event,
    pub name: String,
    pub zone: Zone,
    pub cost: u32,
    pub reversed: bool,
    /// The hex where its tile lies, if the viewer knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexId>,
    pub when_unreversed: NumbersView,
    pub when_reversed: NumbersView,
}

/// One hex of the cone of time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct HexView {
    pub hex: HexId,
    pub row: i32,
    pub column: i32,
    pub cost: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub star: bool,
    /// The tile, if it is face up or the viewer has looked at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<TileView>,
    /// The board edge its marked edge points to, if it is face up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<u8>,
    /// The races that have looked at it: that is seen by all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looked_at_by: Vec<Race>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitId>,
}

/// A tile the viewer knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct TileView {
    pub tile: TileId,
    /// The event's or invention's name in prose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reversed: Option<bool>,
    /// The letters on its spokes: by board edge from 1 if it is face up, else from its marked edge.
    pub spokes: [String; 6],
}

impl TimeAgent {
    /// Returns the view of one viewer.
    pub(super) fn seen_by(&self, state: &State, viewer: &Viewer) -> View {
        let known = self.knowledge(state, viewer);
        View {
            round: state.round,
            phase: state.phase,
            order: state.order.clone(),
            sides: state
                .sides
                .iter()
                .map(|(race, side)| (*race, self.side_view(state, *race, side)))
                .collect_map(),
            technologies: Technology::ALL
                .iter()
                .map(|t| self.technology_view(state, *t))
                .collect(),
            indicators: self
                .content
                .indicators()
                .iter()
                .map(|indicator| indicator_view(state, indicator))
                .collect(),
            events: Event::ALL
                .iter()
                .map(|e| self.event_view(state, *e, &known))
                .collect(),
            hexes: self
                .content
                .hexes()
                .iter()
                .map(|hex| self.hex_view(state, hex.id, &known))
                .collect(),
        }
    }

    /// Returns the facedown tiles a viewer knows.
    pub(super) fn knowledge(&self, state: &State, viewer: &Viewer) -> BTreeSet<HexId> {
        viewer
            .seat()
            .and_then(side::<Race>)
            .filter(|race| state.sides.contains_key(race))
            .map(|race| state.known(race))
            .unwrap_or_default()
    }

    fn side_view(&self, state: &State, race: Race, side: &Side) -> SideView {
        let content = &self.content.races[&race];
        SideView {
            name: content.name.clone(),
            team: side.team.clone(),
            credits: side.credits,
            machines: side.machines,
            used: side.used,
            looks: side.looks,
            rp: side.rp,
            vp: side.vp,
            agents: side.agents,
            squads: side.squads,
            units: state
                .units_of(race)
                .map(|(unit, at)| UnitView {
                    unit,
                    at,
                    moved: side.moved.contains(&unit),
                })
                .collect(),
            agent: content.agent.into(),
            squad: content.squad.into(),
        }
    }

    fn technology_view(&self, state: &State, technology: Technology) -> TechnologyView {
        let content = self.content.technology(technology);
        TechnologyView {
            technology,
            name: content.name.clone(),
            letter: content.letter,
            zones: content.zones.clone(),
            connected: !state.disconnected.contains(&technology),
            original_cost: self.content.original(technology).cost,
            original_reversed: state.reversed_originals.contains(&technology),
            when_connected: numbers(state, &content.connected),
            when_disconnected: numbers(state, &content.disconnected),
        }
    }

    fn event_view(&self, state: &State, event: Event, known: &BTreeSet<HexId>) -> EventView {
        let content = self.content.event(event);
        EventView {
            event,
            name: content.name.clone(),
            zone: content.zone,
            cost: content.cost,
            reversed: state.reversed_events.contains(&event),
            hex: state
                .hexes
                .iter()
                .find(|(hex, cell)| {
                    cell.tile.legend == Legend::Event(event)
                        && (cell.facing.is_some() || known.contains(hex))
                })
                .map(|(hex, _)| *hex),
            when_unreversed: numbers(state, &content.unreversed),
            when_reversed: numbers(state, &content.reversed),
        }
    }

    fn hex_view(&self, state: &State, hex: HexId, known: &BTreeSet<HexId>) -> HexView {
        let printed = self.content.hex(hex);
        let cell = state.cell(hex);
        let seen = cell.facing.is_some() || known.contains(&hex);
        HexView {
            hex,
            row: printed.row,
            column: printed.column,
            cost: printed.cost,
            star: printed.star,
            tile: seen.then(|| self.tile_view(state, hex, cell)),
            facing: cell.facing,
            looked_at_by: state
                .sides
                .iter()
                .filter(|(_, side)| side.looked.contains(&hex))
                .map(|(race, _)| *race)
                .collect(),
            units: state.at(Spot::Hex(hex)).collect(),
        }
    }

    fn tile_view(&self, state: &State, hex: HexId, cell: Cell) -> TileView {
        let tile = self.content.tile(cell.tile);
        let spoke = |edge: usize| {
            let streams = match cell.facing {
                Some(facing) => tile.spoke(facing, edge),
                None => tile.spokes[edge],
            };
            let mut letters: String = streams
                .iter()
                .filter(|t| *t != Technology::TimeTravel)
                .map(|t| self.content.technology(t).letter)
                .collect();
            if streams.has(Technology::TimeTravel) {
                letters.push(self.content.technology(Technology::TimeTravel).letter);
            }
            letters
        };
        TileView {
            tile: cell.tile,
            legend: match cell.tile.legend {
                Legend::Event(event) => Some(self.content.event(event).name.clone()),
                Legend::Invention(technology) => {
                    Some(self.content.technology(technology).name.clone())
                }
                Legend::Paths(_) => None,
            },
            cost: tile.cost,
            reversed: state.reversed(Spot::Hex(hex)),
            spokes: std::array::from_fn(spoke),
        }
    }
}

fn indicator_view(state: &State, indicator: &Indicator) -> IndicatorView {
    let edges = indicator.touches.iter().map(|(hex, edge)| EdgeView {
        hex: *hex,
        edge: edge + 1,
    });
    IndicatorView {
        indicator: indicator.id.clone(),
        technology: indicator.technology,
        connected: !state.disconnected.contains(&indicator.technology),
        edges: edges.collect(),
    }
}

fn numbers(state: &State, numbers: &Numbers) -> NumbersView {
    numbers
        .iter()
        .filter(|(race, _)| state.sides.contains_key(race))
        .map(|(race, points)| (*race, [points.rp, points.vp]))
        .collect_map()
}
