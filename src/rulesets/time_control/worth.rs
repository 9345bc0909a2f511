//! The worth of a position, for bots and their search.

use super::{
    TimeControl,
    names::{Color, Place},
    problems::{Problem, ProblemType},
    state::{State, Wave},
};
use crate::{engine::SeatId, rulesets::kit::side};
use std::cmp::Reverse;

/// The danger of so many Problems of one type, in thousandths of a Problem.
const DANGER: [i64; 5] = [0, 300, 900, 2_400, 9_000];

/// The worth of a won game, in thousandths of a Problem.
const VICTORY: i64 = 20_000;

pub(super) fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

impl TimeControl {
    /// Returns the points of a player: ten, less a point for each of their Problems; none for a player who is out.
    pub(super) fn standing(&self, state: &State, color: Color) -> i64 {
        if !state.lives(color) {
            return 0;
        }
        let problems = count(state.player(color).problems.len());
        (10 - problems).max(1)
    }

    /// Returns the worth of a position to a seat, in thousandths of a Problem.
    pub(super) fn worth_to(&self, state: &State, seat: &SeatId) -> i64 {
        let Some(own) = side::<Color>(seat).filter(|color| state.players.contains_key(color))
        else {
            return 0;
        };
        if state.winners.contains(&own) {
            return VICTORY;
        }
        if !state.lives(own) {
            return -VICTORY;
        }
        let others: Vec<Color> = state.living().filter(|other| *other != own).collect();
        let danger: i64 = others.iter().map(|other| self.danger(state, *other)).sum();
        let average = danger / count(others.len().max(1));
        let out = count(state.players.len()) - 1 - count(others.len());
        average - self.danger(state, own) + out * 2_000
    }

    /// Returns how near a player is to the end, in thousandths of a Problem: by their Problems, the Time Waves on their board,
    /// and their Agents and tokens.
    pub(super) fn danger(&self, state: &State, color: Color) -> i64 {
        let mut danger = 0;
        for of in ProblemType::ALL {
            let problems = self.problems_of(state, color, *of);
            danger += DANGER[problems.min(4)];
        }
        for (place, wave) in &state.waves {
            if place.board == color {
                danger += self.threat(*place, *wave);
            }
        }
        let player = state.player(color);
        let points: i64 = player.tokens.iter().map(|token| i64::from(*token)).sum();
        danger - 90 * count(state.of(color).count()) - 4 * points
    }

    /// Returns the Problems that a Time Wave may bring, in thousandths: more, the nearer it is.
    #[expect(clippy::unused_self, reason = "it belongs to the others")]
    pub(super) fn threat(&self, place: Place, wave: Wave) -> i64 {
        let turns = place.zone as i64;
        let create = i64::from(wave.create) + turns - 1;
        let problems = (create + 1) / 2 + i64::from(wave.solve % 2) - i64::from(wave.solve / 2);
        problems * 600 / (turns + 1)
    }

    /// Returns the danger that is gone with one of a player's Problems; of equals the one that came first is more.
    pub(super) fn relief(
        &self,
        state: &State,
        color: Color,
        problem: Problem,
    ) -> (i64, Reverse<Option<usize>>) {
        let gone = |of: &ProblemType| {
            let problems = self.problems_of(state, color, *of).min(4);
            DANGER[problems] - DANGER[problems.saturating_sub(1)]
        };
        let types = &self.content.problem(problem).types;
        let own = &state.player(color).problems;
        let came = own.iter().position(|one| *one == problem);
        (types.iter().map(gone).sum(), Reverse(came))
    }
}
