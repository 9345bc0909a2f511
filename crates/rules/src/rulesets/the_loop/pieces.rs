//! Energy, Rift, Movement: how abilities add and remove cubes and take Agents to an Era, and what a destroyed Clone brings.

use super::{
    Table, TheLoop,
    ability::Resolving,
    asks::What,
    effects::{Piece, Place},
    missions::Deed,
    names::{Agent, Era, Pick, Special},
    places::{Eras, count, places},
    state::State,
};
use crate::engine::Play;

impl TheLoop {
    /// Energy: adds cubes, which Missions may count.
    pub(super) fn energy(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        era: Era,
        energy: u8,
    ) {
        for _ in 0..self.add_energy(state, table, era, energy) {
            let everywhere = state.eras.values().all(|space| space.energy > 0);
            r.deeds.push(Deed::Energy { era, everywhere });
            r.changes += 1;
        }
    }

    /// Rift: removes cubes, which Missions may count.
    pub(super) fn rifts(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        era: Era,
        rifts: u8,
    ) {
        for _ in 0..self.remove_rifts(state, table, era, rifts) {
            r.deeds.push(Deed::Rift(era));
            r.changes += 1;
        }
    }

    /// Add or remove pieces from an Era until there are as many as another piece. Nothing happens if there are enough, or
    /// few enough, already.
    pub(super) fn match_pieces(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        (piece, to): (Piece, Piece),
        place: Place,
    ) -> Play<()> {
        let of = match piece {
            Piece::Rifts => What::Rifts,
            Piece::Energy | Piece::Clones | Piece::Agents => What::Energy,
        };
        for era in self.eras(state, table, r, place, of, &|_| true)? {
            let wanted = count(state, era, to);
            let space = state.space(era);
            match piece {
                Piece::Energy => {
                    let energy = wanted.saturating_sub(space.energy);
                    self.energy(state, table, r, era, energy);
                }
                Piece::Rifts => {
                    let rifts = space.rifts.saturating_sub(wanted);
                    self.rifts(state, table, r, era, rifts);
                }
                // The content is checked to name neither of them.
                Piece::Clones | Piece::Agents => {}
            }
        }
        Ok(())
    }

    /// Move to Era, Move to Any Era.
    pub(super) fn go_step(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        agent: Agent,
        to: Place,
    ) -> Play<()> {
        let at = state.at(agent);
        let eras = match places(state, r, to) {
            Eras::All(eras) => eras.first().copied(),
            Eras::OneOf(eras) => {
                let picks = eras.into_iter().map(Pick::Era).collect();
                match self.choose(state, table, r, What::Destination, picks)? {
                    Some(Pick::Era(era)) => Some(era),
                    _ => None,
                }
            }
        };
        if let Some(era) = eras {
            r.there = Some(era);
            if era != at {
                self.move_agent(state, table, agent, era, super::facts::Means::Artifact);
                r.changes += 1;
            }
        }
        Ok(())
    }

    /// Destroying multiple Clones: counts a destroyed Clone, and lets Robofinisher 404 gain from it.
    pub(super) fn clone_destroyed(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        r: &mut Resolving,
        era: Era,
    ) -> Play<()> {
        r.deeds.push(Deed::Clone(era));
        let Some(turn) = state.turn_mut() else {
            return Ok(());
        };
        turn.destroyed = turn.destroyed.saturating_add(1);
        let gains = self.content.agent(turn.agent).special == Special::GainsFromClones;
        if !gains || turn.destroyed < 2 {
            return Ok(());
        }
        table.rule("Destroying multiple Clones");
        // Way 1 adds an Energy, way 2 removes a Rift.
        let mut picks = vec![Pick::Way(1)];
        if state.space(era).rifts > 0 {
            picks.push(Pick::Way(2));
        }
        match self.choose_uncounted(state, table, r, What::Gain, picks)? {
            Some(Pick::Way(2)) => self.rifts(state, table, r, era, 1),
            _ => self.energy(state, table, r, era, 1),
        }
        Ok(())
    }
}
