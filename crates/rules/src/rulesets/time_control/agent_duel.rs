//! Agent Duel, with aid, sabotage and the results of Fate cards.

use super::{
    Table, TimeControl, asks,
    decks::{draw_fate, put_fate_back},
    duel::{Aid, Duel, Part},
    facts::{Fact, Party},
    fighting::{Fight, Fighter},
    moving::{apply, busy},
    names::{Agent, FateCard, Specialty},
    restrictions::Right,
    state::State,
};
use crate::engine::{Play, fields};
use serde_json::json;

impl TimeControl {
    /// Agent Duel: an Agent attacks another one.
    pub(super) fn agent_duel(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        number: u16,
        attacker: Agent,
        defender: Agent,
    ) -> Play<()> {
        table.rule("Duels");
        let place = state.agents.get(&attacker).map(|piece| piece.at);
        table.tell_all(Fact::DuelBegins {
            number,
            duel: Duel::Agents,
            attacker: Some(attacker),
            defender: Some(defender),
            place,
            players: [attacker, defender]
                .map(|agent| Party { color: agent.color })
                .to_vec(),
        });
        let helpers = self.helpers(state, table, attacker, defender)?;
        let mut fighters = vec![
            Fighter::agent(attacker, Part::Attacker, None),
            Fighter::agent(defender, Part::Defender, None),
        ];
        for (agent, aid) in &helpers {
            let (part, whose) = match aid {
                Aid::None => continue,
                Aid::AidAttacker => (Part::Aid, attacker),
                Aid::AidDefender => (Part::Aid, defender),
                Aid::SabotageAttacker => (Part::Sabotage, attacker),
                Aid::SabotageDefender => (Part::Sabotage, defender),
            };
            table.rule("Rendering Aid/Committing Sabotage");
            table.tell_all(Fact::Helps {
                agent: *agent,
                part,
                whose,
            });
            busy(state, table, *agent);
            fighters.push(Fighter::agent(*agent, part, Some(whose)));
        }
        let mut fight = Fight::new(Duel::Agents, number, fighters);
        let won = self.fight(state, table, &mut fight)?;
        let attacker_wins = won.color == attacker.color;
        table.rule("Results");
        if !self.stays_alert(state, attacker) {
            busy(state, table, attacker);
        }
        let card = if won.by_fate {
            FateCard::Fate
        } else {
            draw_fate(state, table)?
        };
        let (for_attacker, for_defender) = self.content.results(card, attacker_wins);
        table.tell_all(Fact::Result {
            card,
            attacker,
            defender: Some(defender),
            attacker_wins,
            for_attacker,
            for_defender: Some(for_defender),
        });
        apply(state, table, attacker, for_attacker);
        apply(state, table, defender, for_defender);
        put_fate_back(state);
        Ok(())
    }

    /// Results: Alert Brawlers are not busied by an attack.
    fn stays_alert(&self, state: &State, attacker: Agent) -> bool {
        attacker.role.specialty() == Some(Specialty::Brawler)
            && self
                .restrictions(state, attacker.color)
                .allows(Specialty::Brawler)
    }

    /// Rendering Aid/Committing Sabotage: asks the players of the other Alert Agents in the Zone.
    fn helpers(
        &self,
        state: &State,
        table: &mut Table<'_>,
        attacker: Agent,
        defender: Agent,
    ) -> Play<Vec<(Agent, Aid)>> {
        let Some(at) = state.agents.get(&attacker).map(|piece| piece.at) else {
            return Ok(vec![]);
        };
        let about = move |agent: Agent| {
            fields([
                ("agent", json!(agent)),
                ("attacker", json!(attacker)),
                ("defender", json!(defender)),
            ])
        };
        let mut agents = vec![];
        for (agent, piece) in state.there(at) {
            if agent == attacker || agent == defender {
                continue;
            }
            let barred = self.restrictions(state, agent.color).bars(Right::Help);
            let why = match barred {
                _ if piece.busy => format!("{agent} was Busy"),
                Some(problem) => format!("{} forbids it", self.content.name(problem)),
                None => {
                    agents.push(agent);
                    continue;
                }
            };
            let seat = self.seat(agent.color);
            table.leave_out(seat, asks::Help.name(), || about(agent), &why);
        }
        let ask = |agent: &Agent| {
            let agent = *agent;
            let ask = asks::Help
                .seldom(vec![Aid::None], || Aid::ALL[1..].to_vec())
                .about(move || about(agent));
            (self.seat(agent.color).clone(), self.seen(state, ask))
        };
        let answers = table.ask_all(agents.iter().map(ask).collect())?;
        Ok(agents.into_iter().zip(answers).collect())
    }
}
