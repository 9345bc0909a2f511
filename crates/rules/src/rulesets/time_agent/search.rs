//! 9.3 Search.

use super::{
    Table, TimeAgent,
    asks::{self, Pair},
    check_status::Declared,
    content::Values,
    diagnostics::Wrong,
    facts::Fact,
    names::{Race, UnitId},
    places::Place,
    state::State,
};
use crate::engine::{Illegal, Play};
use std::{cmp::Reverse, collections::BTreeSet};

impl TimeAgent {
    /// 9.3, 9.33, 9.34: lets each of the active operatives search once for each of the others in its place, whether
    /// they oppose or not. A target found by one is found by all, for this turn (9.31, 9.32).
    pub(super) fn search(
        &self,
        state: &State,
        table: &mut Table<'_>,
        race: Race,
        declared: &Declared,
    ) -> Play<BTreeSet<UnitId>> {
        let mut found = BTreeSet::new();
        let mut tried = BTreeSet::new();
        loop {
            table.rule("9.3");
            let pairs = self.pairs(
                state,
                race,
                declared,
                |v| v.search,
                |by, target| {
                    // A target once found is found by all, so another search would change nothing (ruling A15).
                    !found.contains(&target) && !tried.contains(&(by, target))
                },
            );
            let ask = asks::Search
                .one_of(pairs)
                .why(|pair| why_not(state, race, *pair).map(Illegal::from))
                .seen(self.eyes(state, race));
            let Pair::Against {
                spot, by, target, ..
            } = table.ask(self.seat(race), ask)?
            else {
                return Ok(found);
            };
            let rolls = [
                table.die(format_args!("search/{spot}/{by}/{target}/search"), 6)?,
                table.die(format_args!("search/{spot}/{by}/{target}/hide"), 6)?,
            ];
            let values = [
                self.content.values(by.race, by.kind).search,
                self.content.values(target.race, target.kind).hide,
            ];
            let [searching, hiding] = totals(rolls, values);
            let hit = searching >= hiding;
            tried.insert((by, target));
            if hit {
                found.insert(target);
            }
            table.tell_all(Fact::Searched {
                by,
                target,
                spot,
                rolls,
                values,
                found: hit,
            });
        }
    }

    /// Returns the pairs of an active operative and another in the same place: opposing targets first, and for each
    /// target the best operative first.
    pub(super) fn pairs(
        &self,
        state: &State,
        race: Race,
        declared: &Declared,
        skill: impl Fn(Values) -> i32,
        allowed: impl Fn(UnitId, UnitId) -> bool,
    ) -> Vec<Pair> {
        let mut pairs = vec![];
        let team = state.team_of(race);
        for spot in state.spots_of(race) {
            let own: Vec<UnitId> = state.at(spot).filter(|unit| unit.race == race).collect();
            // 9.2, 9.3: targets are operatives of other players, not of the same player's other races (ruling A46).
            for target in state.at(spot).filter(|unit| !team.contains(&unit.race)) {
                let opposing = declared.get(&(spot, target.race)) == Some(&true);
                for by in own.iter().copied().filter(|by| allowed(*by, target)) {
                    let skill = skill(self.content.values(race, by.kind));
                    let key = (Reverse(opposing), spot, target, Reverse(skill), by);
                    pairs.push((
                        key,
                        Pair::Against {
                            spot,
                            by,
                            target,
                            opposing,
                        },
                    ));
                }
            }
        }
        pairs.sort_by_key(|(key, _)| *key);
        std::iter::once(Pair::Done)
            .chain(pairs.into_iter().map(|(_, pair)| pair))
            .collect()
    }
}

/// Returns die plus value, for both sides.
pub(super) fn totals(rolls: [u32; 2], values: [i32; 2]) -> [i32; 2] {
    let add = |i: usize| i32::try_from(rolls[i]).expect("a die of six sides") + values[i];
    [add(0), add(1)]
}

/// Returns the reason why a pair that is not among the choices is illegal.
pub(super) fn why_not(state: &State, race: Race, pair: Pair) -> Option<Wrong> {
    let Pair::Against {
        spot, by, target, ..
    } = pair
    else {
        return None;
    };
    let there = |unit: UnitId| state.units.get(unit) == Some(Place::Past(spot));
    let team = state.team_of(race);
    Some(if !there(by) || by.race != race {
        Wrong::NobodyThere(spot)
    } else if team.contains(&target.race) {
        Wrong::Own(target.to_string())
    } else if !there(target) {
        Wrong::NotThere { target, spot }
    } else {
        Wrong::NotFound { target, spot }
    })
}
