//! 9.62: the bot's wish for the end of the game, and its means for it.

use super::mind::{GUESSES, LATE, Mind, STRIKE, Temper, Worth, toggle};
use crate::rulesets::time_agent::{
    names::Technology,
    paths::Flood,
    places::{Legend, Spot, TileId, Zone},
    state::State,
};

impl Mind<'_> {
    /// Returns the zones of the secondary inventions of Time Travel that this player has not seen.
    pub(super) fn unknown_secondaries(&self) -> Vec<Zone> {
        let red = Legend::Invention(Technology::TimeTravel);
        let tiles = self.rules.content.tiles().iter().map(|tile| tile.id);
        let known = |tile: &TileId| {
            let mut seen = self.view.hexes.iter().filter_map(|hex| hex.tile.as_ref());
            seen.any(|seen| seen.tile == *tile)
        };
        tiles
            .filter(|tile| tile.legend == red && !known(tile))
            .map(|tile| tile.zone)
            .collect()
    }

    /// Returns the worth that is lost by the steps that remain to the end. If no single step brings it nearer, a state
    /// in which Time Travel reaches less of the past counts as preparation.
    pub(super) fn way_to_go(&self, state: &State, flood: &Flood) -> Worth {
        if self.step == 0 {
            return 0;
        }
        let red = Technology::TimeTravel;
        let hexes = 0..self.rules.content.hexes().len();
        let reached = hexes.filter(|place| flood.reached(*place).has(red)).count();
        let reached = Worth::try_from(reached).unwrap_or(0);
        self.step * Worth::from(self.steps(state)) + self.step.max(0) / 60 * reached
    }

    /// Returns the state after every alteration of an event that this player can make and would gain by.
    pub(super) fn swung(&self) -> State {
        let mut state = self.state.clone();
        let mut credits = self.state.side(self.race).credits;
        let connected = self.rules.connected(&state);
        for spot in self.state.spots_of(self.race) {
            let foes = self.there(spot).iter().any(|unit| self.is_foe(unit.race));
            let Some(hex) = spot.hex().filter(|_| !foes) else {
                continue;
            };
            if let Legend::Event(event) = state.cell(hex).tile.legend {
                let cost = self.rules.content.event(event).cost;
                let before = self.standing(&state, connected);
                toggle(&mut state.reversed_events, event);
                if cost <= credits && self.standing(&state, connected) > before {
                    credits -= cost;
                } else {
                    toggle(&mut state.reversed_events, event);
                }
            }
        }
        state
    }

    /// Returns the worth of a step to the cut. A bot that would win wants Time Travel cut off, and one that would not
    /// win wants the last ways open. The longer the game has gone on, the less it takes to want its end.
    pub(super) fn wish_for_the_cut(&self) -> Worth {
        let round = Worth::from(self.state.round);
        let open = Worth::from(self.open);
        let likely = match round {
            ..=9 => 5,
            10..=12 => 3,
            13..=14 => 2,
            _ => 1,
        };
        let (ahead, early) = match self.temper {
            Temper::Greedy | Temper::Lead => (800, 9),
            Temper::Swing => (1200, 6),
        };
        if self.wins * 10 >= GUESSES * likely {
            if round > 4 && self.can_strike() {
                STRIKE
            } else {
                ahead * (round - 3).clamp(0, 8)
            }
        } else if self.wins * 10 <= GUESSES && self.state.round <= LATE && open <= 6 - round / 3 {
            -4000
        } else if round > early && open > (3 - (round - 1) / 5).max(1) {
            300 * round
        } else {
            0
        }
    }

    /// Checks whether this race can do all that is missing to the end in one round.
    pub(super) fn can_strike(&self) -> bool {
        let side = self.state.side(self.race);
        let prices = self.rules.content.prices;
        let mut needed: Vec<(u32, u32, u32)> = vec![];
        for (hex, steps) in self.to_turn(&self.state) {
            let there = self.there(Spot::Hex(hex));
            let foes = there.iter().filter(|unit| self.is_foe(unit.race)).count();
            let own = there.iter().any(|unit| unit.race == self.race);
            let fare = self.rules.content.hex(hex).cost;
            needed.push(match (foes, own) {
                (0, true) => (prices.rotate, 0, steps),
                (0, false) => (fare + prices.agent + prices.rotate, 1, steps),
                _ => (
                    2 * (fare + prices.squad + prices.squad_surcharge) + prices.rotate,
                    2,
                    steps,
                ),
            });
        }
        needed.retain(|(.., steps)| *steps > 0);
        needed.sort_by_key(|(cost, _, steps)| cost / steps);
        let (mut credits, mut machines, mut open) = (side.credits, side.free_machines(), self.open);
        for (cost, machine, steps) in needed {
            if open == 0 {
                break;
            }
            if cost <= credits && machine <= machines {
                (credits, machines) = (credits - cost, machines - machine);
                open = open.saturating_sub(steps);
            }
        }
        open == 0
    }
}
