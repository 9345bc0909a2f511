//! 9.6: the number of steps until Time Travel is cut off, and the places where it can be cut.
//!
//! Red flows from its inventions to its indicators over every pair of neighbouring edges that bear it. The smallest set
//! of pairs that must be parted is a minimum cut of that flow: parting any of its pairs brings the end one step nearer.
//! A pair cannot be parted if neither of its tiles can be turned away.

use super::{link::Link, mind::Mind};
use crate::rulesets::time_agent::{
    content::{Beyond, Edge, opposite},
    names::Technology,
    places::{HexId, Legend},
    state::State,
};
use std::collections::{BTreeSet, VecDeque};

const RED: Technology = Technology::TimeTravel;

/// The capacity of a pair that cannot be parted by turning tiles.
const NEVER: u8 = 100;

/// The number of cuts that are looked for, each larger than the one before.
const CUTS: usize = 4;

/// The number of tiles that can be turned at which a bot looks for pairs to pass over.
const CROWDED: usize = 3;

/// The cost of reversing a secondary invention, in tiles to be turned.
const REVERSAL: u8 = 2;

/// The flow of Time Travel, and the capacity that is left of each way at maximum flow.
pub(super) struct Net {
    /// The capacity that is left out of each hex by each edge, also to the indicators.
    left: Vec<[u8; 6]>,
    /// The capacity at first.
    width: Vec<[u8; 6]>,
    /// The sources: the hex, the capacity, and the edge if the source is an original.
    sources: Vec<(usize, u8, Option<Edge>)>,
    /// The index of each neighbour.
    next: Vec<[Option<usize>; 6]>,
    /// The number of steps until Time Travel is cut off.
    pub steps: u32,
}

impl Net {
    fn of(mind: &Mind<'_>, state: &State) -> Self {
        let rules = mind.rules;
        let hexes = rules.content.hexes();
        let stubborn = |hex: HexId, edge: Edge| mind.stubborn.contains(&(hex, edge));
        // For each edge of a tile: whether it bears red there, and whether it can be turned so that it does not.
        let edges: Vec<[(bool, bool); 6]> = hexes
            .iter()
            .map(|hex| match rules.face_up(state, hex.id) {
                None => [(true, true); 6],
                Some((tile, facing)) => {
                    let turns = tile.spokes.iter().any(|spoke| !spoke.has(RED));
                    std::array::from_fn(|edge| (tile.spoke(facing, edge).has(RED), turns))
                }
            })
            .collect();
        let mut next = vec![[None; 6]; hexes.len()];
        let mut width = vec![[0; 6]; hexes.len()];
        for (place, hex) in hexes.iter().enumerate() {
            for (edge, beyond) in hex.beyond.iter().enumerate() {
                let (red, turns) = edges[place][edge];
                match *beyond {
                    Beyond::Hex(other) => {
                        let Some(other) = rules.content.index(other) else {
                            continue;
                        };
                        next[place][edge] = Some(other);
                        let (red_there, turns_there) = edges[other][opposite(edge)];
                        if red && red_there {
                            let turns = (turns || turns_there) && !stubborn(hex.id, edge);
                            width[place][edge] = if turns { 1 } else { NEVER };
                        }
                    }
                    Beyond::Indicator(RED) if red => {
                        let turns = turns && !stubborn(hex.id, edge);
                        width[place][edge] = if turns { 1 } else { NEVER };
                    }
                    _ => {}
                }
            }
        }
        let mut net = Self {
            left: width.clone(),
            width,
            sources: vec![],
            next,
            steps: 0,
        };
        if !state.reversed_originals.contains(&RED) {
            for (hex, edge) in &rules.content.original(RED).touches {
                if let Some(place) = rules.content.index(*hex) {
                    let (red, turns) = edges[place][*edge];
                    let turns = turns && !stubborn(*hex, *edge);
                    let much = if turns { 1 } else { NEVER };
                    if red {
                        net.sources.push((place, much, Some(*edge)));
                    }
                }
            }
        }
        for (place, hex) in hexes.iter().enumerate() {
            let cell = state.cell(hex.id);
            let red = Legend::Invention(RED);
            if cell.facing.is_some() {
                if cell.tile.legend == red && !state.reversed_secondaries.contains(&cell.tile) {
                    net.sources.push((place, REVERSAL, None));
                }
            } else if mind.seen(hex.id).map_or_else(
                || mind.hidden_red.contains(&hex.id.zone),
                |tile| tile.legend == red,
            ) {
                // Turned up, it may be a source.
                net.sources.push((place, 1, None));
            }
        }
        net.flow();
        net
    }

