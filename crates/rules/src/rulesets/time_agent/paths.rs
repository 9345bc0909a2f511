//! 9.6 Check technology paths.

use super::{
    Table, TimeAgent,
    content::{Beyond, Edge, Hex, Streams, opposite},
    facts::Fact,
    names::Technology,
    places::{HexId, Legend},
    state::State,
};
use crate::engine::Play;
use std::{collections::VecDeque, ops::ControlFlow};

/// The extent of the technologies' paths (9.6), by the indices of the hexes.
pub(super) struct Flood {
    carried: Vec<[Streams; 6]>,
    reached: Vec<Streams>,
}

impl Flood {
    /// Returns the technologies that have reached a hex.
    pub(super) fn reached(&self, place: usize) -> Streams {
        self.reached[place]
    }

    /// Returns the technologies that leave a hex by an edge.
    pub(super) fn leaves(&self, place: usize, edge: Edge) -> Streams {
        self.reached[place].and(self.carried[place][edge])
    }
}

impl TimeAgent {
    /// 9.6: updates the Connected technologies after every flip, rotation and altered invention (ruling A38).
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

    /// 9.61: turns up every facedown tile, since Time Travel is presumed Disconnected.
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
        table.tell_all(Fact::AllFlipped { tiles });
        for hex in down {
            self.turn_up(state, table, hex)?;
        }
        self.update_technologies(state, table);
        Ok(())
    }

    /// 9.6: marks every technology whose status has changed.
    fn update_technologies(&self, state: &mut State, table: &mut Table<'_>) {
        table.rule("9.6");
        let all = self.connected(state);
        for technology in Technology::ALL.iter().copied() {
            let connected = all.has(technology);
            let changed = if connected {
                state.disconnected.remove(&technology)
            } else {
                state.disconnected.insert(technology)
            };
            if changed {
                table.tell_all(Fact::Technology {
                    technology,
                    connected,
                });
            }
        }
    }

    /// 9.6: returns the technologies for which a path leads from a face-up, unreversed invention to an indicator.
    /// Facedown tiles are presumed to connect in the technology's zones (rulings A22 to A26).
    pub(super) fn connected(&self, state: &State) -> Streams {
        self.arrived(&self.flood(state))
    }

    /// 9.6: returns the technologies that have reached an indicator.
    pub(super) fn arrived(&self, flood: &Flood) -> Streams {
        let mut connected = Streams::default();
        for (place, hex) in self.content.hexes().iter().enumerate() {
            for (edge, beyond) in hex.beyond.iter().enumerate() {
                if let Beyond::Indicator(technology) = *beyond
                    && flood.leaves(place, edge).has(technology)
                {
                    connected.insert(technology);
                }
            }
        }
        connected
    }

    /// 9.6: returns the edges at which a technology leaves the cone to one of its indicators.
    pub(super) fn exits(&self, flood: &Flood, technology: Technology) -> Vec<(HexId, Edge)> {
        let hexes = self.content.hexes().iter().enumerate();
        let edges = hexes.flat_map(|(place, hex)| {
            let out = hex.beyond.iter().enumerate();
            out.map(move |(edge, beyond)| (place, hex.id, edge, *beyond))
        });
        edges
            .filter(|(_, _, _, beyond)| *beyond == Beyond::Indicator(technology))
            .filter(|(place, _, edge, _)| flood.leaves(*place, *edge).has(technology))
            .map(|(_, hex, edge, _)| (hex, edge))
            .collect()
    }

    /// 9.6: returns the extent of the paths of all technologies from their inventions.
    ///
    /// All are followed at once, as sets, because this is the most frequent computation.
    pub(super) fn flood(&self, state: &State) -> Flood {
        let hexes = self.content.hexes();
        let carried: Vec<[Streams; 6]> = hexes.iter().map(|hex| self.carried(state, hex)).collect();
        let mut reached = self.sources(state, &carried);
        let mut waiting: Vec<bool> = reached.iter().map(|begun| !begun.is_empty()).collect();
        let mut open: VecDeque<usize> = (0..hexes.len()).filter(|hex| waiting[*hex]).collect();
        while let Some(place) = open.pop_front() {
            waiting[place] = false;
            let come = reached[place];
            for (edge, next) in hexes[place].next.iter().enumerate() {
                // Most edges carry none of the technologies that have arrived.
                let out = come.and(carried[place][edge]);
                if out.is_empty() {
                    continue;
                }
                let Some(next) = *next else {
                    continue;
                };
                let into = out.and(carried[next][opposite(edge)]);
                if !into.without(reached[next]).is_empty() {
                    reached[next] = reached[next].or(into);
                    // Technologies that arrive meanwhile go on together with it.
                    if !std::mem::replace(&mut waiting[next], true) {
                        open.push_back(next);
                    }
                }
            }
        }
        Flood { carried, reached }
    }

    /// 9.6: returns the technologies that begin on each hex: at an unreversed original, or at a face-up, unreversed
    /// secondary.
    fn sources(&self, state: &State, carried: &[[Streams; 6]]) -> Vec<Streams> {
        let mut sources = vec![Streams::default(); carried.len()];
        for technology in Technology::ALL.iter().copied() {
            if state.reversed_originals.contains(&technology) {
                continue;
            }
            for (hex, edge) in &self.content.original(technology).touches {
                let place = self.place(*hex);
                if carried[place][*edge].has(technology) {
                    sources[place].insert(technology);
                }
            }
        }
        for (hex, cell) in state.hexes.iter() {
            if let Legend::Invention(technology) = cell.tile.legend
                && cell.facing.is_some()
                && !state.reversed_secondaries.contains(&cell.tile)
            {
                sources[self.place(*hex)].insert(technology);
            }
        }
        sources
    }

    fn place(&self, hex: HexId) -> usize {
        self.content.index(hex).expect("a hex of the board")
    }

    /// 9.6: returns the technologies that are at each edge of a hex, or are presumed to be.
    fn carried(&self, state: &State, hex: &Hex) -> [Streams; 6] {
        match self.face_up(state, hex.id) {
            Some((tile, facing)) => std::array::from_fn(|edge| tile.spoke(facing, edge)),
            None => [self.content.propagating(hex.id.zone); 6],
        }
    }
}
