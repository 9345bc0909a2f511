//! The cone of time: the tiles on the hexes. It is kept as a map, with lookup by place.

use super::{cell::Cell, places::HexId};
use crate::collect::Collect;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{collections::BTreeMap, ops::Index};

/// The contents of each hex, in the order of their names.
///
/// The hexes of a zone are numbered from 1 without a gap, so the index of a cell is computed in one step: this is the
/// most frequent lookup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    hexes: Vec<HexId>,
    cells: Vec<Cell>,
    /// The index of each zone's first hex.
    first: [u8; 15],
}

impl Board {
    /// Returns the index of a hex, if it is on the board.
    fn place(&self, hex: HexId) -> Option<usize> {
        let guess = usize::from(self.first[hex.zone.index()]) + usize::from(hex.n.max(1)) - 1;
        if self.hexes.get(guess) == Some(&hex) {
            return Some(guess);
        }
        // The board has gaps, which the rules never make.
        self.hexes.binary_search(&hex).ok()
    }

    /// Returns the cell of a hex.
    pub fn get(&self, hex: HexId) -> Option<&Cell> {
        self.cells.get(self.place(hex)?)
    }

    /// Returns the cell of a hex, to change it.
    pub fn get_mut(&mut self, hex: HexId) -> Option<&mut Cell> {
        let place = self.place(hex)?;
        self.cells.get_mut(place)
    }

    /// Returns all hexes with their cells.
    pub fn iter(&self) -> impl Iterator<Item = (&HexId, &Cell)> {
        self.hexes.iter().zip(&self.cells)
    }

    /// Returns all cells.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter()
    }

    /// Returns all cells, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.cells.iter_mut()
    }

    /// Returns the number of hexes.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }
}

impl Index<HexId> for Board {
    type Output = Cell;

    fn index(&self, hex: HexId) -> &Cell {
        self.get(hex).expect("a hex of the board")
    }
}

impl FromIterator<(HexId, Cell)> for Board {
    fn from_iter<I: IntoIterator<Item = (HexId, Cell)>>(cells: I) -> Self {
        let sorted: BTreeMap<HexId, Cell> = cells.into_iter().collect_map();
        let mut board = Self::default();
        for (place, (hex, cell)) in sorted.into_iter().enumerate() {
            let zone = hex.zone.index();
            if board.hexes.last().is_none_or(|last| last.zone != hex.zone) {
                board.first[zone] = u8::try_from(place).expect("95 hexes at most");
            }
            board.hexes.push(hex);
            board.cells.push(cell);
        }
        board
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cells = BTreeMap::<HexId, Cell>::deserialize(deserializer)?;
        if cells.len() > usize::from(u8::MAX) {
            return Err(serde::de::Error::custom("more hexes than a board has"));
        }
        Ok(cells.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_a_map_that_is_quickly_looked_up() {
        let cell = |tile: &str, facing| Cell {
            tile: tile.parse().unwrap(),
            facing,
        };
        let hex = |hex: &str| hex.parse::<HexId>().unwrap();
        // The lines are unordered and have a gap.
        let lines = [
            ("4c-2", cell("4c-t2", None)),
            ("1a-1", cell("1a-t1", Some(3))),
            ("4c-1", cell("4c-t1", None)),
            ("4c-5", cell("4c-t5", None)),
        ];
        let mut board: Board = lines
            .iter()
            .map(|(name, cell)| (hex(name), *cell))
            .collect();
        for (name, cell) in &lines {
            assert_eq!(board.get(hex(name)), Some(cell), "{name}");
        }
        assert_eq!(board.get(hex("4c-3")), None);
        assert_eq!(board.get(hex("7b-1")), None);
        board.get_mut(hex("4c-2")).unwrap().facing = Some(1);
        assert_eq!(board[hex("4c-2")].facing, Some(1));
        let kept = serde_json::to_string(&board).unwrap();
        assert!(
            kept.starts_with(r#"{"1a-1":{"tile":"1a-t1","facing":3},"4c-1":"#),
            "{kept}"
        );
        assert_eq!(serde_json::from_str::<Board>(&kept).unwrap(), board);
        assert_eq!(board.len(), 4);
    }
}
