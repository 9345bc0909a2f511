//! The game's content: board, tiles, tables and prices, read from YAML and checked.

use super::names::{Event, Item, Kind, Race, Technology};
use super::places::{HexId, Legend, Spot, TileId, Zone};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A set of technologies: those that run along one spoke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Streams(u8);

impl Streams {
    /// Checks whether a technology is in the set.
    pub(crate) fn has(self, technology: Technology) -> bool {
        self.0 & (1 << technology as u8) != 0
    }

    /// Adds a technology.
    pub(crate) fn insert(&mut self, technology: Technology) {
        self.0 |= 1 << technology as u8;
    }

    /// Checks whether the set is empty, as on a white spoke.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the technologies that are in both sets.
    #[must_use]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the technologies that are in either set.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the technologies that are in this set and not in the other.
    #[must_use]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the technologies of the set, in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Technology> {
        Technology::ALL
            .iter()
            .copied()
            .filter(move |t| self.has(*t))
    }
}

/// A hex edge, 0 to 5; the numbers of the Facing Guide are one higher.
pub(crate) type Edge = usize;

/// Returns the same edge as numbered from the hex on its other side.
pub(crate) fn opposite(edge: Edge) -> Edge {
    (edge + 3) % 6
}

/// The steps to the six neighbours in rows and doubled columns, by edge.
pub(super) const STEPS: [(i32, i32); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

/// The thing beyond an edge of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Another hex.
    Hex(HexId),
    /// The printed space of an original invention.
    Original(Technology),
    /// A technology's status indicator in the present.
    Indicator(Technology),
    /// The end of the board.
    Nothing,
}

/// Resource points and victory points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Resource points.
    #[serde(default)]
    pub rp: i32,
    /// Victory points.
    #[serde(default)]
    pub vp: i32,
}

/// 2.1: the twelve numbers around a status indicator, those that are not zero.
pub type Numbers = BTreeMap<Race, Points>;

/// Search, hiding, attack and defense of one kind of operative (9.3, 9.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// Added when it searches.
    pub search: i32,
    /// Added when it is searched for.
    pub hide: i32,
    /// Added when it attacks.
    pub attack: i32,
    /// Added when it is attacked.
    pub defense: i32,
}

/// The properties of a race, and the pieces that it starts with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaceContent {
    /// Its name in prose.
    pub name: String,
    /// Time machines at the start.
    pub machines: u32,
    /// Agents at the start.
    pub agents: u16,
    /// Squads at the start.
    pub squads: u16,
    /// Values of its agents.
    pub agent: Values,
    /// Values of its squads.
    pub squad: Values,
}

/// 8.2, 8.3, 9.11, 9.5: prices in credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct Prices {
    pub time_machine: u32,
    pub agent: u32,
    pub squad: u32,
    pub squad_surcharge: u32,
    pub look: u32,
    pub looks_per_machine: u32,
    pub rotate: u32,
}

impl Prices {
    /// Returns the bank's price of one item.
    pub(crate) fn of(&self, item: Item) -> u32 {
        match item {
            Item::TimeMachine => self.time_machine,
            Item::Squad => self.squad,
            Item::Agent => self.agent,
        }
    }
}

/// 12: which races play.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its name.
    pub id: String,
    /// Number of players.
    pub players: u32,
    /// The races in play; all of the teams' where there are teams.
    #[serde(default)]
    pub races: Vec<Race>,
    /// The races that one player might have, where players have several: in a game the seating makes the teams.
    #[serde(default)]
    pub teams: Vec<Vec<Race>>,
}

/// One of the seven technologies.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TechnologyContent {
    pub(super) id: Technology,
    /// Its name in prose.
    pub name: String,
    /// The letter on the spokes of `tiles.yaml`.
    pub letter: char,
    /// The zones it propagates through, by number.
    pub zones: Vec<u8>,
    /// The numbers of the races while it is Connected.
    pub connected: Numbers,
    /// The numbers of the races while it is Disconnected.
    pub disconnected: Numbers,
}

/// One of the 23 events.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventContent {
    pub(super) id: Event,
    /// Its name in prose.
    pub name: String,
    /// The zone its tile is in.
    pub zone: Zone,
    /// The price of reversing it, in credits.
    pub cost: u32,
    /// The numbers of the races while it is not reversed.
    pub unreversed: Numbers,
    /// The numbers of the races while it is reversed.
    pub reversed: Numbers,
}

/// One hex of the board.
#[derive(Clone, Debug)]
pub struct Hex {
    /// Its name.
    pub id: HexId,
    /// The row, 0 to 8.
    pub row: i32,
    /// The doubled column; the present lies at the high end.
    pub column: i32,
    /// The fare of an agent to this hex, in credits.
    pub cost: u32,
    /// Set if it bears the `*` of the rulebook's 8.34.
    pub star: bool,
    /// The neighbours beyond its edges.
    pub beyond: [Beyond; 6],
    /// The indices of the hexes beyond its edges.
    pub next: [Option<usize>; 6],
}

/// A status indicator in the present (2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Indicator {
    /// Its name on the board, such as `time-travel-4`.
    pub id: String,
    /// The technology whose state it shows.
    pub technology: Technology,
    /// The edges of hexes that lead to it.
    pub touches: Vec<(HexId, Edge)>,
}

