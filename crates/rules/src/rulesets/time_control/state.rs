//! The whole game at a checkpoint. It holds no secret: an order of cards that are face down is drawn only when they are turned
//! up (ruling T2), and what players plan is in their order files.

use super::{
    names::{Agent, Color, FateCard, Place, TOKENS, Zone},
    options::Options,
    problems::{Problem, ProblemType},
};
use crate::rulesets::kit::is_default;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct State {
    /// The variants that are played.
    pub options: Options,
    /// The turn of the game, from 1: a Time Agent Turn and a Time Wave Turn.
    pub round: u16,
    /// The part of the turn that is being played.
    #[serde(default, skip_serializing_if = "is_default")]
    pub step: Step,
    /// The colors of the game in initiative order; it rotates (ruling D1).
    pub order: Vec<Color>,
    /// The tokens and cards of the player of each color.
    pub players: BTreeMap<Color, Player>,
    /// The Agents on the boards; all others are discarded.
    pub agents: BTreeMap<Agent, Piece>,
    /// The Time Waves.
    pub waves: BTreeMap<Place, Wave>,
    /// The Fate deck.
    pub fate: Pile<FateCard>,
    /// The Fate cards that lie open in the duels that are going on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open_fate: Vec<FateCard>,
    /// The Problem deck.
    pub problems: Pile<Problem>,
    /// Create: the Problems that were drawn in this Resolve Phase and can still be cashed out at once (ruling D22).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub fresh: BTreeSet<(Color, Problem)>,
    /// The winners, once the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Color>,
}

/// The part of a turn that is being played. At a checkpoint it is the first one; in a view it is the one in which the player is
/// asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Cashing out at the beginning, the Launch Phase and the Alert Phase.
    #[default]
    Start,
    /// Cashing out before this window of the Action Phase.
    Before(u8),
    /// This window of the Action Phase.
    Window(u8),
    /// Cashing out before the Time Wave Turn, and the Advance Phase and the Resolve Phase.
    Waves,
    /// Cashing out after the Resolve Phase.
    Resolved,
    /// The Time Wave Attack Phase and the Grow Phase.
    Attack,
}

/// The tokens and cards of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Player {
    /// The Time Control tokens that are not discarded. The FATE token is never discarded.
    pub tokens: BTreeSet<u8>,
    /// The Problems that the player has, in the order in which they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// Losing: how the player went out of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Out>,
}

/// Losing: how a player went out of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Out {
    /// The turn of the game.
    pub round: u16,
    /// The types of which the player had four Problems.
    pub of: Vec<ProblemType>,
}

/// An Agent on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Piece {
    /// The place where it is.
    pub at: Place,
    /// True if the side BUSY is up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub busy: bool,
}

/// A Time Wave: a stack of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wave {
    /// The tokens with the side Create up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub create: u8,
    /// The tokens with the side Solve up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub solve: u8,
}

impl Wave {
    /// Returns the number of tokens.
    #[must_use]
    pub fn tokens(self) -> u8 {
        self.create + self.solve
    }
}

/// A deck that lies face down: cards in an order that is not drawn yet, and below them cards that were put there one by one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Pile<T> {
    /// The shuffled cards, sorted; which one is on top is drawn when it is turned up.
    pub shuffled: Vec<T>,
    /// The cards on the bottom, the uppermost first.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub bottom: Vec<T>,
}

impl<T: Copy + Ord> Pile<T> {
    /// Makes a shuffled deck.
    pub(crate) fn of(cards: impl IntoIterator<Item = T>) -> Self {
        let mut shuffled: Vec<T> = cards.into_iter().collect();
        shuffled.sort_unstable();
        Self {
            shuffled,
            bottom: vec![],
        }
    }

    /// Shuffles the deck together with further cards.
    pub(crate) fn shuffle(&mut self, cards: impl IntoIterator<Item = T>) {
        self.shuffled.append(&mut self.bottom);
        self.shuffled.extend(cards);
        self.shuffled.sort_unstable();
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        self.shuffled.len() + self.bottom.len()
    }
}

/// Components: the Time Wave tokens.
pub(crate) const WAVE_TOKENS: u8 = 72;

impl State {
    /// Returns the player of a color.
    ///
    /// # Panics
    /// If the color does not take part: the rules never name such a color.
    pub(crate) fn player(&self, color: Color) -> &Player {
        self.players.get(&color).expect("a color of this game")
    }

    /// Returns the player of a color, to change it.
    ///
    /// # Panics
    /// As [`State::player`].
    pub(crate) fn player_mut(&mut self, color: Color) -> &mut Player {
        self.players.get_mut(&color).expect("a color of this game")
    }

    /// Returns the players who are not out of the game, in initiative order.
    pub(crate) fn living(&self) -> impl Iterator<Item = Color> {
        let living = self.order.iter().copied();
        living.filter(|color| self.lives(*color))
    }

    /// Checks whether a player is in the game.
    pub(crate) fn lives(&self, color: Color) -> bool {
        self.players
            .get(&color)
            .is_some_and(|player| player.out.is_none())
    }

    /// Losing: returns the types of Problems that put the last player out of the game; `None` if several players are left.
    pub(crate) fn last_out(&self) -> Option<&[ProblemType]> {
        if self.living().nth(1).is_some() {
            return None;
        }
        let out = self
            .players
            .values()
            .filter_map(|player| player.out.as_ref());
        out.max_by_key(|out| out.round).map(|out| &out.of[..])
    }

    /// Returns the Agents of a color on the boards, with where they are.
    pub(crate) fn of(&self, color: Color) -> impl Iterator<Item = (Agent, Piece)> {
        let agents = self.agents.iter().map(|(agent, piece)| (*agent, *piece));
        agents.filter(move |(agent, _)| agent.color == color)
    }

    /// Returns the Agents at a place.
    pub(crate) fn there(&self, place: Place) -> impl Iterator<Item = (Agent, Piece)> {
        let agents = self.agents.iter().map(|(agent, piece)| (*agent, *piece));
        agents.filter(move |(_, piece)| piece.at == place)
    }

    /// Returns the discarded Agents that may be retrieved: those of players who are in the game.
    pub(crate) fn discarded(&self) -> impl Iterator<Item = Agent> {
        let living: Vec<Color> = self.living().collect();
        let all: Vec<Agent> = Agent::all(&living).collect();
        all.into_iter()
            .filter(|agent| !self.agents.contains_key(agent))
    }

    /// Returns the discarded tokens of a player, from the lowest.
    pub(crate) fn discarded_tokens(&self, color: Color) -> impl Iterator<Item = u8> {
        let tokens = &self.player(color).tokens;
        TOKENS.filter(|token| !tokens.contains(token))
    }

    /// Returns the Time Wave tokens that are on no board.
    pub(crate) fn wave_tokens_left(&self) -> u8 {
        let used: u8 = self.waves.values().map(|wave| wave.tokens()).sum();
        WAVE_TOKENS.saturating_sub(used)
    }

    /// Returns the place where an Agent begins, and where it returns.
    pub(crate) fn home(agent: Agent) -> Place {
        Place::new(agent.color, Zone::Today)
    }
}
