//! Losing and Winning, and how Problems come to players.

use super::{
    Table, TimeControl,
    decks::draw_problem,
    facts::Fact,
    names::Color,
    problems::{Problem, ProblemType},
    state::{Out, State},
};
use crate::engine::Play;

/// Losing: so many Problems of one type put a player out of the game.
pub(super) const FATAL: usize = 4;

/// How a Problem comes to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A Time Wave brought it, and an identical one cancels it.
    Wave,
    /// It was cashed out; an identical one stays.
    CashOut,
}

impl TimeControl {
    /// Create: a player draws a Problem. If it would put them out of the game, they may cash it out first (ruling D22).
    pub(super) fn draw_problem(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
        source: Source,
    ) -> Play<()> {
        let Some(problem) = draw_problem(state, table)? else {
            table.tell_all(Fact::NoProblemLeft { color });
            return Ok(());
        };
        table.tell_all(Fact::ProblemDrawn { color, problem });
        let problems = &mut state.player_mut(color).problems;
        let twin = problems.iter().position(|other| *other == problem);
        if let (Source::Wave, Some(at)) = (source, twin) {
            problems.remove(at);
            state.fresh.remove(&(color, problem));
            state.problems.shuffle([problem, problem]);
            table.tell_all(Fact::ProblemsCancel { color, problem });
            return Ok(());
        }
        problems.push(problem);
        if source == Source::Wave {
            state.fresh.insert((color, problem));
        }
        if !self.rescue(state, table, color)? {
            self.go_out(state, table, color);
        }
        Ok(())
    }

    /// Losing: returns the types of which a player has four Problems.
    pub(super) fn fatal(&self, state: &State, color: Color) -> Vec<ProblemType> {
        let each = ProblemType::ALL.iter().copied();
        each.filter(|of| self.problems_of(state, color, *of) >= FATAL)
            .collect()
    }

    /// Losing: a player is out of the game. The last one who is left wins.
    fn go_out(&self, state: &mut State, table: &mut Table<'_>, color: Color) {
        table.rule("Losing");
        let of = self.fatal(state, color);
        state.agents.retain(|agent, _| agent.color != color);
        let round = state.round;
        let player = state.player_mut(color);
        let problems = std::mem::take(&mut player.problems);
        player.out = Some(Out {
            round,
            of: of.clone(),
        });
        state.problems.shuffle(problems);
        state.fresh.retain(|(of, _)| *of != color);
        table.tell_all(Fact::OutOfGame { color, of });
        let left: Vec<Color> = state.living().collect();
        if left.len() == 1 {
            table.rule("Winning");
            state.winners.clone_from(&left);
            table.tell_all(Fact::GameOver {
                winners: left,
                last_round: false,
            });
        }
    }
}

/// Solve: removes a Problem of a player, and puts it on the bottom of the deck. Returns false if they have none like it.
pub(super) fn solve(state: &mut State, color: Color, problem: Problem) -> bool {
    let problems = &mut state.player_mut(color).problems;
    let Some(at) = problems.iter().position(|other| *other == problem) else {
        return false;
    };
    problems.remove(at);
    state.fresh.remove(&(color, problem));
    state.problems.bottom.push(problem);
    true
}
