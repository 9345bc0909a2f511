//! Time Agent's fares, zone by zone, as a table.

use crate::drawing::{Text, draw};
use serde::Deserialize;

/// The parts of a hex that the table shows.
#[derive(Debug, Deserialize)]
pub(super) struct Hex {
    hex: String,
    cost: u32,
}

/// Returns a table with the fare of an agent to each tile, by the tile's number in its zone.
pub(super) fn table(hexes: &[Hex]) -> String {
    let mut rows: Vec<(&str, Vec<u32>)> = vec![];
    for hex in hexes {
        let zone = hex.hex.split('-').next().unwrap_or_default();
        match rows.last_mut() {
            Some((last, fares)) if *last == zone => fares.push(hex.cost),
            _ => rows.push((zone, vec![hex.cost])),
        }
    }
    let most = rows.iter().map(|(_, fares)| fares.len()).max().unwrap_or(0);
    let mut html = String::with_capacity(4 << 10);
    html.push_str("<table class=\"figures\">\n<thead><tr><th scope=\"col\">Zone</th>");
    for n in 1..=most {
        draw!(html, "<th scope=\"col\" class=\"n\">{n}</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for (zone, fares) in rows {
        draw!(html, "<tr><th scope=\"row\">{}</th>", Text(zone));
        for fare in &fares {
            draw!(html, "<td class=\"n\">{fare}</td>");
        }
        html.push_str(&"<td></td>".repeat(most - fares.len()));
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table>");
    html
}
