//! The pieces next to and on the tiles: indicators, original inventions, operatives, and the holdings of the races.

use super::{
    super::seen::{Seen, Side},
    Board, LEFT, PITCH, Space, edge, middle,
};
use crate::drawing::{N, Text, draw};

/// The distance from the middle of the name of the present to the own operatives there.
const HOME: f64 = 56.0;

/// Draws a status indicator in the present: filled while its technology is Connected.
pub(super) fn indicator(svg: &mut String, seen: &Seen, space: &Space) {
    let Some(technology) = seen.technology(&space.technology) else {
        return;
    };
    // The middle of the edges that lead to it, moved a little outwards.
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

/// Returns the middle of the space of an original invention.
fn place_of(seen: &Seen, space: &Space) -> Option<(f64, f64)> {
    let (row, column) = seen.beside(space)?;
    let (x, y) = middle(row, column);
    // A space next to an outermost row is moved a little inwards, to the notch between two hexes.
    Some((x.clamp(LEFT - 38.0, LEFT + 8.0 * PITCH + 38.0), y))
}

/// Returns the name of an original invention as a place.
pub(super) fn original_name(technology: &str) -> String {
    format!("original-{technology}")
}

/// Returns the middle of an original invention, by its name as a place.
pub(super) fn original_at(seen: &Seen, board: &Board, place: &str) -> Option<(f64, f64)> {
    let technology = place.strip_prefix("original-")?;
    let space = board
        .originals
        .iter()
        .find(|s| s.technology == technology)?;
    place_of(seen, space)
}

/// Draws an original invention in the deep past, with the operatives there.
pub(super) fn original(svg: &mut String, seen: &Seen, space: &Space, own: Option<&str>) {
    let (Some((x, y)), Some(technology)) =
        (place_of(seen, space), seen.technology(&space.technology))
    else {
        return;
    };
    let letter = technology.letter;
    let (reversed, disk, ink) = if technology.original_reversed {
        (", reversed", "ink", "up")
    } else {
        ("", "up", "ink")
    };
    let place = original_name(&technology.technology);
    draw!(
        svg,
        r#"<g data-place="{place}" transform="translate({} {})"><title>{}, the original invention{reversed}, {} credits to alter</title><circle r="15" fill="var(--{disk})" stroke="var(--{letter})" stroke-width="3.5"/><text y="5" font-size="14.5" font-weight="700" fill="var(--{ink})">{letter}</text><text y="26" font-size="9.5" fill="var(--dim)">{}</text></g>
"#,
        N(x),
        N(y),
        Text(&technology.name),
        technology.original_cost,
        technology.original_cost,
        place = Text(&place),
    );
    let there: Vec<String> = seen
        .sides
        .values()
        .flat_map(|side| &side.units)
        .filter(|unit| unit.at == place)
        .map(|unit| unit.unit.clone())
        .collect();
    if !there.is_empty() {
        operatives(svg, &there, Some(&place), (x, y + 36.0), own);
    }
}

/// Draws operatives next to each other: round for agents, square for squads, with the first letter of their race;
/// several of one kind are one piece with their number. Those of `own` have a dark edge, and are places: their names are
/// what orders call them. `at` is the name of the place where they stand, if it is drawn.
pub(super) fn operatives(
    svg: &mut String,
    units: &[String],
    at: Option<&str>,
    (x, y): (f64, f64),
    own: Option<&str>,
) {
    let mut kinds: Vec<(&str, bool, Vec<&str>)> = vec![];
    for unit in units {
        let race = unit.split('-').next().unwrap_or_default();
        let squad = unit.contains("-squad-");
        match kinds.iter_mut().find(|k| (k.0, k.1) == (race, squad)) {
            Some(kind) => kind.2.push(unit),
            None => kinds.push((race, squad, vec![unit])),
        }
    }
    let between = kinds.len().saturating_sub(1);
    #[expect(clippy::cast_precision_loss, reason = "there are few operatives")]
    let number = |n: usize| n as f64;
    // The step shrinks where there are many kinds.
    let step = 15.5_f64.min(46.0 / number(between.max(1)));
    svg.push_str("<g stroke=\"var(--up)\" stroke-width=\"1.2\">");
    for (n, (race, squad, units)) in kinds.iter().enumerate() {
        let x = x + (number(n) - number(between) / 2.0) * step;
        let own = own == Some(*race);
        let at = at.filter(|_| own);
        piece(svg, race, *squad, units, at, (x, y), own);
    }
    svg.push_str("</g>\n");
}

/// Draws the reader's own operatives in the present, beside its name above the board.
pub(super) fn at_home(svg: &mut String, side: &Side, own: Option<&str>) {
    let there: Vec<String> = { side.units.iter() }
        .filter(|unit| unit.at == "present")
        .map(|unit| unit.unit.clone())
        .collect();
    if !there.is_empty() {
        operatives(svg, &there, None, (middle(4, 0).0 + HOME, 12.0), own);
    }
}

/// Draws operatives of one race and kind as one piece.
fn piece(
    svg: &mut String,
    race: &str,
    squad: bool,
    units: &[&str],
    at: Option<&str>,
    (x, y): (f64, f64),
    own: bool,
) {
    let names: Vec<&str> = { units.iter() }
        .map(|unit| unit.split_once('-').map_or(*unit, |(_, name)| name))
        .collect();
    draw!(svg, r#"<g data-piece="{}""#, Text(&units.join(" ")));
    if let Some(at) = at {
        draw!(svg, r#" data-at="{}""#, Text(at));
    }
    if own {
        let places: Vec<String> = names.iter().map(|name| format!("{race}/{name}")).collect();
        draw!(
            svg,
            r#" data-place="{}"><title>{}</title>"#,
            Text(&places.join(" ")),
            Text(&names.join(", "))
        );
    } else {
        svg.push_str(r#" aria-hidden="true">"#);
    }
    let edge = if own {
        r#" stroke="var(--ink)" stroke-width="2.6""#
    } else {
        ""
    };
    if squad {
        draw!(
            svg,
            r#"<rect x="{}" y="{}" width="15" height="15" rx="2" fill="var(--{})"{edge}/>"#,
            N(x - 7.5),
            N(y - 7.5),
            Text(race)
        );
    } else {
        draw!(
            svg,
            r#"<circle cx="{}" cy="{}" r="7.8" fill="var(--{})"{edge}/>"#,
            N(x),
            N(y),
            Text(race)
        );
    }
    let (number, size) = if units.len() > 1 {
        (units.len().to_string(), 9.0)
    } else {
        (String::new(), 10.5)
    };
    draw!(
        svg,
        r#"<text x="{}" y="{}" font-size="{size}" font-weight="700" stroke="none" fill="var(--up)">{}{number}</text></g>"#,
        N(x),
        N(y + 3.7),
        Text(&initial(race))
    );
}

pub(super) fn initial(race: &str) -> String {
    race.chars().take(1).flat_map(char::to_uppercase).collect()
}

/// Draws the points and credits of the race at place `n` of the player order, in a corner outside the cone.
pub(super) fn standing(svg: &mut String, race: &str, side: &Side, n: usize) {
    let x = if n.is_multiple_of(2) { 8.0 } else { 394.0 };
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
