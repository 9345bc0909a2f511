//! The hexes with their tiles, and the borders of the zones.

use super::{
    super::seen::{Hex, Seen, Tile},
    BEYOND, Board, CORNERS, DASHED, edge,
    pieces::initial,
};
use crate::{
    collect::Collect,
    drawing::{N, Text, draw},
};
use std::collections::BTreeMap;

/// Draws one hex and the visible part of its tile.
pub(super) fn tile(svg: &mut String, seen: &Seen, board: &Board, hex: &Hex) {
    let (x, y) = hex.middle();
    // A tile that is turned up, or turned, turns in the replay.
    let card = hex.facing.filter(|_| hex.is_up());
    let card = card.map(|facing| format!(r#" data-card="{} {facing}""#, Text(&hex.hex)));
    let card = card.unwrap_or_default();
    draw!(
        svg,
        r#"<g data-place="{hex}"{card} transform="translate({} {})"><title>{hex}, fare {}"#,
        N(x),
        N(y),
        hex.cost,
        hex = Text(&hex.hex)
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
        (Some(tile), true) => face_up(svg, seen, board, hex, tile),
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

/// Draws a facedown tile that the reader has looked at. It has no facing yet: a die decides that when it is flipped.
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

/// Draws the races that have looked at a facedown tile, which is public.
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

fn face_up(svg: &mut String, seen: &Seen, board: &Board, hex: &Hex, tile: &Tile) {
    svg.push_str(r##"<use href="#hex" fill="var(--up)" stroke="var(--edge)"/>"##);
    // Streams of one kind are one path; Time Travel is drawn above the others.
    let mut streams: BTreeMap<char, String> = BTreeMap::new();
    // The places that the lines of each path lead to, in their order; `-` is none.
    let mut ends: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    let beyond = seen.beyond(board, hex);
    for (n, letters) in tile.spokes.iter().enumerate() {
        let (x, y) = edge(n);
        for letter in letters.chars() {
            draw!(streams.entry(letter).or_default(), "M0 0L{} {}", N(x), N(y));
            let end = { beyond.get(n) }.and_then(Option::as_deref);
            ends.entry(letter).or_default().push(end.unwrap_or("-"));
        }
    }
    // The play page lights the way that a move names, from line to line.
    let way = |letter: &char| {
        let name = { seen.technology_of(*letter) }.map_or("", |t| &*t.technology);
        let to = ends
            .get(letter)
            .map_or_else(String::new, |all| all.join(" "));
        format!(r#"data-way="{}" data-to="{}""#, Text(name), Text(&to))
    };
    let travel = streams.remove(&'T');
    for (letter, path) in &streams {
        let dashes = if DASHED.contains(letter) {
            r#" stroke-dasharray="3.5 2.5""#
        } else {
            ""
        };
        draw!(
            svg,
            r#"<path {} d="{path}" fill="none" stroke="var(--{letter})" stroke-width="7"{dashes}/>"#,
            way(letter)
        );
    }
    if let Some(path) = travel {
        draw!(
            svg,
            r#"<path d="{path}" fill="none" stroke="var(--up)" stroke-width="4.4"/><path {} d="{path}" fill="none" stroke="var(--T)" stroke-width="2.2"/>"#,
            way(&'T')
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

/// Returns true if the zone of a hex has the dark shade; shades distinguish neighbouring zones besides the borders.
fn is_dark(hex: &Hex) -> bool {
    let zone = hex.zone().as_bytes();
    zone.iter().map(|b| u32::from(*b)).sum::<u32>() % 2 == 1
}

/// Draws the borders of the zones.
pub(super) fn borders(svg: &mut String, seen: &Seen) {
    let zones: BTreeMap<(i32, i32), &str> = seen
        .hexes
        .iter()
        .map(|hex| ((hex.row, hex.column), hex.zone()))
        .collect_map();
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