/// An original invention's printed space.
#[derive(Clone, Debug)]
pub(crate) struct Original {
    /// The price of reversing it, in credits.
    pub cost: u32,
    /// The hexes it touches, and the edges of these hexes that touch it.
    pub touches: Vec<(HexId, Edge)>,
}

/// One of the 95 tiles.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// Its name.
    pub id: TileId,
    /// Its six spokes, clockwise from the marked edge.
    pub spokes: [Streams; 6],
    /// The price of reversing its event or invention, in credits.
    pub cost: Option<u32>,
}

impl Tile {
    /// Returns the technologies along the spoke that points to a board edge, with the tile's facing (1 to 6).
    pub(crate) fn spoke(&self, facing: u8, edge: Edge) -> Streams {
        self.spokes[(edge + 7 - usize::from(facing)) % 6]
    }

    /// Checks whether any of its spokes carries a technology.
    pub(crate) fn carries(&self, technology: Technology) -> bool {
        self.spokes.iter().any(|s| s.has(technology))
    }
}

/// A number above the count of legends in any zone.
pub(super) const LEGENDS: usize = 64;

/// Returns a number for each legend of a zone, for fast lookup: tiles are looked up most often.
pub(super) fn number(legend: Legend) -> usize {
    match legend {
        Legend::Invention(technology) => technology as usize,
        Legend::Event(event) => 8 + event as usize,
        Legend::Paths(n) => 40 + usize::from(n),
    }
}

/// Everything that is printed on the components.
#[derive(Debug)]
pub struct Content {
    /// 7.2: the order of play in the first round.
    pub opening_order: Vec<Race>,
    /// Prices.
    pub prices: Prices,
    /// The races.
    pub races: BTreeMap<Race, RaceContent>,
    /// The races in play for each number of players.
    pub scenarios: Vec<Scenario>,
    pub(super) technologies: BTreeMap<Technology, TechnologyContent>,
    pub(super) events: BTreeMap<Event, EventContent>,
    pub(super) hexes: Vec<Hex>,
    pub(super) first_of_zone: [usize; 16],
    pub(super) originals: BTreeMap<Technology, Original>,
    pub(super) indicators: Vec<Indicator>,
    pub(super) tiles: Vec<Tile>,
    /// The indices of each zone's tiles in `tiles`, by the numbers of their legends.
    pub(super) by_legend: [[Option<u8>; LEGENDS]; 15],
    /// The technologies that propagate through the zones of each number.
    pub(super) propagation: [Streams; 8],
}

impl Content {
    /// Returns the values of a kind of operative.
    pub(crate) fn values(&self, race: Race, kind: Kind) -> Values {
        let race = &self.races[&race];
        match kind {
            Kind::Agent => race.agent,
            Kind::Squad => race.squad,
        }
    }

    /// Returns a technology.
    pub fn technology(&self, technology: Technology) -> &TechnologyContent {
        &self.technologies[&technology]
    }

    /// Returns an event.
    pub fn event(&self, event: Event) -> &EventContent {
        &self.events[&event]
    }

    /// Returns the hexes in content order, which is also the slot order of each zone's deck.
    pub(crate) fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// Returns the index of a hex in [`Content::hexes`], if there is such a hex.
    pub(crate) fn index(&self, hex: HexId) -> Option<usize> {
        let zone = hex.zone.index();
        let index = self.first_of_zone[zone] + usize::from(hex.n) - 1;
        (hex.n > 0 && index < self.first_of_zone[zone + 1]).then_some(index)
    }

    /// Returns a hex.
    ///
    /// # Panics
    /// If it does not exist: a state names only hexes of the board.
    pub(crate) fn hex(&self, hex: HexId) -> &Hex {
        &self.hexes[self.index(hex).expect("a hex of the board")]
    }

    /// Returns the hexes of a zone, in slot order.
    pub fn zone(&self, zone: Zone) -> &[Hex] {
        &self.hexes[self.first_of_zone[zone.index()]..self.first_of_zone[zone.index() + 1]]
    }

    /// Returns an original invention's space.
    pub(crate) fn original(&self, technology: Technology) -> &Original {
        &self.originals[&technology]
    }

    /// Returns the status indicators, in the order of the board file.
    pub(crate) fn indicators(&self) -> &[Indicator] {
        &self.indicators
    }

    /// Checks whether a place exists.
    pub(crate) fn has(&self, spot: Spot) -> bool {
        spot.hex().is_none_or(|hex| self.index(hex).is_some())
    }

    /// Returns the tiles in content order.
    pub(crate) fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns a tile.
    ///
    /// # Panics
    /// If it does not exist: a state names only existing tiles.
    pub(crate) fn tile(&self, tile: TileId) -> &Tile {
        &self.tiles[self.tile_place(tile).expect("a tile of the game")]
    }

    fn tile_place(&self, tile: TileId) -> Option<usize> {
        let zone = &self.by_legend[tile.zone.index()];
        zone.get(number(tile.legend))
            .copied()
            .flatten()
            .map(usize::from)
    }

    /// Checks whether a tile exists.
    pub(crate) fn has_tile(&self, tile: TileId) -> bool {
        self.tile_place(tile).is_some()
    }

    /// Returns the technologies that propagate through a zone.
    pub(crate) fn propagating(&self, zone: Zone) -> Streams {
        self.propagation[usize::from(zone.number)]
    }
}
