//! The Alert Phase. It needs no decision (ruling D15).

use super::{
    Table, TimeControl,
    facts::Fact,
    names::{Agent, Color},
    state::State,
};

impl TimeControl {
    /// The Alert Phase: all Busy Agents on each board are flipped to Alert, those of all players.
    pub(super) fn alert_phase(&self, state: &mut State, table: &mut Table<'_>) {
        table.rule("The Alert Phase");
        let (mut alerted, mut stay) = (vec![], vec![]);
        for board in state.order.clone() {
            let (most, problem) = if state.lives(board) {
                let restrictions = self.restrictions(state, board);
                (usize::from(restrictions.alerts), restrictions.alerts_by)
            } else {
                (usize::MAX, None)
            };
            let busy = on_board(state, board);
            let flipped = busy.len().min(most);
            alerted.extend(&busy[..flipped]);
            if let Some(problem) = problem.filter(|_| flipped < busy.len()) {
                stay.push(Fact::StayBusy {
                    agents: busy[flipped..].to_vec(),
                    board,
                    problem,
                });
            }
        }
        for agent in &alerted {
            if let Some(piece) = state.agents.get_mut(agent) {
                piece.busy = false;
            }
        }
        if !alerted.is_empty() {
            table.tell_all(Fact::Alerted { agents: alerted });
        }
        for fact in stay {
            table.tell_all(fact);
        }
    }
}

/// Returns the Busy Agents on a board: first those of the board's player (ruling T6).
fn on_board(state: &State, board: Color) -> Vec<Agent> {
    let busy = state
        .agents
        .iter()
        .filter(|(_, piece)| piece.busy && piece.at.board == board);
    let mut agents: Vec<Agent> = busy.map(|(agent, _)| *agent).collect();
    agents.sort_by_key(|agent| agent.color != board);
    agents
}
