//! Changes of the board and the decks that several sections share: cubes, Clones and cards move, and are told.

use super::{
    Table, TheLoop,
    artifacts::Artifact,
    facts::{Fact, Means},
    names::{Agent, Clone as Token, Era},
    state::{Side, State, Tile},
};
use crate::engine::Play;
use std::collections::BTreeSet;

/// Takes one thing at random out of a set, with a roll of this label. Returns `None` if there is none.
pub(super) fn draw<T: Copy + Ord>(
    table: &mut Table<'_>,
    label: std::fmt::Arguments<'_>,
    set: &mut BTreeSet<T>,
) -> Play<Option<T>> {
    let Ok(n) = u32::try_from(set.len()) else {
        return Ok(None);
    };
    if n == 0 {
        return Ok(None);
    }
    let at = table.pick(label, n)?;
    let drawn = set.iter().nth(at).copied();
    if let Some(drawn) = &drawn {
        set.remove(drawn);
    }
    Ok(drawn)
}

impl TheLoop {
    /// Energy: adds cubes to an Era, as far as the supply goes (ruling L7). Returns the number.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn add_energy(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        era: Era,
        energy: u8,
    ) -> u8 {
        let energy = energy.min(state.energy_left());
        if energy > 0 {
            let space = state.space_mut(era);
            space.energy += energy;
            let total = space.energy;
            table.tell_all(Fact::EnergyAdded { era, energy, total });
        }
        energy
    }

    /// Rift: removes cubes from an Era, as many as there are. Returns the number.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn remove_rifts(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        era: Era,
        rifts: u8,
    ) -> u8 {
        let space = state.space_mut(era);
        let rifts = rifts.min(space.rifts);
        if rifts > 0 {
            space.rifts -= rifts;
            let left = space.rifts;
            table.tell_all(Fact::RiftsRemoved { era, rifts, left });
        }
        rifts
    }

    /// Navigating Spacetime: moves the pawn of an Agent.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn move_agent(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
        to: Era,
        by: Means,
    ) {
        let deck = state.deck_mut(agent);
        let from = std::mem::replace(&mut deck.at, to);
        table.tell_all(Fact::Moved {
            agent,
            from,
            to,
            by,
        });
    }

    /// Destroying Clones: moves a Clone to an Era, where it returns to the bag if that is its Paradox Era. Returns true if
    /// it was destroyed.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn move_clone(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        clone: Token,
        from: Era,
        to: Era,
    ) -> bool {
        state.space_mut(from).clones.remove(&clone);
        let destroyed = clone.paradox == to;
        if destroyed {
            state.bag.insert(clone);
        } else {
            state.space_mut(to).clones.insert(clone);
        }
        table.tell_all(Fact::CloneMoved {
            clone,
            from,
            to,
            destroyed,
        });
        destroyed
    }

    /// Draw, Empty Draw Pile: an Agent draws a card into the hand, where it lies ready. Returns the card; `None` if there is
    /// none left to draw.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn draw_card(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
    ) -> Play<Option<Artifact>> {
        let deck = state.deck_mut(agent);
        if deck.top.is_empty() && deck.pile.is_empty() {
            if deck.discards.is_empty() {
                return Ok(None);
            }
            deck.pile = std::mem::take(&mut deck.discards);
            table.tell_all(Fact::Reshuffled { agent });
        }
        let drawn = match deck.top.pop() {
            Some(artifact) => Some(artifact),
            None => draw(table, format_args!("draw/{agent}"), &mut deck.pile)?,
        };
        if let Some(artifact) = drawn {
            deck.hand.insert(artifact, Side::Ready);
            table.tell_all(Fact::Drew { agent, artifact });
        }
        Ok(drawn)
    }

    /// Revealing Artifacts: takes the top card of the Huge Deck, which is made anew of the destroyed Artifacts if it is
    /// empty. Returns `None` if both are empty.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn top_of_huge_deck(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
    ) -> Play<Option<Artifact>> {
        if state.huge_deck.is_empty() && !state.destroyed.is_empty() {
            state.huge_deck = std::mem::take(&mut state.destroyed);
            let artifacts = u8::try_from(state.huge_deck.len()).unwrap_or(u8::MAX);
            table.tell_all(Fact::DeckReshuffled { artifacts });
        }
        draw(table, format_args!("artifact"), &mut state.huge_deck)
    }

    /// Revealing Artifacts: reveals a card in its Origin Era. In an Era with a Vortex it is destroyed, but not before
    /// `later` is told if an ability reveals it (Revealing in a Vortex).
    pub(super) fn reveal_artifact(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        later: bool,
    ) -> Play<Option<Artifact>> {
        let Some(artifact) = self.top_of_huge_deck(state, table)? else {
            return Ok(None);
        };
        let era = self.content.card(artifact).origin;
        let destroyed = state.space(era).vortex && !later;
        if destroyed {
            state.destroyed.insert(artifact);
        } else {
            state.space_mut(era).artifacts.insert(artifact);
        }
        table.tell_all(Fact::Revealed {
            artifact,
            era,
            destroyed,
        });
        Ok(Some(artifact))
    }

    /// Revealed Missions: turns up a Mission in Dr. Faux's Era, or else in the next Era clockwise that has one face down,
    /// unless two are revealed (Mission Tiles, General Clarifications).
    pub(super) fn reveal_mission(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        const REVEALED: usize = 2;
        if state.revealed().count() >= REVEALED {
            return Ok(());
        }
        let mut around = state.faux.around();
        let face_down = |era: &Era| state.space(*era).mission == Some(Tile::FaceDown);
        match around.find(face_down) {
            Some(era) => self.turn_up_mission(state, table, era),
            None => Ok(()),
        }
    }

    /// Mission tiles: turns up the tile of an Era. The tile is drawn now, out of all that were never seen (ruling L1).
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn turn_up_mission(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        era: Era,
    ) -> Play<()> {
        if let Some(mission) = draw(table, format_args!("mission"), &mut state.unknown)? {
            state.space_mut(era).mission = Some(Tile::Revealed {
                mission,
                cubes: 0,
                eras: BTreeSet::new(),
            });
            table.tell_all(Fact::MissionRevealed { mission, era });
        }
        Ok(())
    }
}
