//! The preview: a player's orders, and supposed orders of others, are executed on the player's own view, once for each card
//! that can be drawn.

use super::{
    Table, TheLoop,
    facts::Fact,
    names::Agent,
    state::{Phase, State, Turn},
    view::View,
};
use crate::{
    engine::{Ahead, Cast, Drawn, Play, SeatId},
    rulesets::kit::side,
};

/// Returns the Agents whose turns a preview plays, from the turn that is going on.
fn in_order(state: &State, cast: &Cast) -> Vec<Agent> {
    let seats = || cast.supposed.iter().chain([&cast.own]);
    let plays = |agent: &Agent| seats().any(|seat| side(seat) == Some(*agent));
    let order = state.turn().map(|turn| state.from(turn.agent));
    order.into_iter().flatten().filter(plays).collect()
}

impl Ahead<View, State, Fact> for TheLoop {
    fn imagine(&self, state: &View, seat: &SeatId, _: &Drawn) -> Option<State> {
        let agent: Agent = side(seat)?;
        // A view that was cut short in its file is no consistent state, so it cannot be previewed.
        let whole = self.consistent(state).is_ok() && state.agents.contains_key(&agent);
        (whole && state.turn().is_some()).then(|| state.clone())
    }

    /// Executes the phases II to IV for the Agents of the cast, in turn order, as if nothing happened between their turns.
    fn play(
        &self,
        state: &mut State,
        cast: &Cast,
        own_done: &dyn Fn(&State),
        table: &mut Table<'_>,
    ) -> Play<()> {
        // While the cards of a reward lie open, they are all that is left of these phases.
        let active = state.turn().map(|turn| turn.agent);
        if let Some(active) = active.filter(|_| !state.reward.is_empty()) {
            self.choose_rewards(state, table, active)?;
            own_done(state);
            return Ok(());
        }
        for agent in in_order(state, cast) {
            match &state.phase {
                Phase::Over(_) => return Ok(()),
                Phase::Turn(turn) if turn.agent == agent => {}
                Phase::Turn(_) => state.phase = Phase::Turn(Turn::of(agent)),
            }
            self.until_refresh(state, table, agent)?;
            if side(&cast.own) == Some(agent) {
                own_done(state);
            }
        }
        Ok(())
    }

    /// Returns the view in the turn of that Agent.
    fn as_supposed(&self, state: &View, other: &SeatId) -> Option<View> {
        let agent: Agent = side(other)?;
        let other = state.turn().is_some_and(|turn| turn.agent != agent);
        (other && state.agents.contains_key(&agent)).then(|| State {
            phase: Phase::Turn(Turn::of(agent)),
            ..state.clone()
        })
    }

    /// Returns false if the turn of another Agent of the cast comes before.
    fn stands_as_seen(&self, view: &View, cast: &Cast, other: &SeatId) -> bool {
        in_order(view, cast).first().copied() == side(other)
    }

    fn beyond(&self, _: &View, _: &Cast) -> Vec<String> {
        vec!["the Refresh, and the next Faux Phase".to_owned()]
    }

    fn purse(&self, state: &State, seat: &SeatId) -> Vec<(&'static str, i64)> {
        let Some(deck) = side(seat).and_then(|agent: Agent| state.agents.get(&agent)) else {
            return vec![];
        };
        let space = state.space(deck.at);
        let rifts: i64 = state
            .eras
            .values()
            .map(|space| i64::from(space.rifts))
            .sum();
        vec![
            ("Energy in your Era", space.energy.into()),
            ("Rifts on the board", rifts),
        ]
    }
}
