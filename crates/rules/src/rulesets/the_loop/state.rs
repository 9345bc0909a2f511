//! The whole game at a checkpoint. It holds no secret: what is face down has an order or a place that is drawn only when it
//! is turned up (ruling L1), so a pile is the set of its cards.

use super::{
    artifacts::Artifact,
    names::{Agent, Clone as Token, Era, Mission},
    options::Options,
};
use crate::rulesets::kit::is_default;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The phase of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Player Turns: the turn of an Agent, after its Faux Phase.
    Turn(Turn),
    /// Victory or Defeat.
    Over(End),
}

/// Victory and Defeat: how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Four Missions are completed: all win.
    Victory,
    /// A second Vortex was to be placed in this Era: all lose.
    SecondVortex(Era),
    /// A fourth Vortex was to be placed, in this Era: all lose.
    FourthVortex(Era),
    /// The third Cycle ended: all lose.
    OutOfTime,
}

/// The progress of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Turn {
    /// The Agent whose turn it is.
    pub agent: Agent,
    /// Free Move: true once it is used.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moved_freely: bool,
    /// True once the special ability is used.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ability_used: bool,
    /// Do a LOOP: the number of LOOPs so far.
    #[serde(default, skip_serializing_if = "is_default")]
    pub loops: u8,
    /// Destroying multiple Clones: the number of Clones destroyed so far.
    #[serde(default, skip_serializing_if = "is_default")]
    pub destroyed: u8,
    /// The cubes placed so far on Missions that limit them in each turn.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub placed: BTreeMap<Mission, u8>,
}

impl Turn {
    /// Returns a turn whose Action Phase has not begun.
    pub fn of(agent: Agent) -> Self {
        Self {
            agent,
            moved_freely: false,
            ability_used: false,
            loops: 0,
            destroyed: 0,
            placed: BTreeMap::new(),
        }
    }
}

/// The whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct State {
    /// The variants that are played.
    pub options: Options,
    /// The Cycle, from 1.
    pub cycle: u8,
    /// The phase of the game.
    pub phase: Phase,
    /// The Agents clockwise, from the one who went first.
    pub order: Vec<Agent>,
    /// The pawn and the deck of each Agent.
    pub agents: BTreeMap<Agent, Deck>,
    /// The Spacetime board.
    pub eras: BTreeMap<Era, Space>,
    /// Dr. Faux's Era.
    pub faux: Era,
    /// Resolved Faux Cards: the Eras that Dr. Faux has visited in this Cycle, in their order.
    pub visited: Vec<Era>,
    /// The Clones in the bag.
    pub bag: BTreeSet<Token>,
    /// The cards of the Huge Deck.
    pub huge_deck: BTreeSet<Artifact>,
    /// The destroyed Artifacts.
    pub destroyed: BTreeSet<Artifact>,
    /// Attendance Reward: the revealed cards while the players choose among them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub reward: BTreeSet<Artifact>,
    /// Resolve Faux card: the Rifts that have landed on each Era and are not in its slots yet, while cubes drop.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub landed: BTreeMap<Era, u8>,
    /// The Missions that were never turned up: those face down, and those that are not in the game.
    pub unknown: BTreeSet<Mission>,
    /// The completed Missions, in their order.
    pub completed: Vec<Mission>,
    /// The revealed Missions that a Vortex removed, in their order.
    pub failed: Vec<Mission>,
}

/// The pawn and the deck of an Agent (Agent Decks).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Deck {
    /// The Era of the pawn.
    pub at: Era,
    /// The cards of the hand, each with whether it can be used.
    pub hand: BTreeMap<Artifact, Side>,
    /// The cards on top of the draw pile whose order is known, the last one uppermost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<Artifact>,
    /// The other cards of the draw pile.
    pub pile: BTreeSet<Artifact>,
    /// The discard pile.
    pub discards: BTreeSet<Artifact>,
}

/// Your Hand: how a card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// It can be used.
    Ready,
    /// It was used.
    Exhausted,
}

/// An Era of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Space {
    /// The Rift cubes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rifts: u8,
    /// The Energy cubes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub energy: u8,
    /// True if there is a Vortex.
    #[serde(default, skip_serializing_if = "is_default")]
    pub vortex: bool,
    /// The Clones.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub clones: BTreeSet<Token>,
    /// The available Artifacts.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub artifacts: BTreeSet<Artifact>,
    /// The Mission tile, unless it was completed or removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<Tile>,
}

