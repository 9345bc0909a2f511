//! The Resolve Phase.

use super::{
    Table, TimeControl, asks,
    cash_out::Solves,
    facts::Fact,
    losing::{Source, solve},
    names::{Color, Place, Zone},
    problems::Problem,
    state::State,
};
use crate::engine::Play;

impl TimeControl {
    /// The Resolve Phase: the Time Waves in Today bring and remove Problems, in the order of initiative.
    pub(super) fn resolve_phase(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        for color in state.order.clone() {
            let Some(wave) = state.waves.remove(&Place::new(color, Zone::Today)) else {
                continue;
            };
            table.rule("The Resolve Phase");
            if !state.lives(color) {
                table.rule("Losing");
                table.tell_all(Fact::Vanished { color, wave });
                continue;
            }
            table.tell_all(Fact::Reached { color, wave });
            let mut pairs = wave.solve / 2;
            // Players may choose the order; this one loses no Solve token on a player who has a Problem (ruling T1).
            while pairs > 0 && !state.player(color).problems.is_empty() {
                self.solve_pair(state, table, color)?;
                pairs -= 1;
            }
            let creates = (0..wave.create.div_ceil(2)).map(|_| "Create");
            let single = (0..wave.solve % 2).map(|_| "Solve");
            for rule in creates.chain(single) {
                if state.lives(color) {
                    table.rule(rule);
                    self.draw_problem(state, table, color, Source::Wave)?;
                }
            }
            for _ in 0..pairs {
                if state.lives(color) && state.winners.is_empty() {
                    self.solve_pair(state, table, color)?;
                }
            }
            if !state.winners.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Solve: a pair of Solve tokens removes a Problem. A player without Problems removes one of another player, or draws one.
    fn solve_pair(&self, state: &mut State, table: &mut Table<'_>, color: Color) -> Play<()> {
        table.rule("Solve");
        let mut choices = self.solvable(state, color);
        if state.player(color).problems.is_empty() {
            choices.push(Solves::New);
        }
        let solves = {
            let state = &*state;
            let ask = asks::Solve.one_of(choices);
            table.ask(self.seat(color), self.seen(state, ask))?
        };
        match solves {
            Solves::New => self.draw_problem(state, table, color, Source::Wave),
            Solves::Problem(of, problem) => {
                if solve(state, of, problem) {
                    table.tell_all(Fact::Solved {
                        by: color,
                        color: of,
                        problem,
                    });
                }
                Ok(())
            }
        }
    }

    /// Solve: returns the Problems that can be removed: first a player's own, of the types that threaten them most.
    pub(super) fn solvable(&self, state: &State, color: Color) -> Vec<Solves> {
        let threat = |of: Color, problem: Problem| {
            let types = self.content.problem(problem).types.iter();
            types
                .map(|one| self.problems_of(state, of, *one))
                .max()
                .unwrap_or(0)
        };
        let mut all = vec![];
        let others = state.living().filter(|other| *other != color);
        for of in std::iter::once(color).chain(others) {
            let mut problems = state.player(of).problems.clone();
            problems.sort_unstable();
            problems.dedup();
            problems.sort_by_key(|problem| std::cmp::Reverse(threat(of, *problem)));
            all.extend(
                problems
                    .into_iter()
                    .map(|problem| Solves::Problem(of, problem)),
            );
        }
        all
    }
}
