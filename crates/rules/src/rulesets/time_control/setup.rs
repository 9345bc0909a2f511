//! Setup, and the end of a turn.

use super::{
    Table, TimeControl,
    content::COPIES,
    diagnostics::Wrong,
    facts::Fact,
    names::{Agent, Color, FateCard, TOKENS},
    options::Options,
    problems::{Problem, ProblemType},
    state::{Piece, Pile, Player, State, Step},
};
use crate::{
    collect::Collect,
    engine::{Illegal, Play, Seat},
    rulesets::kit::sides,
};
use std::collections::{BTreeMap, BTreeSet};

impl TimeControl {
    /// Setup: returns the seats of the colors that take part.
    pub(super) fn seating(&self, options: &Options) -> Result<Vec<Seat>, Illegal> {
        if !(2..=4).contains(&options.players) {
            return Err(Wrong::Players(options.players).into());
        }
        let many = usize::from(options.players);
        let colors = match &options.colors {
            None => &Color::ALL[..many],
            Some(colors) => colors,
        };
        let each: BTreeSet<Color> = colors.iter().copied().collect_set();
        if each.len() != colors.len() || colors.len() != many {
            return Err(Wrong::Colors(options.players).into());
        }
        Ok(colors.iter().map(|color| self.seats.seat(*color)).collect())
    }

    /// Setup: all Agents stand Alert in Today, and the decks are shuffled. The first order of initiative is drawn
    /// (ruling D1).
    pub(super) fn set_up(
        &self,
        options: &Options,
        seats: &[Seat],
        table: &mut Table<'_>,
    ) -> Play<State> {
        table.rule("Setup");
        let mut order: Vec<Color> = sides(seats).collect();
        let many = u32::try_from(order.len()).expect("at most four colors");
        let first = table.pick(format_args!("initiative"), many)?;
        order.rotate_left(first);
        table.tell_all(Fact::Begins {
            order: order.clone(),
        });
        let player = |color: &Color| {
            let player = Player {
                tokens: TOKENS.collect_set(),
                problems: vec![],
                out: None,
            };
            (*color, player)
        };
        let piece = |agent: Agent| {
            let piece = Piece {
                at: State::home(agent),
                busy: false,
            };
            (agent, piece)
        };
        let problems = Problem::ALL.iter().flat_map(|problem| [*problem; COPIES]);
        Ok(State {
            options: options.clone(),
            round: 1,
            step: Step::Start,
            players: order.iter().map(player).collect_map(),
            agents: Agent::all(&order).map(piece).collect_map(),
            order,
            waves: BTreeMap::new(),
            fate: Pile::of(FateCard::all()),
            open_fate: vec![],
            problems: Pile::of(problems),
            fresh: BTreeSet::new(),
            winners: vec![],
        })
    }

    /// Ends a turn. After the last round those with the fewest Problems of their worst type win (ruling T8).
    pub(super) fn next_turn(&self, state: &mut State, table: &mut Table<'_>) {
        if !state.winners.is_empty() {
            return;
        }
        if state
            .options
            .last_round
            .is_none_or(|last| state.round < last)
        {
            state.round += 1;
            return;
        }
        let worst = |color: Color| {
            let each = ProblemType::ALL.iter();
            let most = each.map(|of| self.problems_of(state, color, *of)).max();
            (most, state.player(color).problems.len())
        };
        let best = state.living().map(worst).min();
        let winners: Vec<Color> = state.living().filter(|c| Some(worst(*c)) == best).collect();
        state.winners.clone_from(&winners);
        table.rule("Winning");
        table.tell_all(Fact::GameOver {
            winners,
            last_round: true,
        });
    }
}
