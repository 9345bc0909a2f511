//! Time Agent's board as a picture: the present above, the past below, so that its nine rows fit a phone.
//!
//! The board is turned a quarter from how the rulebook prints it and not mirrored: edge 1 of a hex, which
//! points towards the present, is its top, and the others follow clockwise.

mod pieces;
mod tiles;

use super::svg::{N, draw};
use pieces::{indicator, operatives, original, standing};
use serde::Deserialize;
use std::collections::BTreeMap;
use tiles::{borders, tile};

/// From the middle of a hex to a corner, and to the middle of an edge.
const R: f64 = 32.0;
const H: f64 = 27.713;

/// From one row of the board to the next.
const PITCH: f64 = 48.0;

/// Where the first row and the column before the present's lie.
const LEFT: f64 = 58.0;
const TOP: f64 = 48.0;
const COLUMNS: i32 = 26;

const WIDTH: f64 = 500.0;
const HEIGHT: f64 = 818.0;

/// The neighbour beyond each edge, in rows and columns of the board.
pub(super) const BEYOND: [(i32, i32); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

/// The corners of a hex; edge 1 leads from the first to the second.
const CORNERS: [(f64, f64); 6] = [
    (-R / 2.0, -H),
    (R / 2.0, -H),
    (R, 0.0),
    (R / 2.0, H),
    (-R / 2.0, H),
    (-R, 0.0),
];

/// Timestreams that are drawn in dashes: no two of one zone look alike without color.
const DASHED: [char; 3] = ['G', 'H', 'R'];

/// What the picture needs of a view.
#[derive(Debug, Deserialize)]
pub(super) struct Seen {
    order: Vec<String>,
    pub sides: BTreeMap<String, Side>,
    pub technologies: Vec<Technology>,
    events: Vec<Event>,
    pub hexes: Vec<Hex>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Side {
    name: String,
    vp: i32,
    rp: i32,
    credits: u32,
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
    name: String,
    pub letter: char,
    connected: bool,
    original_cost: u32,
    pub original_reversed: bool,
}

#[derive(Debug, Deserialize)]
struct Event {
    event: String,
    name: String,
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
    looked_at_by: Vec<String>,
    #[serde(default)]
    pub units: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names are the view's")]
pub(super) struct Tile {
    tile: String,
    reversed: Option<bool>,
    spokes: Vec<String>,
}

/// What it needs of the printed board.
#[derive(Debug, Deserialize)]
pub(super) struct Board {
    pub originals: Vec<Space>,
    indicators: Vec<Space>,
}

/// A space beside the hexes that it touches.
#[derive(Debug, Deserialize)]
pub(super) struct Space {
    pub technology: String,
    pub touches: Vec<Touch>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Touch {
    pub hex: String,
    pub edge: usize,
}

impl Hex {
    fn zone(&self) -> &str {
        self.hex.split('-').next().unwrap_or_default()
    }

    fn is_up(&self) -> bool {
        self.facing.is_some()
    }

    fn middle(&self) -> (f64, f64) {
        middle(self.row, self.column)
    }
}

impl Tile {
    /// What is printed on it, after the zone of its back.
    fn legend(&self) -> &str {
        self.tile.get(3..).unwrap_or_default()
    }

    fn is_reversed(&self) -> bool {
        self.reversed.unwrap_or(false)
    }
}

impl Seen {
    pub fn hex(&self, id: &str) -> Option<&Hex> {
        self.hexes.iter().find(|hex| hex.hex == id)
    }

    pub fn technology(&self, id: &str) -> Option<&Technology> {
        self.technologies.iter().find(|t| t.technology == id)
    }

    /// What is on a tile in at most five letters: E7 an event, iT an invention, + paths only; x when it is
    /// reversed, in brackets while the tile is face down.
    pub fn code(&self, hex: &Hex, tile: &Tile) -> String {
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

    fn mark(&self, tile: &Tile) -> String {
        let legend = tile.legend();
        if let Some(n) = self.events.iter().position(|e| e.event == legend) {
            return format!("E{}", n + 1);
        }
        self.technology(legend)
            .map_or_else(|| "+".to_owned(), |t| format!("i{}", t.letter))
    }

    fn legend(&self, tile: &Tile) -> String {
        let legend = tile.legend();
        if let Some(event) = self.events.iter().find(|e| e.event == legend) {
            return event.name.clone();
        }
        self.technology(legend).map_or_else(
            || "timestreams and nothing else".to_owned(),
            |t| format!("an invention of {}", t.name),
        )
    }

    /// Where the space beside some hexes lies, in rows and columns.
    pub fn beside(&self, space: &Space) -> Option<(i32, i32)> {
        let touch = space.touches.first()?;
        let hex = self.hex(&touch.hex)?;
        let (row, column) = BEYOND.get(touch.edge.checked_sub(1)?)?;
        Some((hex.row + row, hex.column + column))
    }
}

fn middle(row: i32, column: i32) -> (f64, f64) {
    (
        LEFT + f64::from(row) * PITCH,
        TOP + f64::from(COLUMNS - column) * H,
    )
}

/// The middle of an edge, from the middle of its hex.
fn edge(n: usize) -> (f64, f64) {
    let (row, column) = BEYOND[n % 6];
    (f64::from(row) * PITCH / 2.0, -f64::from(column) * H / 2.0)
}

/// The board as a viewer sees it.
pub(super) fn drawn(seen: &Seen, board: &Board) -> String {
    let mut svg = String::with_capacity(48 << 10);
    draw!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="map-title" font-family="system-ui,sans-serif" text-anchor="middle">
<title id="map-title">The cone of time: the present above, the past below. The tables say the same.</title>
<defs><polygon id="hex" points="{}"/></defs>
<text x="{}" y="16" font-size="11" fill="var(--dim)">the present</text>
"#,
        CORNERS.map(|(x, y)| format!("{},{}", N(x), N(y))).join(" "),
        N(middle(4, 0).0),
    );
    for hex in &seen.hexes {
        tile(&mut svg, seen, hex);
    }
    borders(&mut svg, seen);
    // Dashes that a neighbour's fill would cover.
    for hex in &seen.hexes {
        if hex.tile.is_some() && !hex.is_up() {
            let (x, y) = hex.middle();
            draw!(
                svg,
                r##"<use href="#hex" x="{}" y="{}" fill="none" stroke="var(--ink)" stroke-width="1.4" stroke-dasharray="4 3"/>"##,
                N(x),
                N(y)
            );
        }
    }
    for space in &board.indicators {
        indicator(&mut svg, seen, space);
    }
    for space in &board.originals {
        original(&mut svg, seen, space);
    }
    // Above all tiles, so that no neighbour covers them.
    for hex in seen.hexes.iter().filter(|hex| !hex.units.is_empty()) {
        let (x, y) = hex.middle();
        operatives(&mut svg, &hex.units, x, y + 17.0);
    }
    for (n, race) in seen.order.iter().enumerate() {
        if let Some(side) = seen.sides.get(race) {
            standing(&mut svg, race, side, n);
        }
    }
    svg.push_str("</svg>");
    svg
}
