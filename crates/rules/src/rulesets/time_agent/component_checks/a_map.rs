//! A. Map geometry: 1 to 16.

use super::{chance, exact, list, mean, percent, rule, share};
use crate::{
    collect::Collect,
    rulesets::time_agent::{
        TimeAgent,
        content::{Beyond, Hex, STEPS},
        names::Technology,
        places::{Legend, Spot, Zone},
    },
    rulesets::{Claim, Effort},
};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(rules: &TimeAgent, effort: Effort) -> Vec<Claim> {
    let mut claims = zones(rules);
    claims.extend(ends(rules));
    claims.extend(neighbours(rules, effort));
    claims
}

fn rows(hexes: &[Hex]) -> BTreeMap<i32, Vec<u32>> {
    let mut rows: BTreeMap<i32, Vec<u32>> = BTreeMap::new();
    for hex in hexes {
        rows.entry(hex.row).or_default().push(hex.cost);
    }
    for costs in rows.values_mut() {
        costs.sort_unstable();
    }
    rows
}

/// 8.34: checks whether zone and cost distinguish a tile from every other, with a star in the outer rows of zone 4.
fn tells_apart(zone: Zone, hexes: &[Hex]) -> bool {
    let mut rows: Vec<Vec<u32>> = rows(hexes).into_values().collect();
    if zone.number == 4 && rows.len() == 3 {
        let lower = rows.pop();
        let stars: BTreeSet<bool> = hexes
            .iter()
            .filter(|hex| rows.len() == 2 && hex.star)
            .map(|hex| hex.row == hexes[0].row)
            .collect_set();
        if lower.as_ref() != rows.first() || stars != [true].into() {
            return false;
        }
    }
    let costs: Vec<u32> = rows.into_iter().flatten().collect();
    let distinct: BTreeSet<u32> = costs.iter().copied().collect_set();
    distinct.len() == costs.len()
}

/// 1, 3, 4, 13, 14: checks zones and rows.
fn zones(rules: &TimeAgent) -> Vec<Claim> {
    let content = &rules.content;
    let filled = Zone::ALL
        .iter()
        .filter(|zone| !content.zone(**zone).is_empty())
        .count();
    let alike: Vec<Zone> = Zone::ALL
        .into_iter()
        .filter(|zone| !tells_apart(*zone, content.zone(*zone)))
        .collect();
    let mut by_number: BTreeMap<u8, BTreeSet<i32>> = BTreeMap::new();
    let mut lengths: BTreeMap<i32, usize> = BTreeMap::new();
    for hex in content.hexes() {
        by_number
            .entry(hex.id.zone.number)
            .or_default()
            .insert(hex.row);
        *lengths.entry(hex.row).or_default() += 1;
    }
    let single = by_number
        .iter()
        .all(|(number, rows)| rows.len() == if *number == 4 { 3 } else { 1 });
    let lengths: Vec<usize> = lengths.into_values().collect();
    let mirrored = lengths.iter().eq(lengths.iter().rev());
    let cramped: Vec<Zone> = Zone::ALL
        .into_iter()
        .filter(|zone| {
            let legends = content.tiles().iter().filter(|tile| {
                tile.id.zone == *zone && !matches!(tile.id.legend, Legend::Paths(_))
            });
            legends.count() > content.zone(*zone).len()
        })
        .collect();
    let tiles = content.tiles().len();
    vec![
        exact(
            1,
            "95 tiles in 15 zones",
            tiles == 95 && filled == 15,
            format!("{tiles} tiles, {filled} zones"),
        ),
        exact(
            3,
            "zone and travel cost name every tile, but for the outer rows of 4a, 4b and 4c with their *",
            alike.is_empty(),
            if alike.is_empty() {
                "all told apart".to_owned()
            } else {
                format!("not in {}", list(alike))
            },
        ),
        exact(
            4,
            "zones 1-3 and 5-7 are one row each, zone 4 is three",
            single,
            list(
                by_number
                    .iter()
                    .map(|(number, rows)| format!("zone {number}: {}", rows.len())),
            ),
        ),
        exact(
            13,
            "the rows hold 95 hexes; the same above and below (assumed)",
            lengths.iter().sum::<usize>() == 95 && mirrored,
            list(&lengths),
        ),
        exact(
            14,
            "every zone holds at least its tiles with a legend",
            cramped.is_empty(),
            if cramped.is_empty() {
                "all do".to_owned()
            } else {
                format!("not {}", list(cramped))
            },
        ),
    ]
}