    /// Lets as much flow as possible, one way at a time.
    fn flow(&mut self) {
        let mut sources = self.sources.clone();
        for source in &mut sources {
            while source.1 > 0 && self.one_way(source.0) {
                source.1 -= 1;
                self.steps += 1;
                if self.steps >= u32::from(NEVER) {
                    return;
                }
            }
        }
    }

    /// Finds a shortest way from a hex to an indicator, and uses it up.
    fn one_way(&mut self, from: usize) -> bool {
        let mut came: Vec<Option<(usize, Edge)>> = vec![None; self.left.len()];
        let mut seen = vec![false; self.left.len()];
        let mut open = VecDeque::from([from]);
        seen[from] = true;
        while let Some(place) = open.pop_front() {
            for edge in 0..6 {
                if self.left[place][edge] == 0 {
                    continue;
                }
                let Some(next) = self.next[place][edge] else {
                    // This edge leads out of the cone.
                    self.left[place][edge] -= 1;
                    let mut at = place;
                    while let Some((before, edge)) = came[at] {
                        self.left[before][edge] -= 1;
                        self.left[at][opposite(edge)] += 1;
                        at = before;
                    }
                    return true;
                };
                if !seen[next] {
                    seen[next] = true;
                    came[next] = Some((place, edge));
                    open.push_back(next);
                }
            }
        }
        false
    }

    /// Checks whether more could still flow from one hex to another.
    fn leads(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.left.len()];
        let mut open = vec![from];
        seen[from] = true;
        while let Some(place) = open.pop() {
            if place == to {
                return true;
            }
            for edge in 0..6 {
                if let Some(next) = self.next[place][edge]
                    && self.left[place][edge] > 0
                    && !std::mem::replace(&mut seen[next], true)
                {
                    open.push(next);
                }
            }
        }
        false
    }

    /// Returns for each hex whether more could still flow from it out of the cone.
    fn comes_out(&self) -> Vec<bool> {
        let mut out: Vec<bool> = (0..self.left.len())
            .map(|place| {
                (0..6).any(|edge| self.next[place][edge].is_none() && self.left[place][edge] > 0)
            })
            .collect();
        let mut open: Vec<usize> = (0..out.len()).filter(|place| out[*place]).collect();
        while let Some(place) = open.pop() {
            for edge in 0..6 {
                if let Some(next) = self.next[place][edge]
                    && !out[next]
                    && self.left[next][opposite(edge)] > 0
                {
                    out[next] = true;
                    open.push(next);
                }
            }
        }
        out
    }

    /// Returns the pairs of edges of all smallest cuts, from both of their sides: those that are used up, and that no
    /// further flow can go around.
    fn links(&self, mind: &Mind<'_>) -> Vec<Link> {
        let hexes = mind.rules.content.hexes();
        let out = self.comes_out();
        let mut links = vec![];
        for place in 0..hexes.len() {
            for edge in 0..6 {
                if self.width[place][edge] != 1 || self.left[place][edge] > 0 {
                    continue;
                }
                match self.next[place][edge] {
                    None if !out[place] => links.push((hexes[place].id, edge)),
                    Some(next) if !self.leads(place, next) => {
                        links.push((hexes[place].id, edge));
                        links.push((hexes[next].id, opposite(edge)));
                    }
                    _ => {}
                }
            }
        }
        for (place, much, edge) in &self.sources {
            if let (1, true, Some(edge)) = (much, out[*place], edge) {
                links.push((hexes[*place].id, *edge));
            }
        }
        links
    }

    /// Returns the tiles of those pairs.
    fn tiles(&self, mind: &Mind<'_>) -> Vec<HexId> {
        let mut tiles: Vec<HexId> = self.links(mind).into_iter().map(|(hex, _)| hex).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }
}

