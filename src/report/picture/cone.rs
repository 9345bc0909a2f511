//! Time Agent's board as a picture: the present above, the past below, so that its nine rows fit a phone.
//!
//! The board is turned a quarter from how the rulebook prints it and not mirrored: edge 1 of a hex, which
//! points towards the present, is its top, and the others follow clockwise.

use super::svg::{N, Text, draw};
use serde::Deserialize;
use std::collections::BTreeMap;

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

/// One hex and what is seen of its tile.
fn tile(svg: &mut String, seen: &Seen, hex: &Hex) {
    let (x, y) = hex.middle();
    draw!(
        svg,
        r#"<g transform="translate({} {})"><title>{}, fare {}"#,
        N(x),
        N(y),
        Text(&hex.hex),
        hex.cost
    );
    match &hex.tile {
        Some(tile) => {
            let reversed = if tile.is_reversed() { ", reversed" } else { "" };
            draw!(svg, ": {}{reversed}", Text(&seen.legend(tile)));
            match hex.facing {
                Some(facing) => draw!(svg, ", facing edge {facing}"),
                None => svg.push_str(", face down, known to you"),
            }
        }
        None => svg.push_str(": face down"),
    }
    if !hex.units.is_empty() {
        draw!(svg, "; {}", Text(&hex.units.join(", ")));
    }
    svg.push_str("</title>");
    match (&hex.tile, hex.is_up()) {
        (Some(tile), true) => face_up(svg, seen, hex, tile),
        (Some(tile), false) => known(svg, seen, hex, tile),
        (None, _) => face_down(svg, hex),
    }
    svg.push_str("</g>\n");
}

fn face_down(svg: &mut String, hex: &Hex) {
    let shade = if is_dark(hex) { "hex2" } else { "hex" };
    draw!(
        svg,
        r##"<use href="#hex" fill="var(--{shade})" stroke="var(--edge)"/><text y="-1" font-size="12" fill="var(--ink)">{}</text><text y="13" font-size="11" fill="var(--dim)">{}</text>"##,
        Text(&hex.hex),
        hex.cost
    );
    lookers(svg, hex);
}

/// A facedown tile that the reader has looked at. How it will lie, a die decides when it is flipped.
fn known(svg: &mut String, seen: &Seen, hex: &Hex, tile: &Tile) {
    draw!(
        svg,
        r##"<use href="#hex" fill="var(--known)"/><text y="-14.5" font-size="11" fill="var(--ink)">{}</text><text y="1" font-size="13" font-weight="700" fill="var(--ink)">{}</text><text y="12.5" font-size="10.5" fill="var(--dim)">{}</text>"##,
        Text(&hex.hex),
        seen.code(hex, tile),
        hex.cost
    );
    lookers(svg, hex);
}

/// Who has looked at a facedown tile: that is seen by all.
fn lookers(svg: &mut String, hex: &Hex) {
    if hex.looked_at_by.is_empty() {
        return;
    }
    let letters: Vec<String> = hex.looked_at_by.iter().map(|race| initial(race)).collect();
    draw!(
        svg,
        r#"<text y="23.5" font-size="8.5" font-style="italic" fill="var(--ink)">{}</text>"#,
        Text(&letters.join(" "))
    );
}

