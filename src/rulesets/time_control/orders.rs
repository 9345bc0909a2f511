//! The body of an order file, in the rulebook's words.

use super::{
    actions::{Action, Deed, Does, Home, Tokens},
    cash_out::{Gain, Moment, Pay, Solves},
    duel::Aid,
    live::Live,
    names::{Agent, Bid, Color, Place, Role, Side, Zone},
};
use crate::rulesets::{
    kit::{Wanted, is_default},
    words::{BadId, nearest_of, word},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, value::MapAccessDeserializer},
};
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

/// Returns the error for a text that is no Agent where other words may stand, too. An Agent without its color keeps its own error.
fn other_than_an_agent(text: &str, what: &'static str, bad: BadId) -> BadId {
    match text.parse::<Role>() {
        Ok(_) => bad,
        Err(_) => BadId::new(what, text),
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
    nearest_of(text, colors.chain([Who::Any])).or(swapped(text).then_some(Who::Any))
});

/// Checks whether a text has the letters of `any` in another order, which is too short a word for [`nearest_of`] then.
fn swapped(text: &str) -> bool {
    matches!(text, "ayn" | "nay" | "yan" | "nya" | "yna")
}

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
        nearest_of(text, agents.chain(colors).chain(words)).or(swapped(text).then_some(Aim::Any))
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