impl Mind<'_> {
    /// Returns the number of steps until Time Travel is cut off in a state.
    pub(super) fn steps(&self, state: &State) -> u32 {
        Net::of(self, state).steps
    }

    /// Passes over pairs of edges that cannot be parted usefully. If each facing that parts one pair joins another, the
    /// smallest cut cannot be made. Its pairs are passed over, so that the next smallest cut is looked for.
    ///
    /// A pair that is passed over at one facing of a tile is passed over at all of them. Otherwise each of two facings
    /// would look like progress from the other, and a bot would turn the tile to and fro for the rest of the game.
    pub(super) fn pass_over_the_stubborn(&mut self) {
        for _ in 0..CUTS {
            self.pass_over_in(&self.state.clone());
            let before = self.stubborn.len();
            for (hex, _) in self.nearer(&self.state).into_iter().take(CROWDED) {
                let others: Vec<State> = self.turned(&self.state, hex).map(|t| t.1).collect();
                let mut all = BTreeSet::new();
                let known = self.stubborn.clone();
                for other in others {
                    self.stubborn.clone_from(&known);
                    self.pass_over_in(&other);
                    all.append(&mut self.stubborn);
                }
                self.stubborn = known;
                if self.can_be_cut_without(&all) {
                    self.stubborn.append(&mut all);
                }
            }
            if self.stubborn.len() == before {
                break;
            }
        }
        self.open = self.steps(&self.state);
    }

    /// Checks whether Time Travel can still be cut off if some more pairs are not parted.
    fn can_be_cut_without(&mut self, pairs: &BTreeSet<Link>) -> bool {
        let before = self.stubborn.clone();
        self.stubborn.extend(pairs.iter().copied());
        let steps = self.steps(&self.state);
        self.stubborn = before;
        steps < u32::from(NEVER)
    }

    /// Passes over the pairs of the smallest cuts of a state that no single alteration brings nearer.
    fn pass_over_in(&mut self, state: &State) {
        for _ in 0..CUTS {
            let net = Net::of(self, state);
            if net.steps == 0
                || !self.nearer(state).is_empty()
                || !self.to_reverse(state).is_empty()
            {
                return;
            }
            let before = self.stubborn.clone();
            self.stubborn.extend(net.links(self));
            if self.stubborn == before || self.steps(state) >= u32::from(NEVER) {
                self.stubborn = before;
                return;
            }
        }
    }

    /// Returns the tiles at which Time Travel can be brought nearer to its end, each with the number of steps; the
    /// number is 0 if that takes more than one tile.
    pub(super) fn to_turn(&self, state: &State) -> Vec<(HexId, u32)> {
        let nearer = self.nearer(state);
        if !nearer.is_empty() {
            return nearer;
        }
        let mut tiles: Vec<HexId> = self.preparing(state).iter().map(|(hex, _)| *hex).collect();
        tiles.dedup();
        tiles.into_iter().map(|hex| (hex, 0)).collect()
    }

    /// Returns the tiles of which one alone brings Time Travel nearer to its end, each with the number of steps.
    fn nearer(&self, state: &State) -> Vec<(HexId, u32)> {
        let net = Net::of(self, state);
        let mut tiles = vec![];
        for hex in net.tiles(self) {
            let fewest = match state.cell(hex).facing {
                // Its facing is unknown until it is turned up.
                None => Some(net.steps.saturating_sub(1)),
                Some(_) => self
                    .turned(state, hex)
                    .map(|(_, after)| self.steps(&after))
                    .min(),
            };
            let nearer = net.steps.saturating_sub(fewest.unwrap_or(net.steps));
            if nearer > 0 {
                tiles.push((hex, nearer));
            }
        }
        tiles
    }

    /// Returns rotations that do not bring the end nearer, but after which another one does.
    pub(super) fn preparing(&self, state: &State) -> Vec<(HexId, u8)> {
        let net = Net::of(self, state);
        let mut found = vec![];
        for hex in net.tiles(self) {
            for (to, after) in self.turned(state, hex) {
                if self.steps(&after) <= net.steps && !self.nearer(&after).is_empty() {
                    found.push((hex, to));
                }
            }
        }
        found
    }

    /// Returns a state with a face-up tile turned to each of its other facings.
    fn turned(&self, state: &State, hex: HexId) -> impl Iterator<Item = (u8, State)> {
        let now = state.cell(hex).facing;
        let to = (1..=6).filter(move |to| now.is_some_and(|now| now != *to));
        to.map(move |to| {
            let mut after = state.clone();
            if let Some(cell) = after.hexes.get_mut(hex) {
                cell.facing = Some(to);
            }
            (to, after)
        })
    }

    /// Returns the face-up inventions of Time Travel whose reversal brings it nearer to its end, each with the number
    /// of steps.
    pub(super) fn to_reverse(&self, state: &State) -> Vec<(HexId, u32)> {
        let red = Legend::Invention(RED);
        let secondaries = state.hexes.iter().filter(|(_, cell)| {
            cell.facing.is_some()
                && cell.tile.legend == red
                && !state.reversed_secondaries.contains(&cell.tile)
        });
        let now = self.steps(state);
        let nearer = secondaries.map(|(hex, cell)| {
            let mut after = state.clone();
            after.reversed_secondaries.insert(cell.tile);
            (*hex, now.saturating_sub(self.steps(&after)))
        });
        nearer.filter(|(_, steps)| *steps > 0).collect()
    }
}
