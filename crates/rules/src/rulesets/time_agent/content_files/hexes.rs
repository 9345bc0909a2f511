//! The hexes of the board, and the neighbours beyond each of their edges.

use super::{
    BOARD,
    written::{Board, Touch},
};
use crate::{
    content::InvalidContent,
    rulesets::time_agent::{
        content::{Beyond, Hex, STEPS},
        places::{HexId, Zone},
    },
};
use std::collections::BTreeMap;

/// The farthest row or column, so that the map can be drawn.
const FARTHEST: u32 = 99;

/// Returns the hexes in the order of the file, and the index of each zone's first one.
#[expect(
    clippy::too_many_lines,
    reason = "every way in which a hex does not fit, one after another"
)]
pub(super) fn hexes(board: &Board) -> Result<(Vec<Hex>, [usize; 16]), InvalidContent> {
    let unfit =
        |code: &'static str, path: String, words: String| BOARD.invalid(words).at(code, path);
    let mut at: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    let mut told: BTreeMap<(Zone, u32, bool), HexId> = BTreeMap::new();
    let mut first_of_zone = [0; 16];
    for (i, line) in board.hexes.iter().enumerate() {
        let zone = line.zone.index();
        let before = board.hexes[..i]
            .iter()
            .filter(|h| h.zone == line.zone)
            .count();
        if line.id.zone != line.zone || usize::from(line.id.n) != before + 1 {
            let words = format!(
                "{} should be {}-{}: hexes are numbered within their zone as they are listed",
                line.id,
                line.zone,
                before + 1
            );
            return Err(unfit("E1041", format!("hexes/{i}/id"), words));
        }
        if i > 0 && board.hexes[i - 1].zone.index() > zone {
            let words = format!(
                "{} is out of order: list the zones one after another",
                line.id
            );
            return Err(unfit("E1041", format!("hexes/{i}/id"), words));
        }
        first_of_zone[zone + 1..].fill(i + 1);
        for (key, n) in [("row", line.row), ("column", line.column)] {
            if n.unsigned_abs() > FARTHEST {
                let words = format!(
                    "{} lies off the board: rows and columns are counted from -{FARTHEST} to {FARTHEST}",
                    line.id
                );
                return Err(unfit("E1041", format!("hexes/{i}/{key}"), words));
            }
        }
        if let Some(other) = at.insert((line.row, line.column), i) {
            let other = board.hexes[other].id;
            let words = format!("{} and {other} lie in the same place", line.id);
            return Err(unfit("E1041", format!("hexes/{i}/row"), words));
        }
        // 8.34: zone, cost and star must identify a tile in a player's notes.
        if let Some(other) = told.insert((line.zone, line.cost, line.star), line.id) {
            let words = format!(
                "{} has the zone and travel cost of {other}, and nothing tells the two apart (8.34)",
                line.id
            );
            return Err(unfit("E1042", format!("hexes/{i}/cost"), words));
        }
    }
    let mut hexes: Vec<Hex> = board
        .hexes
        .iter()
        .map(|line| {
            let next = STEPS.map(|(row, column)| {
                let there = (line.row + row, line.column + column);
                at.get(&there).copied()
            });
            let beyond = |next: Option<usize>| match next {
                Some(next) => Beyond::Hex(board.hexes[next].id),
                None => Beyond::Nothing,
            };
            Hex {
                id: line.id,
                row: line.row,
                column: line.column,
                cost: line.cost,
                star: line.star,
                beyond: next.map(beyond),
                next,
            }
        })
        .collect();
    let mut put = |touch: &Touch, thing: Beyond, name: &str, path: String| {
        let Some(hex) = hexes.iter_mut().find(|h| h.id == touch.hex) else {
            let words = format!("{name} touches {}, which is not there", touch.hex);
            return Err(unfit("E1043", path + "/hex", words));
        };
        match hex.beyond.get_mut(touch.edge.wrapping_sub(1)) {
            Some(free @ Beyond::Nothing) => {
                *free = thing;
                Ok(())
            }
            Some(_) => {
                let words = format!(
                    "{name}: edge {} of {} faces something already",
                    touch.edge, touch.hex
                );
                Err(unfit("E1043", path + "/edge", words))
            }
            None => {
                let words = format!("{name}: edges are numbered 1 to 6");
                Err(unfit("E1043", path + "/edge", words))
            }
        }
    };
    for (n, original) in board.originals.iter().enumerate() {
        for (i, touch) in original.touches.iter().enumerate() {
            let path = format!("originals/{n}/touches/{i}");
            let name = format!("the original {}", original.technology);
            put(touch, Beyond::Original(original.technology), &name, path)?;
        }
    }
    for (n, indicator) in board.indicators.iter().enumerate() {
        for (i, touch) in indicator.touches.iter().enumerate() {
            let path = format!("indicators/{n}/touches/{i}");
            let thing = Beyond::Indicator(indicator.technology);
            put(
                touch,
                thing,
                &format!("the indicator {}", indicator.id),
                path,
            )?;
        }
    }
    Ok((hexes, first_of_zone))
}
