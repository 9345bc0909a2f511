//! Setup.

use super::{
    Table, TheLoop,
    board::draw,
    diagnostics::Wrong,
    facts::Fact,
    names::{Agent, Era},
    options::Options,
    refresh::HAND,
    state::{Deck, Phase, Space, State, Tile, Turn},
};
use crate::{
    collect::Collect,
    engine::{Illegal, Play, Seat},
    rulesets::kit::sides,
};
use std::collections::{BTreeMap, BTreeSet};

impl TheLoop {
    /// Agent tiles: returns the seats of the Agents that take part.
    pub(super) fn seating(&self, options: &Options) -> Result<Vec<Seat>, Illegal> {
        if !(1..=4).contains(&options.players) {
            return Err(Wrong::Players(options.players).into());
        }
        let many = options.agents_at_table();
        let agents = match &options.agents {
            None => &Agent::ALL[..many],
            Some(agents) => agents,
        };
        let each: BTreeSet<Agent> = agents.iter().copied().collect_set();
        if each.len() != agents.len() || agents.len() != many {
            return Err(Wrong::Agents {
                players: options.players,
                agents: many,
            }
            .into());
        }
        Ok(agents.iter().map(|agent| self.seats.seat(*agent)).collect())
    }

    /// Setup: the first player is drawn, the board is set, each Agent draws a hand, and the first Faux Phase follows.
    pub(super) fn set_up(
        &self,
        options: &Options,
        seats: &[Seat],
        table: &mut Table<'_>,
    ) -> Play<State> {
        let mut order: Vec<Agent> = sides(seats).collect();
        table.rule("First player");
        let first = table.pick(
            format_args!("first-player"),
            u32::try_from(order.len()).expect("at most five Agents"),
        )?;
        order.rotate_left(first);
        table.tell_all(Fact::FirstPlayer {
            order: order.clone(),
        });
        let deck = |agent: &Agent| {
            let tile = self.content.agent(*agent);
            let deck = Deck {
                at: tile.origin,
                hand: BTreeMap::new(),
                top: vec![],
                pile: tile.artifacts.clone(),
                discards: BTreeSet::new(),
            };
            (*agent, deck)
        };
        let space = || Space {
            mission: Some(Tile::FaceDown),
            ..Space::default()
        };
        let mut state = State {
            options: options.clone(),
            cycle: 1,
            phase: Phase::Turn(Turn::of(order[0])),
            agents: order.iter().map(deck).collect_map(),
            order,
            eras: Era::ALL.iter().map(|era| (*era, space())).collect_map(),
            faux: Era::Dawn,
            visited: vec![],
            bag: self.content.clones.clone(),
            huge_deck: self.content.huge_deck(),
            destroyed: BTreeSet::new(),
            reward: BTreeSet::new(),
            landed: BTreeMap::new(),
            unknown: self.content.missions.keys().copied().collect_set(),
            completed: vec![],
            failed: vec![],
        };
        self.starting_rifts_and_energy(&mut state, table)?;
        let arrivals = self.content.players[&options.players];
        let level = self.content.level(options.difficulty);
        table.rule("Starting Clones and Artifacts");
        self.add_clones(&mut state, table, arrivals.clones + level.extra_clones)?;
        for _ in 0..arrivals.artifacts {
            self.reveal_artifact(&mut state, table, false)?;
        }
        table.rule("Starting Agent decks");
        for agent in state.order.clone() {
            while state.deck(agent).hand.len() < HAND {
                if self.draw_card(&mut state, table, agent)?.is_none() {
                    break;
                }
            }
        }
        self.faux_phase(&mut state, table, Offers::None)?;
        Ok(state)
    }

    /// Starting Rifts and Energy: two Eras begin with a Rift and a revealed Mission, the others with an Energy. Levels of
    /// difficulty may put a Rift into further Eras.
    fn starting_rifts_and_energy(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("Starting Rifts and Energy");
        let mut eras: BTreeSet<Era> = Era::ALL.iter().copied().collect_set();
        let mut with_rift = vec![];
        for _ in 0..2 {
            with_rift.extend(draw(table, format_args!("begins"), &mut eras)?);
        }
        for era in &with_rift {
            self.turn_up_mission(state, table, *era)?;
        }
        for era in eras.clone() {
            state.space_mut(era).energy = 1;
        }
        let level = self.content.level(state.options.difficulty);
        for _ in 0..level.extra_rifts {
            with_rift.extend(draw(table, format_args!("begins"), &mut eras)?);
        }
        for era in &with_rift {
            state.space_mut(*era).rifts = 1;
        }
        table.tell_all(Fact::Begins { rifts: with_rift });
        Ok(())
    }
}

/// The treatment of offers to players in a Faux Phase. Before the first orders none are made (ruling L4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offers {
    /// The defaults are taken.
    None,
    /// Players are asked.
    Asked,
}
