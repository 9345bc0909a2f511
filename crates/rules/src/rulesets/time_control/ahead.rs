//! The preview: a player's launches and announcements, and supposed ones of others, are executed on the player's own view, once
//! for each card that can be drawn.

use super::{
    Table, TimeControl,
    cash_out::Moment,
    facts::Fact,
    names::Color,
    state::{State, Step},
    view::View,
};
use crate::{
    engine::{self, Ahead, Cast, Drawn, Play, SeatId},
    rulesets::kit::side,
};

impl Ahead<View, State, Fact> for TimeControl {
    fn imagine(&self, state: &View, seat: &SeatId, _: &Drawn) -> Option<State> {
        let color: Color = side(seat)?;
        // A view that was cut short in its file is no consistent state, so it cannot be previewed.
        let whole = self.possible(state).is_ok() && state.lives(color);
        (whole && state.winners.is_empty()).then(|| state.clone())
    }

    /// Executes the part of the turn that is being played, as if all players outside the cast passed: the Time Agent Turn up to its
    /// end, cashing out, or the Time Wave Attack Phase.
    fn play(
        &self,
        state: &mut State,
        _: &Cast,
        _: &dyn Fn(&State),
        table: &mut Table<'_>,
    ) -> Play<()> {
        match state.step {
            Step::Start => self.time_agent_turn(state, table),
            Step::Before(_) | Step::Window(_) => self.action_phase(state, table),
            Step::Waves => self.cash_out_all(state, table, Moment::Waves),
            Step::Resolved => self.cash_out_all(state, table, Moment::Resolved),
            Step::Attack => self.wave_attack_phase(state, table),
        }
    }

    /// Leaves out the cards that say the results of duels: what they do follows, with its own chance.
    fn step(&self, _: &View, _: &Cast, rule: &str, fact: &Fact) -> Option<engine::Step> {
        (!matches!(fact, Fact::Result { .. })).then(|| engine::Step::told(rule, fact))
    }

    fn beyond(&self, view: &View, _: &Cast) -> Vec<String> {
        let words = match view.step {
            Step::Start | Step::Before(_) | Step::Window(_) => {
                "what others announce and how they interrupt, and the Time Wave Turn"
            }
            Step::Waves => "the Time Wave Turn",
            Step::Resolved => "the Time Wave Attack Phase",
            Step::Attack => "the next turn",
        };
        vec![words.to_owned()]
    }

    fn purse(&self, state: &State, seat: &SeatId) -> Vec<(&'static str, i64)> {
        let Some(color) = side(seat).filter(|color| state.players.contains_key(color)) else {
            return vec![];
        };
        let count = |n: usize| i64::try_from(n).unwrap_or(0);
        let player = state.player(color);
        vec![
            ("Agents", count(state.of(color).count())),
            ("Time Control tokens", count(player.tokens.len())),
            ("Problems", count(player.problems.len())),
        ]
    }
}
