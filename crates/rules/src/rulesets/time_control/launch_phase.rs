//! The Launch Phase. All players launch at once, from sealed lists (ruling D14).

use super::{
    Table, TimeControl, Wrong, asks,
    facts::Fact,
    names::{Agent, Color, Place, Zone},
    restrictions::Restrictions,
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
                    .map(|agent| {
                        let so_far = so_far(&launched, agent.color);
                        self.ask_launch(state, *agent, so_far)
                    })
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
                so_far(&launched, agent.color) < self.restrictions(state, agent.color).launches
            });
        }
        Ok(())
    }

    /// The Launch Phase: the question where an Agent is launched. It says how many may still be launched if a Problem limits
    /// their number.
    fn ask_launch<'r>(
        &'r self,
        state: &'r State,
        agent: Agent,
        so_far: u8,
    ) -> (SeatId, Ask<'r, Zone>) {
        let Restrictions {
            deepest_launch: deepest,
            launches,
            launches_by,
            ..
        } = self.restrictions(state, agent.color);
        let zones = Zone::ALL.iter().copied().filter(|zone| *zone <= deepest);
        let ask = asks::Launch
            .one_of(zones.collect())
            .about(move || {
                let mut about = fields([("agent", json!(agent))]);
                if let Some(problem) = launches_by {
                    let left = launches.saturating_sub(so_far);
                    about.insert("left".to_owned(), json!(left));
                    about.insert("most".to_owned(), json!(launches));
                    about.insert("problem".to_owned(), json!(problem));
                }
                about
            })
            .why(move |to: &Zone| Some(Wrong::TooDeep { deepest, to: *to }.into()));
        (self.seat(agent.color).clone(), self.seen(state, ask))
    }
}

/// Returns how many Agents of a color are launched so far.
fn so_far(launched: &[Color], color: Color) -> u8 {
    let own = launched.iter().filter(|other| **other == color).count();
    u8::try_from(own).unwrap_or(u8::MAX)
}

/// Returns the Alert Agents of a color in Today of their own board.
fn ready(state: &State, color: Color) -> Vec<Agent> {
    let agents = state.of(color);
    let ready = agents.filter(|(agent, piece)| !piece.busy && piece.at == State::home(*agent));
    ready.map(|(agent, _)| agent).collect()
}
