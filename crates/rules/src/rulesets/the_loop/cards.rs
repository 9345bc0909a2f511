//! Artifact: how abilities draw, reveal, acquire, discard and destroy cards, and resolve those of others.

use super::{
    Table, TheLoop,
    ability::Resolving,
    artifacts::Artifact,
    asks::{self, What},
    effects::{Cards, Place, Who},
    facts::Fact,
    names::{Agent, Pick},
    places::{Eras, cards, places},
    state::State,
};
use crate::engine::{Play, fields};

impl TheLoop {
    /// Draw.
    pub(super) fn draw_step(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        cards: u8,
        who: Who,
    ) -> Play<()> {
        // Several Agents draw in turn order, from the one who resolves the ability (ruling L6).
        let agents: Vec<Agent> = match who {
            Who::You | Who::Another | Who::Any => self
                .one_agent(state, table, r, who, What::Drawer)?
                .into_iter()
                .collect(),
            Who::Here => {
                let era = state.at(r.you);
                let all = state.from(r.you).into_iter();
                all.filter(|agent| state.at(*agent) == era).collect()
            }
            Who::Each => state.from(r.you),
        };
        for agent in agents {
            for _ in 0..cards {
                if let Some(artifact) = self.draw_card(state, table, agent)? {
                    r.changes += 1;
                    if agent == r.you {
                        r.origin = Some(self.content.card(artifact).origin);
                    }
                }
            }
        }
        Ok(())
    }

    /// Reveal. In an Era with a Vortex the card is destroyed when the ability is resolved (Revealing in a Vortex).
    pub(super) fn reveal_step(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
    ) -> Play<()> {
        if let Some(artifact) = self.reveal_artifact(state, table, true)? {
            let era = self.content.card(artifact).origin;
            r.origin = Some(era);
            r.changes += 1;
            if state.space(era).vortex {
                r.doomed.push((era, artifact));
            }
        }
        Ok(())
    }