/// A Mission tile on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tile {
    /// It is face down.
    FaceDown,
    /// It is revealed.
    Revealed {
        /// The Mission.
        mission: Mission,
        /// The number of its cubes.
        cubes: u8,
        /// The Eras whose slots are filled, if each Era has its own.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        eras: BTreeSet<Era>,
    },
}

/// The Rift slots of an Era (Components).
pub(crate) const SLOTS: u8 = 3;

/// The Energy cubes (Components).
pub(crate) const ENERGY: u32 = 30;

impl State {
    /// Returns the pawn and the deck of an Agent.
    ///
    /// # Panics
    /// If they do not take part in the game: the rules never name such an Agent.
    pub(crate) fn deck(&self, agent: Agent) -> &Deck {
        self.agents.get(&agent).expect("an Agent of this game")
    }

    /// Returns the pawn and the deck of an Agent, to change them.
    ///
    /// # Panics
    /// As [`State::deck`].
    pub(crate) fn deck_mut(&mut self, agent: Agent) -> &mut Deck {
        self.agents.get_mut(&agent).expect("an Agent of this game")
    }

    /// Returns an Era of the board.
    ///
    /// # Panics
    /// If the board has not all Eras, which [`TheLoop::consistent`](super::TheLoop) rules out.
    pub(crate) fn space(&self, era: Era) -> &Space {
        self.eras.get(&era).expect("an Era of the board")
    }

    /// Returns an Era of the board, to change it.
    ///
    /// # Panics
    /// As [`State::space`].
    pub(crate) fn space_mut(&mut self, era: Era) -> &mut Space {
        self.eras.get_mut(&era).expect("an Era of the board")
    }

    /// Returns the Era of an Agent.
    pub(crate) fn at(&self, agent: Agent) -> Era {
        self.deck(agent).at
    }

    /// Returns the Agents in turn order, from one of them.
    pub(crate) fn from(&self, agent: Agent) -> Vec<Agent> {
        let place = self.order.iter().position(|other| *other == agent);
        let (before, after) = self.order.split_at(place.unwrap_or(0));
        after.iter().chain(before).copied().collect()
    }

    /// Returns the Agents in an Era, in turn order.
    pub(crate) fn agents_in(&self, era: Era) -> impl Iterator<Item = Agent> + '_ {
        let order = self.order.iter().copied();
        order.filter(move |agent| self.at(*agent) == era)
    }

    /// Returns the Eras with a Vortex.
    pub(crate) fn vortexes(&self) -> impl Iterator<Item = Era> + '_ {
        let eras = self.eras.iter();
        eras.filter(|(_, space)| space.vortex).map(|(era, _)| *era)
    }

    /// Returns the Rift slots of an Era that are empty and to which no cube that has landed comes.
    pub(crate) fn free_slots(&self, era: Era) -> u8 {
        let landed = self.landed.get(&era).copied().unwrap_or(0);
        SLOTS.saturating_sub(self.space(era).rifts.saturating_add(landed))
    }

    /// Returns the Energy cubes in the supply.
    pub(crate) fn energy_left(&self) -> u8 {
        let used: u32 = self
            .eras
            .values()
            .map(|space| u32::from(space.energy))
            .sum();
        u8::try_from(ENERGY.saturating_sub(used)).unwrap_or(u8::MAX)
    }

    /// Returns the Era where a Clone is; `None` if it is in the bag.
    pub(crate) fn era_of(&self, clone: Token) -> Option<Era> {
        let eras = self.eras.iter();
        let mut eras = eras.filter(|(_, space)| space.clones.contains(&clone));
        eras.next().map(|(era, _)| *era)
    }

    /// Returns the revealed Missions with their Eras.
    pub(crate) fn revealed(&self) -> impl Iterator<Item = (Era, Mission)> + '_ {
        self.eras
            .iter()
            .filter_map(|(era, space)| match space.mission {
                Some(Tile::Revealed { mission, .. }) => Some((*era, mission)),
                Some(Tile::FaceDown) | None => None,
            })
    }

    /// Returns the turn that is going on; `None` if the game is over.
    pub(crate) fn turn(&self) -> Option<&Turn> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn),
            Phase::Over(_) => None,
        }
    }

    /// Returns the turn that is going on, to change it; `None` if the game is over.
    pub(crate) fn turn_mut(&mut self) -> Option<&mut Turn> {
        match &mut self.phase {
            Phase::Turn(turn) => Some(turn),
            Phase::Over(_) => None,
        }
    }

    /// Returns the Eras whose Faux cards are still in the Faux deck.
    pub(crate) fn faux_deck(&self) -> Vec<Era> {
        let eras = Era::ALL.iter().copied();
        eras.filter(|era| !self.visited.contains(era)).collect()
    }
}
