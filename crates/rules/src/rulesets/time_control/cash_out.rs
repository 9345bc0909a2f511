//! Cashing Out: the types of what is given and gained.

use super::{
    names::{Agent, Color, Role, TOKENS},
    problems::Problem,
};
use crate::rulesets::words::{BadId, names, nearest_of, word};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, IntoDeserializer},
};
use std::{borrow::Cow, fmt, str::FromStr};

names! {
    /// Cashing Out: when it is offered (ruling D22).
    Moment {
        Start = "start",
        Window2 = "window-2",
        Window3 = "window-3",
        Window4 = "window-4",
        Window5 = "window-5",
        Window6 = "window-6",
        Waves = "waves",
        Resolved = "resolved",
    }
}

impl Moment {
    /// Returns the moment before a window after the first one.
    pub(super) fn before(window: u8) -> Self {
        match window {
            2 => Self::Window2,
            3 => Self::Window3,
            4 => Self::Window4,
            5 => Self::Window5,
            _ => Self::Window6,
        }
    }
}

/// Cashing Out: a trade, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trade {
    /// Nothing is cashed out.
    None,
    /// One thing for another.
    Trade {
        /// What is given.
        give: Give,
        /// What is gained.
        get: Get,
    },
}

/// Cashing Out: what is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Give {
    /// An own Agent is discarded.
    Agent(Agent),
    /// Time Control tokens are discarded; which, is asked next.
    Tokens,
    /// A Problem is drawn.
    Problem,
}

/// Cashing Out: what is gained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Get {
    /// A discarded Agent is retrieved.
    Agent(Agent),
    /// Time Control tokens are retrieved; which, is asked next.
    Tokens,
    /// A Problem is solved.
    Solve(Color, Problem),
}

/// A Problem of a player, such as `green/no-wheel`, or `new`: to draw one instead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Solves {
    /// This Problem of this player.
    Problem(Color, Problem),
    /// A new Problem is drawn.
    New,
}
word!(
    Solves,
    "A Problem: the player's color, a slash and its name, such as `green/no-wheel`; or `new`: you draw one.",
    "^([a-z]+/[a-z-]+|new)$",
    |text| match near_problem(text) {
        Some((color, problem)) => Some(Self::Problem(color, problem)),
        None => nearest_of(text, [Self::New]),
    }
);

/// Returns the name that a text is, or that it surely stands for.
fn near<T: FromStr + fmt::Display + Copy>(text: &str, all: &[T]) -> Option<T> {
    let exact = text.parse().ok();
    exact.or_else(|| nearest_of(text, all.iter().copied()))
}

/// Returns the Problem of a player for which a text surely stands.
fn near_problem(text: &str) -> Option<(Color, Problem)> {
    let (color, problem) = text.split_once('/')?;
    Some((near(color, Color::ALL)?, near(problem, Problem::ALL)?))
}

/// Returns the token of a player for which a text surely stands.
fn near_token(text: &str) -> Option<(Color, u8)> {
    let (color, token) = text.split_once('/')?;
    let token = token.parse().ok().filter(|token| TOKENS.contains(token))?;
    Some((near(color, Color::ALL)?, token))
}

impl fmt::Display for Solves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Problem(color, problem) => f.pad(&format!("{color}/{problem}")),
            Self::New => f.pad("new"),
        }
    }
}

impl FromStr for Solves {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let bad = || BadId::new("Problem of a player (such as `green/no-wheel`)", text);
        if text == "new" {
            return Ok(Self::New);
        }
        let (color, problem) = text.split_once('/').ok_or_else(bad)?;
        let color = color.parse().map_err(|_| bad())?;
        let problem = problem.parse().map_err(|_| bad())?;
        Ok(Self::Problem(color, problem))
    }
}

/// A discarded Time Control token of a player, such as `orange/19`, or `done`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Retrieve {
    /// This token of this player.
    Token(Color, u8),
    /// No more.
    Done,
}
word!(
    Retrieve,
    "A discarded token: the player's color, a slash and its value, such as `orange/19`; or `done`.",
    "^([a-z]+/[0-9]+|done)$",
    |text| match near_token(text) {
        Some((color, token)) => Some(Self::Token(color, token)),
        None => nearest_of(text, [Self::Done]),
    }
);

