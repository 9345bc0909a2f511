//! The Resolve Phase.

use super::{
    Table, TimeControl, asks,
    cash_out::Solves,
    facts::Fact,
    losing::{Source, solve},
    names::{Color, Place, Side, Zone},
    problems::Problem,
    state::{State, Wave},
};
use crate::engine::{Play, fields};
use serde_json::json;

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
            let mut wave = wave;
            while wave.tokens() > 0 && state.lives(color) && state.winners.is_empty() {
                self.resolve_next(state, table, color, &mut wave)?;
            }
            if !state.winners.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The Resolve Phase: resolves a pair of tokens, or the single one that is left of a side. The player chooses the side
    /// (ruling T1).
    fn resolve_next(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
        wave: &mut Wave,
    ) -> Play<()> {
        let solves = wave.solve > 1 && !state.player(color).problems.is_empty();
        let side = match (wave.create, wave.solve) {
            (_, 0) => Side::Create,
            (0, _) => Side::Solve,
            // The first choice is the default: it loses no pair of Solve tokens.
            (create, solve) => {
                let ask = asks::Resolve
                    .one_of(if solves {
                        vec![Side::Solve, Side::Create]
                    } else {
                        vec![Side::Create, Side::Solve]
                    })
                    .about(move || fields([("create", json!(create)), ("solve", json!(solve))]));
                table.ask(self.seat(color), self.seen(state, ask))?
            }
        };
        let left = match side {
            Side::Create => &mut wave.create,
            Side::Solve => &mut wave.solve,
        };
        let pair = *left > 1;
        *left = left.saturating_sub(2);
        match side {
            Side::Solve if pair => self.solve_pair(state, table, color),
            Side::Create | Side::Solve => {
                table.rule(if side == Side::Create {
                    "Create"
                } else {
                    "Solve"
                });
                self.draw_problem(state, table, color, Source::Wave)
            }
        }
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
