//! The danger of defeat: the exact odds of the next Faux Phase, as the board stands.

use super::{
    TheLoop,
    faux_phase::{RIFTS, VORTEXES},
    names::Era,
    state::{SLOTS, State},
};
use crate::engine::{Chance, Odds, choose};
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
    /// revealed, and its cubes fall by the odds of the Machine. `None` if the game is over, or its last turn has come.
    pub(super) fn danger(&self, state: &State) -> Option<Danger> {
        state.turn()?;
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
                for fall in falls(cubes, state.options.machine.ways())? {
                    let cases_of = weight.checked_mul(fall.ways)?;
                    let over = overflowing(state, faux, fall.landed);
                    for era in &over {
                        *cases.entry(*era).or_default() += cases_of;
                    }
                    if loses(state, &over) {
                        lost += cases_of;
                    }
                }
            }
        }
        let overflow = cases.into_iter();
        Some(Danger {
            overflow: overflow
                .map(|(era, cases)| Some((era, Chance::of(cases, unit)?)))
                .collect::<Option<_>>()?,
            defeat: Chance::of(lost, unit)?,
        })
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

/// One way in which cubes can land.
struct Fall {
    /// The cubes on the previous Era, on Dr. Faux's, and on the next one.
    landed: [u8; 3],
    /// The number of cases, out of the sides of the die to the power of the cubes.
    ways: u128,
}

/// Returns all ways in which so many cubes can land. Returns `None` if a number does not fit.
fn falls(cubes: u8, faces: [u32; 3]) -> Option<Vec<Fall>> {
    let mut all = vec![];
    for previous in 0..=cubes {
        for own in 0..=cubes - previous {
            let landed = [previous, own, cubes - previous - own];
            let mut ways = choose(cubes.into(), previous.into())?
                .checked_mul(choose((cubes - previous).into(), own.into())?)?;
            for (cubes, faces) in landed.iter().zip(faces) {
                ways = ways.checked_mul(u128::from(faces).checked_pow(u32::from(*cubes))?)?;
            }
            all.push(Fall { landed, ways });
        }
    }
    Some(all)
}

/// Returns the Eras that overflow, in the order in which they become Vortexes (ruling E12).
fn overflowing(state: &State, faux: Era, [previous, own, next]: [u8; 3]) -> Vec<Era> {
    let eras = [
        (faux, own),
        (faux.next(), next),
        (faux.previous(), previous),
    ];
    let over = |(era, fallen): &(Era, u8)| *fallen > 0 && state.space(*era).rifts + fallen > SLOTS;
    eras.into_iter().filter(over).map(|(era, _)| era).collect()
}

/// Checks whether the Vortexes of these Eras lose the game.
fn loses(state: &State, over: &[Era]) -> bool {
    over.iter().any(|era| state.space(*era).vortex)
        || state.vortexes().count() + over.len() > VORTEXES
}
