//! 9.5 Alter events and timestreams.

use super::{
    Table, TimeAgent,
    asks::{self, Alteration},
    check_status::Declared,
    diagnostics::Wrong,
    facts::Fact,
    names::{Alters, Race, Technology},
    places::{Legend, Spot},
    shares::asked_about,
    state::State,
};
use crate::engine::{Fields, Illegal, Play};
use std::{collections::BTreeMap, ops::ControlFlow};

/// 9.5, 9.52: an alteration that was wanted and failed.
#[derive(Clone, Copy)]
struct Failure {
    wanted: Alteration,
    why: Why,
}

/// The reason why an alteration failed.
#[derive(Clone, Copy)]
enum Why {
    /// This race opposes it.
    Opposed(Race),
    /// This many credits were missing.
    Short(u32),
}

impl TimeAgent {
    /// 9.5: alters tiles, events and inventions one at a time, where they are not opposed. Each alteration takes effect
    /// at once.
    pub(super) fn alter(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        race: Race,
        mut declared: Declared,
    ) -> Play<ControlFlow<()>> {
        // An alteration that fell short is tried again only at another price (ruling A18).
        let mut tried: Vec<(Alteration, u32)> = vec![];
        let mut failed: Option<Failure> = None;
        loop {
            table.rule("9.5");
            let mut choices = self.alterations(state, race, &declared);
            choices.retain(|choice| {
                !tried.iter().any(|(wanted, _)| wanted == choice)
                    || self.untried(state, race, *choice, &declared, &tried)
            });
            let about = failed
                .take()
                .map_or_else(Fields::new, |failure| Self::failed(state, failure));
            let ask = asks::Alter
                .one_of(choices)
                .about(move || about.clone())
                .why(|wanted| {
                    self.why_not_alter(state, race, &declared, *wanted)
                        .map(Illegal::from)
                })
                .seen(self.eyes(state, race));
            let wanted = table.ask(self.seat(race), ask)?;
            let Some(spot) = wanted.spot() else {
                return Ok(ControlFlow::Continue(()));
            };
            let sharers = self.sharers(state, race, spot, &declared);
            let own = self.own_share(state, table, race, wanted, spot, &sharers, &tried)?;
            if let Some(other) = self.opposed(state, table, race, spot, &mut declared)? {
                let why = Why::Opposed(other);
                failed = Some(Failure { wanted, why });
                continue;
            }
            let paid = match self.pay(state, table, race, wanted, spot, own, &sharers)? {
                Ok(paid) => paid,
                Err(missing) => {
                    tried.push((wanted, own));
                    let why = Why::Short(missing);
                    failed = Some(Failure { wanted, why });
                    continue;
                }
            };
            table.rule("9.5");
            self.carry_out(state, table, race, wanted, paid);
            if self.check_technology_paths(state, table)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }

    /// Returns everything that a race can alter now, alone or with the help of others in the place.
    pub(super) fn alterations(
        &self,
        state: &State,
        race: Race,
        declared: &Declared,
    ) -> Vec<Alteration> {
        let mut choices = vec![Alteration::Done];
        for spot in state.spots_of(race) {
            let others = state.others_at(spot, race);
            if others
                .iter()
                .any(|other| declared.get(&(spot, *other)) == Some(&true))
            {
                continue;
            }
            let credits: u32 = state
                .all_at(spot, race)
                .iter()
                .chain([&race])
                .map(|r| state.side(*r).credits)
                .sum();
            let reverse = Alteration::Reverse { spot };
            if self.price(state, reverse).is_some_and(|p| p <= credits) {
                choices.push(reverse);
            }
            if let Spot::Hex(hex) = spot
                && self.content.prices.rotate <= credits
            {
                let now = state.cell(hex).facing;
                choices.extend(
                    (1..=6)
                        .filter(|to| Some(*to) != now)
                        .map(|to| Alteration::Rotate { hex, to }),
                );
            }
        }
        choices
    }

    /// 9.5: returns the price of an alteration; `None` if there is nothing to alter.
    pub(super) fn price(&self, state: &State, wanted: Alteration) -> Option<u32> {
        match wanted {
            Alteration::Done => None,
            Alteration::Rotate { .. } => Some(self.content.prices.rotate),
            Alteration::Reverse { spot } => self.price_of_reversing(state, spot),
        }
    }

    /// 9.5: returns the price printed on an event tile, an invention tile or an original invention's space.
    pub(super) fn price_of_reversing(&self, state: &State, spot: Spot) -> Option<u32> {
        match spot {
            Spot::Original(technology) => Some(self.content.original(technology).cost),
            Spot::Hex(hex) => self.content.tile(state.cell(hex).tile).cost,
        }
    }

    /// 9.5, 9.51: returns the effect of an alteration.
    pub(super) fn alters(state: &State, wanted: Alteration) -> Alters {
        match wanted {
            Alteration::Reverse { spot } if state.reversed(spot) == Some(true) => Alters::Unreverse,
            Alteration::Done | Alteration::Reverse { .. } => Alters::Reverse,
            Alteration::Rotate { .. } => Alters::Rotate,
        }
    }

    /// Returns the fields about an alteration that has just failed, for the next question to the active player.
    fn failed(state: &State, failure: Failure) -> Fields {
        let Some(spot) = failure.wanted.spot() else {
            return Fields::new();
        };
        let mut about = asked_about(failure.wanted, spot, Self::alters(state, failure.wanted));
        let (why, value) = match failure.why {
            Why::Opposed(race) => ("opposed-by", race.name().into()),
            Why::Short(credits) => ("missing", credits.into()),
        };
        about.insert(why.to_owned(), value);
        about
    }

    /// 9.5: returns the race in the place that opposes, if any. Races that were not asked before are asked now (ruling
    /// A6).
    fn opposed(
        &self,
        state: &State,
        table: &mut Table<'_>,
        race: Race,
        spot: Spot,
        declared: &mut Declared,
    ) -> Play<Option<Race>> {
        let mut opposed = None;
        for other in state.others_at(spot, race) {
            let opposes = match declared.get(&(spot, other)) {
                Some(opposes) => *opposes,
                None => self.declare(state, table, race, other, spot, declared)?,
            };
            opposed = opposed.or(opposes.then_some(other));
        }
        Ok(opposed)
    }

    /// 9.5, 9.51: carries out the alteration.
    fn carry_out(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        race: Race,
        wanted: Alteration,
        paid: BTreeMap<Race, u32>,
    ) {
        let fact = match wanted {
            Alteration::Done => return,
            Alteration::Rotate { hex, to } => {
                let cell = state.hexes.get_mut(hex).expect("a hex of the board");
                let from = cell
                    .facing
                    .replace(to)
                    .expect("a tile with operatives is face up");
                Fact::Rotated {
                    race,
                    hex,
                    from,
                    to,
                    paid,
                }
            }
            Alteration::Reverse { spot } => {
                let invention = |technology: Technology, reversed: bool| Fact::InventionAltered {
                    race,
                    spot,
                    technology,
                    reversed,
                    paid: paid.clone(),
                };
                match spot {
                    Spot::Original(technology) => invention(
                        technology,
                        toggle(&mut state.reversed_originals, technology),
                    ),
                    Spot::Hex(hex) => {
                        let tile = state.cell(hex).tile;
                        match tile.legend {
                            Legend::Invention(technology) => {
                                invention(technology, toggle(&mut state.reversed_secondaries, tile))
                            }
                            Legend::Event(event) => Fact::EventAltered {
                                race,
                                spot,
                                event,
                                reversed: toggle(&mut state.reversed_events, event),
                                paid: paid.clone(),
                            },
                            Legend::Paths(_) => return,
                        }
                    }
                }
            }
        };
        table.tell_all(fact);
    }

    /// Returns the reason why an alteration that is not among the choices is illegal.
    fn why_not_alter(
        &self,
        state: &State,
        race: Race,
        declared: &Declared,
        wanted: Alteration,
    ) -> Option<Wrong> {
        let spot = wanted.spot()?;
        if let Spot::Hex(hex) = spot
            && self.content.index(hex).is_none()
        {
            return Some(Wrong::NoTile(hex));
        }
        if !state.spots_of(race).contains(&spot) {
            return Some(Wrong::NobodyThere(spot));
        }
        let others = state.others_at(spot, race);
        if let Some(other) = others
            .iter()
            .find(|other| declared.get(&(spot, **other)) == Some(&true))
        {
            return Some(Wrong::Opposed { race: *other, spot });
        }
        if let Alteration::Rotate { hex, to } = wanted {
            if !(1..=6).contains(&to) {
                return Some(Wrong::NoFacing(to));
            }
            if state.cell(hex).facing == Some(to) {
                return Some(Wrong::FacesThere { tile: hex, to });
            }
        }
        Some(match self.price(state, wanted) {
            None => Wrong::NothingThere(spot),
            Some(cost) => Wrong::TooLittleMoney {
                cost,
                credits: state.side(race).credits,
            },
        })
    }
}

/// 9.51: puts an item into a set, or removes it if the set holds it. Returns `true` if it is in the set now.
fn toggle<T: Ord>(set: &mut std::collections::BTreeSet<T>, item: T) -> bool {
    if set.remove(&item) {
        return false;
    }
    set.insert(item)
}
