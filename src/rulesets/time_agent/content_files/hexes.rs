//! The hexes of the board, and what lies beyond each of their edges.

use super::{Board, Touch};
use crate::{
    content::Unfit,
    rulesets::time_agent::{
        content::{Beyond, Hex},
        places::HexId,
    },
};
use std::collections::BTreeMap;

/// The steps to the six neighbours in rows and doubled columns, by edge.
const STEPS: [(i32, i32); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

/// The hexes in the order of the file, and the place of each zone's first one.
pub(super) fn hexes(board: &Board) -> Result<(Vec<Hex>, [usize; 16]), Unfit> {
    let unfit = |words: String| Unfit::new("board.yaml", words);
    let mut at: BTreeMap<(i32, i32), HexId> = BTreeMap::new();
    let mut first_of_zone = [0; 16];
    for (i, line) in board.hexes.iter().enumerate() {
        let zone = line.zone.index();
        let before = board.hexes[..i]
            .iter()
            .filter(|h| h.zone == line.zone)
            .count();
        if line.id.zone != line.zone || usize::from(line.id.n) != before + 1 {
            return Err(unfit(format!(
                "{} should be {}-{}: hexes are numbered within their zone as they are listed",
                line.id,
                line.zone,
                before + 1
            )));
        }
        if i > 0 && board.hexes[i - 1].zone.index() > zone {
            return Err(unfit(format!(
                "{} is out of order: list the zones one after another",
                line.id
            )));
        }
        first_of_zone[zone + 1..].fill(i + 1);
        if let Some(other) = at.insert((line.row, line.column), line.id) {
            return Err(unfit(format!(
                "{} and {other} lie in the same place",
                line.id
            )));
        }
    }
    let mut hexes: Vec<Hex> = board
        .hexes
        .iter()
        .map(|line| {
            let mut beyond = [Beyond::Nothing; 6];
            for (edge, (row, column)) in STEPS.iter().enumerate() {
                if let Some(hex) = at.get(&(line.row + row, line.column + column)) {
                    beyond[edge] = Beyond::Hex(*hex);
                }
            }
            Hex {
                id: line.id,
                row: line.row,
                column: line.column,
                cost: line.cost,
                star: line.star,
                beyond,
            }
        })
        .collect();
    let mut put = |touch: &Touch, thing: Beyond, name: &str| {
        let Some(hex) = hexes.iter_mut().find(|h| h.id == touch.hex) else {
            return Err(unfit(format!(
                "{name} touches {}, which is not there",
                touch.hex
            )));
        };
        match hex.beyond.get_mut(touch.edge.wrapping_sub(1)) {
            Some(free @ Beyond::Nothing) => {
                *free = thing;
                Ok(())
            }
            Some(_) => Err(unfit(format!(
                "{name}: edge {} of {} faces something already",
                touch.edge, touch.hex
            ))),
            None => Err(unfit(format!("{name}: edges are numbered 1 to 6"))),
        }
    };
    for original in &board.originals {
        for touch in &original.touches {
            let name = format!("the original {}", original.technology);
            put(touch, Beyond::Original(original.technology), &name)?;
        }
    }
    for indicator in &board.indicators {
        for touch in &indicator.touches {
            let thing = Beyond::Indicator(indicator.technology);
            put(touch, thing, &format!("the indicator {}", indicator.id))?;
        }
    }
    Ok((hexes, first_of_zone))
}
