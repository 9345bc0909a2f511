//! The Action Phase: conditions on what other players announce and claim, for interrupts and objections.

use super::{
    actions::{Action, Deed, Does},
    names::{Agent, Color, Place},
    orders::{Aim, When, Who},
};
use crate::engine::Fields;
use serde::de::DeserializeOwned;

/// An announcement or a claim, as a condition compares it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// The player.
    pub by: Color,
    /// What it is.
    pub does: Option<Does>,
    /// The Agent that acts.
    pub agent: Option<Agent>,
    /// The Agent that is attacked.
    pub target: Option<Agent>,
    /// The board that is concerned, or the player who is forced.
    pub board: Option<Color>,
    /// Where it would happen.
    pub at: Option<Place>,
    /// How often just this was announced.
    pub time: Option<u32>,
}

impl Event {
    /// Returns the event of an action that would happen at a place.
    pub(super) fn of(by: Color, action: Action, at: Option<Place>) -> Self {
        let target = match action.deed {
            Deed::Attack(target) => Some(target),
            _ => None,
        };
        let board = match action.deed {
            Deed::Attack(_) | Deed::Snap(_) => None,
            _ => at.map(|place| place.board),
        };
        Self {
            by,
            does: Some(action.deed.does()),
            agent: Some(action.agent),
            target,
            board,
            at,
            time: None,
        }
    }

    /// Returns the event that the fields of a prompt describe.
    pub(super) fn asked(about: &Fields) -> Option<Self> {
        let by = field(about, "by")?;
        if let Some(action) = field::<Action>(about, "action") {
            return Some(Self {
                time: field(about, "time"),
                ..Self::of(by, action, field(about, "at"))
            });
        }
        Some(Self {
            by,
            does: field(about, "does"),
            agent: None,
            target: None,
            board: field(about, "forced"),
            at: None,
            time: field(about, "time"),
        })
    }
}

/// Returns a field of a prompt; `None` if there is no such field of that type.
pub(super) fn field<T: DeserializeOwned>(about: &Fields, name: &str) -> Option<T> {
    T::deserialize(about.get(name)?).ok()
}

impl When {
    /// Checks whether an event fits the condition of a player.
    pub(super) fn fits(&self, own: Color, event: &Event) -> bool {
        let player = |who: &Who| match who {
            Who::Any => true,
            Who::Color(color) => *color == event.by,
        };
        let of_color = |color: Color| {
            event.target.is_some_and(|target| target.color == color) || event.board == Some(color)
        };
        let aim = match self.target {
            None | Some(Aim::Any) => true,
            Some(Aim::Mine) => of_color(own),
            Some(Aim::Color(color)) => of_color(color),
            Some(Aim::Agent(agent)) => event.target == Some(agent),
        };
        event.by != own
            && aim
            && (self.time.is_none() || event.time.is_none() || self.time == event.time)
            && self
                .player
                .as_ref()
                .is_none_or(|who| who.0.iter().any(player))
            && self
                .does
                .as_ref()
                .is_none_or(|does| event.does.is_some_and(|d| does.0.contains(&d)))
            && self
                .agent
                .as_ref()
                .is_none_or(|agents| event.agent.is_some_and(|agent| agents.0.contains(&agent)))
            && self
                .at
                .as_ref()
                .is_none_or(|at| event.at.is_some_and(|place| at.0.contains(&place)))
    }
}
