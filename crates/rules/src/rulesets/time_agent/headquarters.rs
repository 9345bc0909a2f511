//! 8 Headquarters phase.

use super::{
    Table, TimeAgent,
    asks::{self, Research, Start},
    diagnostics::Wrong,
    facts::Fact,
    names::{Item, Kind, OwnUnit, Race, UnitId},
    places::{HexId, Place, Spot},
    state::{Phase, State},
};
use crate::engine::{Ask, Audience, Illegal, Play, SeatId, fields};
use std::cmp::Reverse;

impl TimeAgent {
    /// 8: runs the phase for races at the same time; but a race that asks for it waits until all that are earlier in the
    /// player order are done (ruling A2, A44). `races` are all races, in the player order; in a preview some of them.
    pub(super) fn headquarters_phase(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        races: &[Race],
    ) -> Play<()> {
        state.phase = Phase::Headquarters;
        table.rule("8");
        let asks = races
            .iter()
            .map(|race| {
                let mut choices = vec![Start::Now];
                choices.extend((state.order.first() != Some(race)).then_some(Start::AfterEarlier));
                (
                    self.seat(*race).clone(),
                    asks::Headquarters
                        .one_of(choices)
                        .seen(self.eyes(state, *race)),
                )
            })
            .collect();
        let starts = table.ask_all(asks)?;
        // A race that waits begins a new group, together with those that come after it.
        let mut groups: Vec<Vec<Race>> = vec![];
        for (race, start) in races.iter().copied().zip(starts) {
            match groups.last_mut() {
                Some(group) if start == Start::Now => group.push(race),
                _ => groups.push(vec![race]),
            }
            if start == Start::AfterEarlier {
                table.tell_all(Fact::Waits { race });
            }
        }
        for group in groups {
            self.headquarters(state, table, &group)?;
        }
        Ok(())
    }

    /// 8: runs the three steps for a group of races at the same time.
    fn headquarters(&self, state: &mut State, table: &mut Table<'_>, races: &[Race]) -> Play<()> {
        self.maintain_or_return(state, table, races)?;
        self.purchases(state, table, races)?;
        self.research_past(state, table, races)
    }

    /// 8.1: makes each operative in the past use a time machine, or come home.
    pub(super) fn maintain_or_return(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        races: &[Race],
    ) -> Play<()> {
        table.rule("8.1");
        let asks = races
            .iter()
            .map(|race| (self.seat(*race).clone(), self.maintain(state, *race)))
            .collect();
        let answers = table.ask_all(asks)?;
        for (race, stay) in races.iter().zip(answers) {
            let mut home = vec![];
            for (unit, place) in state.units_of(*race).collect::<Vec<_>>() {
                if place != Place::Present && !stay.contains(&unit.into()) {
                    state.units.put(unit, Place::Present);
                    home.push(unit.into());
                }
            }
            let side = state.side_mut(*race);
            side.used += u32::try_from(stay.len()).expect("fewer operatives than that");
            if !(stay.is_empty() && home.is_empty()) {
                let race = *race;
                table.tell_all(Fact::Maintained { race, stay, home });
            }
        }
        Ok(())
    }

    /// 8.1: returns the question. The default keeps the operatives that are dearest to send back (ruling A35).
    fn maintain<'r>(&'r self, state: &'r State, race: Race) -> Ask<'r, Vec<OwnUnit>> {
        let mut units: Vec<(UnitId, Spot)> = in_the_past(state, race).collect();
        units
            .sort_unstable_by_key(|(unit, spot)| (Reverse(self.way_back(unit.kind, *spot)), *unit));
        let units: Vec<OwnUnit> = units.into_iter().map(|(unit, _)| unit.into()).collect();
        let machines = state.side(race).free_machines();
        asks::Maintain
            .some_of(units, 0, machines as usize)
            .why(move |stay| why_not_maintain(state, race, machines, stay).map(Illegal::from))
            .seen(self.eyes(state, race))
    }

    /// Returns the cost of sending an operative to a place again; an original invention cannot be reached this way.
    pub(super) fn way_back(&self, kind: Kind, spot: Spot) -> u32 {
        match spot {
            Spot::Hex(hex) => self.fare(kind, self.content.hex(hex).cost),
            Spot::Original(_) => u32::MAX,
        }
    }