/// Returns the place beyond an edge, as row and doubled column.
fn beyond(hex: &Hex, edge: usize) -> (i32, i32) {
    let (row, column) = STEPS[edge];
    (hex.row + row, hex.column + column)
}

/// 2, 5 to 8, 10 to 12: checks originals and indicators.
fn ends(rules: &TimeAgent) -> Vec<Claim> {
    let content = &rules.content;
    let red = Technology::TimeTravel;
    let columns = |all: Vec<i32>| (all.iter().min().copied(), all.iter().max().copied());
    let originals = Technology::ALL
        .iter()
        .flat_map(|technology| &content.original(*technology).touches);
    let (_, oldest) = columns(originals.map(|(hex, _)| content.hex(*hex).column).collect());
    let indicators: Vec<(Technology, &Hex, usize)> = Technology::ALL
        .iter()
        .flat_map(|technology| {
            let beside = rules.beside_indicators(*technology).into_iter();
            beside.map(move |(hex, edge)| (*technology, hex, edge))
        })
        .collect();
    let (newest, _) = columns(indicators.iter().map(|(_, hex, _)| hex.column).collect());
    let exits = rules.beside_indicators(red);
    let single: BTreeSet<u8> = exits
        .iter()
        .map(|(hex, _)| hex.id.zone.number)
        .collect_set();
    let in_4c = exits
        .iter()
        .filter(|(hex, _)| hex.id.zone.to_string() == "4c");
    let in_4c = in_4c.count();
    let red_places: BTreeSet<(i32, i32)> = exits
        .iter()
        .map(|(hex, edge)| beyond(hex, *edge))
        .collect_set();
    let places: BTreeSet<(Technology, (i32, i32))> = indicators
        .iter()
        .map(|(technology, hex, edge)| (*technology, beyond(hex, *edge)))
        .collect_set();
    let entrances = &content.original(red).touches;
    let in_4a = entrances
        .iter()
        .all(|(hex, _)| hex.zone.to_string() == "4a");
    let rear = content.hexes().iter().map(|hex| hex.column).min();
    let at_rear = entrances
        .iter()
        .filter(|(hex, _)| Some(content.hex(*hex).column) <= rear.map(|column| column + 1))
        .count();
    let homes: Vec<u8> = (1..)
        .zip(Technology::ALL)
        .filter(|(number, technology)| {
            let touches = &content.original(**technology).touches;
            touches.iter().any(|(hex, _)| hex.zone.number == *number)
        })
        .map(|(number, _)| number)
        .collect();
    let out_of_zone: Vec<Technology> = Technology::ALL
        .iter()
        .copied()
        .filter(|technology| {
            let inside = |zone: Zone| content.propagating(zone).has(*technology);
            let source = content.original(*technology).touches.iter();
            let source = source.clone().any(|(hex, _)| inside(hex.zone));
            let ends = rules.beside_indicators(*technology);
            !source || !ends.iter().any(|(hex, _)| inside(hex.id.zone))
        })
        .collect();
    vec![
        exact(
            2,
            "the board runs from original inventions in the past to indicators in the present",
            oldest < newest,
            format!(
                "originals beside columns up to {}, indicators from {}",
                oldest.unwrap_or_default(),
                newest.unwrap_or_default()
            ),
        ),
        exact(
            5,
            "nine tiles let Time Travel out: one in each of zones 1-3 and 5-7, three in 4c",
            exits.len() == 9 && in_4c == 3 && single.len() == 7,
            list(exits.iter().map(|(hex, _)| hex.id)),
        ),
        exact(
            6,
            "Time Travel has seven indicators, one of them beside three tiles of 4c",
            red_places.len() == 7,
            format!("{} beside {} tiles", red_places.len(), exits.len()),
        ),
        exact(
            7,
            "the original Time Travel touches three tiles of 4a",
            entrances.len() == 3 && in_4a,
            list(entrances.iter().map(|(hex, _)| *hex)),
        ),
        exact(
            8,
            "it lies at the rear of 4a",
            at_rear == entrances.len(),
            format!(
                "{at_rear} of its {} tiles are the rearmost",
                entrances.len()
            ),
        ),
        exact(
            10,
            "one original invention for each zone number, in the Guide's order",
            homes.len() == 7,
            format!("{} of 7 touch their zone", homes.len()),
        ),
        exact(
            11,
            "each original and each indicator touches a zone of its technology",
            out_of_zone.is_empty(),
            if out_of_zone.is_empty() {
                "all do".to_owned()
            } else {
                format!("not {}", list(out_of_zone))
            },
        ),
        exact(
            12,
            "13 indicators, which no operative may enter",
            places.len() == 13,
            format!("{}; no rule makes them a place", places.len()),
        ),
    ]
}

