//! The words of abilities for Eras, cards, pieces and conditions, as the board stands.

use super::{
    ability::Resolving,
    artifacts::Artifact,
    effects::{Cards, Condition, Piece, Place},
    names::{Agent, Clone as Token, Era},
    state::{Space, State},
};

/// The Eras of a place: all of them, or one to choose.
pub(super) enum Eras {
    /// All of these.
    All(Vec<Era>),
    /// One of these.
    OneOf(Vec<Era>),
}

/// Returns the Eras that a place stands for.
pub(super) fn places(state: &State, r: &Resolving, place: Place) -> Eras {
    let at = state.at(r.you);
    let with = |has: fn(&Space) -> bool| {
        let eras = state.eras.iter();
        let eras = eras.filter(|(_, space)| has(space));
        eras.map(|(era, _)| *era).collect::<Vec<_>>()
    };
    let of = |agents: Vec<Agent>| {
        let mut eras: Vec<Era> = agents.into_iter().map(|agent| state.at(agent)).collect();
        eras.sort_unstable();
        eras.dedup();
        eras
    };
    match place {
        Place::Here => Eras::All(vec![at]),
        Place::Previous => Eras::All(vec![at.previous()]),
        Place::Next => Eras::All(vec![at.next()]),
        Place::Adjacent => Eras::OneOf(at.adjacent().into()),
        Place::EachAdjacent => Eras::All(at.adjacent().into()),
        Place::Any => Eras::OneOf(Era::ALL.to_vec()),
        Place::Vortex => Eras::OneOf(state.vortexes().collect()),
        Place::EachVortex => Eras::All(state.vortexes().collect()),
        Place::Faux => Eras::All(vec![state.faux]),
        Place::Agent => Eras::OneOf(of(state.order.clone())),
        Place::OtherAgent => Eras::OneOf(of(state.from(r.you).into_iter().skip(1).collect())),
        Place::There => Eras::All(r.there.into_iter().collect()),
        Place::Origin => Eras::All(r.origin.into_iter().collect()),
        Place::Clone => Eras::OneOf(with(|space| !space.clones.is_empty())),
        Place::Rift => Eras::OneOf(with(|space| space.rifts > 0)),
    }
}

/// Returns the cards of a place.
pub(super) fn cards(state: &State, you: Agent, of: Cards) -> Vec<Artifact> {
    match of {
        Cards::Hand => state.deck(you).hand.keys().copied().collect(),
        Cards::OtherHands => {
            let others = state.agents.iter().filter(|(agent, _)| **agent != you);
            others
                .flat_map(|(_, deck)| deck.hand.keys().copied())
                .collect()
        }
        Cards::Here => {
            let space = state.space(state.at(you));
            space.artifacts.iter().copied().collect()
        }
        Cards::Anywhere => {
            let spaces = state.eras.values();
            spaces
                .flat_map(|space| space.artifacts.iter().copied())
                .collect()
        }
    }
}

/// Returns the number of pieces in an Era.
pub(super) fn count(state: &State, era: Era, piece: Piece) -> u8 {
    let space = state.space(era);
    let many = match piece {
        Piece::Energy => return space.energy,
        Piece::Rifts => return space.rifts,
        Piece::Clones => space.clones.len(),
        Piece::Agents => state.agents_in(era).count(),
    };
    u8::try_from(many).unwrap_or(u8::MAX)
}

/// Checks whether a condition holds for an Agent.
pub(super) fn holds(state: &State, you: Agent, when: Condition) -> bool {
    let at = state.at(you);
    let space = state.space(at);
    match when {
        Condition::AgentHere => state.agents_in(at).count() > 1,
        Condition::VortexHere => space.vortex,
        Condition::CloneHere => !space.clones.is_empty(),
        Condition::RiftHere => space.rifts > 0,
        Condition::NoRiftHere => space.rifts == 0,
        Condition::NoEnergyHere => space.energy == 0,
    }
}

/// Returns the Clones of an Era as choices.
pub(super) fn clones_of(state: &State, era: Era) -> impl Iterator<Item = Token> + '_ {
    state.space(era).clones.iter().copied()
}
