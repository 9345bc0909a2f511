//! The possible uses of an operative in each place, and their worth.

use super::mind::{Mind, Worth, toggle};
use crate::{
    collect::Collect,
    rulesets::time_agent::{
        content::Values,
        names::{Event, Kind, Technology, UnitId},
        places::{HexId, Legend, Place, Spot, TileId},
    },
};
use std::collections::BTreeSet;

/// The least worth for which anything is done.
pub(super) const ENOUGH: Worth = 600;

/// The worth of one more operative in a place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Use {
    /// The gain, without its cost.
    pub gain: Worth,
    /// The credits an alteration there costs.
    pub cost: u32,
}

impl Use {
    /// Returns the gain less the price of the alteration.
    pub(super) fn net(&self, credit: Worth) -> Worth {
        self.gain - credit * Worth::from(self.cost)
    }
}

/// A trip from the present.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trip {
    pub to: HexId,
    pub kind: Kind,
    /// Its worth less all costs, and lower if it has to wait for credits.
    pub net: Worth,
    /// Fare and alteration, in credits.
    pub cost: u32,
    /// The rounds until the credits for it are there.
    pub wait: u32,
}

/// The gains by every event and exit, computed once for an answer.
pub(super) struct Gains {
    events: Vec<Worth>,
    /// The places where Time Travel can be turned away or back, with the worth and the price.
    exits: Vec<(HexId, Worth, u32)>,
    /// The worth of going to an unknown tile of each zone.
    unknown: [Worth; 15],
}

impl Gains {
    fn event(&self, event: Event) -> Worth {
        self.events[event as usize]
    }
}

