//! The conditions that hold in every state, also in the middle of a turn.

use super::{
    TheLoop,
    artifacts::Artifact,
    faux_phase::VORTEXES,
    missions::TO_WIN,
    names::{Clone as Token, Era, Mission},
    state::{ENERGY, End, Phase, SLOTS, State, Tile},
};
use crate::{collect::Collect, engine::InvalidState};
use std::collections::BTreeSet;

impl TheLoop {
    /// Checks the conditions that hold in every state.
    pub(super) fn consistent(&self, state: &State) -> Result<(), InvalidState> {
        let mut order = state.order.clone();
        order.sort_unstable();
        InvalidState::unless(
            order.iter().eq(state.agents.keys())
                && order.len() == state.options.agents_at_table()
                && self.seating(&state.options).is_ok(),
            "every Agent sits at the table once (Setup)",
        )?;
        InvalidState::unless(
            state.eras.keys().eq(Era::ALL),
            "the board has seven Eras (Components)",
        )?;
        let cycles = self.content.cycles.len();
        InvalidState::unless(
            (1..=cycles).contains(&usize::from(state.cycle)),
            "a game lasts its Cycles (Game Flow)",
        )?;
        let visited: BTreeSet<Era> = state.visited.iter().copied().collect_set();
        InvalidState::unless(
            visited.len() == state.visited.len()
                && state.visited.last().is_none_or(|era| *era == state.faux),
            "Dr. Faux visits an Era once in a Cycle (Resolved Faux Cards)",
        )?;
        self.no_card_is_lost(state)?;
        self.no_clone_is_lost(state)?;
        self.missions_are_where_they_belong(state)?;
        let energy: u32 = state
            .eras
            .values()
            .map(|space| u32::from(space.energy))
            .sum();
        InvalidState::unless(energy <= ENERGY, "there are 30 Energy cubes (Components)")?;
        for space in state.eras.values() {
            InvalidState::unless(
                space.rifts <= SLOTS,
                "an Era has three slots for Rifts (Components)",
            )?;
            InvalidState::unless(
                !space.vortex || space.mission.is_none(),
                "a Vortex takes the place of the Mission (Placing a Vortex)",
            )?;
        }
        InvalidState::unless(
            state.vortexes().count() <= VORTEXES,
            "there are three Vortex tiles (Components)",
        )?;
        InvalidState::unless(
            match &state.phase {
                Phase::Turn(turn) => {
                    state.agents.contains_key(&turn.agent) && state.completed.len() < TO_WIN
                }
                Phase::Over(End::Victory) => state.completed.len() == TO_WIN,
                Phase::Over(_) => state.completed.len() < TO_WIN,
            },
            "the game ends with the fourth Mission (Victory)",
        )
    }

    /// Components: every Artifact is in one place.
    fn no_card_is_lost(&self, state: &State) -> Result<(), InvalidState> {
        let mut all: Vec<Artifact> = vec![];
        for deck in state.agents.values() {
            all.extend(deck.hand.keys());
            all.extend(&deck.top);
            all.extend(&deck.pile);
            all.extend(&deck.discards);
        }
        for space in state.eras.values() {
            all.extend(&space.artifacts);
        }
        all.extend(&state.huge_deck);
        all.extend(&state.destroyed);
        all.extend(&state.reward);
        all.sort_unstable();
        let in_game = self.content.artifacts.iter().filter(|(_, card)| {
            card.agent
                .is_none_or(|agent| state.agents.contains_key(&agent))
        });
        InvalidState::unless(
            all.iter().eq(in_game.map(|(id, _)| id)),
            "no Artifact is lost or found (Components)",
        )
    }

    /// Components: every Clone is in one place, and none is in its Paradox Era (Destroying Clones).
    fn no_clone_is_lost(&self, state: &State) -> Result<(), InvalidState> {
        let mut all: Vec<Token> = state.bag.iter().copied().collect();
        for (era, space) in &state.eras {
            InvalidState::unless(
                space.clones.iter().all(|clone| clone.paradox != *era),
                "no Clone is in its Paradox Era (Destroying Clones)",
            )?;
            all.extend(&space.clones);
        }
        all.sort_unstable();
        InvalidState::unless(
            all.iter().eq(&self.content.clones),
            "no Clone is lost or found (Components)",
        )
    }

    /// Mission Tiles: every Mission is in one place, two are revealed as long as one is face down, and cubes fill their slots.
    fn missions_are_where_they_belong(&self, state: &State) -> Result<(), InvalidState> {
        let mut all: Vec<Mission> = state.unknown.iter().copied().collect();
        all.extend(&state.completed);
        all.extend(&state.failed);
        for space in state.eras.values() {
            if let Some(Tile::Revealed {
                mission,
                cubes,
                eras,
            }) = &space.mission
            {
                all.push(*mission);
                let tile = self.content.missions.get(mission);
                let fits = tile.is_some_and(|tile| {
                    *cubes <= tile.slots && (!tile.per_era || eras.len() == usize::from(*cubes))
                });
                InvalidState::unless(fits, "each cube has its slot (Progress on Missions)")?;
            }
        }
        all.sort_unstable();
        InvalidState::unless(
            all.iter().eq(self.content.missions.keys()),
            "no Mission is lost or found (Components)",
        )?;
        let mut tiles = state.eras.values().map(|space| &space.mission);
        let revealed = state.revealed().count();
        // The game ends before the next Mission is revealed.
        let over = matches!(state.phase, Phase::Over(_));
        InvalidState::unless(
            revealed == 2
                || revealed < 2 && (over || !tiles.any(|tile| *tile == Some(Tile::FaceDown))),
            "two Missions are revealed (Mission Tiles)",
        )
    }
}
