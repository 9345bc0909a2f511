//! The conditions that hold in every state between two turns.

use super::{
    TimeWhisperers,
    names::{Card, Number, Power},
    state::{Face, Phase, State},
};
use crate::{collect::Collect, engine::InvalidState};
use std::collections::BTreeSet;

impl TimeWhisperers {
    /// Checks the conditions that hold in every state between two turns.
    pub(super) fn consistent(&self, state: &State) -> Result<(), InvalidState> {
        let over = state.phase == Phase::Over;
        InvalidState::unless(
            over || matches!(state.phase, Phase::Placement | Phase::BeforeCardPlay),
            "turns begin before phase 1 and end after phase 4 (Game overview)",
        )?;
        InvalidState::unless(
            (1..=state.rounds()).contains(&state.round),
            "there are four rounds, or three in the youth game (Game overview)",
        )?;
        InvalidState::unless(
            (2..=4).contains(&state.players.len()),
            "2 to 4 play (Setup 4)",
        )?;
        InvalidState::unless(
            state.united.is_none() && state.waits.is_none() && state.two.is_none(),
            "what holds for one play or one scoring does not outlast it",
        )?;
        InvalidState::unless(
            over || (state.theft.is_none() && state.play == 0),
            "a new round begins without what the last one brought (Phase 4)",
        )?;
        let numbers: BTreeSet<Number> = Number::up_to(state.highest()).collect_set();
        let cards = state.full_hand();
        for player in state.players.values() {
            InvalidState::unless(
                state.phase == Phase::Placement || player.whisperers.keys().eq(&numbers),
                "every Time Whisperer is on the board (Setup 5)",
            )?;
            InvalidState::unless(
                over || (player.hand == cards && player.played.is_empty()),
                "all cards are in hand when a round begins (Phase 4.3)",
            )?;
            InvalidState::unless(
                over || player
                    .whisperers
                    .values()
                    .all(|w| !w.augmented && !w.tripled && !w.eliminated),
                "no disk lies on the board when a round begins (Phase 4.2)",
            )?;
            InvalidState::unless(
                over || (player.activated, player.petrified, player.mimicked) == (None, None, None),
                "no Time Whisperer is activated when a round begins (Phase 1)",
            )?;
            let active = player.powers.values().filter(|f| **f == Face::Active);
            InvalidState::unless(
                over || active.count() == usize::from(!player.powers.is_empty()),
                "one gold power of each player is active when a round begins (Phase 4.4)",
            )?;
            InvalidState::unless(
                player.vp.len() <= usize::from(state.round),
                "no round is scored before it is played (Phase 2)",
            )?;
            let mut all: BTreeSet<Card> = player.hand.clone();
            all.extend(&player.played);
            InvalidState::unless(
                all.is_subset(&cards) && all.len() == player.hand.len() + player.played.len(),
                "there is one of each card (Components)",
            )?;
        }
        self.all_powers_are_somewhere(state)
    }

    /// Setup 1, Phase 3: checks that each round takes one level from each age, and that every power is on the board,
    /// with a player or out of the game.
    fn all_powers_are_somewhere(&self, state: &State) -> Result<(), InvalidState> {
        let on_board = state.slots.values().flatten();
        let owned = state.players.values().flat_map(|p| p.powers.keys());
        let all: Vec<Power> = on_board
            .chain(owned)
            .chain(&state.removed)
            .copied()
            .collect();
        let distinct: BTreeSet<Power> = all.iter().copied().collect_set();
        let wanted = if state.youth { 0 } else { 12 };
        InvalidState::unless(
            all.len() == wanted && distinct.len() == wanted,
            "twelve gold powers are in play, each once (Setup 1)",
        )?;
        let left = if state.youth { 0 } else { 4 - state.round };
        let has_left = |slots: &Vec<Power>| {
            let levels = slots.iter().map(|power| power.level());
            levels.eq(4 - left..=3)
        };
        InvalidState::unless(
            state.slots.values().all(has_left),
            "each round takes the lowest level from each age (Phase 3)",
        )
    }
}