/// 9, 15, 16: checks moving and turning tiles.
fn neighbours(rules: &TimeAgent, effort: Effort) -> Vec<Claim> {
    let content = &rules.content;
    let (mut reached, mut wrong) = (0, 0);
    for n in 0..(effort.samples / 200).clamp(1, 20) {
        let state = rules.flipped(n);
        for hex in content.hexes() {
            let from = Spot::Hex(hex.id);
            for along in rules.streams(&state, from) {
                for to in rules.reach(&state, from, along) {
                    if matches!(to, Spot::Original(_)) {
                        reached += 1;
                        wrong += usize::from(!rules.beside(from, to));
                    }
                }
            }
        }
    }
    let spaces = content
        .hexes()
        .iter()
        .flat_map(|hex| hex.beyond)
        .filter_map(|beyond| match beyond {
            Beyond::Original(technology) => Some(technology),
            _ => None,
        })
        .collect_set();
    let mut faces = [0_usize; 6];
    for n in 0..effort.samples {
        for cell in rules.flipped(n).hexes.values() {
            if let Some(facing) = cell.facing {
                faces[usize::from(facing) - 1] += 1;
            }
        }
    }
    let all: usize = faces.iter().sum();
    let shares = faces.map(|face| share(face, all));
    let off = effort.allowance() / 5 + 2;
    let even = shares.iter().all(|share| share.abs_diff(166) <= off);
    let white = content
        .tiles()
        .iter()
        .flat_map(|tile| &tile.spokes)
        .filter(|spoke| spoke.is_empty())
        .count();
    let next: usize = content
        .hexes()
        .iter()
        .map(|hex| {
            let beyond = hex.beyond.iter();
            beyond.filter(|b| matches!(b, Beyond::Hex(_))).count()
        })
        .sum();
    vec![
        rule(
            9,
            "seven original spaces, entered only from beside where the move began, never passed through",
            spaces.len() == 7 && wrong == 0,
            format!(
                "{} spaces; {reached} moves into one, {wrong} from afar",
                spaces.len()
            ),
        ),
        chance(
            15,
            "all six facings are equally likely",
            even,
            format!(
                "{} to {}",
                percent(shares.into_iter().min().unwrap_or(0)),
                percent(shares.into_iter().max().unwrap_or(0))
            ),
        ),
        exact(
            16,
            "an operative may always move to any adjacent tile: every edge carries some stream",
            white == 0,
            format!(
                "{white} white spokes; {} neighbours a hex",
                mean(next, content.hexes().len())
            ),
        ),
    ]
}
