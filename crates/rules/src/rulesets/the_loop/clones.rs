//! Clone, Movement: how abilities move Agents and Clones.

use super::{
    Table, TheLoop,
    ability::Resolving,
    asks::What,
    effects::{Carry, Place},
    facts::{Fact, Means},
    names::{Agent, Clone as Token, Era, Pick},
    places::clones_of,
    state::State,
};
use crate::engine::Play;

impl TheLoop {
    /// Move # Eras, and Carrying a Clone: moves an Agent Era by Era. On the way they may pick up one Clone and put it down in
    /// a later Era; where it enters its Paradox Era it is destroyed (ruling L8).
    pub(super) fn move_step(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        agent: Agent,
        eras: u8,
        carry: Carry,
    ) -> Play<()> {
        let (mut carried, mut may_carry) = (None, carry != Carry::None);
        for step in 1..=eras {
            let at = state.at(agent);
            if may_carry {
                carried = self.pick_up(state, table, r, at, carry)?;
                may_carry = carried.is_none();
            } else if carry != Carry::None {
                r.choices += 1;
            }
            let to = at.adjacent().map(Pick::Era);
            let picks = to.into_iter().chain([Pick::No]).collect();
            let picked = self.choose(state, table, r, What::Further, picks)?;
            let Some(Pick::Era(to)) = picked else {
                break;
            };
            table.rule("Artifact Cards and Agent Tiles");
            self.move_agent(state, table, agent, to, Means::Artifact);
            r.there = Some(to);
            r.changes += 1;
            if let Some(clone) = carried.take() {
                table.rule("Carrying a Clone");
                if self.move_clone(state, table, clone, at, to) {
                    self.clone_destroyed(state, table, r, to)?;
                } else if step < eras {
                    let picks = vec![Pick::Yes, Pick::No];
                    let on = self.choose(state, table, r, What::CarryOn, picks)?;
                    carried = (on == Some(Pick::Yes)).then_some(clone);
                    continue;
                }
            }
            if carry != Carry::None && step < eras {
                r.choices += 1;
            }
        }
        Ok(())
    }

    /// Carrying a Clone: lets the player pick up a Clone of an Era.
    fn pick_up(
        &self,
        state: &State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        at: Era,
        carry: Carry,
    ) -> Play<Option<Token>> {
        let may = carry == Carry::One || state.space(at).vortex;
        let clones = clones_of(state, at).filter(|_| may).map(Pick::Clone);
        let picks = clones.chain([Pick::No]).collect();
        Ok(match self.choose(state, table, r, What::Carry, picks)? {
            Some(Pick::Clone(clone)) => Some(clone),
            _ => None,
        })
    }

    /// Pull, and Pulling multiple Clones: moves Clones from adjacent Eras to yours.
    pub(super) fn pull(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        clones: u8,
    ) -> Play<()> {
        let here = state.at(r.you);
        r.there = Some(here);
        for _ in 0..clones {
            let near = here.adjacent().into_iter();
            let near = near.flat_map(|era| clones_of(state, era));
            let picks = near.map(Pick::Clone).collect();
            if let Some(Pick::Clone(clone)) = self.choose(state, table, r, What::Clone, picks)?
                && let Some(from) = state.era_of(clone)
            {
                r.changes += 1;
                if self.move_clone(state, table, clone, from, here) {
                    self.clone_destroyed(state, table, r, here)?;
                }
            }
        }
        Ok(())
    }

    /// Push, and Pushing multiple Clones: moves Clones of one Era to adjacent Eras, each to one of its own. A push over
    /// several Eras goes in one direction.
    pub(super) fn push(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        (clones, eras): (u8, u8),
        from: Place,
    ) -> Play<()> {
        let has = |space: &super::state::Space| !space.clones.is_empty();
        let Some(from) = self
            .eras(state, table, r, from, What::CloneFrom, &has)?
            .first()
            .copied()
        else {
            return Ok(());
        };
        // If no Clone is pushed, there is no Era to which one was sent.
        r.there = None;
        for _ in 0..clones {
            let picks = clones_of(state, from).map(Pick::Clone).collect();
            let picked = self.choose(state, table, r, What::Clone, picks)?;
            let Some(Pick::Clone(clone)) = picked else {
                // The choice of its way counts too, so that later ones keep their numbers.
                r.choices += 1;
                continue;
            };
            let ways = [Era::previous, Era::next];
            let ends = ways.map(|way| (0..eras).fold(from, |era, _| way(era)));
            let picks = ends.map(Pick::Era).into();
            let picked = self.choose(state, table, r, What::CloneTo, picks)?;
            let way = usize::from(picked == Some(Pick::Era(ends[1])));
            let mut at = from;
            r.changes += 1;
            for _ in 0..eras {
                let to = ways[way](at);
                let destroyed = self.move_clone(state, table, clone, at, to);
                at = to;
                if destroyed {
                    self.clone_destroyed(state, table, r, to)?;
                    break;
                }
            }
            r.there = Some(at);
        }
        Ok(())
    }

    /// Destroy: returns a Clone of an Era to the bag.
    pub(super) fn destroy_clone(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        era: Era,
    ) -> Play<()> {
        let picks = clones_of(state, era).map(Pick::Clone).collect();
        if let Some(Pick::Clone(clone)) = self.choose(state, table, r, What::Clone, picks)? {
            state.space_mut(era).clones.remove(&clone);
            state.bag.insert(clone);
            r.changes += 1;
            r.there = Some(era);
            table.tell_all(Fact::CloneDestroyed { clone, era });
            self.clone_destroyed(state, table, r, era)?;
        }
        Ok(())
    }
}
