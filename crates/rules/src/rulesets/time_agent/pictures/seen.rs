//! The parts of a view that the pictures of Time Agent show.

use serde::Deserialize;
use std::collections::BTreeMap;

/// Resource points and victory points by race.
pub(super) type Numbers = BTreeMap<String, [i64; 2]>;

/// The parts of a view that are drawn.
#[derive(Debug, Deserialize)]
pub(super) struct Seen {
    /// The races in player order.
    pub order: Vec<String>,
    pub sides: BTreeMap<String, Side>,
    pub technologies: Vec<Technology>,
    pub events: Vec<Event>,
    pub hexes: Vec<Hex>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Side {
    pub name: String,
    pub vp: i32,
    pub rp: i32,
    pub credits: u32,
    pub units: Vec<Unit>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Unit {
    pub unit: String,
    pub at: String,
}

#[derive(Debug, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names are the view's")]
#[serde(rename_all = "kebab-case")]
pub(super) struct Technology {
    pub technology: String,
    pub name: String,
    pub letter: char,
    pub zones: Vec<u8>,
    pub connected: bool,
    pub original_cost: u32,
    pub original_reversed: bool,
    pub when_connected: Numbers,
    pub when_disconnected: Numbers,
}

#[derive(Debug, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names are the view's")]
#[serde(rename_all = "kebab-case")]
pub(super) struct Event {
    pub event: String,
    pub name: String,
    pub zone: String,
    pub cost: u32,
    pub reversed: bool,
    pub hex: Option<String>,
    pub when_unreversed: Numbers,
    pub when_reversed: Numbers,
}

#[derive(Debug, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names are the view's")]
#[serde(rename_all = "kebab-case")]
pub(super) struct Hex {
    pub hex: String,
    pub row: i32,
    pub column: i32,
    pub cost: u32,
    pub tile: Option<Tile>,
    pub facing: Option<u8>,
    #[serde(default)]
    pub looked_at_by: Vec<String>,
    #[serde(default)]
    pub units: Vec<String>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names are the view's")]
pub(super) struct Tile {
    tile: String,
    reversed: Option<bool>,
    pub spokes: Vec<String>,
}

impl Hex {
    pub(crate) fn zone(&self) -> &str {
        self.hex.split('-').next().unwrap_or_default()
    }

    pub(crate) fn is_up(&self) -> bool {
        self.facing.is_some()
    }
}

impl Tile {
    /// Returns the legend printed on the tile: its id without the zone of its back.
    fn legend(&self) -> &str {
        self.tile.get(3..).unwrap_or_default()
    }

    pub(crate) fn is_reversed(&self) -> bool {
        self.reversed.unwrap_or(false)
    }
}

impl Seen {
    pub(crate) fn hex(&self, id: &str) -> Option<&Hex> {
        self.hexes.iter().find(|hex| hex.hex == id)
    }

    pub(crate) fn technology(&self, id: &str) -> Option<&Technology> {
        self.technologies.iter().find(|t| t.technology == id)
    }

    /// Returns the technology whose timestream has a letter.
    pub(super) fn technology_of(&self, letter: char) -> Option<&Technology> {
        self.technologies.iter().find(|t| t.letter == letter)
    }

    /// Returns the code of a tile, at most five characters: E7 for an event, iT for an invention, + for paths only;
    /// with x if the tile is reversed, in brackets while it is face down.
    pub(crate) fn code(&self, hex: &Hex, tile: &Tile) -> String {
        let mut code = self.mark(tile);
        if tile.is_reversed() {
            code.push('x');
        }
        if hex.is_up() {
            code
        } else {
            format!("({code})")
        }
    }

    pub(crate) fn mark(&self, tile: &Tile) -> String {
        let legend = tile.legend();
        if let Some(n) = self.events.iter().position(|e| e.event == legend) {
            return format!("E{}", n + 1);
        }
        self.technology(legend)
            .map_or_else(|| "+".to_owned(), |t| format!("i{}", t.letter))
    }

    pub(crate) fn legend(&self, tile: &Tile) -> String {
        let legend = tile.legend();
        if let Some(event) = self.events.iter().find(|e| e.event == legend) {
            return event.name.clone();
        }
        self.technology(legend).map_or_else(
            || "timestreams and nothing else".to_owned(),
            |t| format!("an invention of {}", t.name),
        )
    }
}
