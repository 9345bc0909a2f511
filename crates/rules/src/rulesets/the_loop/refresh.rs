//! III. Acquire Artifact, Attendance Reward, V. Refresh and New Cycle.

use super::{
    Table, TheLoop,
    artifacts::Artifact,
    asks,
    facts::Fact,
    names::{Agent, Era, Take},
    state::{End, Phase, State, Turn},
};
use crate::engine::Play;

/// Your Hand: the number of cards in a hand that is refreshed.
pub(super) const HAND: usize = 3;

impl TheLoop {
    /// III. Acquire Artifact: asks the Agent which available card of their Era they take, if any.
    pub(super) fn acquire_artifact(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
    ) -> Play<()> {
        table.rule("Acquire Artifact");
        let era = state.at(agent);
        let here = state.space(era).artifacts.iter().copied();
        let choices = std::iter::once(Take::None).chain(here.map(Take::Artifact));
        let ask = asks::Acquire
            .one_of(choices.collect())
            .why(|take| match take {
                Take::None => None,
                Take::Artifact(artifact) => wrong_take(state, era, *artifact).map(Into::into),
            })
            .shown(state);
        if let Take::Artifact(artifact) = table.ask(self.seat(agent), ask)? {
            self.acquire(state, table, agent, artifact);
        }
        Ok(())
    }

    /// Attendance Reward: reveals a card for each Agent and one more. All say in one window in which order they want them;
    /// then each takes the first that is left, in turn order from the active player (ruling E3).
    pub(super) fn attendance_reward(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
    ) -> Play<()> {
        table.rule("Attendance Reward");
        for _ in 0..=state.order.len() {
            let card = self.top_of_huge_deck(state, table)?;
            state.reward.extend(card);
        }
        if state.reward.is_empty() {
            return Ok(());
        }
        table.tell_all(Fact::Reward {
            artifacts: state.reward.iter().copied().collect(),
        });
        self.choose_rewards(state, table, agent)
    }

    /// Attendance Reward: asks for the wishes and deals out the revealed cards. A view that was seen while the cards lay
    /// open is played on from here.
    pub(super) fn choose_rewards(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
    ) -> Play<()> {
        table.rule("Attendance Reward");
        let cards: Vec<Artifact> = state.reward.iter().copied().collect();
        let order = state.from(agent);
        let asks = order.iter().map(|other| {
            let ask = asks::Reward.ranking(cards.clone()).shown(state);
            (self.seat(*other).clone(), ask)
        });
        let asks = asks.collect();
        let wishes = table.ask_all(asks)?;
        for (agent, wishes) in order.into_iter().zip(wishes) {
            let wanted = wishes.into_iter().find(|card| state.reward.contains(card));
            if let Some(artifact) = wanted {
                state.reward.remove(&artifact);
                state.deck_mut(agent).top.push(artifact);
                table.tell_all(Fact::Rewarded { agent, artifact });
            }
        }
        for artifact in std::mem::take(&mut state.reward) {
            state.destroyed.insert(artifact);
            table.tell_all(Fact::RewardLeft { artifact });
        }
        Ok(())
    }

    /// V. Refresh: the hand is discarded, all draw up to three cards, and the next Agent's turn comes. The game is lost when
    /// the last Cycle is over.
    pub(super) fn refresh(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
    ) -> Play<()> {
        table.rule("Refresh");
        let deck = state.deck_mut(agent);
        let hand = std::mem::take(&mut deck.hand);
        deck.discards.extend(hand.keys());
        table.tell_all(Fact::Refreshed {
            agent,
            discarded: hand.into_keys().collect(),
        });
        for agent in state.from(agent) {
            while state.deck(agent).hand.len() < HAND {
                if self.draw_card(state, table, agent)?.is_none() {
                    break;
                }
            }
        }
        if state.visited.len() == Era::ALL.len() {
            table.rule("New Cycle");
            if usize::from(state.cycle) == self.content.cycles.len() {
                self.game_over(state, table, End::OutOfTime);
                return Ok(());
            }
            state.cycle += 1;
            state.visited.clear();
            table.tell_all(Fact::NewCycle { cycle: state.cycle });
        }
        let next = state.from(agent).get(1).copied().unwrap_or(agent);
        state.phase = Phase::Turn(Turn::of(next));
        Ok(())
    }
}

/// Acquire Artifact: returns the reason why a card cannot be taken, or `None` if it can.
pub(super) fn wrong_take(
    state: &State,
    era: Era,
    artifact: Artifact,
) -> Option<super::diagnostics::Wrong> {
    let there = state.space(era).artifacts.contains(&artifact);
    (!there).then_some(super::diagnostics::Wrong::NotAvailable { artifact, era })
}
