//! Time Agent's board as text: nine rows, the past on the left.

use super::{
    cone::Board,
    seen::{Hex, Seen},
};

/// Columns of text for each column of the board.
const COLUMN: i32 = 3;

/// Draws the board as a viewer sees it, at most 78 columns wide.
pub(super) fn drawn(seen: &Seen, board: &Board) -> String {
    let mut lines = vec![];
    // The original inventions beside the first and the last row have lines of their own.
    for row in -1..=9 {
        let mut names = vec![];
        for space in &board.originals {
            let (Some((at, column)), Some(technology)) =
                (seen.beside(space), seen.technology(&space.technology))
            else {
                continue;
            };
            if at == row {
                let mark = if technology.original_reversed {
                    "x"
                } else {
                    ""
                };
                names.push((column, format!("<{}{mark}>", technology.letter)));
            }
        }
        let hexes: Vec<&Hex> = seen.hexes.iter().filter(|hex| hex.row == row).collect();
        names.extend(hexes.iter().map(|hex| (hex.column, hex.hex.clone())));
        let codes = hexes.iter().map(|hex| {
            let code = hex.tile.as_ref().map(|tile| seen.code(hex, tile));
            (hex.column, code.unwrap_or_else(|| hex.cost.to_string()))
        });
        let units = hexes
            .iter()
            .filter(|hex| !hex.units.is_empty())
            .map(|hex| (hex.column, letters(&hex.units)));
        lines.extend([line(names), line(codes.collect()), line(units.collect())]);
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// Returns one letter for each operative in a place: a capital letter for a squad, a small one for an agent.
fn letters(units: &[String]) -> String {
    let all = units.iter().filter_map(|unit| {
        let initial = unit.chars().next()?;
        Some(if unit.contains("-squad-") {
            initial.to_ascii_uppercase()
        } else {
            initial
        })
    });
    let all: String = all.collect();
    if all.len() <= 5 {
        return all;
    }
    format!("{}+", &all[..4])
}

/// Returns a line with texts at their columns; a text that would overlap is moved to the right.
fn line(mut cells: Vec<(i32, String)>) -> String {
    cells.sort_unstable();
    let mut line = String::new();
    for (column, text) in cells {
        let at = usize::try_from(column * COLUMN - 2).unwrap_or(0);
        while line.len() < at {
            line.push(' ');
        }
        line.push_str(&text);
    }
    line
}
