//! Playing the Game: a player's turn.

use super::{
    Table, TimePirates,
    actions::Hands,
    asks::{self, Action},
    facts::Fact,
    state::{ACTIONS, Phase, State, Step, Turn},
};
use crate::engine::{Play, fields};
use std::ops::ControlFlow;

/// Playing 2: the number of actions of a player who has restocked.
pub(super) const ACTIONS_AFTER_RESTOCKING: u32 = 3;

impl TimePirates {
    /// Playing the Game: plays one turn. The player may begin it in the Epoch of the Time Police.
    pub(super) fn player_turn(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        mut turn: Turn,
    ) -> Play<ControlFlow<()>> {
        let player = turn.player;
        table.rule("Playing");
        let week = state.week;
        table.tell_all(Fact::Turn { player, week });
        turn.left = ACTIONS;
        if state.at(player) == state.police {
            turn.police = Some(state.police);
            turn.step = Step::Discarding;
            state.phase = Phase::Turn(turn);
            self.discard_to_police(state, table, player)?;
        } else if let Some(epoch) = self.choose_restock(state, table, player)? {
            turn.step = Step::Restocking(epoch);
            state.phase = Phase::Turn(turn);
            if self.restock(state, table, player, epoch)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            turn.left = ACTIONS_AFTER_RESTOCKING;
        }
        turn.step = Step::Actions;
        state.phase = Phase::Turn(turn);
        self.perform_actions(state, table, turn)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Playing 2, Police 4 and 5: lets the player take, move and sell as often as the turn allows. The uses of Atomic
    /// Symbols and Arrows come before, between or after these actions, and do not count as actions (ruling B6).
    pub(super) fn perform_actions(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        mut turn: Turn,
    ) -> Play<()> {
        let player = turn.player;
        let mut hands = Hands::new();
        loop {
            table.rule("Playing 2");
            let choices = self.actions(state, &turn, &hands);
            let left = turn.left;
            let ask = asks::Act
                .one_of(choices)
                .about(move || fields([("left", left.into())]))
                .why(|action| {
                    self.wrong_action(state, &turn, &hands, *action)
                        .map(Into::into)
                })
                .seen(|| self.seen(state));
            let action = table.ask(self.seat(player), ask)?;
            if let Action::Exchange { .. } = action {
                hands.push(state.hands());
            } else {
                hands.clear();
            }
            match action {
                Action::Done => return Ok(()),
                Action::Take(artifact) => self.take_artifact(state, table, player, artifact),
                Action::Move(epoch) => self.move_along(state, table, &turn, epoch),
                Action::Sell(marker) => self.sell(state, table, player, marker)?,
                Action::Atomic { discard, to } => {
                    self.use_atomic_symbol(state, table, player, discard, to);
                }
                Action::Exchange { give, from, take } => {
                    self.exchange(state, table, player, give, from, take);
                }
            }
            if action.counts() {
                turn.left -= 1;
            }
            state.phase = Phase::Turn(turn);
        }
    }
}
