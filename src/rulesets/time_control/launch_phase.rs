//! The Launch Phase. All players launch at once, from sealed lists (ruling D14).

use super::{
    Table, TimeControl, Wrong, asks,
    facts::Fact,
    names::{Agent, Color, Place, Zone},
    state::State,
};
use crate::engine::{Ask, Play, SeatId, fields};
use serde_json::json;

impl TimeControl {
    /// The Launch Phase: players launch Alert Agents from Today to Zones of their own Timeline.
    pub(super) fn launch_phase(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("The Launch Phase");
        let ready: Vec<Agent> = state
            .living()
            .flat_map(|color| ready(state, color))
            .collect();
        let mut waiting = ready;
        let mut launched: Vec<Color> = vec![];
        // Agents of a player whose Problem limits their number are asked about one by one, until so many are launched.
        while !waiting.is_empty() {
            let mut limited: Vec<Color> = vec![];
            let (now, later): (Vec<Agent>, Vec<Agent>) = waiting.into_iter().partition(|agent| {
                let color = agent.color;
                if self.restrictions(state, color).launches == u8::MAX {
                    return true;
                }
                let first = !limited.contains(&color);
                limited.push(color);
                first
            });
            let zones = table.ask_all(
                now.iter()
                    .map(|agent| self.ask_launch(state, *agent))
                    .collect(),
            )?;
            for (agent, zone) in now.into_iter().zip(zones) {
                if zone == Zone::Today {
                    continue;
                }
                launched.push(agent.color);
                let to = Place::new(agent.color, zone);
                if let Some(piece) = state.agents.get_mut(&agent) {
                    piece.at = to;
                }
                table.tell_all(Fact::Launched { agent, to });
            }
            waiting = later;
            waiting.retain(|agent| {
                let so_far = launched
                    .iter()
                    .filter(|color| **color == agent.color)
                    .count();
                so_far < usize::from(self.restrictions(state, agent.color).launches)
            });
        }
        Ok(())
    }

    /// The Launch Phase: the question where an Agent is launched.
    fn ask_launch<'r>(&'r self, state: &'r State, agent: Agent) -> (SeatId, Ask<'r, Zone>) {
        let deepest = self.restrictions(state, agent.color).deepest_launch;
        let zones = Zone::ALL.iter().copied().filter(|zone| *zone <= deepest);
        let ask = asks::Launch
            .one_of(zones.collect())
            .about(move || fields([("agent", json!(agent))]))
            .why(move |to: &Zone| Some(Wrong::TooDeep { deepest, to: *to }.into()));
        (self.seat(agent.color).clone(), self.seen(state, ask))
    }
}

/// Returns the Alert Agents of a color in Today of their own board.
fn ready(state: &State, color: Color) -> Vec<Agent> {
    let agents = state.of(color);
    let ready = agents.filter(|(agent, piece)| !piece.busy && piece.at == State::home(*agent));
    ready.map(|(agent, _)| agent).collect()
}
