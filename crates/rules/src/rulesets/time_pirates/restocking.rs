//! Restocking Artifacts, and the bag.

use super::{
    Table, TimePirates, asks,
    diagnostics::Wrong,
    facts::Fact,
    names::{Counter, Epoch, Path, Player, Restock},
    state::{State, take},
};
use crate::engine::Play;
use std::ops::ControlFlow;

impl TimePirates {
    /// Playing 1: asks the player which Epoch they restock; the default is none.
    pub(super) fn choose_restock(
        &self,
        state: &State,
        table: &mut Table<'_>,
        player: Player,
    ) -> Play<Option<Epoch>> {
        table.rule("Playing 1");
        let choices = std::iter::once(Restock::None)
            .chain(
                self.content
                    .epochs
                    .keys()
                    .filter(|epoch| self.wrong_restock(state, **epoch).is_none())
                    .map(|epoch| Restock::Epoch(*epoch)),
            )
            .collect();
        let ask = asks::Restock.one_of(choices).why(|restock| match restock {
            Restock::None => None,
            Restock::Epoch(epoch) => self.wrong_restock(state, *epoch).map(Into::into),
        });
        let ask = ask.seen(|| self.seen(state));
        Ok(match table.ask(self.seat(player), ask)? {
            Restock::None => None,
            Restock::Epoch(epoch) => Some(epoch),
        })
    }

    /// Restocking Artifacts: returns the reason why an Epoch cannot be restocked, or `None` if it can. The Epoch of the
    /// police can be restocked.
    pub(super) fn wrong_restock(&self, state: &State, epoch: Epoch) -> Option<Wrong> {
        if !self.content.epochs.contains_key(&epoch) {
            Some(Wrong::NoEpoch(epoch))
        } else if state.is_occupied(epoch) {
            Some(Wrong::Occupied(epoch))
        } else if state.spaces(epoch).iter().all(Option::is_some) {
            Some(Wrong::Full(epoch))
        } else {
            None
        }
    }

    /// Restocking Artifacts: draws one counter after another until every space has its Artifact. The eighth Time Police
    /// Counter ends a Week in the middle of a restock, and the last Week ends the game.
    pub(super) fn restock(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        player: Player,
        epoch: Epoch,
    ) -> Play<ControlFlow<()>> {
        table.rule("Restocking Artifacts");
        table.tell_all(Fact::Restocks { player, epoch });
        while let Some(space) = state.spaces(epoch).iter().position(Option::is_none) {
            table.rule("Restocking Artifacts");
            match self.draw(state, table, epoch)? {
                Counter::Artifact(artifact) => {
                    if let Some(spaces) = state.epochs.get_mut(&epoch) {
                        spaces[space] = Some(artifact);
                    }
                    table.tell_all(Fact::Drew { epoch, artifact });
                }
                Counter::Police(path) => {
                    if self.police_move(state, table, path)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Restocking Artifacts: moves the Time Police along the path at once, and puts the counter beside the board.
    fn police_move(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        path: Path,
    ) -> Play<ControlFlow<()>> {
        let from = state.police;
        let to = self.content.arrow(from, path);
        state.police = to;
        state.drawn.push(path);
        let count = u32::try_from(state.drawn.len()).expect("at most ten");
        table.tell_all(Fact::Police {
            path,
            from,
            to,
            count,
        });
        if count < super::scoring::WEEK {
            return Ok(ControlFlow::Continue(()));
        }
        self.time_goes_by(state, table)
    }

    /// Restocking Artifacts: draws one counter from the mixed bag, each as likely as any other. The bag is never empty,
    /// because at most seven of the ten Time Police Counters lie outside it (ruling B13).
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn draw(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        epoch: Epoch,
    ) -> Play<Counter> {
        let total = state.bag.values().sum();
        let drawn = table.pick(format_args!("bag/{epoch}"), total)?;
        let mut before = 0;
        let counter = state
            .bag
            .iter()
            .find(|(_, n)| {
                before += **n as usize;
                drawn < before
            })
            .map(|(counter, _)| *counter)
            .expect("the bag is never empty");
        take(&mut state.bag, &counter);
        Ok(counter)
    }
}
