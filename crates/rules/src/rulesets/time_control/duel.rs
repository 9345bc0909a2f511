//! Duels: who takes part, with what, and how a value comes about.

use super::{
    names::{Agent, HalfPoints, Specialty},
    problems::Problem,
    restrictions::{Penalty, Restrictions},
    state::State,
};
use crate::rulesets::{kit::is_default, words::names};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

names! {
    /// Duels: the two kinds for which players choose tokens round by round.
    Duel {
        TimeControl = "time-control",
        Agents = "agents",
    }
}

names! {
    /// The part that a player, or an Agent of theirs, has in a duel.
    Part {
        Claimant = "claimant",
        Objector = "objector",
        Attacker = "attacker",
        Defender = "defender",
        Aid = "aid",
        Sabotage = "sabotage",
    }
}

names! {
    /// Agent Status: how the status of an Agent changes a value.
    Factor {
        Halved = "halved",
        Doubled = "doubled",
    }
}

/// Duel Value: the value of a token or a Fate card, with what changed its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Reckoned {
    /// About Problem Cards: the points that a Problem takes off.
    #[serde(default, skip_serializing_if = "is_default")]
    pub less: u8,
    /// About Problem Cards: the Problem that takes them off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// Agent Status: the change by the status of the Agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor: Option<Factor>,
    /// The value after both.
    pub value: HalfPoints,
}

impl Reckoned {
    /// Returns the value of some points, less those of a Problem, and then changed by a status (ruling T10).
    pub(super) fn of(
        points: i32,
        penalty: Option<Penalty>,
        status: fn(HalfPoints) -> HalfPoints,
    ) -> Self {
        let less = penalty.map_or(0, |penalty| penalty.points);
        let base = HalfPoints::of(points - i32::from(less));
        let value = status(base);
        let factor = match value.0.abs().cmp(&base.0.abs()) {
            Ordering::Less => Some(Factor::Halved),
            Ordering::Equal => None,
            Ordering::Greater => Some(Factor::Doubled),
        };
        Self {
            less,
            problem: penalty.map(|penalty| penalty.problem),
            factor,
            value,
        }
    }
}

/// Agent Status: returns how the status of an Agent changes a value. That of a Busy Agent is halved and that of an Alert Agent of
/// the specialty doubled, and the other way round below zero.
pub(super) fn status(
    state: &State,
    restrictions: &Restrictions,
    agent: Agent,
    specialty: Specialty,
) -> fn(HalfPoints) -> HalfPoints {
    if state.agents.get(&agent).is_some_and(|piece| piece.busy) {
        HalfPoints::weak
    } else if agent.role.specialty() == Some(specialty) && restrictions.allows(specialty) {
        HalfPoints::strong
    } else {
        |value| value
    }
}

names! {
    /// Rendering Aid/Committing Sabotage: what an Agent does in a duel of others.
    Aid {
        None = "none",
        AidAttacker = "aid-attacker",
        AidDefender = "aid-defender",
        SabotageAttacker = "sabotage-attacker",
        SabotageDefender = "sabotage-defender",
    }
}