    /// 8.2: sells machines, then squads, then agents, each as many as the treasury allows.
    pub(super) fn purchases(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        races: &[Race],
    ) -> Play<()> {
        table.rule("8.2");
        for item in Item::ALL.iter().copied() {
            let price = self.content.prices.of(item);
            let asks: Vec<(SeatId, Ask<'_, u32>)> = races
                .iter()
                .map(|race| {
                    let credits = state.side(*race).credits;
                    let most = credits.checked_div(price).unwrap_or(0);
                    let ask = asks::Buy
                        .amount((0..=most).collect())
                        .about(move || fields([("item", item.name().into())]))
                        .why(move |count| {
                            let cost = price.saturating_mul(*count);
                            Some(Wrong::TooLittleMoney { cost, credits }.into())
                        })
                        .seen(self.eyes(state, *race));
                    (self.seat(*race).clone(), ask)
                })
                .collect();
            let counts = table.ask_all(asks)?;
            for (race, count) in races.iter().copied().zip(counts) {
                if count == 0 {
                    continue;
                }
                let cost = price * count;
                let side = state.side_mut(race);
                side.credits -= cost;
                let units = side.receive(item, count);
                for unit in &units {
                    state.units.put(unit.of(race), Place::Present);
                }
                table.tell_all(Fact::Bought {
                    race,
                    item,
                    count,
                    cost,
                    units,
                });
            }
        }
        Ok(())
    }

    /// 8.3: sells looks one after another; each machine allows a few of them.
    pub(super) fn research_past(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        races: &[Race],
    ) -> Play<()> {
        table.rule("8.3");
        let mut busy: Vec<Race> = races.to_vec();
        while !busy.is_empty() {
            let asks = busy
                .iter()
                .map(|race| (self.seat(*race).clone(), self.research(state, *race)))
                .collect();
            let answers = table.ask_all(asks)?;
            let mut still = vec![];
            for (race, answer) in busy.into_iter().zip(answers) {
                if let Research::Look(hex) = answer {
                    self.look(state, table, race, hex);
                    still.push(race);
                }
            }
            busy = still;
        }
        Ok(())
    }

    /// 8.3: returns the question.
    fn research<'r>(&'r self, state: &'r State, race: Race) -> Ask<'r, Research> {
        let side = state.side(race);
        let mut choices = vec![Research::Done];
        if side.credits >= self.content.prices.look && (side.looks > 0 || side.free_machines() > 0)
        {
            // Both lists are in the order of the tiles.
            let mut known = state.known_in_order(race).into_iter().peekable();
            let down = state.hexes.iter().filter(|(_, cell)| cell.facing.is_none());
            let unknown = down.filter(|(hex, _)| known.next_if_eq(*hex).is_none());
            choices.extend(unknown.map(|(hex, _)| Research::Look(*hex)));
            debug_assert!(known.next().is_none(), "every known tile was met");
        }
        asks::Research
            .one_of(choices)
            .why(move |answer| {
                let Research::Look(hex) = answer else {
                    return None;
                };
                self.why_not_look(state, race, *hex).map(Illegal::from)
            })
            .seen(self.eyes(state, race))
    }

    fn why_not_look(&self, state: &State, race: Race, hex: HexId) -> Option<Wrong> {
        let side = state.side(race);
        let cost = self.content.prices.look;
        Some(if self.content.index(hex).is_none() {
            Wrong::NoTile(hex)
        } else if state.cell(hex).facing.is_some() {
            Wrong::FaceUp(hex)
        } else if state.known_in_order(race).contains(&hex) {
            Wrong::Known(hex)
        } else if side.credits < cost {
            let credits = side.credits;
            Wrong::TooLittleMoney { cost, credits }
        } else if side.looks == 0 && side.free_machines() == 0 {
            Wrong::NoMachine {
                machines: 0,
                needed: 1,
            }
        } else {
            return None;
        })
    }

    /// 8.3, 12: takes payment for one look, and tells the result to all races of this player.
    fn look(&self, state: &mut State, table: &mut Table<'_>, race: Race, hex: HexId) {
        let prices = self.content.prices;
        let side = state.side_mut(race);
        side.credits -= prices.look;
        if side.looks == 0 {
            side.used += 1;
            side.looks = prices.looks_per_machine;
        }
        side.looks -= 1;
        side.looked.insert(hex);
        let tile = state.cell(hex).tile;
        let team: Vec<SeatId> = state
            .team_of(race)
            .into_iter()
            .map(|r| self.seat(r).clone())
            .collect();
        let cost = prices.look;
        table.tell_all(Fact::Looked { race, hex, cost });
        self.open(table, Audience::Only(team.clone()), hex);
        table.tell(Audience::Only(team), Fact::Saw { race, hex, tile });
    }
}

/// Returns a race's operatives in the past.
fn in_the_past(state: &State, race: Race) -> impl Iterator<Item = (UnitId, Spot)> {
    state
        .units_of(race)
        .filter_map(|(unit, place)| match place {
            Place::Past(spot) => Some((unit, spot)),
            Place::Present => None,
        })
}

fn why_not_maintain(state: &State, race: Race, machines: u32, stay: &[OwnUnit]) -> Option<Wrong> {
    for (i, unit) in stay.iter().enumerate() {
        match state.units.get(unit.of(race)) {
            None => return Some(Wrong::NoUnit(*unit)),
            Some(Place::Present) => return Some(Wrong::NotInPast { unit: *unit }),
            Some(Place::Past(_)) if stay[..i].contains(unit) => {
                return Some(Wrong::Twice(unit.to_string()));
            }
            Some(Place::Past(_)) => {}
        }
    }
    let units = u32::try_from(stay.len()).unwrap_or(u32::MAX);
    (units > machines).then_some(Wrong::TooMany { units, machines })
}
