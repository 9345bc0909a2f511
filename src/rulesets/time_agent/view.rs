//! The game as one viewer may see it: built, never stripped. There is no field for a facedown tile
//! that the viewer has not looked at.

use super::{
    TimeAgent,
    content::{Numbers, Values},
    names::{Event, HexId, Legend, Place, Race, Spot, Technology, TileId, UnitId, Zone},
    state::{Cell, Phase, Side, State},
};
use crate::{
    dice::{Dice, Label},
    engine::Viewer,
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
    pub events: Vec<EventView>,
    pub hexes: Vec<HexView>,
}

/// 11.1: what a race has is public.
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
    #[serde(default, skip_serializing_if = "super::state::is_zero")]
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
pub type NumbersView = BTreeMap<Race, [i32; 2]>;

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
    /// Where its tile lies, if the viewer knows.
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
    /// Who has looked at it: that is seen by all.
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
    /// What a viewer sees.
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
                .collect(),
            technologies: Technology::ALL
                .iter()
                .map(|t| self.technology_view(state, *t))
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

    /// The facedown tiles a viewer knows.
    fn knowledge(&self, state: &State, viewer: &Viewer) -> BTreeSet<HexId> {
        viewer
            .seat()
            .and_then(|seat| seat.as_str().parse::<Race>().ok())
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

    /// A state that agrees with a view, for looking ahead by the rules' own code. Tiles the viewer
    /// does not know are anything: no rule looks at a facedown tile.
    pub(super) fn imagined(&self, view: &View) -> State {
        let mut unknown: BTreeMap<Zone, Vec<TileId>> = BTreeMap::new();
        let known: BTreeSet<TileId> = view
            .hexes
            .iter()
            .filter_map(|hex| Some(hex.tile.as_ref()?.tile))
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
            .filter_map(|hex| {
                let seen = view.hexes.iter().find(|h| h.hex == hex.id)?;
                let tile = match &seen.tile {
                    Some(tile) => tile.tile,
                    None => unknown.get_mut(&hex.id.zone)?.pop()?,
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

    /// Another state that looks the same to a viewer: the tiles he does not know, mixed anew within
    /// their zones.
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
                other.hexes.insert(*to, state.cell(from));
            }
        }
        other
    }

    /// What must be true of every state.
    pub(super) fn consistent(&self, state: &State) -> Result<(), String> {
        let check = |holds: bool, words: &str| {
            if holds { Ok(()) } else { Err(words.to_owned()) }
        };
        let tiles: BTreeSet<TileId> = state.hexes.values().map(|cell| cell.tile).collect();
        check(
            state.hexes.len() == self.content.hexes().len() && tiles.len() == state.hexes.len(),
            "every hex bears one tile, and every tile lies on one hex (3)",
        )?;
        for (hex, cell) in &state.hexes {
            check(
                self.content.index(*hex).is_some() && cell.tile.zone == hex.zone,
                "tiles stay in their zones (3)",
            )?;
            check(
                cell.facing.is_none_or(|f| (1..=6).contains(&f)),
                "a face-up tile faces one of six edges (9.1)",
            )?;
        }
        for (unit, place) in &state.units {
            check(
                state.sides.contains_key(&unit.race),
                "operatives belong to races in play",
            )?;
            if let Place::Past(spot) = place {
                check(self.content.has(*spot), "operatives are on the board")?;
                check(
                    spot.hex()
                        .is_none_or(|hex| state.cell(hex).facing.is_some()),
                    "a tile with an operative is face up (9.14)",
                )?;
            }
        }
        for (race, side) in &state.sides {
            let past = state
                .units_of(*race)
                .filter(|(_, place)| *place != Place::Present)
                .count();
            check(
                side.used <= side.machines && past <= side.machines as usize,
                "a time machine maintains one operative (8.1)",
            )?;
            let points = self.points(state, *race);
            check(
                (side.rp, side.vp) == (points.rp, points.vp),
                "points are what stands and what is undone (9.7)",
            )?;
        }
        for technology in Technology::ALL {
            check(
                self.connected(state, *technology) != state.disconnected.contains(technology),
                "a technology is marked as it is (9.6)",
            )?;
        }
        check(
            (state.phase == Phase::Over) == state.disconnected.contains(&Technology::TimeTravel),
            "the game ends when Time Travel is Disconnected, and only then (10)",
        )
    }
}

fn numbers(state: &State, numbers: &Numbers) -> NumbersView {
    numbers
        .iter()
        .filter(|(race, _)| state.sides.contains_key(race))
        .map(|(race, points)| (*race, [points.rp, points.vp]))
        .collect()
}
