//! The marks of a report's picture: arrows for moves, rings around changes, crosses for losses, and their legend.
//!
//! They are made from the facts that the reader was told and from two views of this reader, so they show nothing else.

use super::{super::seen::Seen, Board, HEIGHT, R, original_at};
use crate::{
    collect::Collect,
    drawing::{N, Text, draw},
};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The facts since the reader's last report that the picture marks.
#[derive(Debug, Default, Deserialize)]
pub(in super::super) struct Marks {
    #[serde(default)]
    travelled: Vec<Travelled>,
    #[serde(default)]
    moved: Vec<Moved>,
    #[serde(default)]
    attacked: Vec<Attacked>,
}

#[derive(Debug, Deserialize)]
struct Travelled {
    unit: String,
    to: String,
}

#[derive(Debug, Deserialize)]
struct Moved {
    unit: String,
    from: String,
    to: String,
}

#[derive(Debug, Deserialize)]
struct Attacked {
    spot: String,
    #[serde(default)]
    lost: Vec<String>,
}

/// The distance from the middle of a hex to the start and to the end of an arrow.
const START: f64 = 13.0;
const END: f64 = 15.0;

/// The length of the arrow of an operative that comes from the present, which is above the whole board.
const FALL: f64 = 68.0;
const END_FROM_PRESENT: f64 = 24.0;

/// The height of the legend below the board.
pub(super) const LEGEND: f64 = 50.0;

fn race(unit: &str) -> &str {
    unit.split('-').next().unwrap_or_default()
}

impl Seen {
    /// Returns the middle of a hex or of an original invention.
    fn spot(&self, board: &Board, spot: &str) -> Option<(f64, f64)> {
        if spot.starts_with("original-") {
            return original_at(self, board, spot);
        }
        self.hex(spot).map(super::super::seen::Hex::middle)
    }
}

/// Draws rings around the hexes whose tile or operatives differ from those of the reader's last report.
pub(super) fn rings(svg: &mut String, seen: &Seen, before: &Seen) {
    for hex in &seen.hexes {
        let Some(was) = before.hex(&hex.hex) else {
            continue;
        };
        let units = |units: &[String]| units.iter().cloned().collect_set();
        if (&was.tile, was.facing) == (&hex.tile, hex.facing)
            && units(&was.units) == units(&hex.units)
        {
            continue;
        }
        let (x, y) = hex.middle();
        draw!(
            svg,
            r##"<use href="#hex" x="{x}" y="{y}" fill="none" stroke="var(--up)" stroke-width="5.5"/><use href="#hex" x="{x}" y="{y}" fill="none" stroke="var(--accent)" stroke-width="3.2"/>
"##,
            x = N(x),
            y = N(y)
        );
    }
}

/// Draws an arrow for each way that operatives of one race took, and a cross where one was lost.
pub(super) fn arrows(
    svg: &mut String,
    seen: &Seen,
    board: &Board,
    marks: &Marks,
    own: Option<&str>,
) {
    let mut drawn = BTreeSet::new();
    let from_the_present = marks.travelled.iter().map(|t| (&t.unit, None, &t.to));
    let within = { marks.moved.iter() }.map(|m| (&m.unit, Some(&m.from), &m.to));
    for (unit, from, to) in within.chain(from_the_present) {
        let Some((x, y)) = seen.spot(board, to) else {
            continue;
        };
        let start = match from {
            Some(from) => seen.spot(board, from),
            None => Some((x, y - FALL)),
        };
        let Some((ax, ay)) = start else { continue };
        let far = (x - ax).hypot(y - ay);
        if far < START + END || !drawn.insert((race(unit), from, to)) {
            continue;
        }
        let (dx, dy) = ((x - ax) / far, (y - ay) / far);
        // Arrows of several races on one way are shifted sideways, and remain apart.
        #[expect(clippy::cast_precision_loss, reason = "there are six races at most")]
        let beside = { seen.order.iter() }
            .position(|other| other == race(unit))
            .map_or(0.0, |n| (n as f64 - 2.5) * 3.2);
        let (sx, sy) = (-dy * beside, dx * beside);
        let (ax, ay) = (ax + dx * START + sx, ay + dy * START + sy);
        // An arrow from the present ends at the edge, so that the name of the hex stays readable.
        let end = if from.is_some() {
            END
        } else {
            END_FROM_PRESENT
        };
        let (bx, by) = (x - dx * end + sx, y - dy * end + sy);
        let width = if own == Some(race(unit)) { 4.6 } else { 2.8 };
        arrow(svg, race(unit), (ax, ay), (bx, by), width);
    }
    let lost = marks.attacked.iter();
    let lost: BTreeSet<(&str, &str)> = lost
        .flat_map(|attack| {
            attack
                .lost
                .iter()
                .map(|unit| (attack.spot.as_str(), race(unit)))
        })
        .collect_set();
    for (n, (spot, race)) in lost.iter().enumerate() {
        if let Some((x, y)) = seen.spot(board, spot) {
            #[expect(clippy::cast_precision_loss, reason = "there are few losses")]
            let x = x - 17.0 + (n % 4) as f64 * 11.0;
            cross(svg, race, (x, y + 24.0));
        }
    }
}

