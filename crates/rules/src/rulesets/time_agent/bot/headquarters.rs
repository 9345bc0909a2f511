//! 8: the operatives a bot keeps in the past, its purchases and its looks.

use super::{
    mind::{Mind, Worth},
    uses::Trip,
};
use crate::{
    engine::Asked,
    rulesets::kit::named,
    rulesets::time_agent::{
        asks::Research,
        names::{Item, Kind, OwnUnit, UnitId},
        places::{HexId, Place},
    },
};
use serde_json::Value;
use std::cmp::Reverse;

/// The worth of research by one machine, if there is a tile worth knowing.
const RESEARCH: Worth = 900;

impl Mind<'_> {
    fn own(&self) -> Vec<(UnitId, Place)> {
        self.state.units_of(self.race).collect()
    }

    /// 8.1: returns the operatives to keep. Each machine does what is worth most: keep an operative, send one, or look.
    pub(super) fn maintain(&self) -> Option<Value> {
        let gains = self.gains();
        let machines = self.state.side(self.race).free_machines() as usize;
        let credits = self.state.side(self.race).credits;
        let mut stay: Vec<(Worth, OwnUnit)> = self
            .own()
            .into_iter()
            .filter_map(|(unit, place)| match place {
                Place::Present => None,
                Place::Past(spot) => {
                    // The cost of returning there counts a little.
                    let back = self.rules.way_back(unit.kind, spot).min(60);
                    let (best, _) = self.best_from(&gains, unit);
                    Some((best + self.credit * Worth::from(back) / 4, unit.into()))
                }
            })
            .collect();
        stay.sort_unstable_by_key(|(worth, unit)| (Reverse(*worth), *unit));
        let credits = credits.saturating_sub(self.reserved(&gains));
        let trips = self.affordable(&self.trips(&gains, credits), credits);
        let mut others: Vec<Worth> = trips.iter().map(|trip| trip.net).collect();
        if self.worth_knowing(&gains).is_some() && others.len() < 2 {
            others.push(RESEARCH);
        }
        others.sort_unstable_by_key(|worth| Reverse(*worth));
        let mut kept = vec![];
        let mut other = others.into_iter().peekable();
        for _ in 0..machines {
            match (stay.get(kept.len()), other.peek()) {
                (Some((worth, unit)), next) if next.is_none_or(|next| next <= worth) => {
                    kept.push(*unit);
                }
                (_, Some(_)) => {
                    other.next();
                }
                (_, None) => break,
            }
        }
        serde_json::to_value(kept).ok()
    }

    /// 8.2: returns the number to buy: machines while they are useful, then the operatives for the trips of this round.
    pub(super) fn buy(&self, asked: &Asked<'_>) -> Option<Value> {
        let item: Item = named(asked, "item")?;
        let gains = self.gains();
        let side = self.state.side(self.race);
        let prices = self.rules.content.prices;
        let keep = self.reserved(&gains);
        let free = side.free_machines() as usize;
        let home = |kind: Kind| {
            let own = self.own().into_iter();
            own.filter(|(unit, place)| *place == Place::Present && unit.kind == kind)
                .count()
        };
        let credits = side.credits.saturating_sub(keep);
        let count = match item {
            Item::TimeMachine => self.machines_to_buy(&self.trips(&gains, credits), credits),
            Item::Squad | Item::Agent => {
                let price = prices.of(item);
                let trips = self.affordable(&self.trips(&gains, credits), credits);
                let trips = &trips[..free.min(trips.len())];
                let kind = if item == Item::Squad {
                    Kind::Squad
                } else {
                    Kind::Agent
                };
                let wanted = trips.iter().filter(|trip| trip.kind == kind).count();
                // An operative of the other kind is good enough if no fight is expected.
                let there = match kind {
                    Kind::Squad => home(Kind::Squad),
                    Kind::Agent => {
                        let squads = trips.len() - wanted;
                        home(Kind::Agent) + home(Kind::Squad).saturating_sub(squads)
                    }
                };
                let spent: u32 = trips.iter().map(|trip| trip.cost).sum();
                let can = credits.saturating_sub(spent) / price.max(1);
                let missing = u32::try_from(wanted.saturating_sub(there)).ok()?;
                // It is better to give up one trip than to have no operative for it.
                missing.min(can.max(u32::from(missing > 0 && side.credits >= price)))
            }
        };
        Some(count.into())
    }

    /// Returns the number of machines to buy. A machine pays if the trip it allows is worth it, round after round.
    fn machines_to_buy(&self, trips: &[Trip], credits: u32) -> u32 {
        let side = self.state.side(self.race);
        let price = self.rules.content.prices.time_machine;
        let left = 12_u32.saturating_sub(self.state.round).clamp(2, 8);
        let (machines, free) = (side.machines, side.free_machines() as usize);
        let now: u32 = trips
            .iter()
            .filter(|trip| trip.wait == 0)
            .take(free)
            .map(|trip| trip.cost)
            .sum();
        // The first ones pay for themselves; later ones pay only for trips that wait for a machine.
        let next = trips
            .get(free)
            .map_or(if machines < 4 { 800 } else { 0 }, |trip| trip.net);
        let pays = next * Worth::from(left) / 3 > self.credit * Worth::from(price);
        let rich = credits / price.max(1);
        let spare = credits.saturating_sub(now) / price.max(1);
        if machines >= 12 || !pays {
            0
        } else if spare > 0 {
            spare.min(2)
        } else {
            // To keep up, the bot buys one even at the price of a trip.
            u32::from(rich > 0 && machines < 3 && self.state.round > 1)
        }
    }

    /// Returns the facedown tile most worth looking at.
    fn worth_knowing(&self, gains: &super::uses::Gains) -> Option<HexId> {
        let hexes = self.state.hexes.iter();
        hexes
            .filter(|(hex, cell)| cell.facing.is_none() && self.seen(**hex).is_none())
            .map(|(hex, _)| (self.look(gains, *hex), Reverse(*hex)))
            .filter(|(worth, _)| *worth > 300)
            .max()
            .map(|(_, Reverse(hex))| hex)
    }

    /// 8.3: lets machines that are not needed for a trip look at tiles.
    pub(super) fn research(&self) -> Option<Value> {
        let gains = self.gains();
        let side = self.state.side(self.race);
        let credits = side.credits.saturating_sub(self.reserved(&gains));
        let trips = self.affordable(&self.trips(&gains, credits), credits);
        let home = self
            .own()
            .iter()
            .filter(|(_, place)| *place == Place::Present)
            .count();
        let going = trips.len().min(home);
        let spare = side.free_machines() as usize > going;
        let spent: u32 = trips.iter().map(|trip| trip.cost).sum();
        if credits <= spent || !(side.looks > 0 || spare) {
            return None;
        }
        let hex = self.worth_knowing(&gains)?;
        serde_json::to_value(Research::Look(hex)).ok()
    }
}
