//! II. Action Phase: Move, Free Move, Use an Artifact, Do a LOOP, and the special abilities.

use super::{
    Table, TheLoop,
    ability::Resolving,
    artifacts::Artifact,
    asks::{self, Action, What},
    diagnostics::Wrong,
    effects::Cards,
    facts::{Fact, Means},
    missions::Deed,
    names::{Agent, Dimension, Era, Pick, Special},
    state::{Side, State, Turn},
};
use crate::engine::Play;

impl TheLoop {
    /// II. Action Phase: lets the player act as often as they wish. Cubes of Missions are placed before the first action and
    /// after each (Mission Tiles, General Clarifications).
    pub(super) fn action_phase(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
    ) -> Play<()> {
        self.place_progress(state, table, agent, &[]);
        loop {
            table.rule("Action Phase");
            let choices = self.actions(state, agent);
            let ask = asks::Act
                .one_of(choices)
                .why(|action| self.wrong_action(state, agent, *action).map(Into::into))
                .shown(state);
            let deeds = match table.ask(self.seat(agent), ask)? {
                Action::Done => return Ok(()),
                Action::Free(to) => {
                    table.rule("Free Move");
                    if let Some(turn) = state.turn_mut() {
                        turn.moved_freely = true;
                    }
                    self.move_agent(state, table, agent, to, Means::Free);
                    vec![]
                }
                Action::Move(to) => {
                    table.rule("Move");
                    let at = state.at(agent);
                    let space = state.space_mut(at);
                    space.energy = space.energy.saturating_sub(1);
                    self.move_agent(state, table, agent, to, Means::Energy);
                    vec![]
                }
                Action::Use(artifact) => self.use_artifact(state, table, agent, artifact)?,
                Action::Loop(dimension) => self.do_loop(state, table, agent, dimension),
                Action::Ability => self.use_ability(state, table, agent)?,
            };
            self.place_progress(state, table, agent, &deeds);
        }
    }

    /// Returns everything the player may do next. The first entry is the default: to end the phase.
    pub(super) fn actions(&self, state: &State, agent: Agent) -> Vec<Action> {
        let mut all = vec![Action::Done];
        all.extend(Era::ALL.iter().map(|era| Action::Free(*era)));
        all.extend(state.at(agent).adjacent().map(Action::Move));
        all.extend(state.deck(agent).hand.keys().map(|card| Action::Use(*card)));
        all.extend(Dimension::ELEMENTARY.map(Action::Loop));
        all.push(Action::Ability);
        all.retain(|action| self.wrong_action(state, agent, *action).is_none());
        all
    }

    /// Returns the reason why an action is illegal now, or `None` if it is legal.
    pub(super) fn wrong_action(
        &self,
        state: &State,
        agent: Agent,
        action: Action,
    ) -> Option<Wrong> {
        let turn = state.turn()?;
        let at = state.at(agent);
        let energy = state.space(at).energy;
        match action {
            Action::Done => None,
            Action::Free(_) if turn.moved_freely => Some(Wrong::MovedFreely),
            Action::Free(to) | Action::Move(to) if to == at => Some(Wrong::AlreadyThere(to)),
            Action::Free(to) => {
                let jumps = self.content.agent(agent).special == Special::JumpsFreely;
                let near = jumps || at.adjacent().contains(&to);
                (!near).then_some(Wrong::NotAdjacent { from: at, to })
            }
            Action::Move(to) if !at.adjacent().contains(&to) => {
                Some(Wrong::NotAdjacent { from: at, to })
            }
            Action::Move(_) => (energy == 0).then_some(Wrong::NoEnergy {
                era: at,
                cost: 1,
                energy,
            }),
            Action::Use(artifact) => match state.deck(agent).hand.get(&artifact) {
                None => Some(Wrong::NotInHand(artifact)),
                Some(Side::Exhausted) => Some(Wrong::Exhausted(artifact)),
                Some(Side::Ready) => None,
            },
            Action::Loop(Dimension::BlackHole) => Some(Wrong::BlackHole),
            Action::Loop(_) => {
                let cost = turn.loops.saturating_add(1);
                (energy < cost).then_some(Wrong::NoEnergy {
                    era: at,
                    cost,
                    energy,
                })
            }
            Action::Ability => self.wrong_ability(state, turn, agent),
        }
    }

