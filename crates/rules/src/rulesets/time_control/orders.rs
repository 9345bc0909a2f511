//! The body of an order file, in the rulebook's words.

pub use super::{
    announcement::{Done, Line, Order},
    conditions::{Aim, When, Who},
    live::Live,
};
use super::{
    cash_out::{Gain, Moment, Pay, Solves},
    duel::Aid,
    names::{Agent, Bid, Color, Side, Zone},
};
use crate::rulesets::{
    kit::{Wanted, is_default},
    words::{BadId, nearest_of, word},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{borrow::Cow, collections::BTreeMap, fmt, str::FromStr};

/// Orders for one turn of Time Control: a sealed card with all that you want to do, and how you react to others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Orders {
    /// The Launch Phase: the Agents that leave Today, and the Time Zone of your own Timeline to which each goes.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub launch: BTreeMap<Agent, Zone>,
    /// The Action Phase: what you announce, in this order; `wait` passes until the next window, and `hold` stops there and
    /// shows you what happened. After the last line you pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<Line>>,
    /// "Before you do that": rules for interrupting what others announce; the first that fits and is legal is used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interrupts: Vec<Interrupt>,
    /// Time Control Duel: the claims of others to which you object: `always`, `never`, or those that fit a condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objections: Option<Objections>,
    /// Duels: your plans; the first that fits a duel is used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub duels: Vec<DuelPlan>,
    /// Rendering Aid/Committing Sabotage: your Agents that take part in duels of others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<Help>,
    /// What you do with Time Control that you won by an objection: the first line that is legal; each line is used once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub control: Vec<Line>,
    /// What you do if another player forces you to act: the first line that is legal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<Line>,
    /// The Resolve Phase: which tokens of the Time Wave in your Today are resolved first: `create` or `solve` for each pair,
    /// and for a single token. The rest goes in the usual order: Solve while you have a Problem, Create, Solve.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resolve: Vec<Side>,
    /// The Resolve Phase: the Problems that your Solve tokens remove, the most wanted first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solve: Vec<Solves>,
    /// Wave Attack Duel: the token of each of your Agents, or `fate`; the others get your highest tokens.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub defend: BTreeMap<Agent, Bid>,
    /// Cashing Out: what you cash out, each as soon as it is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cash_out: Option<Vec<CashOut>>,
    /// What you cash out if a Problem would put you out of the game, the most wanted first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rescue: Vec<CashOut>,
    /// Cashing Out Time Control Tokens: the tokens that you add when another player cashes out tokens.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub contribute: BTreeMap<Color, Vec<u8>>,
    /// The parts of the turn in which you are asked by mail what nothing above answers: `true` for all, or a list of `action`
    /// (what you announce after the last line; `wait` passes), `react` (interrupts), `object` (objections; `always` and `never`
    /// are final), `duel` (tokens after those of the plan, and Re-Duels without `re-duel`), `help`, `resolve`, `defend`,
    /// `cash-out` (whenever a trade is possible) and `contribute`.
    #[serde(skip_serializing_if = "is_default")]
    pub live: Live,
}

/// A rule for an interrupt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Interrupt {
    /// The announcements that it is for; left out: all.
    #[serde(rename = "if", default, skip_serializing_if = "is_default")]
    pub when: When,
    /// What you announce before that.
    pub then: Line,
    /// `true` uses the rule once in a turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub once: bool,
}

/// Time Control Duel: the claims to which a player objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objections {
    /// To all of them.
    Always,
    /// To none.
    Never,
    /// To those that fit one of these conditions.
    If(Vec<When>),
}

