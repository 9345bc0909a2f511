//! The Action Phase: the actions of Agents.

use super::{
    names::{Agent, Color, Zone},
    state::Wave,
};
use crate::rulesets::words::names;
use serde::{Deserialize, Serialize};
use std::fmt;

names! {
    /// The kinds of action, and forcing another player.
    Does {
        Move = "move",
        Invade = "invade",
        Snap = "snap",
        Attack = "attack",
        Create = "create",
        Add = "add",
        Remove = "remove",
        Flip = "flip",
        Force = "force",
    }
}

names! {
    /// Snap: where the Agent goes.
    Home {
        Today = "today",
    }
}

names! {
    /// The Time Wave tokens of an action.
    Tokens {
        Create = "create",
        Solve = "solve",
        TwoCreate = "two-create",
        TwoSolve = "two-solve",
        CreateAndSolve = "create-and-solve",
        All = "all",
    }
}

impl Tokens {
    /// The tokens of an action that is not about a whole Time Wave.
    pub(super) const COUNTED: [Self; 5] = [
        Self::Create,
        Self::Solve,
        Self::TwoCreate,
        Self::TwoSolve,
        Self::CreateAndSolve,
    ];

    /// Returns the numbers of tokens with each side up; `None` if it is all of a Time Wave.
    #[must_use]
    pub fn counted(self) -> Option<Wave> {
        let (create, solve) = match self {
            Self::Create => (1, 0),
            Self::Solve => (0, 1),
            Self::TwoCreate => (2, 0),
            Self::TwoSolve => (0, 2),
            Self::CreateAndSolve => (1, 1),
            Self::All => return None,
        };
        Some(Wave { create, solve })
    }
}

/// The Action Phase: an action of an Agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Action {
    /// The Agent that acts.
    pub agent: Agent,
    /// The rest of the action: its kind, with its target or tokens.
    #[serde(flatten)]
    pub deed: Deed,
}

/// An action without the Agent that takes it: its kind, with its target or tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// Move: one Zone into the past, to this one.
    Move(Zone),
    /// Invade: to the same Zone of this board.
    Invade(Color),
    /// Snap: to Today of the own board.
    Snap(Home),
    /// Attack Agents: this one.
    Attack(Agent),
    /// Create Time Waves: with these tokens.
    Create(Tokens),
    /// Attack Time Waves: add these tokens.
    Add(Tokens),
    /// Attack Time Waves: remove these tokens.
    Remove(Tokens),
    /// Flip Time Waves: flip these tokens.
    Flip(Tokens),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let does = self.deed.does();
        match self.deed {
            Deed::Move(to) => write!(f, "{}: {does} {to}", self.agent),
            Deed::Invade(board) => write!(f, "{}: {does} {board}", self.agent),
            Deed::Snap(home) => write!(f, "{}: {does} {home}", self.agent),
            Deed::Attack(target) => write!(f, "{}: {does} {target}", self.agent),
            Deed::Create(tokens)
            | Deed::Add(tokens)
            | Deed::Remove(tokens)
            | Deed::Flip(tokens) => {
                write!(f, "{}: {does} {tokens}", self.agent)
            }
        }
    }
}

impl Deed {
    /// Returns the kind of action.
    #[must_use]
    pub fn does(self) -> Does {
        match self {
            Self::Move(_) => Does::Move,
            Self::Invade(_) => Does::Invade,
            Self::Snap(_) => Does::Snap,
            Self::Attack(_) => Does::Attack,
            Self::Create(_) => Does::Create,
            Self::Add(_) => Does::Add,
            Self::Remove(_) => Does::Remove,
            Self::Flip(_) => Does::Flip,
        }
    }
}

/// The purpose for which a player wants Time Control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Nothing: Time Control is lost.
    Nothing,
    /// To take this action without interruption.
    Act(Action),
    /// To force this player to act.
    Force(Color),
}

impl Purpose {
    /// Returns the kind of action; `None` for nothing.
    #[must_use]
    pub fn does(self) -> Option<Does> {
        match self {
            Self::Nothing => None,
            Self::Act(action) => Some(action.deed.does()),
            Self::Force(_) => Some(Does::Force),
        }
    }
}

impl From<Action> for Purpose {
    fn from(action: Action) -> Self {
        Self::Act(action)
    }
}