    /// Special ability: returns the reason why it cannot be used now, or `None` if it can.
    fn wrong_ability(&self, state: &State, turn: &Turn, agent: Agent) -> Option<Wrong> {
        match self.content.agent(agent).special {
            Special::MovesAnAlly | Special::ResolvesAnArtifact if turn.ability_used => {
                Some(Wrong::AbilityUsed)
            }
            Special::MovesAnAlly => None,
            Special::ResolvesAnArtifact => {
                let at = state.at(agent);
                let none = state.space(at).artifacts.is_empty();
                none.then_some(Wrong::NothingToResolve(at))
            }
            Special::CancelsARift | Special::GainsFromClones | Special::JumpsFreely => {
                Some(Wrong::NoSuchAbility(agent))
            }
        }
    }

    /// Use an Artifact: exhausts a card of the hand and resolves its ability.
    fn use_artifact(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
        artifact: Artifact,
    ) -> Play<Vec<Deed>> {
        table.rule("Use an Artifact");
        state.deck_mut(agent).hand.insert(artifact, Side::Exhausted);
        table.tell_all(Fact::Used { agent, artifact });
        let mut r = Resolving::of(agent, Some(artifact));
        let ability = &self.content.card(artifact).ability;
        let _ = self.resolve(state, table, &mut r, ability)?;
        self.destroy_doomed(state, table, &mut r);
        Ok(r.deeds)
    }

    /// Do a LOOP: spends as many Energy cubes as the LOOP costs, and readies the exhausted cards of a Dimension.
    pub(super) fn do_loop(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
        dimension: Dimension,
    ) -> Vec<Deed> {
        table.rule("Do a LOOP");
        let era = state.at(agent);
        let mut cost = 1;
        if let Some(turn) = state.turn_mut() {
            turn.loops = turn.loops.saturating_add(1);
            cost = turn.loops;
        }
        let space = state.space_mut(era);
        space.energy = space.energy.saturating_sub(cost);
        let mut readied = vec![];
        for (card, side) in &mut state.deck_mut(agent).hand {
            if *side == Side::Exhausted && self.content.card(*card).dimension == dimension {
                *side = Side::Ready;
                readied.push(*card);
            }
        }
        table.tell_all(Fact::Looped {
            agent,
            era,
            dimension,
            cost,
            readied,
        });
        vec![Deed::Loop(era)]
    }

    /// Using abilities during the Action Phase: Mr. Time moves another Agent to an adjacent Era; V-Girl resolves the ability
    /// of an Artifact that is available in their Era (ruling E20).
    fn use_ability(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
    ) -> Play<Vec<Deed>> {
        table.rule("Using abilities during the Action Phase");
        if let Some(turn) = state.turn_mut() {
            turn.ability_used = true;
        }
        let mut r = Resolving::of(agent, None);
        match self.content.agent(agent).special {
            Special::MovesAnAlly => {
                let others = state.from(agent).into_iter().skip(1);
                let picks = others.map(Pick::Agent).collect();
                if let Some(Pick::Agent(ally)) =
                    self.choose(state, table, &mut r, What::Mover, picks)?
                {
                    let picks = state.at(ally).adjacent().map(Pick::Era).into();
                    if let Some(Pick::Era(to)) =
                        self.choose(state, table, &mut r, What::Destination, picks)?
                    {
                        table.rule("Using abilities during the Action Phase");
                        self.move_agent(state, table, ally, to, Means::Ability);
                    }
                }
            }
            Special::ResolvesAnArtifact => {
                self.resolve_another(state, table, &mut r, Cards::Here)?;
                self.destroy_doomed(state, table, &mut r);
            }
            Special::CancelsARift | Special::GainsFromClones | Special::JumpsFreely => {}
        }
        Ok(r.deeds)
    }
}
