//! Artifact Cards and Agent Tiles: how an ability is resolved, step by step.

use super::{
    Table, TheLoop,
    ability::Resolving,
    asks::{self, What},
    effects::{Place, Step, Who},
    names::{Agent, Era, Pick},
    places::{Eras, holds, places},
    state::{Space, State},
};
use crate::engine::{Play, fields};
use std::ops::ControlFlow;

impl TheLoop {
    /// Use an Artifact: resolves the steps in their order, each as far as it can be (ruling E17).
    pub(super) fn resolve(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        steps: &[Step],
    ) -> Play<ControlFlow<()>> {
        for step in steps {
            if self.step(state, table, r, step)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn step(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        step: &Step,
    ) -> Play<ControlFlow<()>> {
        table.rule("Artifact Cards and Agent Tiles");
        match step {
            Step::Energy { add, place } => {
                for era in self.eras(state, table, r, *place, What::Energy, &|_| true)? {
                    self.energy(state, table, r, era, *add);
                }
            }
            Step::Rifts { remove, place } => {
                let has = |space: &Space| space.rifts > 0;
                for era in self.eras(state, table, r, *place, What::Rifts, &has)? {
                    self.rifts(state, table, r, era, *remove);
                }
            }
            Step::Match { piece, to, place } => {
                self.match_pieces(state, table, r, (*piece, *to), *place)?;
            }
            Step::Move { who, eras, carry } => {
                if let Some(agent) = self.one_agent(state, table, r, *who, What::Mover)? {
                    self.move_step(state, table, r, agent, *eras, *carry)?;
                }
            }
            Step::Go { who, to } => {
                if let Some(agent) = self.one_agent(state, table, r, *who, What::Mover)? {
                    self.go_step(state, table, r, agent, *to)?;
                }
            }
            Step::Pull { clones } => self.pull(state, table, r, *clones)?,
            Step::Push { clones, from, eras } => {
                self.push(state, table, r, (*clones, *eras), *from)?;
            }
            Step::Destroy { clones, place } => {
                let has = |space: &Space| !space.clones.is_empty();
                for era in self.eras(state, table, r, *place, What::CloneFrom, &has)? {
                    for _ in 0..*clones {
                        self.destroy_clone(state, table, r, era)?;
                    }
                }
            }
            Step::Draw { cards, who } => self.draw_step(state, table, r, *cards, *who)?,
            Step::Reveal { cards } => {
                for _ in 0..*cards {
                    self.reveal_step(state, table, r)?;
                }
            }
            Step::Acquire { from } => self.acquire_step(state, table, r, *from)?,
            Step::Discard { cards } => {
                for _ in 0..*cards {
                    self.discard_step(state, table, r)?;
                }
            }
            Step::Scrap { from } => self.scrap_step(state, table, r, *from)?,
            Step::Resolve { of } => self.resolve_another(state, table, r, *of)?,
            Step::Allow => self.allow_another(state, table, r)?,
            Step::If { when, then } => {
                if holds(state, r.you, *when) {
                    return self.resolve(state, table, r, then);
                }
            }
            Step::Either(ways) => {
                let picks = (1..).take(ways.len()).map(Pick::Way).collect();
                let picked = self.choose(state, table, r, What::Way, picks)?;
                if let Some(Pick::Way(way)) = picked
                    && let Some(steps) = ways.get(usize::from(way) - 1)
                {
                    return self.resolve(state, table, r, steps);
                }
            }
            Step::May(steps) => {
                let picks = vec![Pick::Yes, Pick::No];
                if self.choose(state, table, r, What::May, picks)? == Some(Pick::Yes) {
                    return self.resolve(state, table, r, steps);
                }
            }
            Step::First(steps) => {
                let before = r.changes;
                let flow = self.resolve(state, table, r, steps)?;
                if r.changes == before {
                    return Ok(ControlFlow::Break(()));
                }
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Asks the player whose turn it is for one choice of an ability (ruling E4). Returns `None` if there is nothing to
    /// choose from.
    pub(super) fn choose(
        &self,
        state: &State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        of: What,
        picks: Vec<Pick>,
    ) -> Play<Option<Pick>> {
        r.choices += 1;
        self.choose_uncounted(state, table, r, of, picks)
    }

    /// Asks for a choice that is not one of the text of the card, so that the later ones keep their numbers.
    pub(super) fn choose_uncounted(
        &self,
        state: &State,
        table: &mut Table<'_>,
        r: &Resolving,
        of: What,
        picks: Vec<Pick>,
    ) -> Play<Option<Pick>> {
        let Some(turn) = state.turn() else {
            return Ok(None);
        };
        if picks.is_empty() {
            return Ok(None);
        }
        let (you, choice) = (r.you, r.choices);
        let (used, artifact) = (r.used, r.cards.last().copied());
        let about = move || {
            let mut about = fields([
                ("agent", you.name().into()),
                ("choice", choice.into()),
                ("of", asks::plain(of)),
            ]);
            for (field, artifact) in [("used", used), ("artifact", artifact)] {
                let artifact = artifact.map(|artifact| artifact.name().into());
                about.extend(artifact.map(|artifact| (field.to_owned(), artifact)));
            }
            about
        };
        let ask = asks::Choose.one_of(picks).about(about).shown(state);
        table.ask(self.seat(turn.agent), ask).map(Some)
    }

    /// Returns the Eras of a place. Where one is to be chosen and only some would change, one of those is (ruling E17).
    pub(super) fn eras(
        &self,
        state: &State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        place: Place,
        of: What,
        useful: &dyn Fn(&Space) -> bool,
    ) -> Play<Vec<Era>> {
        let eras = match places(state, r, place) {
            Eras::All(eras) => eras,
            Eras::OneOf(mut eras) => {
                if eras.iter().any(|era| useful(state.space(*era))) {
                    eras.retain(|era| useful(state.space(*era)));
                }
                let picks = eras.into_iter().map(Pick::Era).collect();
                match self.choose(state, table, r, of, picks)? {
                    Some(Pick::Era(era)) => vec![era],
                    _ => vec![],
                }
            }
        };
        if let [era] = eras[..] {
            r.there = Some(era);
        }
        Ok(eras)
    }

    /// Returns the Agent of a step that concerns one.
    pub(super) fn one_agent(
        &self,
        state: &State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        who: Who,
        of: What,
    ) -> Play<Option<Agent>> {
        let picks: Vec<Agent> = match who {
            Who::You | Who::Here | Who::Each => return Ok(Some(r.you)),
            Who::Any => state.from(r.you),
            Who::Another => state.from(r.you).into_iter().skip(1).collect(),
        };
        let picks = picks.into_iter().map(Pick::Agent).collect();
        Ok(match self.choose(state, table, r, of, picks)? {
            Some(Pick::Agent(agent)) => Some(agent),
            _ => None,
        })
    }
}
