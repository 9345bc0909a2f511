//! An announcement as it is written in an order file: an Agent and what it does, a player who is forced, `wait` or `hold`.

use super::{
    actions::{Action, Deed, Home, Tokens},
    names::{Agent, Color, Zone, other_than_an_agent},
};
use crate::rulesets::{
    kit::is_default,
    words::{BadId, nearest_of, word},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, value::MapAccessDeserializer},
};
use std::{borrow::Cow, fmt, str::FromStr};

/// One announcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Stop here and let me see what happened.
    Hold,
    /// Pass for the rest of the window; the next line is for the next window.
    Wait,
    /// An action, which may be announced with a claim of Time Control.
    Act {
        /// The action.
        order: Order,
        /// True if the player takes Time Control first.
        claim: bool,
    },
    /// Take Time Control, and force another player to act.
    Force(Color),
}

/// An action as it is written: its target may be `attacker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The Agent that acts.
    pub agent: Agent,
    /// What it does.
    pub deed: Done,
}

/// What an Agent does, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// A deed.
    Deed(Deed),
    /// Attack the Agent that was announced.
    AttackAttacker,
}

impl Order {
    /// Returns the action; `attacker` is the Agent of the announcement that is interrupted, if there is one.
    pub(super) fn action(self, attacker: Option<Agent>) -> Option<Action> {
        let deed = match self.deed {
            Done::Deed(deed) => deed,
            Done::AttackAttacker => Deed::Attack(attacker?),
        };
        let agent = self.agent;
        Some(Action { agent, deed })
    }
}

/// An announcement: an Agent and its action, or a player who is forced to act.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    /// Your Agent that acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<Agent>,
    /// Move: the Time Zone below.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    moves: Option<Zone>,
    /// Invade: the color of the Timeline Board to which the Agent goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invade: Option<Color>,
    /// Snap: `today`, of your own board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    snap: Option<Home>,
    /// Attack Agents: the Agent that is attacked; in an interrupt `attacker` is the Agent that was announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attack: Option<Target>,
    /// Create Time Waves: the tokens that are placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    create: Option<Tokens>,
    /// Attack Time Waves: the tokens that are added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    add: Option<Tokens>,
    /// Attack Time Waves: the tokens that are removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    remove: Option<Tokens>,
    /// Flip Time Waves: the tokens that are flipped; a Scientist flips `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flip: Option<Tokens>,
    /// `true` takes Time Control first, so that the action is not interrupted.
    #[serde(default, skip_serializing_if = "is_default")]
    claim: bool,
    /// Take Time Control and force this player to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    force: Option<Color>,
}

/// The Agent that is attacked, as it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Agent(Agent),
    Attacker,
}
word!(
    Target,
    "An Agent, or `attacker`: the Agent that was announced.",
    "^[a-z]+(-[a-z0-9-]+)?$",
    |text| nearest_of(
        text,
        Agent::all(Color::ALL)
            .map(Target::Agent)
            .chain([Target::Attacker])
    )
);

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(agent) => agent.fmt(f),
            Self::Attacker => f.pad("attacker"),
        }
    }
}

impl FromStr for Target {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        match text {
            "attacker" => Ok(Self::Attacker),
            _ => text.parse().map(Self::Agent).map_err(|bad| {
                other_than_an_agent(text, "Agent (such as `green-agent-1`, or `attacker`)", bad)
            }),
        }
    }
}

impl Written {
    /// Returns the line; `None` if it does not name an Agent with one deed, or one player to force.
    fn line(self) -> Option<Line> {
        let deeds = [
            self.moves.map(|zone| Done::Deed(Deed::Move(zone))),
            self.invade.map(|board| Done::Deed(Deed::Invade(board))),
            self.snap.map(|home| Done::Deed(Deed::Snap(home))),
            self.attack.map(|target| match target {
                Target::Agent(agent) => Done::Deed(Deed::Attack(agent)),
                Target::Attacker => Done::AttackAttacker,
            }),
            self.create.map(|tokens| Done::Deed(Deed::Create(tokens))),
            self.add.map(|tokens| Done::Deed(Deed::Add(tokens))),
            self.remove.map(|tokens| Done::Deed(Deed::Remove(tokens))),
            self.flip.map(|tokens| Done::Deed(Deed::Flip(tokens))),
        ];
        let mut deeds = deeds.into_iter().flatten();
        match (self.agent, deeds.next(), deeds.next(), self.force) {
            (Some(agent), Some(deed), None, None) => {
                let order = Order { agent, deed };
                let claim = self.claim;
                Some(Line::Act { order, claim })
            }
            (None, None, None, Some(color)) => Some(Line::Force(color)),
            _ => None,
        }
    }

    fn of(line: &Line) -> Self {
        let mut written = Self::default();
        match line {
            Line::Hold | Line::Wait => {}
            Line::Force(color) => written.force = Some(*color),
            Line::Act { order, claim } => {
                written.agent = Some(order.agent);
                written.claim = *claim;
                match order.deed {
                    Done::AttackAttacker => written.attack = Some(Target::Attacker),
                    Done::Deed(deed) => match deed {
                        Deed::Move(zone) => written.moves = Some(zone),
                        Deed::Invade(board) => written.invade = Some(board),
                        Deed::Snap(home) => written.snap = Some(home),
                        Deed::Attack(agent) => written.attack = Some(Target::Agent(agent)),
                        Deed::Create(tokens) => written.create = Some(tokens),
                        Deed::Add(tokens) => written.add = Some(tokens),
                        Deed::Remove(tokens) => written.remove = Some(tokens),
                        Deed::Flip(tokens) => written.flip = Some(tokens),
                    },
                }
            }
        }
        written
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Hold => serializer.serialize_str("hold"),
            Self::Wait => serializer.serialize_str("wait"),
            line => Written::of(line).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordOrWritten)
    }
}

/// Reads `hold` or the written form without buffering, so that errors keep their position.
struct WordOrWritten;

impl<'de> de::Visitor<'de> for WordOrWritten {
    type Value = Line;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an action such as `{agent: orange-brawler-1, snap: today}`, `{force: green}`, `wait`, or `hold`")
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Line, E> {
        match text {
            "hold" => Ok(Line::Hold),
            "wait" => Ok(Line::Wait),
            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
        }
    }
    fn visit_map<A: de::MapAccess<'de>>(self, entries: A) -> Result<Line, A::Error> {
        let written = Written::deserialize(MapAccessDeserializer::new(entries))?;
        written.line().ok_or_else(|| {
            de::Error::custom(
                "a line has an `agent` and one thing that it does (move, invade, snap, attack, create, add, remove or flip), or `force` alone",
            )
        })
    }
}

impl JsonSchema for Line {
    fn schema_name() -> Cow<'static, str> {
        "Line".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let written = generator.subschema_for::<Written>();
        json_schema!({"anyOf": [{"enum": ["hold", "wait"]}, written]})
    }
}
