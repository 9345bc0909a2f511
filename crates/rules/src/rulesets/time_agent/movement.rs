//! 9.1 Move agents and squads.

use super::{
    Table, TimeAgent,
    asks::{self, Step},
    content::{Beyond, Edge, opposite},
    diagnostics::Wrong,
    facts::Fact,
    names::{Kind, OwnUnit, Race, Technology},
    places::{HexId, Place, Spot},
    setup::deck,
    state::State,
};
use crate::engine::{Audience, Illegal, Play};
use std::{collections::BTreeMap, ops::ControlFlow};

impl TimeAgent {
    /// 9.1, 9.19: lets a race make all its moves, before anything else it does.
    pub(super) fn movement(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        race: Race,
    ) -> Play<ControlFlow<()>> {
        loop {
            table.rule("9.1");
            let ask = asks::Move
                .one_of(self.steps(state, race))
                .why(|step| self.why_not(state, race, *step).map(Illegal::from))
                .seen(self.eyes(state, race));
            let step = table.ask(self.seat(race), ask)?;
            let spot = match step {
                Step::Done | Step::TravelToOriginal { .. } => return Ok(ControlFlow::Continue(())),
                Step::Travel { unit, to } => self.travel(state, table, race, unit, to),
                Step::Along { unit, along, to } => {
                    Self::move_along(state, table, race, unit, along, to)
                }
            };
            if matches!(step, Step::Along { .. }) {
                table.rule("9.14");
            }
            if let Spot::Hex(hex) = spot
                && state.cell(hex).facing.is_none()
                && self.flip(state, table, hex)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
    }

    /// Returns all moves that are open to a race now.
    fn steps(&self, state: &State, race: Race) -> Vec<Step> {
        let side = state.side(race);
        let mut steps = vec![Step::Done];
        // All agents can go where one agent can, and all squads where one squad can.
        let mut within_reach: BTreeMap<Kind, Vec<HexId>> = BTreeMap::new();
        for (unit, place) in state.units_of(race) {
            let unit = OwnUnit::from(unit);
            match place {
                Place::Present if side.free_machines() > 0 => {
                    let hexes = within_reach
                        .entry(unit.kind)
                        .or_insert_with(|| self.affordable(unit.kind, side.credits));
                    steps.extend(hexes.iter().map(|to| Step::Travel { unit, to: *to }));
                }
                Place::Past(from) if !side.moved.contains(&unit.of(race)) => {
                    for along in self.streams(state, from) {
                        let reached = self.reach(state, from, along);
                        steps.extend(
                            reached
                                .into_iter()
                                .map(|to| Step::Along { unit, along, to }),
                        );
                    }
                }
                _ => {}
            }
        }
        steps
    }

    /// 9.1: returns the tiles to which a trip costs no more than the credits.
    fn affordable(&self, kind: Kind, credits: u32) -> Vec<HexId> {
        let hexes = self.content.hexes().iter();
        hexes
            .filter(|hex| self.fare(kind, hex.cost) <= credits)
            .map(|hex| hex.id)
            .collect()
    }

    /// 9.1, 9.11: returns the cost of a trip to the past; squads pay more.
    pub(super) fn fare(&self, kind: Kind, cost: u32) -> u32 {
        match kind {
            Kind::Agent => cost,
            Kind::Squad => cost + self.content.prices.squad_surcharge,
        }
    }

    /// 9.1 Movement into the past: uses a time machine, takes the fare and moves the operative.
    fn travel(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        race: Race,
        unit: OwnUnit,
        to: HexId,
    ) -> Spot {
        let cost = self.fare(unit.kind, self.content.hex(to).cost);
        let spot = Spot::Hex(to);
        let side = state.side_mut(race);
        side.used += 1;
        side.credits -= cost;
        side.moved.insert(unit.of(race));
        state.units.put(unit.of(race), Place::Past(spot));
        let unit = unit.of(race);
        table.tell_all(Fact::Travelled { unit, to, cost });
        spot
    }

    /// 9.1 Movement within the past: moves an operative at no cost.
    fn move_along(
        state: &mut State,
        table: &mut Table<'_>,
        race: Race,
        unit: OwnUnit,
        along: Technology,
        to: Spot,
    ) -> Spot {
        let unit = unit.of(race);
        state.side_mut(race).moved.insert(unit);
        if let Some(Place::Past(from)) = state.units.put(unit, Place::Past(to)) {
            table.tell_all(Fact::Moved {
                unit,
                from,
                to,
                along,
            });
        }
        to
    }

    /// Returns the timestreams on which an operative can leave a place (9.1, 9.18).
    pub(super) fn streams(&self, state: &State, from: Spot) -> Vec<Technology> {
        match from {
            Spot::Original(technology) => vec![technology],
            Spot::Hex(hex) => {
                let tile = self.content.tile(state.cell(hex).tile);
                Technology::ALL
                    .iter()
                    .copied()
                    .filter(|technology| tile.carries(*technology))
                    .collect()
            }
        }
    }

    /// 9.1: returns the places that can be reached from a place along one timestream, in the order of their names.
    ///
    /// The stream must be present at the edge where the move starts, and at both edges of a tile on the way; it need
    /// not go on in the tile where the move ends. Facedown tiles end it (9.14).
    pub(super) fn reach(&self, state: &State, from: Spot, along: Technology) -> Vec<Spot> {
        let mut reached = vec![];
        let mut passed = vec![false; self.content.hexes().len()];
        let mut leaving: Vec<HexId> = vec![];
        let mut enter = |hex: HexId, edge: Edge, reached: &mut Vec<Spot>| {
            reached.push(Spot::Hex(hex));
            let goes_on = self
                .face_up(state, hex)
                .is_some_and(|(tile, facing)| tile.spoke(facing, edge).has(along));
            let place = self.content.index(hex).expect("a hex of the board");
            (goes_on && !std::mem::replace(&mut passed[place], true)).then_some(hex)
        };
        match from {
            // 9.18: the move leaves along the invention's own timestream.
            Spot::Original(technology) => {
                for (hex, edge) in &self.content.original(technology).touches {
                    leaving.extend(enter(*hex, *edge, &mut reached));
                }
            }
            Spot::Hex(hex) => leaving.push(hex),
        }
        while let Some(hex) = leaving.pop() {
            let Some((tile, facing)) = self.face_up(state, hex) else {
                continue;
            };
            for (edge, beyond) in self.content.hex(hex).beyond.iter().enumerate() {
                if !tile.spoke(facing, edge).has(along) {
                    continue;
                }
                match *beyond {
                    Beyond::Hex(next) => {
                        leaving.extend(enter(next, opposite(edge), &mut reached));
                    }
                    // 9.17: it is reached only if the move began beside it, and no move leads through it.
                    Beyond::Original(technology)
                        if self.beside(from, Spot::Original(technology)) =>
                    {
                        reached.push(Spot::Original(technology));
                    }
                    Beyond::Original(_) | Beyond::Indicator(_) | Beyond::Nothing => {}
                }
            }
        }
        reached.sort_unstable();
        reached.dedup();
        reached.retain(|spot| *spot != from);
        reached
    }

    /// Returns the tile on a hex and its facing, if it is face up.
    pub(super) fn face_up(&self, state: &State, hex: HexId) -> Option<(&super::content::Tile, u8)> {
        let cell = state.cell(hex);
        let facing = cell.facing?;
        Some((self.content.tile(cell.tile), facing))
    }

    /// 9.1, 9.14: turns up a facedown tile that is entered, and rolls for its facing.
    fn flip(&self, state: &mut State, table: &mut Table<'_>, hex: HexId) -> Play<ControlFlow<()>> {
        self.turn_up(state, table, hex)?;
        self.check_technology_paths(state, table)
    }

    /// Turns one tile face up and orients it.
    pub(super) fn turn_up(&self, state: &mut State, table: &mut Table<'_>, hex: HexId) -> Play<()> {
        let face = table.die(format_args!("facing/{hex}"), 6)?;
        let facing = u8::try_from(face).expect("a die of six sides");
        let cell = state.hexes.get_mut(hex).expect("a hex of the board");
        cell.facing = Some(facing);
        let tile = cell.tile;
        self.open(table, Audience::All, hex);
        table.tell_all(Fact::Flipped { hex, tile, facing });
        Ok(())
    }

    /// Opens the sealed slot of a hex.
    pub(super) fn open(&self, table: &mut Table<'_>, to: Audience, hex: HexId) {
        if table.recorded() {
            table.open(to, &deck(hex.zone), u32::from(hex.n) - 1);
        }
    }

    /// Returns the reason why a move that is not among the choices is illegal.
    fn why_not(&self, state: &State, race: Race, step: Step) -> Option<Wrong> {
        let (unit, to) = match step {
            Step::Done => return None,
            Step::Travel { unit, to } => (unit, Spot::Hex(to)),
            Step::TravelToOriginal { unit, to } => (unit, Spot::Original(to)),
            Step::Along { unit, to, .. } => (unit, to),
        };
        if let Spot::Hex(hex) = to
            && self.content.index(hex).is_none()
        {
            return Some(Wrong::NoTile(hex));
        }
        let side = state.side(race);
        Some(match (step, state.units.get(unit.of(race))) {
            (_, None) => Wrong::NoUnit(unit),
            _ if side.moved.contains(&unit.of(race)) => Wrong::MovedTwice { unit },
            (Step::Along { .. }, Some(Place::Present)) => Wrong::BothKinds { unit },
            (Step::Along { along, .. }, Some(Place::Past(from))) => match to {
                _ if from == to => Wrong::AlreadyThere { unit, spot: to },
                Spot::Original(_) if !self.beside(from, to) => Wrong::OriginalFromAfar { to },
                _ => Wrong::OutOfReach {
                    unit,
                    from,
                    to,
                    along,
                },
            },
            (_, Some(Place::Past(spot))) => Wrong::NotInPresent { unit, spot },
            (Step::TravelToOriginal { .. }, _) => Wrong::OriginalFromAfar { to },
            (_, Some(Place::Present)) if side.free_machines() == 0 => Wrong::NoMachine {
                machines: 0,
                needed: 1,
            },
            (_, Some(Place::Present)) => Wrong::TooLittleMoney {
                cost: self.way_back(unit.kind, to),
                credits: side.credits,
            },
        })
    }

    /// Checks whether a tile lies beside an original invention.
    pub(super) fn beside(&self, from: Spot, original: Spot) -> bool {
        match (from, original) {
            (Spot::Hex(hex), Spot::Original(technology)) => self
                .content
                .original(technology)
                .touches
                .iter()
                .any(|(touched, _)| *touched == hex),
            _ => false,
        }
    }
}
