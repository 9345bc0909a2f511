//! 9.6 Check technology paths.

use super::{
    Table, TimeAgent,
    content::{Beyond, Edge, opposite},
    facts::Fact,
    names::Technology,
    places::{HexId, Legend},
    state::State,
};
use crate::engine::{Audience, Play};
use std::ops::ControlFlow;

impl TimeAgent {
    /// 9.6: after every flip, rotation and altered invention (ruling A38), what is Connected now.
    ///
    /// Breaks when Time Travel is gone (9.62).
    pub(super) fn check_technology_paths(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
    ) -> Play<ControlFlow<()>> {
        self.update_technologies(state, table);
        if !state.disconnected.contains(&Technology::TimeTravel) {
            return Ok(ControlFlow::Continue(()));
        }
        self.flip_all(state, table)?;
        if state.disconnected.contains(&Technology::TimeTravel) {
            Ok(ControlFlow::Break(()))
        } else {
            Ok(ControlFlow::Continue(()))
        }
    }

    /// 9.61: Time Travel is presumed Disconnected, so everything that is face down is turned up.
    fn flip_all(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("9.61");
        let down: Vec<HexId> = state
            .hexes
            .iter()
            .filter(|(_, cell)| cell.facing.is_none())
            .map(|(hex, _)| *hex)
            .collect();
        if down.is_empty() {
            return Ok(());
        }
        let tiles = u32::try_from(down.len()).expect("95 tiles at most");
        table.tell(Audience::All, Fact::AllFlipped { tiles });
        for hex in down {
            self.turn_up(state, table, hex)?;
        }
        self.update_technologies(state, table);
        Ok(())
    }

    /// 9.6: marks every technology whose status has changed.
    fn update_technologies(&self, state: &mut State, table: &mut Table<'_>) {
        table.rule("9.6");
        for technology in Technology::ALL.iter().copied() {
            let connected = self.connected(state, technology);
            let changed = if connected {
                state.disconnected.remove(&technology)
            } else {
                state.disconnected.insert(technology)
            };
            if changed {
                table.tell(
                    Audience::All,
                    Fact::Technology {
                        technology,
                        connected,
                    },
                );
            }
        }
    }

    /// 9.6: whether a path leads from a face-up, unreversed invention to an indicator, where facedown
    /// tiles are taken to connect in the technology's zones (rulings A22 to A26).
    pub(super) fn connected(&self, state: &State, technology: Technology) -> bool {
        let mut seen = vec![false; self.content.hexes().len()];
        let mut open: Vec<usize> = vec![];
        if !state.reversed_originals.contains(&technology) {
            for (hex, edge) in &self.content.original(technology).touches {
                if self.carries(state, *hex, *edge, technology) {
                    open.push(self.place(*hex));
                }
            }
        }
        for (hex, cell) in state.hexes.iter() {
            if cell.tile.legend == Legend::Invention(technology)
                && cell.facing.is_some()
                && !state.reversed_secondaries.contains(&cell.tile)
            {
                open.push(self.place(*hex));
            }
        }
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut seen[place], true) {
                continue;
            }
            let hex = &self.content.hexes()[place];
            for (edge, beyond) in hex.beyond.iter().enumerate() {
                if !self.carries(state, hex.id, edge, technology) {
                    continue;
                }
                match *beyond {
                    Beyond::Indicator(reached) if reached == technology => return true,
                    Beyond::Hex(next)
                        if !seen[self.place(next)]
                            && self.carries(state, next, opposite(edge), technology) =>
                    {
                        open.push(self.place(next));
                    }
                    _ => {}
                }
            }
        }
        false
    }

    fn place(&self, hex: HexId) -> usize {
        self.content.index(hex).expect("a hex of the board")
    }

    /// 9.6: whether a technology is at an edge of a hex, or presumed to be.
    fn carries(&self, state: &State, hex: HexId, edge: Edge, technology: Technology) -> bool {
        match self.face_up(state, hex) {
            Some((tile, facing)) => tile.spoke(facing, edge).has(technology),
            None => self.content.propagates(technology, hex.zone),
        }
    }
}