impl Serialize for Objections {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Always => serializer.serialize_str("always"),
            Self::Never => serializer.serialize_str("never"),
            Self::If(conditions) => conditions.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Objections {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;
        const WORDS: &[&str; 2] = &["always", "never"];
        impl<'de> de::Visitor<'de> for Reads {
            type Value = Objections;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`always`, `never`, or a list of conditions such as `{player: green, does: attack}`")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Objections, E> {
                match text {
                    "always" => Ok(Objections::Always),
                    "never" => Ok(Objections::Never),
                    _ if nearest_of(text, WORDS.map(str::to_owned)).is_some() => {
                        Err(E::unknown_variant(text, WORDS))
                    }
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
            fn visit_seq<A: de::SeqAccess<'de>>(
                self,
                mut items: A,
            ) -> Result<Objections, A::Error> {
                let mut conditions = vec![];
                while let Some(condition) = items.next_element()? {
                    conditions.push(condition);
                }
                Ok(Objections::If(conditions))
            }
        }
        deserializer.deserialize_any(Reads)
    }
}

impl JsonSchema for Objections {
    fn schema_name() -> Cow<'static, str> {
        "Objections".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let when = generator.subschema_for::<When>();
        json_schema!({"anyOf": [{"enum": ["always", "never"]}, {"type": "array", "items": when}]})
    }
}

/// A plan for duels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DuelPlan {
    /// The duels that it is for; left out: all.
    #[serde(rename = "in", default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Wanted<super::duel::Part>>,
    /// Your Agent that fights; left out: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<Agent>,
    /// The number of the duel in this Action Phase; left out: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// The tokens for the rounds, in this order; `fate` draws Fate cards from there on. After the last one the lowest
    /// token that is left.
    pub bids: Vec<Bid>,
    /// Re-Duel Round: whether you call for another round when you have lost one; left out: you do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub re_duel: Option<ReDuel>,
}

/// Re-Duel Round: whether a player calls for another round.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum ReDuel {
    /// They do not.
    #[default]
    Never,
    /// They do, once.
    Always,
    /// They do if they lost by at most so many points.
    Within(u32),
    /// They do if they lost this round.
    Round(u32),
}
word!(
    ReDuel,
    "`never`, `always`, `within-5` (if you lost by at most 5 points), or `round-2` (if you lost the second round).",
    "^(never|always|(within|round)-[0-9]+)$",
    |text| nearest_of(text, [Self::Never, Self::Always])
);

impl fmt::Display for ReDuel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => f.pad("never"),
            Self::Always => f.pad("always"),
            Self::Within(points) => f.pad(&format!("within-{points}")),
            Self::Round(round) => f.pad(&format!("round-{round}")),
        }
    }
}

impl FromStr for ReDuel {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let number = |word| text.strip_prefix(word)?.parse().ok();
        match text {
            "never" => Ok(Self::Never),
            "always" => Ok(Self::Always),
            _ => (number("within-").map(Self::Within))
                .or_else(|| number("round-").map(Self::Round))
                .ok_or_else(|| {
                    BadId::new(
                        "plan for a re-duel (`never`, `always`, `within-5`, `round-2`)",
                        text,
                    )
                }),
        }
    }
}

/// Rendering Aid/Committing Sabotage: an Agent that takes part in a duel of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Help {
    /// The duel that it is for.
    #[serde(rename = "if", default, skip_serializing_if = "is_default")]
    pub when: Fight,
    /// Your Agent.
    pub agent: Agent,
    /// What it does.
    pub does: Aid,
}

/// A condition on a duel of Agents; what is left out can be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Fight {
    /// The Agent that attacks, or its color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Aim>,
    /// The Agent that is attacked, or its color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defender: Option<Aim>,
}

/// Cashing Out: what is given and what is gained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CashOut {
    /// An own Agent, a list of own tokens worth 20 points or more, or `problem` to draw one; for `tokens` you are asked.
    pub give: Wanted<Pay>,
    /// An Agent, a Problem such as `green/no-wheel`, or a list of tokens such as `[orange/19, orange/1]`; for
    /// `tokens` you are asked.
    pub get: Wanted<Gain>,
    /// When it is cashed out; left out: as soon as it is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Moment>,
}
