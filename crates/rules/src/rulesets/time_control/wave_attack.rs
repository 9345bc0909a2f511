//! The Time Wave Attack Phase: Wave Attack Duels.

use super::{
    Table, TimeControl, asks,
    decks::{draw_fate, put_fate_back},
    duel::{Reckoned, status},
    facts::{Defense, Fact},
    moving::{apply, discard},
    names::{Agent, Bid, Color, FateCard, HalfPoints, Place, Specialty, Zone},
    restrictions::Right,
    state::State,
};
use crate::{
    collect::Collect,
    engine::{Play, fields},
};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

impl TimeControl {
    /// The Time Wave Attack Phase: from the bottom to the top, each Time Wave attacks the Agents in its Zone. All tokens are
    /// given before the first card is drawn (ruling D20).
    pub(super) fn wave_attack_phase(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("Wave Attack Duel");
        let places = attacked(state);
        let bids = self.defenses(state, table, &places)?;
        for place in places {
            self.wave_attack(state, table, place, &bids)?;
        }
        put_fate_back(state);
        Ok(())
    }

    /// Wave Attack Duel: asks the players for the tokens of their Agents, one Agent of each player at a time.
    fn defenses(
        &self,
        state: &State,
        table: &mut Table<'_>,
        places: &[Place],
    ) -> Play<BTreeMap<Agent, Bid>> {
        let mut waiting: BTreeMap<Color, Vec<(Agent, Place)>> = BTreeMap::new();
        for place in places {
            for (agent, _) in state.there(*place) {
                waiting
                    .entry(agent.color)
                    .or_default()
                    .push((agent, *place));
            }
        }
        let mut bids: BTreeMap<Agent, Bid> = BTreeMap::new();
        let most = waiting.values().map(Vec::len).max().unwrap_or(0);
        for n in 0..most {
            let next: Vec<(Agent, Place)> = waiting
                .values()
                .filter_map(|agents| agents.get(n).copied())
                .collect();
            let ask = |(agent, place): &(Agent, Place)| {
                let (agent, place) = (*agent, *place);
                let tokens = state.waves.get(&place).map_or(0, |wave| wave.tokens());
                let ask = asks::Defend
                    .one_of(self.defending(state, &bids, agent.color))
                    .about(move || {
                        fields([
                            ("agent", json!(agent)),
                            ("at", json!(place)),
                            ("tokens", json!(tokens)),
                        ])
                    });
                (self.seat(agent.color).clone(), self.seen(state, ask))
            };
            let answers = table.ask_all(next.iter().map(ask).collect())?;
            let agents = next.into_iter().map(|(agent, _)| agent);
            bids.extend(agents.zip(answers));
        }
        Ok(bids)
    }

    /// Wave Attack Duel: returns what an Agent may be given: tokens that no other Agent has, from the highest, or a Fate card.
    fn defending(&self, state: &State, bids: &BTreeMap<Agent, Bid>, color: Color) -> Vec<Bid> {
        let restrictions = self.restrictions(state, color);
        let given: BTreeSet<Bid> = bids
            .iter()
            .filter(|(agent, _)| agent.color == color)
            .map(|(_, bid)| *bid)
            .collect_set();
        let tokens = state.player(color).tokens.iter().rev().copied();
        let tokens = tokens.filter(|token| *token <= restrictions.highest_token);
        let mut free: Vec<Bid> = tokens
            .map(Bid::Token)
            .filter(|bid| !given.contains(bid))
            .collect();
        if free.is_empty() || restrictions.bars(Right::Fate).is_none() {
            free.push(Bid::Fate);
        }
        free
    }

    /// Wave Attack Duel: a Time Wave attacks all Agents in its Zone.
    fn wave_attack(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        place: Place,
        bids: &BTreeMap<Agent, Bid>,
    ) -> Play<()> {
        table.rule("Wave Attack Duel");
        let agents: Vec<Agent> = state.there(place).map(|(agent, _)| agent).collect();
        // An Agent that another result moved here is not attacked.
        let agents = agents
            .into_iter()
            .filter_map(|agent| Some((agent, *bids.get(&agent)?)));
        let mut defenses = vec![];
        for (agent, bid) in agents.collect::<Vec<_>>() {
            let (card, points) = match bid {
                Bid::Token(token) => (None, Some(i32::from(token))),
                Bid::Fate => match draw_fate(state, table)? {
                    FateCard::Fate => (Some(FateCard::Fate), None),
                    FateCard::Value(value) => {
                        (Some(FateCard::Value(value)), Some(i32::from(value)))
                    }
                },
            };
            defenses.push(Defense {
                agent,
                bid,
                card,
                reckoned: points.map(|points| self.defense_value(state, agent, points)),
                wins: false,
            });
        }
        if defenses.is_empty() {
            return Ok(());
        }
        let card = draw_fate(state, table)?;
        let tokens = state.waves.get(&place).map_or(0, |wave| wave.tokens());
        let value = match card {
            FateCard::Fate => None,
            FateCard::Value(value) => Some(HalfPoints::of(i32::from(value) + i32::from(tokens))),
        };
        for defense in &mut defenses {
            // The Time Wave wins ties; an Agent with the FATE card wins (ruling D33).
            defense.wins = match (defense.reckoned, value) {
                (_, None) => false,
                (None, Some(_)) => true,
                (Some(own), Some(wave)) => own.value > wave,
            };
        }
        table.tell_all(Fact::WaveAttack {
            place,
            card,
            tokens,
            value,
            against: defenses.clone(),
        });
        for defense in defenses.into_iter().filter(|defense| !defense.wins) {
            let agent = defense.agent;
            if value.is_none() {
                discard(state, table, agent);
                continue;
            }
            table.rule("Results");
            let card = draw_fate(state, table)?;
            let (effect, _) = self.content.results(card, false);
            table.tell_all(Fact::Result {
                card,
                attacker: agent,
                defender: None,
                attacker_wins: false,
                for_attacker: effect,
                for_defender: None,
            });
            apply(state, table, agent, effect);
        }
        Ok(())
    }

    /// Agent Status: returns the value of a token or card against a Time Wave.
    fn defense_value(&self, state: &State, agent: Agent, points: i32) -> Reckoned {
        let restrictions = self.restrictions(state, agent.color);
        let status = status(state, &restrictions, agent, Specialty::Scientist);
        Reckoned::of(points, restrictions.wave_penalty, status)
    }
}

/// Returns the places with a Time Wave and Agents, from the bottom to the top.
fn attacked(state: &State) -> Vec<Place> {
    let zones = Zone::past().iter().rev();
    let places = zones.flat_map(|zone| state.order.iter().map(|board| Place::new(*board, *zone)));
    places
        .filter(|place| state.waves.contains_key(place) && state.there(*place).next().is_some())
        .collect()
}
