//! The conditions that hold at every checkpoint.

use super::{
    TimeControl,
    content::COPIES,
    names::{Agent, Color, FateCard, TOKENS, Zone},
    problems::Problem,
    state::{State, WAVE_TOKENS},
};
use crate::engine::InvalidState;

impl TimeControl {
    /// Checks the conditions that hold at every checkpoint.
    pub(super) fn consistent(&self, state: &State) -> Result<(), InvalidState> {
        self.possible(state)?;
        InvalidState::unless(
            state.open_fate.is_empty(),
            "no duel is going on at the end of a turn (Results)",
        )?;
        InvalidState::unless(
            // The game may end before all Time Waves in Today are resolved.
            state.waves.keys().all(|place| place.zone != Zone::Today) || !state.winners.is_empty(),
            "no Time Wave is in Today at the end of a turn (The Resolve Phase)",
        )?;
        InvalidState::unless(
            state.fresh.is_empty(),
            "all Problems count at the end of a turn (Create)",
        )?;
        for color in state.players.keys() {
            InvalidState::unless(
                self.fatal(state, *color).is_empty(),
                "no player of the game has four Problems of a type (Losing)",
            )?;
        }
        Ok(())
    }

    /// Checks the conditions that hold in every state, also in the middle of a turn.
    pub(super) fn possible(&self, state: &State) -> Result<(), InvalidState> {
        let mut order = state.order.clone();
        order.sort_unstable();
        InvalidState::unless(
            order.iter().eq(state.players.keys())
                && order.len() == usize::from(state.options.players)
                && self.seating(&state.options).is_ok(),
            "every color sits at the table once (Setup)",
        )?;
        InvalidState::unless(
            state.players.values().all(|player| {
                player.tokens.iter().all(|token| TOKENS.contains(token))
                    && (player.out.is_none() || player.problems.is_empty())
            }),
            "a player has tokens from 1 to 21, and one who is out has no Problem (Components, Losing)",
        )?;
        InvalidState::unless(
            state.agents.iter().all(|(agent, piece)| {
                state.lives(agent.color) && state.players.contains_key(&piece.at.board)
            }),
            "Agents stand on boards of the game and belong to players who are in it (Losing)",
        )?;
        InvalidState::unless(
            state
                .agents
                .keys()
                .all(|agent: &Agent| state.players.contains_key(&agent.color)),
            "Agents belong to players (Setup)",
        )?;
        self.waves_are_possible(state)?;
        self.no_card_is_lost(state)?;
        let living: Vec<Color> = state.living().collect();
        InvalidState::unless(
            state.winners.is_empty() == (living.len() > 1)
                || state.options.last_round == Some(state.round),
            "the game is over when one player is left (Winning)",
        )
    }

    /// Checks the Time Waves.
    #[expect(clippy::unused_self, reason = "it belongs to the others")]
    fn waves_are_possible(&self, state: &State) -> Result<(), InvalidState> {
        InvalidState::unless(
            state.waves.iter().all(|(place, wave)| {
                state.players.contains_key(&place.board)
                    && wave
                        .create
                        .checked_add(wave.solve)
                        .is_some_and(|tokens| tokens > 0)
            }),
            "a Time Wave is a stack of tokens in the past of a board (Create Time Waves)",
        )?;
        let tokens: u32 = state
            .waves
            .values()
            .map(|wave| u32::from(wave.tokens()))
            .sum();
        InvalidState::unless(
            tokens <= u32::from(WAVE_TOKENS),
            "there are 72 Time Wave tokens (Components)",
        )
    }

    /// Components: every card is in one place.
    #[expect(clippy::unused_self, reason = "it belongs to the others")]
    fn no_card_is_lost(&self, state: &State) -> Result<(), InvalidState> {
        let fate = [
            &state.fate.shuffled[..],
            &state.fate.bottom,
            &state.open_fate,
        ];
        let mut fate = fate.concat();
        fate.sort_unstable();
        InvalidState::unless(
            fate.into_iter().eq(FateCard::all()) && state.fate.shuffled.is_sorted(),
            "no Fate card is lost or found (Components)",
        )?;
        let mut problems = [&state.problems.shuffled[..], &state.problems.bottom].concat();
        for player in state.players.values() {
            problems.extend(&player.problems);
        }
        problems.sort_unstable();
        let all = Problem::ALL.iter().flat_map(|problem| [*problem; COPIES]);
        InvalidState::unless(
            problems.into_iter().eq(all) && state.problems.shuffled.is_sorted(),
            "no Problem card is lost or found (Components)",
        )
    }
}
