//! Playing the Game, for a player who begins their turn in the Epoch of the Time Police.

use super::{
    Table, TimePirates, asks,
    diagnostics::Wrong,
    facts::Fact,
    names::{Artifact, Color, Player},
    state::{Side, State},
};
use crate::engine::Play;

impl TimePirates {
    /// Police 2 and 3: discards one counter of the largest set, and then every World counter (ruling B9).
    pub(super) fn discard_to_police(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        player: Player,
    ) -> Play<()> {
        let choices = of_largest_sets(state.side(player));
        if choices.is_empty() {
            return Ok(());
        }
        table.rule("Police 2");
        let cheapest = cheapest(self, state, player, &choices);
        let mut ask = asks::Discard.one_of(choices);
        if let Some(cheapest) = cheapest {
            ask = ask.or(cheapest);
        }
        let ask = ask
            .why(|artifact| wrong_discard(state.side(player), *artifact).map(Into::into))
            .seen(|| self.seen(state));
        let artifact = table.ask(self.seat(player), ask)?;
        state.discard(player, artifact);
        let artifacts = vec![artifact];
        table.tell_all(Fact::Lost { player, artifacts });

        table.rule("Police 3");
        let artifacts = state.lose_world(player);
        if !artifacts.is_empty() {
            table.tell_all(Fact::Lost { player, artifacts });
        }
        Ok(())
    }
}

/// Police 2: returns the counters of a player's largest set, or of all that are equally large. The World counters are a
/// set of their own (ruling B8).
pub(super) fn of_largest_sets(side: &Side) -> Vec<Artifact> {
    let largest = Color::ALL.iter().map(|color| side.count(*color)).max();
    side.artifacts
        .keys()
        .copied()
        .filter(|artifact| Some(side.count(artifact.color)) == largest)
        .collect()
}

/// Police 2: returns the reason why a counter cannot be the one to discard, or `None` if it can.
pub(super) fn wrong_discard(side: &Side, artifact: Artifact) -> Option<Wrong> {
    if !side.artifacts.contains_key(&artifact) {
        Some(Wrong::NotHeld(artifact))
    } else if of_largest_sets(side).contains(&artifact) {
        None
    } else {
        Some(Wrong::NotLargest(artifact))
    }
}

/// Returns the default (ruling B8): a World counter, which is lost anyway; else a counter of the set that would sell
/// for least, without a symbol if there is one.
pub(super) fn cheapest(
    rules: &TimePirates,
    state: &State,
    player: Player,
    choices: &[Artifact],
) -> Option<Artifact> {
    let side = state.side(player);
    let sells_for = |color: Color| {
        let sold = state
            .scoring_board
            .keys()
            .filter(|marker| marker.color == color && u32::from(marker.set) <= side.count(color));
        sold.map(|marker| rules.content.points(*marker)).max()
    };
    choices.iter().copied().min_by_key(|artifact| {
        (
            *artifact != Artifact::WORLD,
            sells_for(artifact.color),
            artifact.symbol,
        )
    })
}

impl State {
    /// Police 3: takes every World counter from a player and returns them.
    pub(super) fn lose_world(&mut self, player: Player) -> Vec<Artifact> {
        let mut lost = vec![];
        while self.discard(player, Artifact::WORLD) {
            lost.push(Artifact::WORLD);
        }
        lost
    }
}
