//! Time Agent's board as a picture: the present above, the past below, so that its nine rows fit a phone.
//!
//! The board is rotated by a quarter turn from the rulebook's print, and not mirrored: edge 1 of a hex, which
//! points towards the present, is at the top, and the others follow clockwise.

mod marks;
mod pieces;
mod tiles;

use super::seen::{Hex, Seen};
use crate::drawing::{N, draw};
pub(super) use marks::Marks;
use pieces::{at_home, indicator, operatives, original, original_at, original_name, standing};
use serde::Deserialize;
use std::borrow::Cow;
use tiles::{borders, tile};

/// The distance from the middle of a hex to a corner (`R`), and to the middle of an edge (`H`).
const R: f64 = 32.0;
const H: f64 = 27.713;

/// The distance from one row of the board to the next.
const PITCH: f64 = 48.0;

/// The position of the first row, and of the column before the present's.
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

/// Timestreams that are drawn dashed, so that the streams of one zone differ without color.
const DASHED: [char; 3] = ['G', 'H', 'R'];

/// The parts of the printed board that the picture shows.
#[derive(Debug, Deserialize)]
pub(super) struct Board {
    pub originals: Vec<Space>,
    indicators: Vec<Space>,
}

/// A space next to the hexes that it touches.
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
    fn middle(&self) -> (f64, f64) {
        middle(self.row, self.column)
    }
}

impl Seen {
    /// Returns the name of the place beyond each edge of a hex: a hex or an original invention.
    fn beyond<'a>(&'a self, board: &'a Board, hex: &Hex) -> [Option<Cow<'a, str>>; 6] {
        std::array::from_fn(|n| {
            let (row, column) = (hex.row + BEYOND[n].0, hex.column + BEYOND[n].1);
            let next = { self.hexes.iter() }.find(|one| (one.row, one.column) == (row, column));
            let touches = |space: &&Space| {
                { space.touches.iter() }.any(|touch| touch.hex == hex.hex && touch.edge == n + 1)
            };
            let original = || board.originals.iter().find(touches);
            next.map(|next| Cow::from(&*next.hex))
                .or_else(|| original().map(|space| original_name(&space.technology).into()))
        })
    }

    /// Returns the position of a space, in rows and columns.
    pub(crate) fn beside(&self, space: &Space) -> Option<(i32, i32)> {
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

/// Returns the middle of an edge, relative to the middle of its hex.
fn edge(n: usize) -> (f64, f64) {
    let (row, column) = BEYOND[n % 6];
    (f64::from(row) * PITCH / 2.0, -f64::from(column) * H / 2.0)
}

/// Draws the board as a viewer sees it, who plays the race `own`, if any; with the marks of a report, also what has changed
/// since the view before.
pub(super) fn drawn(
    seen: &Seen,
    board: &Board,
    own: Option<&str>,
    marks: Option<&Marks>,
    before: Option<&Seen>,
) -> String {
    let height = HEIGHT + marks.map_or(0.0, |_| marks::LEGEND);
    let mut svg = String::with_capacity(48 << 10);
    draw!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="map-title" font-family="system-ui,sans-serif" text-anchor="middle">
<title id="map-title">The cone of time: the present above, the past below. The tables say the same.</title>
<defs><polygon id="hex" points="{}"/></defs>
<text x="{}" y="16" font-size="11" fill="var(--dim)">the present</text>
"#,
        CORNERS.map(|(x, y)| format!("{},{}", N(x), N(y))).join(" "),
        N(middle(4, 0).0),
    );
    for hex in &seen.hexes {
        tile(&mut svg, seen, board, hex);
    }
    borders(&mut svg, seen);
    // Drawn after all tiles, because a neighbour's fill would cover the dashes.
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
        original(&mut svg, seen, space, own);
    }
    if let Some(before) = before {
        marks::rings(&mut svg, seen, before);
    }
    if let Some(marks) = marks {
        marks::arrows(&mut svg, seen, board, marks, own);
    }
    // Drawn above all tiles, so that no neighbour covers the operatives.
    for hex in seen.hexes.iter().filter(|hex| !hex.units.is_empty()) {
        let (x, y) = hex.middle();
        operatives(&mut svg, &hex.units, Some(&hex.hex), (x, y + 17.0), own);
    }
    if let Some(side) = own.and_then(|race| seen.sides.get(race)) {
        at_home(&mut svg, side, own);
    }
    for (n, race) in seen.order.iter().enumerate() {
        if let Some(side) = seen.sides.get(race) {
            standing(&mut svg, race, side, n);
        }
    }
    if marks.is_some() {
        marks::legend(&mut svg, own.unwrap_or("ink"));
    }
    svg.push_str("</svg>");
    svg
}
