//! The changes of an Agent: it moves, becomes Busy, or is discarded.

use super::{
    Table,
    effects::Effect,
    facts::Fact,
    names::{Agent, Place},
    problems::Problem,
    state::State,
};

/// Flips an Agent to Busy, unless it is busy.
pub(super) fn busy(state: &mut State, table: &mut Table<'_>, agent: Agent) {
    busy_by(state, table, agent, None);
}

/// Flips an Agent to Busy, unless it is busy, because of a Problem or without one.
pub(super) fn busy_by(
    state: &mut State,
    table: &mut Table<'_>,
    agent: Agent,
    problem: Option<Problem>,
) {
    if let Some(piece) = state.agents.get_mut(&agent)
        && !piece.busy
    {
        piece.busy = true;
        table.tell_all(Fact::Busied { agent, problem });
    }
}

/// Moves an Agent to a place.
pub(super) fn go(state: &mut State, table: &mut Table<'_>, agent: Agent, to: Place) {
    if let Some(piece) = state.agents.get_mut(&agent) {
        let from = piece.at;
        piece.at = to;
        table.tell_all(Fact::Moved { agent, from, to });
    }
}

/// Discards an Agent.
pub(super) fn discard(state: &mut State, table: &mut Table<'_>, agent: Agent) {
    if let Some(piece) = state.agents.remove(&agent) {
        let from = piece.at;
        table.tell_all(Fact::Discarded { agent, from });
    }
}

/// Results: applies what a Fate card says to an Agent. Below Pre-History it is discarded.
pub(super) fn apply(state: &mut State, table: &mut Table<'_>, agent: Agent, effect: Effect) {
    let Some(piece) = state.agents.get(&agent).copied() else {
        return;
    };
    let zones = match effect {
        Effect::Nothing => return,
        Effect::Discard => return discard(state, table, agent),
        Effect::Move(zones) => zones,
        Effect::BusyOrMove(zones) if piece.busy => zones,
        Effect::Busy | Effect::BusyOrMove(_) => return busy(state, table, agent),
    };
    match piece.at.zone.down(zones) {
        Some(zone) => go(state, table, agent, Place::new(piece.at.board, zone)),
        None => discard(state, table, agent),
    }
}
