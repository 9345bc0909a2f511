//! 7 and 9: the place a bot takes in the player order, and its answers in its own player turn and in those of others.

use super::{
    mind::{LATE, Mind, Worth},
    uses::ENOUGH,
};
use crate::{
    engine::Asked,
    rulesets::kit::named,
    rulesets::time_agent::{
        asks::{Alteration, Inquiry, Pair, Stance, Step},
        names::{Kind, Race, UnitId},
        places::{HexId, Legend, Place, Spot},
        state::State,
    },
};
use serde::Serialize;
use serde_json::Value;

/// The number of moves and alterations that a search considers first.
const MOST: usize = 8;

fn say(answer: impl Serialize) -> Option<Value> {
    serde_json::to_value(answer).ok()
}

impl Mind<'_> {
    /// 7: returns the latest place in the order; but the first, if the game may be won at once.
    pub(super) fn turn_order(&self, asked: &Asked<'_>) -> Option<Value> {
        let free = asked.one_of::<u8>();
        let first = self.wins >= 5 && self.open <= 4;
        let place = if first { free.first() } else { free.last() };
        say(place?)
    }

    /// 9.1: returns the move that is worth most, of those in the past and of those from the present.
    pub(super) fn next_move(&self, asked: &Asked<'_>) -> Option<Value> {
        let gains = self.gains();
        let side = self.state.side(self.race);
        let mut best: (Worth, Option<Step>) = (0, None);
        for (unit, place) in self.state.units_of(self.race) {
            if place == Place::Present || side.moved.contains(&unit) {
                continue;
            }
            let Place::Past(from) = place else {
                continue;
            };
            let stay = self
                .worth(&gains, from, unit.kind, Some(unit))
                .net(self.credit);
            if let (net, Some((along, to))) = self.best_from(&gains, unit)
                && net - stay > best.0
            {
                let unit = unit.into();
                best = (net - stay, Some(Step::Along { unit, along, to }));
            }
        }
        let credits = side.credits.saturating_sub(self.reserved(&gains));
        let home: Vec<UnitId> = self
            .state
            .units_of(self.race)
            .filter(|(_, place)| *place == Place::Present)
            .map(|(unit, _)| unit)
            .collect();
        if side.free_machines() > 0 && !home.is_empty() {
            for trip in self.affordable(&self.trips(&gains, credits), credits) {
                let of = |kind: Kind| home.iter().find(|unit| unit.kind == kind);
                let Some(unit) = of(trip.kind).or_else(|| home.first()) else {
                    continue;
                };
                let fare = self
                    .rules
                    .fare(unit.kind, self.rules.content.hex(trip.to).cost);
                if trip.net > best.0 && trip.net >= ENOUGH && fare <= credits {
                    let (unit, to) = ((*unit).into(), trip.to);
                    best = (trip.net, Some(Step::Travel { unit, to }));
                }
            }
        }
        let step = say(best.1?)?;
        // The imagined state may differ from the real one, and no move is better than a wrong one.
        (asked.why_not)(&step).is_none().then_some(step)
    }

    /// 9.1: returns the moves that are worth something, the best first: along the streams, and trips from the present with
    /// each kind of operative.
    pub(super) fn moves(&self, asked: &Asked<'_>) -> Vec<Value> {
        let gains = self.gains();
        let side = self.state.side(self.race);
        let mut all: Vec<(Worth, Step)> = vec![];
        for (unit, place) in self.state.units_of(self.race) {
            if place == Place::Present || side.moved.contains(&unit) {
                continue;
            }
            if let (net, Some((along, to))) = self.best_from(&gains, unit) {
                let unit = unit.into();
                all.push((net, Step::Along { unit, along, to }));
            }
        }
        let home = self.state.units_of(self.race);
        let home: Vec<UnitId> = home
            .filter(|(_, place)| *place == Place::Present)
            .map(|(unit, _)| unit)
            .collect();
        for kind in Kind::ALL {
            let Some(unit) = home.iter().find(|unit| unit.kind == *kind) else {
                continue;
            };
            for trip in self.trips(&gains, side.credits) {
                let (unit, to) = ((*unit).into(), trip.to);
                all.push((trip.net, Step::Travel { unit, to }));
            }
        }
        all.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        let steps = all.into_iter().filter_map(|(_, step)| say(step));
        let legal = steps.filter(|step| (asked.why_not)(step).is_none());
        legal.take(MOST).collect()
    }

    /// 9.5: returns the alterations, the most gainful first.
    pub(super) fn alterations(&self, asked: &Asked<'_>) -> Vec<Value> {
        let now = self.value(&self.state);
        let mut all: Vec<(Worth, Alteration)> = asked
            .one_of::<Alteration>()
            .into_iter()
            .filter_map(|wanted| Some((self.gain(now, wanted)?, wanted)))
            .collect();
        all.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        let wanted = all.into_iter().take(MOST);
        wanted.filter_map(|(_, wanted)| say(wanted)).collect()
    }

    /// 9.2: asks a race that is in the way of an alteration, so that it can be fought.
    pub(super) fn inquire(&self, asked: &Asked<'_>) -> Option<Value> {
        let inquiries = asked.one_of::<Inquiry>();
        let wanted = inquiries.into_iter().find(|inquiry| match inquiry {
            Inquiry::Done => false,
            Inquiry::Ask { spot, .. } => self.best_change(*spot).is_some(),
        });
        say(wanted?)
    }

    /// 9.2: opposes every alteration, except one of an event that the bot likes. Late in a game it also lets the end
    /// come about if it wants the end, or cannot win anyway.
    pub(super) fn oppose(&self, asked: &Asked<'_>) -> Option<Value> {
        let spot: Spot = named(asked, "tile")?;
        let against: Race = named(asked, "against")?;
        let hex = spot.hex()?;
        // The end of Time Travel counts for all players, no matter who turns the last tiles away.
        let late = self.state.round > LATE;
        if late && (self.wins == 0 || self.step > 0) && self.ends_at(hex) {
            return say(Stance::StandAside);
        }
        let likes = match self.seen(hex)?.legend {
            Legend::Event(event) => {
                let mut other = self.state.clone();
                if !other.reversed_events.remove(&event) {
                    other.reversed_events.insert(event);
                }
                let connected = self.rules.connected(&self.state);
                self.standing(&other, connected) > self.standing(&self.state, connected)
            }
            // Late in a game a bot that cannot win any more does not hold up its end.
            Legend::Invention(_) | Legend::Paths(_) => {
                return say(if late && self.wins == 0 {
                    Stance::StandAside
                } else {
                    Stance::Oppose
                });
            }
        };
        // The bot never helps the strongest rival.
        let most = self.state.sides.values().map(|side| side.vp).max();
        let strongest = Some(self.state.side(against).vp) == most;
        say(if likes && !strongest {
            Stance::StandAside
        } else {
            Stance::Oppose
        })
    }

    /// Checks whether an alteration of a tile brings the end of Time Travel nearer.
    fn ends_at(&self, hex: HexId) -> bool {
        let nearer = [self.to_turn(&self.state), self.to_reverse(&self.state)];
        let mut nearer = nearer.iter().flatten();
        nearer.any(|(tile, steps)| *tile == hex && *steps > 0)
    }

    /// 9.3, 9.4: searches for and attacks those who oppose, with the best operative first.
    pub(super) fn hunt(asked: &Asked<'_>) -> Option<Value> {
        let opposing = |pair: &Pair| matches!(pair, Pair::Against { opposing: true, .. });
        say(asked.one_of::<Pair>().into_iter().find(opposing)?)
    }

    /// 9.5: returns the alteration that is worth most.
    pub(super) fn alter(&self, asked: &Asked<'_>) -> Option<Value> {
        let now = self.value(&self.state);
        let best = asked
            .one_of::<Alteration>()
            .into_iter()
            .filter_map(|wanted| Some((self.gain(now, wanted)?, wanted)))
            .filter(|(gain, _)| *gain > 150)
            .max_by_key(|(gain, _)| *gain);
        if let Some((_, best)) = best {
            return say(best);
        }
        // If one rotation alone does not bring the end nearer, the first of two is made.
        if self.step <= 0 || self.open == 0 || !self.to_turn(&self.state).iter().all(|t| t.1 == 0) {
            return None;
        }
        let choices = asked.one_of::<Alteration>();
        let first = self.preparing(&self.state).into_iter();
        let mut first = first.map(|(hex, to)| Alteration::Rotate { hex, to });
        say(first.find(|wanted| choices.contains(wanted))?)
    }

    /// Returns the worth of an alteration, less its cost.
    fn gain(&self, now: Worth, wanted: Alteration) -> Option<Worth> {
        let mut after = self.state.clone();
        let cost = self.change(&mut after, wanted)?;
        Some(self.value(&after) - now - self.credit * Worth::from(cost))
    }

    /// Carries out an alteration in a state that is only imagined, and returns its price.
    fn change(&self, state: &mut State, wanted: Alteration) -> Option<u32> {
        match wanted {
            Alteration::Done => None,
            Alteration::Rotate { hex, to } => {
                state.hexes.get_mut(hex)?.facing = Some(to);
                Some(self.rules.content.prices.rotate)
            }
            Alteration::Reverse { spot } => {
                let cost = self.rules.price_of_reversing(state, spot)?;
                match spot {
                    Spot::Original(technology) => {
                        if !state.reversed_originals.remove(&technology) {
                            state.reversed_originals.insert(technology);
                        }
                    }
                    Spot::Hex(hex) => {
                        let tile = state.cell(hex).tile;
                        match tile.legend {
                            Legend::Event(event) => {
                                if !state.reversed_events.remove(&event) {
                                    state.reversed_events.insert(event);
                                }
                            }
                            Legend::Invention(_) => {
                                if !state.reversed_secondaries.remove(&tile) {
                                    state.reversed_secondaries.insert(tile);
                                }
                            }
                            Legend::Paths(_) => return None,
                        }
                    }
                }
                Some(cost)
            }
        }
    }

    /// Returns the best alteration in a place, if one is worth its price.
    fn best_change(&self, spot: Spot) -> Option<Alteration> {
        let now = self.value(&self.state);
        let mut all = vec![Alteration::Reverse { spot }];
        if let Some(hex) = spot.hex() {
            let facing = self.state.cell(hex).facing;
            let rotations = (1..=6).filter(|to| Some(*to) != facing);
            all.extend(rotations.map(|to| Alteration::Rotate { hex, to }));
        }
        all.into_iter()
            .filter_map(|wanted| Some((self.gain(now, wanted)?, wanted)))
            .filter(|(gain, _)| *gain > 150)
            .max_by_key(|(gain, _)| *gain)
            .map(|(_, wanted)| wanted)
    }
}