fn arrow(svg: &mut String, race: &str, (ax, ay): (f64, f64), (bx, by): (f64, f64), width: f64) {
    let far = (bx - ax).hypot(by - ay).max(1.0);
    let (dx, dy) = ((bx - ax) / far, (by - ay) / far);
    let head = 6.0 + width;
    let (mx, my) = (bx - dx * head, by - dy * head);
    let half = head * 0.62;
    let path = format!("M{} {}L{} {}", N(ax), N(ay), N(mx), N(my));
    let tip = format!(
        "M{} {}L{} {}L{} {}z",
        N(bx),
        N(by),
        N(mx - dy * half),
        N(my + dx * half),
        N(mx + dy * half),
        N(my - dx * half)
    );
    draw!(
        svg,
        r#"<path d="{path}{tip}" fill="none" stroke="var(--up)" stroke-width="{}" stroke-linejoin="round"/><path d="{path}" stroke="var(--{race})" stroke-width="{width}"/><path d="{tip}" fill="var(--{race})"/>
"#,
        N(width + 2.4),
        race = Text(race)
    );
}

fn cross(svg: &mut String, race: &str, (x, y): (f64, f64)) {
    let path = format!("M{} {}l9 9m0 -9l-9 9", N(x - 4.5), N(y - 4.5));
    draw!(
        svg,
        r#"<path d="{path}" stroke="var(--up)" stroke-width="5"/><path d="{path}" stroke="var(--{})" stroke-width="2.8"/>
"#,
        Text(race)
    );
}

/// Draws the meaning of the marks and pieces below the board.
pub(super) fn legend(svg: &mut String, own: &str) {
    let (first, second) = (HEIGHT + 14.0, HEIGHT + 37.0);
    svg.push_str(r#"<g text-anchor="start" font-size="12.5" fill="var(--ink)">"#);
    for (x, y, words) in [
        (34.0, first, "moved since your last report"),
        (270.0, first, "changed since then"),
        (428.0, first, "lost"),
        (34.0, second, "agent"),
        (106.0, second, "squad"),
        (184.0, second, "yours: dark edge, thick arrow"),
        (414.0, second, "reversed"),
    ] {
        draw!(
            svg,
            r#"<text x="{}" y="{}">{words}</text>"#,
            N(x),
            N(y + 4.5)
        );
    }
    svg.push_str("</g>\n");
    arrow(svg, own, (8.0, first), (28.0, first), 2.8);
    draw!(
        svg,
        r##"<use href="#hex" transform="translate(254 {}) scale(.34)" fill="var(--up)" stroke="var(--accent)" stroke-width="{}"/>"##,
        N(first),
        N(R / 4.0)
    );
    cross(svg, own, (417.0, first));
    draw!(
        svg,
        r#"<g fill="var(--dim)"><circle cx="18" cy="{y}" r="7.8"/><rect x="84" y="{}" width="15" height="15" rx="2"/><circle cx="170" cy="{y}" r="7.4" fill="var(--{own})" stroke="var(--ink)" stroke-width="2.4"/></g><circle cx="402" cy="{y}" r="8.5" fill="var(--ink)"/>
"#,
        N(second - 7.5),
        y = N(second),
        own = Text(own)
    );
}
