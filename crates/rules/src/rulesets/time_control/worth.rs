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

/// The worth of an Agent, in thousandths of a Problem: one can be cashed out for a Problem of two types.
const AGENT: i64 = 600;

/// The worth of a point of Time Control tokens, in thousandths of a Problem: twenty can be cashed out for one.
const POINT: i64 = 30;

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

    /// Returns the worth of a position to a seat, in thousandths of a Problem: the danger of the others on average, less the
    /// player's own. A player who is out counts as a victory, so that their end is always worth more than their danger.
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
        let others = state.players.keys().filter(|other| **other != own);
        let each = others.map(|other| {
            if state.lives(*other) {
                self.danger(state, *other)
            } else {
                VICTORY
            }
        });
        each.sum::<i64>() / count(state.players.len() - 1) - self.danger(state, own)
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
        danger - AGENT * count(state.of(color).count()) - POINT * points
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::{kit::testing, time_control::state::Out};
    use serde_json::json;

    fn game(rules: &TimeControl) -> (State, SeatId) {
        let state = testing::set_up(rules, &json!({"players": 3}), 1);
        (state, SeatId::new("green").expect("a seat"))
    }

    /// Losing: that another player is out is worth more than any number of their Problems.
    #[test]
    fn the_end_of_another_player_is_worth_more_than_their_danger() {
        let rules: TimeControl = testing::rules();
        let (mut state, green) = game(&rules);
        let most = [
            Problem::WorldAtWar,
            Problem::DarkAge,
            Problem::NoElectricity,
            Problem::DuelsOfHonor,
        ];
        state.player_mut(Color::Purple).problems = most.into();
        state.player_mut(Color::Purple).tokens.clear();
        state.agents.retain(|agent, _| agent.color != Color::Purple);
        let before = rules.worth_to(&state, &green);
        let purple = state.player_mut(Color::Purple);
        purple.problems.clear();
        purple.out = Some(Out {
            round: 1,
            of: vec![ProblemType::Societal],
        });
        assert!(rules.worth_to(&state, &green) > before);
    }

    /// Cashing Out: it is no loss to keep an Agent and have a first Problem of two types, and one to have a third.
    #[test]
    fn an_agent_is_worth_as_much_as_a_first_problem_and_less_than_a_third() {
        let rules: TimeControl = testing::rules();
        let (mut state, green) = game(&rules);
        let worth = |state: &State, problems: &[Problem]| {
            let mut state = state.clone();
            state.player_mut(Color::Green).problems = problems.to_vec();
            rules.worth_to(&state, &green)
        };
        let with = state.clone();
        let lost = state.of(Color::Green).next().expect("an Agent").0;
        state.agents.remove(&lost);
        let two = [Problem::SteamForever, Problem::NoWheel];
        let three = [two[0], two[1], Problem::BrokenLaunchPads];
        assert_eq!(worth(&with, &two[..1]), worth(&state, &[]));
        assert!(worth(&with, &three) < worth(&state, &two));
    }
}