impl fmt::Display for Retrieve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(color, token) => f.pad(&format!("{color}/{token}")),
            Self::Done => f.pad("done"),
        }
    }
}

impl FromStr for Retrieve {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let bad = || BadId::new("token of a player (such as `orange/19`)", text);
        if text == "done" {
            return Ok(Self::Done);
        }
        let (color, token) = text.split_once('/').ok_or_else(bad)?;
        let color = color.parse().map_err(|_| bad())?;
        let token = token.parse().map_err(|_| bad())?;
        Ok(Self::Token(color, token))
    }
}

/// What an order file gives: an Agent, a Problem that is drawn, or one of a list of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pay {
    /// This Agent.
    Agent(Agent),
    /// A Problem.
    Problem,
    /// `tokens`: tokens that you are asked for.
    Tokens,
    /// This token.
    Token(u8),
}

/// What an order file gains: an Agent, a Problem that is solved, or one of a list of tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Gain {
    /// This Agent.
    Agent(Agent),
    /// This Problem of this player is solved.
    Solve(Color, Problem),
    /// This token of this player.
    Token(Color, u8),
    /// `tokens`: tokens that you are asked for.
    Tokens,
}

impl Serialize for Pay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Agent(agent) => serializer.collect_str(agent),
            Self::Problem => serializer.serialize_str("problem"),
            Self::Tokens => serializer.serialize_str("tokens"),
            Self::Token(token) => token.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Pay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;
        impl de::Visitor<'_> for Reads {
            type Value = Pay;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an Agent, `problem`, `tokens`, or a list of tokens from 1 to 21")
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Pay, E> {
                let token = u8::try_from(number).ok();
                token
                    .filter(|token| TOKENS.contains(token))
                    .map(Pay::Token)
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Pay, E> {
                let number = u64::try_from(number).unwrap_or(0);
                self.visit_u64(number)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Pay, E> {
                match text {
                    "problem" => Ok(Pay::Problem),
                    "tokens" => Ok(Pay::Tokens),
                    _ => Agent::deserialize(text.into_deserializer()).map(Pay::Agent),
                }
            }
        }
        deserializer.deserialize_any(Reads)
    }
}

impl JsonSchema for Pay {
    fn schema_name() -> Cow<'static, str> {
        "Pay".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let agent = generator.subschema_for::<Agent>();
        json_schema!({"anyOf": [
            agent,
            {"enum": ["problem", "tokens"]},
            {"type": "integer", "minimum": 1, "maximum": 21},
        ]})
    }
}

word!(
    Gain,
    "An Agent, a Problem such as `green/no-wheel`, a token such as `orange/19`, or `tokens`.",
    "^(tokens|[a-z]+(-[a-z0-9-]+|/[a-z0-9-]+))$",
    |text| {
        let agents = || {
            let agents = Agent::all(Color::ALL).map(Self::Agent);
            nearest_of(text, agents.chain([Self::Tokens]))
        };
        let token = || near_token(text).map(|(color, token)| Self::Token(color, token));
        let solves = near_problem(text).map(|(color, problem)| Self::Solve(color, problem));
        solves.or_else(token).or_else(agents)
    }
);

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(agent) => agent.fmt(f),
            Self::Solve(color, problem) => f.pad(&format!("{color}/{problem}")),
            Self::Token(color, token) => f.pad(&format!("{color}/{token}")),
            Self::Tokens => f.pad("tokens"),
        }
    }
}

impl FromStr for Gain {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        if text == "tokens" {
            return Ok(Self::Tokens);
        }
        let bad = || BadId::new("thing to cash out for (an Agent, a Problem, a token)", text);
        match (text.parse::<Retrieve>(), text.parse::<Solves>()) {
            (Ok(Retrieve::Token(color, token)), _) => Ok(Self::Token(color, token)),
            (_, Ok(Solves::Problem(color, problem))) => Ok(Self::Solve(color, problem)),
            _ => match (text.parse::<Role>(), text.parse().map(Self::Agent)) {
                (_, Ok(agent)) => Ok(agent),
                (Ok(_), Err(without_color)) => Err(without_color),
                (Err(_), Err(_)) => Err(bad()),
            },
        }
    }
}