    /// Revealing in a Vortex: destroys the cards that were revealed in an Era with a Vortex, and are still there.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn destroy_doomed(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
    ) {
        for (era, artifact) in std::mem::take(&mut r.doomed) {
            if state.space_mut(era).artifacts.remove(&artifact) {
                state.destroyed.insert(artifact);
                table.rule("Revealing in a Vortex");
                let agent = r.you;
                table.tell_all(Fact::Scrapped { agent, artifact });
            }
        }
    }

    /// Acquire.
    pub(super) fn acquire_step(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        from: Place,
    ) -> Play<()> {
        let (Eras::All(eras) | Eras::OneOf(eras)) = places(state, r, from);
        let cards = eras.iter().flat_map(|era| &state.space(*era).artifacts);
        let picks = cards.copied().map(Pick::Artifact).collect();
        if let Some(Pick::Artifact(artifact)) =
            self.choose(state, table, r, What::Acquire, picks)?
        {
            self.acquire(state, table, r.you, artifact);
            r.origin = Some(self.content.card(artifact).origin);
            r.changes += 1;
        }
        Ok(())
    }

    /// Acquire: puts an available card on top of the draw pile of an Agent.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn acquire(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
        artifact: Artifact,
    ) {
        let eras = state.eras.iter_mut();
        let mut held = eras.filter(|(_, space)| space.artifacts.contains(&artifact));
        let Some((era, space)) = held.next() else {
            return;
        };
        let era = *era;
        space.artifacts.remove(&artifact);
        state.deck_mut(agent).top.push(artifact);
        table.tell_all(Fact::Acquired {
            agent,
            artifact,
            era,
        });
    }

    /// Discarding or destroying a card in your hand: any card, exhausted or not.
    pub(super) fn discard_step(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
    ) -> Play<()> {
        let hand = state.deck(r.you).hand.keys();
        let picks = hand.copied().map(Pick::Artifact).collect();
        if let Some(Pick::Artifact(artifact)) =
            self.choose(state, table, r, What::Discard, picks)?
        {
            let agent = r.you;
            let deck = state.deck_mut(agent);
            deck.hand.remove(&artifact);
            deck.discards.insert(artifact);
            r.origin = Some(self.content.card(artifact).origin);
            r.changes += 1;
            table.tell_all(Fact::Discarded { agent, artifact });
        }
        Ok(())
    }

    /// Destroy.
    pub(super) fn scrap_step(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        from: Cards,
    ) -> Play<()> {
        let cards = cards(state, r.you, from).into_iter();
        let picks = cards.map(Pick::Artifact).collect();
        if let Some(Pick::Artifact(artifact)) = self.choose(state, table, r, What::Scrap, picks)? {
            for deck in state.agents.values_mut() {
                deck.hand.remove(&artifact);
            }
            for space in state.eras.values_mut() {
                space.artifacts.remove(&artifact);
            }
            state.destroyed.insert(artifact);
            r.origin = Some(self.content.card(artifact).origin);
            r.changes += 1;
            let agent = r.you;
            table.tell_all(Fact::Scrapped { agent, artifact });
        }
        Ok(())
    }

    /// Resolving an Artifact ability: resolves the ability of another Artifact as your own. A card whose ability is being
    /// resolved is no choice, so that none is resolved within itself (ruling E20).
    pub(super) fn resolve_another(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        of: Cards,
    ) -> Play<()> {
        let mut choices = cards(state, r.you, of);
        choices.retain(|artifact| !r.cards.contains(artifact));
        let picks = choices.into_iter().map(Pick::Artifact).collect();
        if let Some(Pick::Artifact(artifact)) =
            self.choose(state, table, r, What::Resolve, picks)?
        {
            self.resolve_as(state, table, r, r.you, artifact)?;
        }
        Ok(())
    }

    /// Allowing another Agent to resolve an ability: the active player proposes, and the player of that Agent may decline
    /// (ruling E4).
    pub(super) fn allow_another(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
    ) -> Play<()> {
        let mut choices = cards(state, r.you, Cards::OtherHands);
        choices.retain(|artifact| !r.cards.contains(artifact));
        let picks = choices.into_iter().map(Pick::Artifact).collect();
        let picked = self.choose(state, table, r, What::Ally, picks)?;
        let Some(Pick::Artifact(artifact)) = picked else {
            return Ok(());
        };
        let others = state.agents.iter();
        let mut others = others.filter(|(_, deck)| deck.hand.contains_key(&artifact));
        let Some(ally) = others.next().map(|(agent, _)| *agent) else {
            return Ok(());
        };
        let active = state.turn().map_or(r.you, |turn| turn.agent);
        table.rule("Allowing another Agent to resolve an ability");
        let about = move || {
            fields([
                ("agent", active.name().into()),
                ("artifact", artifact.name().into()),
            ])
        };
        let agrees = ally == active || {
            let ask = asks::Agree
                .one_of(vec![true, false])
                .about(about)
                .shown(state);
            table.ask(self.seat(ally), ask)?
        };
        if !agrees {
            table.tell_all(Fact::Declined {
                agent: ally,
                artifact,
            });
            return Ok(());
        }
        self.resolve_as(state, table, r, ally, artifact)
    }

    /// Resolves the ability of a card as that of an Agent.
    pub(super) fn resolve_as(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        agent: Agent,
        artifact: Artifact,
    ) -> Play<()> {
        table.rule("Resolving an Artifact ability");
        table.tell_all(Fact::Resolves { agent, artifact });
        let outer = (r.you, r.there, r.origin);
        (r.you, r.there, r.origin) = (agent, None, None);
        r.cards.push(artifact);
        r.changes += 1;
        let _ = self.resolve(state, table, r, &self.content.card(artifact).ability)?;
        r.cards.pop();
        (r.you, r.there, r.origin) = outer;
        Ok(())
    }
}
