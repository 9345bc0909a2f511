//! The danger of defeat: the exact odds of the next Faux Phase, as the board stands.

use super::{
    TheLoop,
    faux_phase::{RIFTS, VORTEXES},
    names::{Era, Special},
    state::{SLOTS, State},
};
use crate::{
    collect::Collect,
    engine::{Chance, Odds, choose},
};
use std::collections::BTreeMap;

/// The odds of the next Faux Phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Danger {
    /// The probability that an Era has too few slots.
    pub overflow: BTreeMap<Era, Chance>,
    /// The probability that the game is lost.
    pub defeat: Chance,
}

impl TheLoop {
    /// Returns the exact odds of the next Faux Phase: Clones come out of the bag, one of the Faux cards that are left is
    /// revealed, and its cubes fall by the odds of the Machine. Time Prowler cancels one of them in their own Faux Phase, by
    /// default (ruling E2). `None` if the game is over, or its last turn has come.
    pub(super) fn danger(&self, state: &State) -> Option<Danger> {
        let active = state.turn()?.agent;
        let next = state.from(active).get(1).copied().unwrap_or(active);
        let cancels = self.content.agent(next).special == Special::CancelsARift;
        let mut deck = state.faux_deck();
        let mut cycle = usize::from(state.cycle);
        if deck.is_empty() {
            deck = Era::ALL.to_vec();
            cycle += 1;
        }
        let arrivals = self.content.cycles.get(cycle.checked_sub(1)?)?;
        let bag = state.bag.len() as u128;
        let draws = u128::from(arrivals.clones).min(bag);
        let level = self.content.level(state.options.difficulty);
        let placed: u8 = state.eras.values().map(|space| space.rifts).sum();
        let supply = RIFTS.saturating_sub(placed);
        let sides = u128::from(state.options.machine.sides());
        // All cases are counted in one unit, so that the sums are exact: that of the most cubes that can fall.
        let all = sides.checked_pow(u32::from(supply))?;
        let unit = (deck.len() as u128).checked_mul(choose(bag, draws)?)?;
        let unit = unit.checked_mul(all)?;
        let mut cases: BTreeMap<Era, u128> = BTreeMap::new();
        let mut lost = 0_u128;
        for faux in deck {
            let arriving = state.bag.iter().filter(|clone| clone.start == faux);
            let arriving = arriving.count() as u128;
            for come in 0..=draws.min(arriving) {
                let Some(others) = choose(bag - arriving, draws - come) else {
                    continue;
                };
                let ways = choose(arriving, come)?.checked_mul(others)?;
                let there = u128::from(level.rifts) + state.space(faux).clones.len() as u128;
                let cubes = u8::try_from((there + come).min(u128::from(supply))).ok()?;
                let weight = ways.checked_mul(sides.checked_pow(u32::from(supply - cubes))?)?;
                let room = room(state, faux);
                for (fall, ways) in falls(cubes, state.options.machine.ways(), room, cancels)? {
                    let cases_of = weight.checked_mul(ways)?;
                    let over = overflowing(faux, fall.landed, room);
                    for era in &over {
                        *cases.entry(*era).or_default() += cases_of;
                    }
                    if loses(state, &over) {
                        lost += cases_of;
                    }
                }
            }
        }
        let mut overflow = BTreeMap::new();
        for (era, cases) in cases {
            overflow.insert(era, Chance::of(cases, unit)?);
        }
        let defeat = Chance::of(lost, unit)?;
        Some(Danger { overflow, defeat })
    }

    /// Returns the odds of the next Faux Phase in the form of a reference card.
    pub(super) fn danger_as_odds(&self, state: &State) -> Vec<Odds> {
        let Some(danger) = self.danger(state) else {
            return vec![];
        };
        let odds = |place: Option<String>, event, chance| Odds {
            place,
            by: "dr-faux".to_owned(),
            against: "spacetime".to_owned(),
            chances: vec![(event, chance)],
        };
        let eras = danger.overflow.into_iter();
        eras.map(|(era, chance)| odds(Some(era.to_string()), "overflow", chance))
            .chain([odds(None, "defeat", danger.defeat)])
            .collect()
    }
}

/// The cubes that have landed after some drops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fall {
    /// The cubes on the previous Era, on Dr. Faux's, and on the next one.
    landed: [u8; 3],
    /// Canceling a Rift: true if one of the cubes was canceled.
    canceled: bool,
}

/// Returns the empty slots of the previous Era, of Dr. Faux's, and of the next one.
fn room(state: &State, faux: Era) -> [u8; 3] {
    let [previous, next] = faux.adjacent();
    [previous, faux, next].map(|era| SLOTS.saturating_sub(state.space(era).rifts))
}

/// Returns the ways in which so many cubes can land, each with the number of its cases out of the sides of the die to the
/// power of the cubes. The cubes drop one by one; if one may be canceled, it is the first without a slot, or else the
/// last (ruling E2). Returns `None` if a number does not fit.
fn falls(cubes: u8, faces: [u32; 3], room: [u8; 3], cancels: bool) -> Option<BTreeMap<Fall, u128>> {
    let mut all = [(Fall::default(), 1_u128)].into_iter().collect_map();
    for cube in 1..=cubes {
        let mut dropped: BTreeMap<Fall, u128> = BTreeMap::new();
        for (fall, ways) in all {
            for (chute, faces) in faces.into_iter().enumerate() {
                let mut next = fall;
                let overflow = fall.landed[chute] >= room[chute];
                if cancels && !fall.canceled && (overflow || cube == cubes) {
                    next.canceled = true;
                } else {
                    next.landed[chute] += 1;
                }
                let ways = ways.checked_mul(u128::from(faces))?;
                let cases = dropped.entry(next).or_default();
                *cases = cases.checked_add(ways)?;
            }
        }
        all = dropped;
    }
    Some(all)
}

/// Returns the Eras that overflow, in the order in which they become Vortexes (ruling E12).
fn overflowing(faux: Era, landed: [u8; 3], room: [u8; 3]) -> Vec<Era> {
    let eras = [(faux, 1), (faux.next(), 2), (faux.previous(), 0)];
    let over = eras
        .into_iter()
        .filter(|(_, chute)| landed[*chute] > room[*chute]);
    over.map(|(era, _)| era).collect()
}

/// Checks whether the Vortexes of these Eras lose the game.
fn loses(state: &State, over: &[Era]) -> bool {
    over.iter().any(|era| state.space(*era).vortex)
        || state.vortexes().count() + over.len() > VORTEXES
}