impl Mind<'_> {
    pub(super) fn gains(&self) -> Gains {
        let connected = self.rules.connected(&self.state);
        let now = self.standing(&self.state, connected);
        let mut other = self.state.clone();
        let events: Vec<Worth> = Event::ALL
            .iter()
            .map(|event| {
                toggle(&mut other.reversed_events, *event);
                let gain = self.standing(&other, connected) - now;
                toggle(&mut other.reversed_events, *event);
                gain
            })
            .collect();
        let exits = if self.step == 0 {
            vec![]
        } else {
            self.exit_gains()
        };
        let unknown = self.unknown(&events);
        Gains {
            events,
            exits,
            unknown,
        }
    }

    /// Returns the worth of turning a tile away where Time Travel can be parted, or of turning it back.
    fn exit_gains(&self) -> Vec<(HexId, Worth, u32)> {
        let red = Technology::TimeTravel;
        let flood = self.rules.flood(&self.state);
        let rotate = self.rules.content.prices.rotate;
        let mut gains: Vec<(HexId, Worth, u32)> = vec![];
        if self.step > 0 {
            let worth = |steps: u32| match steps {
                0 => self.step / 4,
                steps => self.step * Worth::from(steps),
            };
            let turned = self.to_turn(&self.state).into_iter();
            // Tiles near the present are cheaper to return to.
            let near = |hex: HexId| if hex.zone.is_newest() { 6 } else { 4 };
            gains.extend(turned.map(|(hex, steps)| (hex, worth(steps) * near(hex) / 4, rotate)));
            let reversed = self.to_reverse(&self.state).into_iter();
            gains.extend(reversed.map(|(hex, steps)| {
                let price = self.rules.price_of_reversing(&self.state, Spot::Hex(hex));
                (hex, worth(steps), price.unwrap_or(0))
            }));
        }
        for (hex, edge) in self.rules.beside_indicators(red) {
            let place = self.rules.content.index(hex.id);
            let is_open = place.is_some_and(|place| flood.leaves(place, edge).has(red));
            if is_open || gains.iter().any(|(known, ..)| *known == hex.id) {
                continue;
            }
            let can_open = self
                .rules
                .face_up(&self.state, hex.id)
                .is_some_and(|(tile, _)| (1..=6).any(|facing| tile.spoke(facing, edge).has(red)));
            // If it is shut, it should stay so, or be opened again.
            let again = if can_open { (-self.step).max(0) } else { 0 };
            gains.push((hex.id, again, rotate));
        }
        gains
    }

    /// Returns the use of a first operative in a place, if it is not opposed.
    fn alone(&self, gains: &Gains, spot: Spot) -> Use {
        let Spot::Hex(hex) = spot else {
            return Use::default();
        };
        let printed = |tile: TileId| match tile.legend {
            Legend::Event(event) => {
                let gain = gains.event(event);
                let cost = self.rules.content.event(event).cost;
                if gain > self.credit * Worth::from(cost) {
                    // A gain already made is worth keeping, too.
                    let gain = gain + gain / 8;
                    Use { gain, cost }
                } else {
                    let gain = (-gain).max(0) / 8;
                    Use {
                        gain,
                        ..Use::default()
                    }
                }
            }
            Legend::Invention(_) | Legend::Paths(_) => Use::default(),
        };
        let mut all = match self.seen(hex) {
            Some(tile) => printed(tile),
            None => Use {
                gain: gains.unknown[hex.zone.index()],
                ..Use::default()
            },
        };
        let exit = gains.exits.iter().filter(|(exit, ..)| *exit == hex);
        if let Some((_, gain, cost)) = exit.max_by_key(|(_, gain, _)| *gain) {
            if *gain > self.credit * Worth::from(*cost) {
                all.gain += gain;
                all.cost += cost;
            } else {
                // If it is shut, it should stay so.
                all.gain += self.step.max(0) / 3;
            }
        }
        all
    }

    /// Returns the average worth of the tiles of each zone that this player has not seen.
    fn unknown(&self, events: &[Worth]) -> [Worth; 15] {
        let known: BTreeSet<TileId> = self
            .view
            .hexes
            .iter()
            .filter_map(|hex| Some(hex.tile.as_ref()?.tile))
            .collect_set();
        let (mut sums, mut counts) = ([0; 15], [0; 15]);
        for tile in self.rules.content.tiles() {
            if known.contains(&tile.id) {
                continue;
            }
            let zone = tile.id.zone.index();
            counts[zone] += 1;
            if let Legend::Event(event) = tile.id.legend {
                let cost = self.credit * Worth::from(self.rules.content.event(event).cost);
                sums[zone] += (events[event as usize] - cost).max(0);
            }
        }
        std::array::from_fn(|zone| sums[zone] / counts[zone].max(1))
    }

    /// Returns the worth of a look at a facedown tile: the more, the more it would be worth to go there.
    pub(super) fn look(&self, gains: &Gains, hex: HexId) -> Worth {
        let fare = self.credit * Worth::from(self.rules.content.hex(hex).cost);
        gains.unknown[hex.zone.index()] - fare / 12
    }

    /// Returns the worth of one more operative in a place, considering others who may oppose it there.
    pub(super) fn worth(&self, gains: &Gains, spot: Spot, kind: Kind, but: Option<UnitId>) -> Use {
        let alone = self.alone(gains, spot);
        let there = self.there(spot);
        let own: Vec<Values> = there
            .iter()
            .filter(|unit| unit.race == self.race && Some(**unit) != but)
            .map(|unit| self.values(*unit))
            .collect();
        let foes: Vec<Values> = there
            .iter()
            .filter(|unit| self.is_foe(unit.race))
            .map(|unit| self.values(*unit))
            .collect();
        if foes.is_empty() {
            return if own.is_empty() {
                alone
            } else {
                Use::default()
            };
        }
        if alone.net(self.credit) < ENOUGH {
            return Use::default();
        }
        // Several operatives together try what one alone would not: each has a share in it.
        let before = if own.is_empty() {
            0
        } else {
            about(&own, &foes)
        };
        let mut with = own;
        let mut part = 0;
        for n in 1..=3 {
            with.push(self.rules.content.values(self.race, kind));
            part = part.max((about(&with, &foes) - before) / n);
        }
        Use {
            gain: (alone.net(self.credit) * part / 1000 - 300).max(0),
            cost: alone.cost,
        }
    }

    fn values(&self, unit: UnitId) -> Values {
        self.rules.content.values(unit.race, unit.kind)
    }

    /// Returns the best gain this turn of an operative already in the past: where it is, or where it can go.
    pub(super) fn best_from(
        &self,
        gains: &Gains,
        unit: UnitId,
    ) -> (Worth, Option<(Technology, Spot)>) {
        let Some(Place::Past(from)) = self.state.units.get(unit) else {
            return (0, None);
        };
        let stay = self
            .worth(gains, from, unit.kind, Some(unit))
            .net(self.credit);
        let mut best = (stay, None);
        for along in self.rules.streams(&self.state, from) {
            for to in self.rules.reach(&self.state, from, along) {
                let net = self
                    .worth(gains, to, unit.kind, Some(unit))
                    .net(self.credit);
                // A tiny gain is not worth what the operative may leave behind.
                if net > best.0 + 200 {
                    best = (net, Some((along, to)));
                }
            }
        }
        best
    }

    /// Returns the trips from the present that are worth their cost, the best first.
    pub(super) fn trips(&self, gains: &Gains, credits: u32) -> Vec<Trip> {
        let side = self.state.side(self.race);
        let income = u32::try_from(side.rp.max(1)).unwrap_or(1);
        let mut trips = vec![];
        for hex in self.rules.content.hexes() {
            let spot = Spot::Hex(hex.id);
            let fight = self.there(spot).iter().any(|unit| self.is_foe(unit.race));
            let kinds: &[Kind] = if fight { Kind::ALL } else { &[Kind::Agent] };
            let uses = kinds.iter().map(|kind| {
                let fare = self.rules.fare(*kind, hex.cost);
                (*kind, fare, self.worth(gains, spot, *kind, None))
            });
            let best = uses.max_by_key(|(_, fare, there)| {
                there.net(self.credit) - self.credit * Worth::from(*fare)
            });
            let Some((kind, fare, there)) = best.filter(|(_, _, there)| there.gain >= ENOUGH)
            else {
                continue;
            };
            let cost = fare + there.cost;
            let wait = cost.saturating_sub(credits).div_ceil(income);
            let mut net = there.net(self.credit) - self.credit * Worth::from(fare);
            for _ in 0..wait {
                net = net * 7 / 10;
            }
            if net >= ENOUGH && wait <= 3 {
                trips.push(Trip {
                    to: hex.id,
                    kind,
                    net,
                    cost,
                    wait,
                });
            }
        }
        trips.sort_by_key(|trip| (std::cmp::Reverse(trip.net), trip.to));
        trips
    }

    /// Returns the trips that can be paid now. Credits are kept back for a better trip that has to wait.
    pub(super) fn affordable(&self, trips: &[Trip], credits: u32) -> Vec<Trip> {
        let income = u32::try_from(self.state.side(self.race).rp.max(0)).unwrap_or(0);
        let mut left = credits;
        if let Some(first) = trips.first().filter(|first| first.wait > 0) {
            left = (credits + income * first.wait)
                .saturating_sub(first.cost)
                .min(credits);
        }
        let mut taken = vec![];
        for trip in trips.iter().filter(|trip| trip.wait == 0) {
            if trip.cost <= left {
                left -= trip.cost;
                taken.push(*trip);
            }
        }
        taken
    }

    /// Returns the credits that alterations will cost where this race's operatives already are.
    pub(super) fn reserved(&self, gains: &Gains) -> u32 {
        let spots = self.state.spots_of(self.race);
        let uses = spots.iter().map(|spot| self.alone(gains, *spot));
        uses.filter(|there| there.net(self.credit) > 0)
            .map(|there| there.cost)
            .sum()
    }
}

/// Returns the approximate chance that one die with this advantage beats another or equals it, in thousandths.
fn at_least(more: i32) -> Worth {
    const CASES: [Worth; 11] = [1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36];
    let place = usize::try_from((more + 5).clamp(0, 10)).unwrap_or(0);
    CASES[place] * 1000 / 36
}

/// 9.3, 9.4: returns the approximate chance that some find and eliminate all of others, in thousandths. It is faster
/// than the exact odds, and good enough to choose by.
fn about(by: &[Values], foes: &[Values]) -> Worth {
    foes.iter().fold(1000, |all, foe| {
        let fails = |chance: &dyn Fn(&Values) -> Worth| {
            by.iter()
                .fold(1000, |fails, by| fails * (1000 - chance(by)) / 1000)
        };
        let missed = fails(&|by| at_least(by.search - foe.hide));
        let stays = fails(&|by| at_least(by.attack - foe.defense));
        all * (1000 - missed) / 1000 * (1000 - stays) / 1000
    })
}
