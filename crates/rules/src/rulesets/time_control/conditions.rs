//! The Action Phase: conditions on what other players announce and claim, for interrupts and objections.

use super::{
    actions::{Action, Deed, Does},
    names::{Agent, Color, Place, other_than_an_agent},
};
use crate::{
    engine::Fields,
    rulesets::{
        kit::Wanted,
        words::{BadId, nearest_of, word},
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{fmt, str::FromStr};

/// A condition on what another player announces; what is left out can be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct When {
    /// The player who announces: a color, or `any`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Wanted<Who>>,
    /// What is announced; of several any one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub does: Option<Wanted<Does>>,
    /// What it is aimed at: `mine` is one of your Agents or your board, a color is that player's, an Agent only itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Aim>,
    /// The Agent that acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<Wanted<Agent>>,
    /// The place where it would happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Wanted<Place>>,
    /// How often just this was announced, or claimed, in the Action Phase, such as `2` for the second time; left out: any time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<u32>,
}

/// A player of a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Any other player.
    Any,
    /// The player of this color.
    Color(Color),
}
word!(Who, "A color, or `any`.", "^[a-z]+$", |text| {
    let colors = Color::ALL.iter().copied().map(Who::Color);
    nearest_of(text, colors.chain([Who::Any]))
});

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.pad("any"),
            Self::Color(color) => color.fmt(f),
        }
    }
}

impl FromStr for Who {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        match text {
            "any" => Ok(Self::Any),
            _ => (text.parse().map(Self::Color))
                .map_err(|_| BadId::new("player (a color, or `any`)", text)),
        }
    }
}

/// The target of a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Anything.
    Any,
    /// Your Agents and your board.
    Mine,
    /// The Agents and the board of this color.
    Color(Color),
    /// One Agent.
    Agent(Agent),
}
word!(
    Aim,
    "`mine`, a color, an Agent, or `any`.",
    "^[a-z]+(-[a-z0-9-]+)?$",
    |text| {
        let colors = Color::ALL.iter().copied().map(Aim::Color);
        let agents = Agent::all(Color::ALL).map(Aim::Agent);
        let words = [Aim::Mine, Aim::Any];
        nearest_of(text, agents.chain(colors).chain(words))
    }
);

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.pad("any"),
            Self::Mine => f.pad("mine"),
            Self::Color(color) => color.fmt(f),
            Self::Agent(agent) => agent.fmt(f),
        }
    }
}

impl FromStr for Aim {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        match text {
            "any" => Ok(Self::Any),
            "mine" => Ok(Self::Mine),
            _ => (text.parse().map(Self::Color))
                .or_else(|_| text.parse().map(Self::Agent))
                .map_err(|bad| {
                    let what =
                        "target (`mine`, a color, an Agent such as `green-agent-1`, or `any`)";
                    other_than_an_agent(text, what, bad)
                }),
        }
    }
}

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