fn face_up(svg: &mut String, seen: &Seen, hex: &Hex, tile: &Tile) {
    svg.push_str(r##"<use href="#hex" fill="var(--up)" stroke="var(--edge)"/>"##);
    // Streams of one kind are one line; Time Travel runs on top of the others.
    let mut streams: BTreeMap<char, String> = BTreeMap::new();
    for (n, letters) in tile.spokes.iter().enumerate() {
        let (x, y) = edge(n);
        for letter in letters.chars() {
            draw!(streams.entry(letter).or_default(), "M0 0L{} {}", N(x), N(y));
        }
    }
    let travel = streams.remove(&'T');
    for (letter, path) in &streams {
        let dashes = if DASHED.contains(letter) {
            r#" stroke-dasharray="3.5 2.5""#
        } else {
            ""
        };
        draw!(
            svg,
            r#"<path d="{path}" fill="none" stroke="var(--{letter})" stroke-width="7"{dashes}/>"#
        );
    }
    if let Some(path) = travel {
        draw!(
            svg,
            r#"<path d="{path}" fill="none" stroke="var(--up)" stroke-width="4.4"/><path d="{path}" fill="none" stroke="var(--T)" stroke-width="2.2"/>"#
        );
    }
    let turn = hex.facing.map_or(0, |facing| (i32::from(facing) - 1) * 60);
    let (disk, ink) = if tile.is_reversed() {
        ("ink", "up")
    } else {
        ("up", "ink")
    };
    let code = seen.mark(tile);
    let size = if code.len() > 2 { 10.5 } else { 12.0 };
    draw!(
        svg,
        r#"<path d="M-5 -26.7H5L0 -20.5z" fill="var(--ink)" transform="rotate({turn})"/><circle r="12" fill="var(--{disk})" stroke="var(--ink)"/><text y="4.2" font-size="{size}" font-weight="700" fill="var(--{ink})">{code}</text>"#
    );
    draw!(
        svg,
        r#"<g fill="var(--ink)" stroke="var(--up)" stroke-width="3" stroke-linejoin="round" paint-order="stroke"><text y="-14.5" font-size="10.5">{}</text><text x="-22" y="3.5" font-size="9.5">{}</text></g>"#,
        Text(&hex.hex),
        hex.cost
    );
}

/// Neighbouring zones are told apart by their borders and by their shade.
fn is_dark(hex: &Hex) -> bool {
    let zone = hex.zone().as_bytes();
    zone.iter().map(|b| u32::from(*b)).sum::<u32>() % 2 == 1
}

/// The borders of the zones.
fn borders(svg: &mut String, seen: &Seen) {
    let zones: BTreeMap<(i32, i32), &str> = seen
        .hexes
        .iter()
        .map(|hex| ((hex.row, hex.column), hex.zone()))
        .collect();
    svg.push_str(
        r#"<path fill="none" stroke="var(--ink)" stroke-width="1.8" stroke-linecap="round" d=""#,
    );
    for hex in &seen.hexes {
        let (x, y) = hex.middle();
        for (n, (row, column)) in BEYOND.iter().enumerate() {
            let beyond = zones.get(&(hex.row + row, hex.column + column));
            // The border between two zones belongs to both and is drawn once.
            let ours = beyond.is_none_or(|zone| *zone != hex.zone() && n < 3);
            if ours {
                let ((ax, ay), (bx, by)) = (CORNERS[n], CORNERS[(n + 1) % 6]);
                draw!(
                    svg,
                    "M{} {}L{} {}",
                    N(x + ax),
                    N(y + ay),
                    N(x + bx),
                    N(y + by)
                );
            }
        }
    }
    svg.push_str("\"/>\n");
}

/// A status indicator in the present: filled while its technology is Connected.
fn indicator(svg: &mut String, seen: &Seen, space: &Space) {
    let Some(technology) = seen.technology(&space.technology) else {
        return;
    };
    // At the middle of the edges that lead to it, and a little outwards.
    let mut at = (0.0, 0.0);
    let mut out = (0.0, 0.0);
    let mut count = 0.0;
    for touch in &space.touches {
        let Some(hex) = seen.hex(&touch.hex) else {
            continue;
        };
        let ((x, y), (dx, dy)) = (hex.middle(), edge(touch.edge.saturating_sub(1)));
        at = (at.0 + x + dx, at.1 + y + dy);
        out = (out.0 + dx, out.1 + dy);
        count += 1.0;
    }
    if count == 0.0 {
        return;
    }
    let far = 10.0 / out.0.hypot(out.1).max(1.0);
    let (x, y) = (at.0 / count + out.0 * far, at.1 / count + out.1 * far);
    let (letter, name) = (technology.letter, Text(&technology.name));
    draw!(
        svg,
        r#"<g transform="translate({} {})"><title>{name} is "#,
        N(x),
        N(y)
    );
    if technology.connected {
        draw!(
            svg,
            r#"Connected</title><circle r="9.5" fill="var(--{letter})" stroke="var(--ink)"/><text y="4" font-size="11.5" font-weight="700" fill="var(--up)">{letter}</text></g>
"#
        );
    } else {
        draw!(
            svg,
            r#"Disconnected</title><circle r="9.5" fill="var(--up)" stroke="var(--{letter})" stroke-width="1.5" stroke-dasharray="3 2"/><text y="4" font-size="11.5" font-weight="700" fill="var(--ink)">{letter}</text><path d="M-8 8L8 -8" stroke="var(--warn)" stroke-width="2"/></g>
"#
        );
    }
}

/// An original invention in the deep past, with who is there.
fn original(svg: &mut String, seen: &Seen, space: &Space) {
    let (Some((row, column)), Some(technology)) =
        (seen.beside(space), seen.technology(&space.technology))
    else {
        return;
    };
    let (mut x, y) = middle(row, column);
    // What lies beside the outermost rows moves a little inwards, to the notch between two hexes.
    x = x.clamp(LEFT - 38.0, LEFT + 8.0 * PITCH + 38.0);
    let letter = technology.letter;
    let (reversed, disk, ink) = if technology.original_reversed {
        (", reversed", "ink", "up")
    } else {
        ("", "up", "ink")
    };
    draw!(
        svg,
        r#"<g transform="translate({} {})"><title>{}, the original invention{reversed}, {} credits to alter</title><circle r="15" fill="var(--{disk})" stroke="var(--{letter})" stroke-width="3.5"/><text y="5" font-size="14.5" font-weight="700" fill="var(--{ink})">{letter}</text><text y="26" font-size="9.5" fill="var(--dim)">{}</text></g>
"#,
        N(x),
        N(y),
        Text(&technology.name),
        technology.original_cost,
        technology.original_cost,
    );
    let place = format!("original-{}", technology.technology);
    let there: Vec<String> = seen
        .sides
        .values()
        .flat_map(|side| &side.units)
        .filter(|unit| unit.at == place)
        .map(|unit| unit.unit.clone())
        .collect();
    if !there.is_empty() {
        operatives(svg, &there, x, y + 36.0);
    }
}

/// Operatives side by side: round for agents, square for squads, by the first letter of their race; more than
/// one of a kind are one piece with their number.
fn operatives(svg: &mut String, units: &[String], x: f64, y: f64) {
    let mut kinds: Vec<(&str, bool, usize)> = vec![];
    for unit in units {
        let race = unit.split('-').next().unwrap_or_default();
        let squad = unit.contains("-squad-");
        match kinds.iter_mut().find(|k| (k.0, k.1) == (race, squad)) {
            Some(kind) => kind.2 += 1,
            None => kinds.push((race, squad, 1)),
        }
    }
    let between = kinds.len().saturating_sub(1);
    #[expect(clippy::cast_precision_loss, reason = "there are few operatives")]
    let at = |n: usize| n as f64;
    // They move together where many meet.
    let step = 15.5_f64.min(46.0 / at(between.max(1)));
    svg.push_str("<g aria-hidden=\"true\" stroke=\"var(--up)\" stroke-width=\"1.2\">");
    for (n, (race, squad, count)) in kinds.iter().enumerate() {
        let x = x + (at(n) - at(between) / 2.0) * step;
        if *squad {
            draw!(
                svg,
                r#"<rect x="{}" y="{}" width="15" height="15" rx="2" fill="var(--{})"/>"#,
                N(x - 7.5),
                N(y - 7.5),
                Text(race)
            );
        } else {
            draw!(
                svg,
                r#"<circle cx="{}" cy="{}" r="7.8" fill="var(--{})"/>"#,
                N(x),
                N(y),
                Text(race)
            );
        }
        let number = if *count > 1 {
            count.to_string()
        } else {
            String::new()
        };
        let size = if *count > 1 { 9.0 } else { 10.5 };
        draw!(
            svg,
            r#"<text x="{}" y="{}" font-size="{size}" font-weight="700" stroke="none" fill="var(--up)">{}{number}</text>"#,
            N(x),
            N(y + 3.7),
            Text(&initial(race))
        );
    }
    svg.push_str("</g>\n");
}

fn initial(race: &str) -> String {
    race.chars().take(1).flat_map(char::to_uppercase).collect()
}

/// What a race has, in one of the corners that the cone leaves free, in player order.
fn standing(svg: &mut String, race: &str, side: &Side, n: usize) {
    let x = if n % 2 == 0 { 8.0 } else { 394.0 };
    #[expect(clippy::cast_precision_loss, reason = "there are six races at most")]
    let y = 704.0 + (n / 2) as f64 * 40.0;
    draw!(
        svg,
        r#"<g transform="translate({} {})" text-anchor="start" fill="var(--ink)"><rect width="15" height="15" rx="2" fill="var(--{race})"/><text x="7.5" y="11.5" font-size="10.5" font-weight="700" text-anchor="middle" fill="var(--up)">{}</text><text x="20" y="12" font-size="12" font-weight="700">{}</text><text y="28" font-size="11">{} VP {} RP {} cr</text></g>
"#,
        N(x),
        N(y),
        Text(&initial(race)),
        Text(&side.name),
        side.vp,
        side.rp,
        side.credits,
        race = Text(race),
    );
}
